// SPDX-License-Identifier: Apache-2.0
// A comparison for people: one HTML file with its pictures, that needs nothing else, and the table in Markdown.
// States what was measured; never who wins.
#pragma once

#include "core/compare/comparison.h"

#include <QString>

namespace lockscope::compare {

QString toHtml(const Comparison &comparison);
QString toMarkdown(const Comparison &comparison);

} // namespace lockscope::compare
