// SPDX-License-Identifier: Apache-2.0
// What the two ends of a `.lockscope` file share: its header line. The format is in docs/formats.md, "Recordings".
// Never opens a file: see recordingwriter.h and recordingreader.h.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockscope::journal {

struct RecordingHeader
{
    QString version;             ///< of the program that wrote it
    qint64 startedNs = 0;        ///< when the recording began
    QString title;               ///< for people; may be empty
    std::optional<quint64> seed; ///< of the run, where it is one
    /// So many events at the beginning say what was the case when it began, and not what happened.
    quint64 carried = 0;

    bool operator==(const RecordingHeader &) const = default;
};

/// The header as its line, without the line's end.
QByteArray recordingHeaderLine(const RecordingHeader &header);
/// InvalidInput with a sentence, in which the file is called \a name, where the line begins no recording.
Result<RecordingHeader> recordingHeaderFromLine(const QByteArray &line, const QString &name);

} // namespace lockscope::journal
