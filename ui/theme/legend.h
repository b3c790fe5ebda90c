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
    /// All marks on one line; where there is less room they flow onto more.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override { return flow(width, {}); }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    using Place = std::function<void(const Mark &mark, const QRect &line, const QRect &text)>;

    QFont smallFont() const { return scaledFont(font(), 0.9); }
    /// The height that the marks take in lines of \a width.
    int flow(int width, const Place &place) const;

    PenOf m_penOf;
    QList<Mark> m_marks;
};

} // namespace lockscope::ui
