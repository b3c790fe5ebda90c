// SPDX-License-Identifier: Apache-2.0
#include "ui/recipe/codelayout.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

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
        const QStringList rows = wrapped(line.text, columns - indent, columns - further);
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

} // namespace lockscope::ui
