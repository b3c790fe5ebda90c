// SPDX-License-Identifier: Apache-2.0
// What the lines of the gutter mean: only kinds that are there. Never promises what nobody told.
#pragma once

#include "ui/queue/edges.h"

#include <QWidget>

namespace lockscope::ui {

class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget *parent = nullptr);

    /// Without edges (sorted otherwise, nobody waits) the legend is empty.
    void setKinds(const QList<EdgeKind> &kinds);
    const QList<EdgeKind> &kinds() const { return m_kinds; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QFont smallFont() const;

    QList<EdgeKind> m_kinds;
};

} // namespace lockscope::ui
