// SPDX-License-Identifier: Apache-2.0
// A queue's rows as text for the clipboard, as CSV and as the lock JSON of the command line.
// Pure: never opens a file or a dialog.
#pragma once

#include "ui/models/queuemodel.h"

#include <QByteArray>

namespace lockscope::ui {

/// One row, tab-separated, with full names and ids.
QString rowText(const QueueModel &model, int row);
/// The header and all rows in the order on screen.
QString allText(const QueueModel &model);
/// RFC 4180, UTF-8.
QByteArray toCsv(const QueueModel &model);
/// As `lockscope-cli queue --json` prints it.
QByteArray toJsonDocument(const QueueModel &model, Zxid zxid);

} // namespace lockscope::ui
