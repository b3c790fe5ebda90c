// SPDX-License-Identifier: Apache-2.0
// The longest waits as bars with their names, longest first; one can be chosen with the mouse or the keys.
// Emits whom somebody chose and never acts.
#pragma once

#include "core/checks/locktiming.h"
#include "ui/charts/chartcard.h"

#include <functional>

namespace lockscope::ui {

class WaitList : public ChartCard
{
    Q_OBJECT
public:
    explicit WaitList(QWidget *parent = nullptr);

    /// \a nameOf says what people call whoever waited.
    void show(const std::vector<journal::Wait> &waits, const std::function<QString(const journal::Wait &)> &nameOf);
    const std::vector<journal::Wait> &waits() const { return m_waits; }
    /// "client-3, 4.20 s, still waits"
    QString textOf(int row) const;
    /// Where the row is; empty where there is no room for it.
    QRectF rowRect(int row) const;

    QSize sizeHint() const override { return {260, 220}; }

Q_SIGNALS:
    void chosen(const lockscope::journal::Wait &wait);

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void choose(int row);

    std::vector<journal::Wait> m_waits;
    QStringList m_names;
    int m_current = -1;
};

} // namespace lockscope::ui
