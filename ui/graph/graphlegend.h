// SPDX-License-Identifier: Apache-2.0
// What the marks of the wait-for graph mean. Never shows a mark that cannot be on screen.
#pragma once

#include <QWidget>

namespace lockscope::ui {

class GraphLegend : public QWidget
{
    Q_OBJECT
public:
    explicit GraphLegend(QWidget *parent = nullptr);

    void setMarks(bool reported, bool expected, bool deadlock);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    struct Mark
    {
        enum Kind { Holds, Reported, Expected, Deadlock } kind;
        QString text;
    };
    QList<Mark> marks() const;
    QFont smallFont() const;

    bool m_reported = false;
    bool m_expected = false;
    bool m_deadlock = false;
};

} // namespace lockscope::ui
