// SPDX-License-Identifier: Apache-2.0
#include "ui/recipe/codeview.h"

#include "core/base/visible.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

using Kind = locks::CodeLine::Kind;

namespace {

constexpr qreal codeRadius = 6;
constexpr qreal markSide = 9;

/// Broken at spaces; a word that is too long for a row stays whole.
QStringList wrapped(const QString &text, int first, int further)
{
    QStringList rows;
    QString row;
    const QStringList words = text.split(u' ');
    for (const QString &word : words) {
        const int room = rows.isEmpty() ? first : further;
        if (!row.isEmpty() && row.size() + 1 + word.size() > room) {
            rows += row;
            row.clear();
        }
        row += row.isEmpty() ? word : u' ' + word;
    }
    return rows + QStringList{row};
}

} // namespace

int CodeLayout::lineAt(qreal y) const
{
    const auto found = std::find_if(blocks.begin(), blocks.end(), [y](const CodeBlock &block) {
        return y >= block.rect.top() && y < block.rect.bottom();
    });
    return found == blocks.end() ? -1 : static_cast<int>(found - blocks.begin());
}

CodeLayout layoutCode(const locks::RecipeCode &code, qreal width, const CodeMetrics &metrics)
{
    CodeLayout layout;
    const int columns = std::max(8, static_cast<int>((width - metrics.gutter - metrics.padding) / metrics.charWidth));
    qreal y = metrics.padding;
    for (const locks::CodeLine &line : code) {
        const int indent = line.indent * metrics.indent;
        const int further = indent + metrics.hanging;
        const QStringList rows = wrapped(line.text.shown(), columns - indent, columns - further);
        CodeBlock block;
        for (qsizetype i = 0; i < rows.size(); ++i)
            block.rows.push_back({rows[i], metrics.gutter + (i == 0 ? indent : further) * metrics.charWidth});
        const qreal height = static_cast<qreal>(rows.size()) * metrics.rowHeight;
        block.rect = {0, y, width, height};
        y += height;
        layout.blocks.push_back(std::move(block));
    }
    layout.height = y + metrics.padding;
    return layout;
}

CodeView::CodeView(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"codeView"_s);
    setAccessibleName(tr("Pseudo-code"));
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QFont CodeView::codeFont() const
{
    return scaledFont(monoFont(font()), 0.9);
}

CodeMetrics CodeView::metrics() const
{
    const QFontMetricsF measure(codeFont());
    CodeMetrics metrics;
    metrics.charWidth = measure.horizontalAdvance(u'm');
    metrics.rowHeight = std::ceil(measure.height() * 1.22);
    return metrics;
}

void CodeView::setCode(const locks::RecipeCode &code)
{
    if (m_code == code)
        return;
    m_code = code;
    m_current.reset();
    m_chosen.reset();
    relayout();
    updateGeometry();
    describe();
}

void CodeView::setCurrent(std::optional<int> line, Mark mark)
{
    if (m_current == line && m_mark == mark)
        return;
    m_current = line;
    m_mark = mark;
    describe();
    update();
}

void CodeView::setChosen(std::optional<int> line)
{
    if (m_chosen == line)
        return;
    m_chosen = line;
    update();
    Q_EMIT chosenChanged();
}

QRectF CodeView::lineRect(int line) const
{
    return m_layout.blocks[static_cast<size_t>(line)].rect;
}

int CodeView::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(layoutCode(m_code, width, metrics()).height));
}

void CodeView::relayout()
{
    m_layout = layoutCode(m_code, width(), metrics());
    update();
}

void CodeView::describe()
{
    QStringList lines;
    for (size_t i = 0; i < m_code.size(); ++i) {
        const bool here = m_current == static_cast<int>(i);
        const QString line = m_code[i].text.shown();
        const QString spokenLine = m_code[i].wrong.isEmpty() ? line : tr("%1 (wrong)").arg(line);
        lines += here ? tr("Now: %1").arg(spokenLine) : spokenLine;
    }
    setAccessibleDescription(lines.join(u'\n'));
}

