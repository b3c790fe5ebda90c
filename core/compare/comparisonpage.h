// SPDX-License-Identifier: Apache-2.0
// A comparison for people: one HTML file with its pictures, that needs nothing else, and its tables in Markdown.
// States what was measured; never who wins.
#pragma once

#include "core/compare/comparison.h"

#include <QString>

namespace lockscope::compare {

/// \a directory: where the recordings are, by its name beside the page.
QString toHtml(const Comparison &comparison, const QString &directory);
QString toMarkdown(const Comparison &comparison);

} // namespace lockscope::compare
