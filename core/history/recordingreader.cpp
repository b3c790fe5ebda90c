// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordingreader.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <future>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype readAtOnce = 1024 * 1024;
constexpr qsizetype leastAtOnce = 4096;
constexpr qsizetype longestLine = 64 * 1024 * 1024;
constexpr qsizetype batchSize = 4096;

/// " after \"token\"": the last key before the place at which JSON could not be read further; empty where none.
QString afterWhichKey(const QByteArray &line, qsizetype offset)
{
    static const QRegularExpression key(u"\"([^\"\\\\]{1,40})\"\\s*:"_s);
    const QString before = QString::fromUtf8(line.left(offset));
    QString last;
    for (auto matches = key.globalMatch(before); matches.hasNext();)
        last = matches.next().captured(1);
    return last;
}

Text damage(const QByteArray &line, const QJsonParseError &problem)
{
    const QString key = afterWhichKey(line, problem.offset);
    return key.isEmpty() ? Text::en("it is damaged at character %1 (%2)").arg(problem.offset, problem.errorString())
                         : Text::en("it is damaged at character %1 after \"%2\" (%3)")
                               .arg(problem.offset, key, problem.errorString());
}

template<typename... Payloads>
bool isOneOf(const Payload &what)
{
    return (std::holds_alternative<Payloads>(what) || ...);
}

/// Whether a recording that does not begin at the beginning may begin with it: see snapshotEvents() in
/// core/history/recordingwriter.cpp.
bool tellsWhatIsTheCase(const Payload &what)
{
    return isOneOf<ConnectionChanged, ObservationChanged, DirectoryListed, DirectoryUnreadable, NodeResolved,
                   ServersProbed, QueueReported, KeyCopiesReported, Notice>(what)
           || isOneOf<ClientSpawned, ClientConnection, ClientLockState, ClientStep, ClientFault>(what);
}

} // namespace

RecordingReader::RecordingReader(const QString &path)
    : m_file(path)
    , m_name(QFileInfo(path).fileName())
{
}

