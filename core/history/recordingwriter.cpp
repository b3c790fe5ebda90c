// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordingwriter.h"

#include "core/base/auditfile.h"
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/privatefile.h"
#include "core/history/history.h"
#include "core/journal/eventjson.h"

#include <QJsonDocument>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

// ---- a World as events ----

namespace {

class StateWriter
{
public:
    explicit StateWriter(const World &world)
        : m_world(world)
    {
    }

    EventBatch write()
    {
        const qint64 first = firstInstant();
        say(first, m_world.connection());
        say(m_world.staleSinceNs() != 0 ? m_world.staleSinceNs() : first, m_world.observation());
        for (const auto &[path, directory] : m_world.directories()) {
            if (!directory.isNodeLock)
                write(directory);
        }
        for (const auto &[id, client] : m_world.clients())
            write(id, client);
        if (!m_world.knowledge().isEmpty())
            say(m_world.atNs(), ServersProbed{m_world.servers(), m_world.knowledge()});
        for (auto entry = m_world.databaseQueues().cbegin(); entry != m_world.databaseQueues().cend(); ++entry)
            say(m_world.atNs(), QueueReported{entry.key(), entry->connections, entry->problem});
        for (auto entry = m_world.keyCopies().cbegin(); entry != m_world.keyCopies().cend(); ++entry)
            say(m_world.atNs(), KeyCopiesReported{entry.key(), *entry});
        // The picture is of this instant, even if nothing that it shows has happened then.
        say(m_world.atNs(),
            Notice{locks::Finding::Severity::Note, Text::en("From here on the events are told one by one.")});
        // What belongs together stays in its order; between them, the order of time.
        std::ranges::stable_sort(m_events, {}, &Event::atNs);
        quint64 number = 0;
        for (Event &event : m_events)
            event.number = ++number;
        return m_events;
    }

private:
    qint64 firstInstant() const
    {
        qint64 first = m_world.atNs();
        for (const auto &[path, directory] : m_world.directories()) {
            if (directory.listedAtNs != 0)
                first = std::min(first, directory.listedAtNs);
        }
        for (const auto &[id, client] : m_world.clients())
            first = std::min(first, client.stateSinceNs);
        return first;
    }

    void say(qint64 atNs, Payload what) { m_events += {0, std::min(atNs, m_world.atNs()), std::move(what)}; }

    void write(const Directory &directory)
    {
        const qint64 atNs = directory.listedAtNs != 0 ? directory.listedAtNs : m_world.atNs();
        if (directory.stat) {
            DirectoryListed listed;
            listed.path = directory.path;
            listed.stat = *directory.stat;
            listed.added = directory.children.names();
            listed.added.sort();
            listed.unseenCreates = directory.unseenCreates;
            listed.watched = directory.watched;
            say(atNs, listed);
            for (const QString &name : std::as_const(listed.added)) {
                const locks::ChildNode child = *directory.children.find(name);
                if (child.stat)
                    say(atNs, NodeResolved{joinPath(directory.path, name), *child.stat, child.access, child.data,
                                           child.truncated});
            }
        }
        if (directory.error)
            say(m_world.atNs(), DirectoryUnreadable{directory.path, *directory.error});
    }

    void write(ClientId id, const Client &client)
    {
        const qint64 atNs = client.stateSinceNs;
        say(atNs, client.spec);
        say(atNs, ClientConnection{id, client.connection, client.session});
        say(atNs, ClientLockState{id, client.state, client.node, client.token, client.round, client.error,
                                  client.entries, client.mode});
        if (client.step)
            say(atNs, ClientStep{id, *client.step, client.stepPath});
        const auto fault = [&](bool is, Fault what, qint64 durationMs = 0) {
            if (is)
                say(atNs, ClientFault{id, what, durationMs, false});
        };
        fault(client.crashed, Fault::Crash);
        fault(client.paused, Fault::Pause);
        fault(client.cutOff, Fault::Partition);
        fault(client.delayMs > 0, Fault::Delay, client.delayMs);
    }

