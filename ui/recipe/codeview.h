// SPDX-License-Identifier: Apache-2.0
// Pseudo-code on a card: the line on which a client is, the line that is wrong, and one that can be chosen to read
// about. Shows what it is given; never knows a client.
#pragma once

#include "ui/recipe/codelayout.h"

#include <QWidget>

#include <optional>

namespace lockscope::ui {

class CodeView : public QWidget
{
    Q_OBJECT
public:
    enum class Mark {
        Live,    ///< this is what it does now
        Holds,   ///< it has come out of its acquire here
        Stopped, ///< it was here when it crashed or was paused
    };

    explicit CodeView(QWidget *parent = nullptr);

    void setCode(const locks::RecipeCode &code);
    const locks::RecipeCode &code() const { return m_code; }
    void setCurrent(std::optional<int> line, Mark mark = Mark::Live);
    std::optional<int> current() const { return m_current; }
    Mark mark() const { return m_mark; }
    /// The line that somebody reads about; nothing: none.
    void setChosen(std::optional<int> line);
    std::optional<int> chosen() const { return m_chosen; }
    /// Of one line, in this widget.
    QRectF lineRect(int line) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {240, heightForWidth(240)}; }
    QSize minimumSizeHint() const override { return {160, 60}; }

Q_SIGNALS:
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QFont codeFont() const;
    CodeMetrics metrics() const;
    void relayout();
    void describe();
    void paintMark(QPainter &painter, const struct Theme &theme, const QRectF &row) const;

    locks::RecipeCode m_code;
    CodeLayout m_layout;
    std::optional<int> m_current;
    Mark m_mark = Mark::Live;
    std::optional<int> m_chosen;
};

} // namespace lockscope::ui