Result<std::unique_ptr<RecordingReader>> RecordingReader::open(const QString &path)
{
    auto reader = std::unique_ptr<RecordingReader>(new RecordingReader(path));
    const QFileInfo file(path);
    if (file.isDir())
        return invalidInput(Text::en("%1 is a folder, no recording.").arg(path));
    if (file.exists() && !file.isFile()) // to open a pipe waits for who writes, and it can be read but once
        return invalidInput(Text::en("%1 is no file: write the recording to one first.").arg(path));
    if (!reader->m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return invalidInput(Text::en("%1 cannot be read: %2.").arg(path, reader->m_file.errorString()));
    const auto line = reader->nextLine();
    if (!line)
        return tl::unexpected(line.error());
    if (!*line)
        return invalidInput(Text::en("%1 is empty: it is no recording.").arg(reader->m_name));
    const auto header = recordingHeaderFromLine(**line, reader->m_name);
    if (!header)
        return tl::unexpected(header.error());
    reader->m_header = *header;
    return reader;
}

Result<std::optional<QByteArray>> RecordingReader::nextLine()
{
    qsizetype searched = m_at;
    for (;;) {
        const qsizetype end = m_buffer.indexOf('\n', searched);
        if (end >= 0) {
            const auto line = QByteArray::fromRawData(m_buffer.constData() + m_at, end - m_at);
            m_consumed += end + 1 - m_at;
            m_at = end + 1;
            m_lineIsEnded = true;
            ++m_line;
            return line;
        }
        m_buffer.remove(0, m_at);
        m_at = 0;
        searched = m_buffer.size();
        if (searched > longestLine)
            return invalidInput(
                Text::en("%1, line %2: it is longer than 64 MB, which no event is.").arg(m_name, m_line + 1));
        // What is left, where that is less; and where nothing is, it may have grown.
        const qint64 left = m_file.size() - m_file.pos();
        const QByteArray more = m_file.read(std::clamp<qint64>(left, leastAtOnce, readAtOnce));
        if (!more.isEmpty()) {
            m_buffer += more;
            continue;
        }
        if (m_file.error() != QFileDevice::NoError)
            return invalidInput(Text::en("%1 cannot be read on: %2.").arg(m_name, m_file.errorString()));
        if (m_buffer.isEmpty())
            return std::nullopt;
        m_at = m_buffer.size();
        m_consumed += m_buffer.size();
        m_lineIsEnded = false;
        ++m_line;
        return m_buffer;
    }
}

tl::unexpected<Error> RecordingReader::damaged(const Text &what) const
{
    return invalidInput(Text::en("%1, line %2: %3.").arg(m_name, m_line, what));
}

Result<std::optional<Event>> RecordingReader::ended() const
{
    if (m_header.carried > m_lastNumber)
        return invalidInput(Text::counted("%1, line 1: its first %n events should state what was the case when it "
                                          "began, and there are only %2: it was edited, or its end is missing.",
                                          static_cast<qint64>(m_header.carried))
                                .arg(m_name, m_lastNumber));
    return std::nullopt;
}

std::optional<Text> RecordingReader::misplaced(const Event &event)
{
    if (event.number == 0)
        return Text::en("\"n\" should be 1 or more, not 0");
    if (m_lastNumber != 0 && event.number != m_lastNumber + 1)
        return Text::en("\"n\" should be %1, not %2: events are missing, or in another order")
            .arg(m_lastNumber + 1, event.number);
    if (event.number > m_header.carried)
        return {};
    // Else what happened would be judged by nothing.
    const auto *state = std::get_if<ClientLockState>(&event.what);
    const bool isTwice = state && m_carriedClients.contains(state->id);
    if (state)
        m_carriedClients += state->id;
    if (tellsWhatIsTheCase(event.what) && !isTwice)
        return {};
    return Text::counted("the header says that the first %n events state what was the case when the recording began, "
                         "but this one states what happened",
                         static_cast<qint64>(m_header.carried));
}

Result<std::optional<Event>> RecordingReader::next()
{
    const auto read = nextLine();
    if (!read)
        return tl::unexpected(read.error());
    if (!*read)
        return ended();
    const QByteArray &line = **read;
    QJsonParseError problem;
    const QJsonDocument json = QJsonDocument::fromJson(line, &problem);
    if (problem.error != QJsonParseError::NoError || !json.isObject()) {
        if (!m_lineIsEnded) {
            m_notes +=
                Text::en("Its last line is cut off and was left out: the recording was still being written, or ended "
                         "before its time.");
            return ended();
        }
        return damaged(problem.error == QJsonParseError::NoError ? Text::en("it should be a JSON object")
                                                                 : damage(line, problem));
    }
    auto event = eventFromJson(json.object(), &m_pool);
    if (!event)
        return damaged(event.error().detail);
    if (const auto wrong = misplaced(*event))
        return damaged(*wrong);
    if (m_lastNumber == 0 && m_header.carried > 0)
        m_notes += Text::counted("It begins with what was the case then, %n events; what was before is not in it.",
                                 static_cast<qint64>(m_header.carried));
    if (m_lastNumber == 0 && event->number > 1)
        m_notes += Text::en("It begins with event %1: what was before is not in it.").arg(event->number);
    m_lastNumber = event->number;
    if (auto *unknown = std::get_if<UnknownEvent>(&event->what))
        unknown->line = QByteArray(line.constData(), line.size()); // as it stands, in the order of its keys
    return std::optional<Event>(std::move(*event));
}

Result<ReadRecording> readRecording(const QString &path, const std::function<void(EventBatch)> &take,
                                    const KeepReading &goOn)
{
    const auto reader = RecordingReader::open(path);
    if (!reader)
        return tl::unexpected(reader.error());
    RecordingReader &recording = **reader;
    ReadRecording read{recording.header(), {}, 0};
    // While one batch is dealt with the next one is parsed: each of the two is about half of opening a recording.
    std::future<void> taken;
    for (bool more = true; more;) {
        EventBatch batch;
        while (batch.size() < batchSize) {
            auto event = recording.next();
            if (!event)
                return tl::unexpected(event.error());
            more = event->has_value();
            if (!more)
                break;
            batch += std::move(**event);
        }
        read.events += static_cast<quint64>(batch.size());
        if (taken.valid())
            taken.get();
        taken = std::async(std::launch::async, [&take, batch = std::move(batch)]() mutable { take(std::move(batch)); });
        if (goOn && !goOn({recording.bytesRead(), recording.bytesTotal(), read.events}))
            return failure(ErrorCode::Cancelled, u"open"_s);
    }
    if (taken.valid())
        taken.get();
    read.notes = recording.notes();
    return read;
}

} // namespace lockscope::journal
