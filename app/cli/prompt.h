// SPDX-License-Identifier: Apache-2.0
// Asks for a secret on the terminal, without showing what is typed.
// Never reads it from anywhere else: where there is no terminal there is no answer.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockscope::cli {

/// Blocks until a line was typed; nothing if there is no terminal, or at the end of its input.
std::optional<QByteArray> askSecret(const QString &question);

} // namespace lockscope::cli
