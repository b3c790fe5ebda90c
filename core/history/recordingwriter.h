// SPDX-License-Identifier: Apache-2.0
// Writes a `.lockscope` file while its events happen: each batch is in the file when append() is back, so that others
// can read along. Never stops what is being recorded: a full disk ends the recording, not the run.
#pragma once

#include "core/journal/event.h"
#include "core/journal/recording.h"

#include <QFile>
#include <QFileInfo>

#include <memory>

namespace lockscope::journal {

class History;

class RecordingWriter
{
public:
    /// Replaces what is at \a path, which stays where the recording cannot begin; an empty version and start are filled
    /// in. The error says why not.
    static Result<std::unique_ptr<RecordingWriter>> create(const QString &path, RecordingHeader header = {});

    /// Writes the events. After the first failure nothing more is written.
    void append(const EventBatch &batch);
    /// What went wrong, in one sentence: returned once.
    std::optional<Error> takeError();
    /// Ends the file; the error if anything of it could not be written (returned by takeError() before or not).
    Result<Done> close();

    quint64 events() const { return m_events; }
    QString path() const { return m_path; }

private:
    explicit RecordingWriter(const QString &path);

    void write(const QByteArray &bytes);
    void putInPlace(const QFileInfo &present);

    QString m_path;
    QFile m_file;
    quint64 m_events = 0;
    std::optional<Error> m_error;
    bool m_errorTaken = false;
};

/// All of it at once.
Result<Done> writeRecording(const QString &path, const RecordingHeader &header, const EventBatch &events);

struct SavedRecording
{
    qsizetype events = 0;  ///< of the journal
    QList<quint64> marked; ///< the numbers that were asked for, in the recording
};

/// Writes what the history holds as a recording: to a temporary file first, so that an earlier file at \a path stays
/// whole if this fails. Events that its journal has let go of are made up for by what was the case after them, so that
/// the recording shows true Worlds from its first one on. Events are numbered from 1 without gaps. \a marked: numbers
/// in the journal.
Result<SavedRecording> saveRecording(const History &history, const QString &path, RecordingHeader header = {},
                                     const QList<quint64> &marked = {});

} // namespace lockscope::journal
