// SPDX-License-Identifier: Apache-2.0
// Reads a `.lockscope` file event by event, in memory that does not grow with the file.
// Never guesses: a damaged line is an error that names the line and the key; only a last line that was cut off is left
// out.
#pragma once

#include "core/journal/eventjson.h"
#include "core/journal/recording.h"

#include <QFile>
#include <QSet>

#include <functional>
#include <memory>

namespace lockscope::journal {

class RecordingReader
{
public:
    /// Reads the header. The error says what is wrong with the file.
    static Result<std::unique_ptr<RecordingReader>> open(const QString &path);

    const RecordingHeader &header() const { return m_header; }
    /// The next event, nothing at the end. After an error the reader is done.
    Result<std::optional<Event>> next();
    /// What a reader should know although the file could be read: complete when next() was at the end.
    const QList<Text> &notes() const { return m_notes; }

    qint64 bytesRead() const { return m_consumed; }
    qint64 bytesTotal() const { return m_file.size(); }

private:
    explicit RecordingReader(const QString &path);

    /// The next line without its end; nothing at the end of the file. It is valid until the next call.
    Result<std::optional<QByteArray>> nextLine();
    tl::unexpected<Error> damaged(const Text &what) const;
    /// The end of the events; an error where the header says that there are more.
    Result<std::optional<Event>> ended() const;
    /// Nothing where \a event is in its place, and is what the header says of it.
    std::optional<Text> misplaced(const Event &event);

    QFile m_file;
    QString m_name; ///< without folders, as sentences call it
    RecordingHeader m_header;
    QByteArray m_buffer;
    qsizetype m_at = 0;         ///< in m_buffer: the beginning of the next line
    bool m_lineIsEnded = false; ///< the line given last had a line's end
    qint64 m_line = 0;          ///< its number, from 1
    qint64 m_consumed = 0;
    quint64 m_lastNumber = 0;
    QSet<ClientId> m_carriedClients; ///< whose state when the recording began was read
    StringPool m_pool;
    QList<Text> m_notes;
};

struct ReadingProgress
{
    qint64 bytesRead = 0;
    qint64 bytesTotal = 0;
    quint64 events = 0;
};

/// Called between batches; false cancels, and reading ends with Cancelled.
using KeepReading = std::function<bool(const ReadingProgress &)>;

struct ReadRecording
{
    RecordingHeader header;
    QList<Text> notes;
    quint64 events = 0;
};

/// Hands the events on in batches, in their order and one after another, but on a thread of its own: \a take is called
/// by none any more once this has returned. Any thread.
Result<ReadRecording> readRecording(const QString &path, const std::function<void(EventBatch)> &take,
                                    const KeepReading &goOn = {});

} // namespace lockscope::journal
