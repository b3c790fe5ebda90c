// SPDX-License-Identifier: Apache-2.0
// What the lines of a view mean: each as it is drawn there, with its words beside it.
// Shows the marks that it is given, and knows no view.
#pragma once

#include "ui/theme/theme.h"

#include <QPen>
#include <QWidget>

#include <functional>

namespace lockscope::ui {

class Legend : public QWidget
{
    Q_OBJECT
public:
    struct Mark
    {
        int kind = 0; ///< as the view counts its lines
        QString text;

        bool operator==(const Mark &) const = default;
    };
    using PenOf = std::function<QPen(int kind, const Theme &theme)>;

    explicit Legend(PenOf penOf, QWidget *parent = nullptr);

    /// Only of lines that are there; without any it is empty.
    void setMarks(const QList<Mark> &marks);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QFont smallFont() const { return scaledFont(font(), 0.9); }

    PenOf m_penOf;
    QList<Mark> m_marks;
};

} // namespace lockscope::ui