    const World &m_world;
    EventBatch m_events;
};

/// Folded into an empty World they give the same connection, directories with their nodes, and clients with their
/// states: a recording that cannot begin at the beginning begins with these. Numbered from 1; at the instants at which
/// it became so, none later than the World's. Counts of requests, faults and attempts begin at 0, and what is not known
/// any more is left out.
EventBatch snapshotEvents(const World &world)
{
    return world.eventNumber() == 0 ? EventBatch() : StateWriter(world).write();
}

// ---- writing ----

constexpr qsizetype writtenAtOnce = 256 * 1024;
constexpr auto partEnding = ".part"_L1; ///< of a recording that has not begun

Error cannotWrite(const QString &path, const QString &why)
{
    return {ErrorCode::InvalidInput,
            u"record"_s,
            {},
            Text::en("The recording %1 cannot be written: %2. Choose another place or make room.").arg(path, why)};
}

RecordingHeader completed(RecordingHeader header)
{
    if (header.version.isEmpty())
        header.version = QStringLiteral(LOCKSCOPE_VERSION);
    if (header.startedNs == 0)
        header.startedNs = nowNs();
    return header;
}

/// With the line's end.
QByteArray recordingLine(const Event &event)
{
    if (const auto *unknown = std::get_if<UnknownEvent>(&event.what)) {
        const QJsonObject json = QJsonDocument::fromJson(unknown->line).object();
        if (json["n"_L1].toInteger() == static_cast<qint64>(event.number))
            return unknown->line + '\n'; // as it stands, in the order of its keys
    }
    return QJsonDocument(toJson(event)).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

RecordingWriter::RecordingWriter(const QString &path)
    : m_path(path)
    , m_file(path)
{
}

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::create(const QString &path, RecordingHeader header)
{
    auto writer = std::unique_ptr<RecordingWriter>(new RecordingWriter(path));
    QFile &file = writer->m_file;
    // A file is there under its name when a recording has begun in it; a pipe or a device is written as it is.
    const QFileInfo present(path);
    if (const Text why = whyNotReplaced(present); !why.isEmpty())
        return tl::unexpected(cannotWrite(path, why.shown()));
    const bool isFile = present.isFile() || !present.exists();
    if (isFile)
        file.setFileName((present.exists() ? present.canonicalFilePath() : path) + partEnding);
    // Unbuffered: one write per batch, which is in the file at once.
    if (!isFile) {
        if (const QString why = openStream(file); !why.isEmpty())
            return tl::unexpected(cannotWrite(path, why));
    } else if (!openPrivately(file, QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered)) {
        return tl::unexpected(cannotWrite(path, file.errorString()));
    }
    writer->write(recordingHeaderLine(completed(std::move(header))) + '\n');
    if (isFile)
        writer->putInPlace(present);
    if (const auto error = writer->takeError())
        return tl::unexpected(*error);
    return writer;
}

void RecordingWriter::putInPlace(const QFileInfo &present)
{
    const QString part = m_file.fileName();
    const QByteArray place = QFile::encodeName(part.chopped(partEnding.size()));
    if (!m_error && present.exists()
        && !m_file.setPermissions(present.permissions())) // its owner chose who may read it
        m_error = cannotWrite(m_path, m_file.errorString());
    if (!m_error && std::rename(QFile::encodeName(part).constData(), place.constData()) != 0)
        m_error = cannotWrite(m_path, qt_error_string(errno));
    if (m_error)
        m_file.remove();
}

void RecordingWriter::append(const EventBatch &batch)
{
    QByteArray bytes;
    for (const Event &event : batch) {
        if (m_error)
            return;
        bytes += recordingLine(event);
        ++m_events;
        if (bytes.size() >= writtenAtOnce)
            write(std::exchange(bytes, {}));
    }
    write(bytes);
}

void RecordingWriter::write(const QByteArray &bytes)
{
    if (m_error)
        return;
    if (const QString why = writeAll(m_file, bytes); !why.isEmpty())
        m_error = cannotWrite(path(), why);
}

std::optional<Error> RecordingWriter::takeError()
{
    if (!m_error || std::exchange(m_errorTaken, true))
        return std::nullopt;
    return m_error;
}

Result<Done> RecordingWriter::close()
{
    m_file.close();
    if (!m_error && m_file.error() != QFileDevice::NoError)
        m_error = cannotWrite(path(), m_file.errorString());
    if (m_error)
        return tl::unexpected(*m_error);
    return Done();
}

namespace {

/// Numbers events as they come, and writes them.
class EventLines
{
public:
    explicit EventLines(QIODevice &file)
        : m_file(file)
    {
    }

    void write(Event event)
    {
        event.number = ++m_written;
        m_file.write(recordingLine(event));
    }
    void write(const EventBatch &events)
    {
        for (const Event &event : events)
            write(event);
    }
    quint64 written() const { return m_written; }

private:
    QIODevice &m_file;
    quint64 m_written = 0;
};

} // namespace

Result<Done> writeRecording(const QString &path, const RecordingHeader &header, const EventBatch &events)
{
    const auto writer = RecordingWriter::create(path, header);
    if (!writer)
        return tl::unexpected(writer.error());
    (*writer)->append(events);
    return (*writer)->close();
}

Result<SavedRecording> saveRecording(const History &history, const QString &path, RecordingHeader header,
                                     const QList<quint64> &marked)
{
    const Journal &journal = history.journal();
    const bool whole = journal.isEmpty() || journal.firstNumber() <= 1;
    const EventBatch carried = whole ? EventBatch() : snapshotEvents(history.at(journal.firstNumber() - 1));
    header.carried = static_cast<quint64>(carried.size());
    if (header.startedNs == 0 && !journal.isEmpty())
        header.startedNs = journal.atNs(journal.firstNumber());
    WholeFile file(path);
    if (!openPrivately(file))
        return tl::unexpected(cannotWrite(path, file.errorString()));
    file.write(recordingHeaderLine(completed(std::move(header))) + '\n');
    EventLines lines(file);
    lines.write(carried);
    SavedRecording saved;
    saved.marked.fill(lines.written(), marked.size());
    for (quint64 number = journal.firstNumber(); !journal.isEmpty() && number <= journal.lastNumber(); ++number) {
        lines.write(journal.event(number));
        ++saved.events;
        for (qsizetype i = 0; i < marked.size(); ++i) {
            if (marked[i] >= number)
                saved.marked[i] = lines.written();
        }
    }
    if (!file.commit())
        return tl::unexpected(cannotWrite(path, file.errorString()));
    return saved;
}

} // namespace lockscope::journal
