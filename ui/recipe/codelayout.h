// SPDX-License-Identifier: Apache-2.0
// Where the lines of pseudo-code stand in a column of a given width: long ones go on below, further in. Pure geometry
// over characters of one width; never knows a font or a painter.
#pragma once

#include "core/locks/recipecode.h"

#include <QRectF>
#include <QStringList>

#include <vector>

namespace lockscope::ui {

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

} // namespace lockscope::ui
