// SPDX-License-Identifier: Apache-2.0
// A node's data as people can read it: text if it is text, else a count of bytes or a hex dump.
// Never fails: whatever the bytes are, there is something true to show.
#pragma once

#include "core/locks/queue.h"

#include <QString>

#include <optional>

namespace lockscope::ui {

/// The bytes as text if they are valid UTF-8 without control characters; the last character may be cut if \a truncated.
std::optional<QString> asText(const QByteArray &data, bool truncated = false);

/// One short line: the text, "‹12 bytes›", "…" while it is not read, "no READ permission", or nothing if it is empty.
QString dataLine(const locks::ChildNode &node);

/// Offset, sixteen bytes and their characters a line, of at most \a limit bytes.
QString hexDump(const QByteArray &data, qsizetype limit);

} // namespace lockscope::ui
