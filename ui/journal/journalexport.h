// SPDX-License-Identifier: Apache-2.0
// The journal into a file: as text, as JSON Lines or for ShiViz. Of values, so that it can be written beside all else.
#pragma once

#include "core/journal/journal.h"
#include "ui/export/fileexport.h"
#include "ui/journal/journalfilter.h"

#include <QHash>

namespace lockscope::ui {

enum class JournalFormat { Text, JsonLines, ShiViz };

/// What is written.
struct JournalExtract
{
    journal::Journal journal; ///< a copy shares its events
    JournalQuestion question;
    QHash<ClientId, JournalClient> clients; ///< gone ones, too
    JournalFormat format = JournalFormat::Text;
};

/// Writes those events that the question lets through. False if the device could not take them, which says why.
bool writeJournal(const JournalExtract &extract, QIODevice *device, ExportProgress &progress);

/// The same for a file of its own thread.
FileExport::Write writerOf(JournalExtract extract);

} // namespace lockscope::ui
