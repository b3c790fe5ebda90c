// SPDX-License-Identifier: Apache-2.0
// Pseudo-code on a card: the line on which a client is, the line that is wrong, and one that can be chosen to read
// about. Shows what it is given; never knows a client.
#pragma once

#include "core/locks/recipecode.h"

#include <QRectF>
#include <QWidget>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// Where the lines of pseudo-code stand in a column of a given width: long ones go on below, further in. Pure geometry
/// over characters of one width; never knows a font or a painter.
struct CodeMetrics
{
    qreal charWidth = 8;
    qreal rowHeight = 18;
    qreal gutter = 22; ///< left of the text, for the marks
    qreal padding = 8; ///< above the first line and below the last
    int indent = 2;    ///< characters a level
    int hanging = 2;   ///< characters further in, where a line goes on
};

struct CodeRow
{
    QString text;
    qreal left = 0;
};

struct CodeBlock
{
    QRectF rect; ///< the whole width
    std::vector<CodeRow> rows;
};

struct CodeLayout
{
    std::vector<CodeBlock> blocks; ///< one for each line
    qreal height = 0;

    /// The line at this height; -1 outside.
    int lineAt(qreal y) const;
};

CodeLayout layoutCode(const locks::RecipeCode &code, qreal width, const CodeMetrics &metrics);

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
    /// The line that is explained; nothing: none.
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