void CodeView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    painter.setPen(hasFocus() ? theme.accent.fill : theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), codeRadius, codeRadius);

    const CodeMetrics measure = metrics();
    const QFont plain = codeFont();
    const QFont bold = scaledFont(plain, 1, QFont::Bold);
    for (size_t i = 0; i < m_layout.blocks.size(); ++i) {
        const CodeBlock &block = m_layout.blocks[i];
        const locks::CodeLine &line = m_code[i];
        const bool isCurrent = m_current == static_cast<int>(i);
        const bool isWrong = !line.wrong.isEmpty();
        const QRectF ground = block.rect.adjusted(3, 0, -3, 0);
        painter.setPen(Qt::NoPen);
        if (isCurrent || isWrong) {
            painter.setBrush(isCurrent ? theme.selection : mix(theme.card, theme.wrong.fill, 0.14));
            painter.drawRoundedRect(ground, 3, 3);
        }
        if (m_chosen == static_cast<int>(i)) {
            painter.setPen(QPen(theme.accent.fill, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(ground.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        }
        const QRectF first(0, block.rect.top(), measure.gutter, measure.rowHeight);
        if (isCurrent)
            paintMark(painter, theme, first);
        if (isWrong) { // also while a client is on it: then at the other end
            const QPointF center(isCurrent ? width() - 14 : first.center().x(), first.center().y());
            paintBadge(&painter, QRectF(center - QPointF(6, 6), QSizeF(12, 12)), true, Role::Wrong, theme,
                       scaledFont(font(), 0.75, QFont::Bold));
        }
        painter.setFont(isCurrent || line.kind == Kind::Head ? bold : plain);
        const QColor usual = line.kind == Kind::Aside && !isCurrent ? theme.muted : theme.text;
        painter.setPen(isWrong ? theme.wrong.text : usual);
        qreal top = block.rect.top();
        for (const CodeRow &row : block.rows) {
            painter.drawText(QRectF(row.left, top, width() - row.left, measure.rowHeight),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, visible(row.text));
            top += measure.rowHeight;
        }
    }
}

void CodeView::paintMark(QPainter &painter, const Theme &theme, const QRectF &row) const
{
    const QPointF center = row.center();
    switch (m_mark) {
    case Mark::Live: {
        const qreal half = markSide / 2;
        const QPointF triangle[] = {center + QPointF(-half * 0.8, -half), center + QPointF(half, 0),
                                    center + QPointF(-half * 0.8, half)};
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent.fill);
        painter.drawPolygon(triangle, 3);
        break;
    }
    case Mark::Holds: paintDot(&painter, center, markSide / 2, Fill::Filled, Role::Holding, theme); break;
    case Mark::Stopped: paintDot(&painter, center, markSide / 2, Fill::Hatched, Role::Suspended, theme); break;
    }
}

void CodeView::resizeEvent(QResizeEvent *)
{
    relayout();
}

void CodeView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        relayout();
    QWidget::changeEvent(event);
}

void CodeView::mousePressEvent(QMouseEvent *event)
{
    const int line = m_layout.lineAt(event->position().y());
    setChosen(line < 0 || m_chosen == line ? std::nullopt : std::optional(line));
}

void CodeView::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(m_code.size()) - 1;
    const int from = m_chosen.value_or(m_current.value_or(0));
    if (event->key() == Qt::Key_Down && last >= 0)
        setChosen(std::min(m_chosen ? from + 1 : from, last));
    else if (event->key() == Qt::Key_Up && last >= 0)
        setChosen(std::max(m_chosen ? from - 1 : from, 0));
    else if (event->key() == Qt::Key_Escape && m_chosen)
        setChosen(std::nullopt);
    else
        QWidget::keyPressEvent(event);
}

} // namespace lockscope::ui

#include "moc_codeview.cpp"
