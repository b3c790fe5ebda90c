// SPDX-License-Identifier: Apache-2.0
// What the lines of the gutter mean: only kinds that can be on screen. Never promises what nobody told.
#pragma once

#include <QWidget>

namespace lockscope::ui {

class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget *parent = nullptr);

    /// Without edges (sorted otherwise, nobody waits) the legend is empty.
    void setHasExpected(bool hasExpected);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QFont smallFont() const;

    bool m_hasExpected = false;
};

} // namespace lockscope::ui
