// SPDX-License-Identifier: Apache-2.0
#include "core/lab/keylog.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/recipes/store.h"

namespace lockscope::lab {

using journal::ServerNode;

namespace {

constexpr qsizetype endsKept = 1000;
constexpr qsizetype valuesKept = 4; ///< of one client and key: more are not under way at once

/// Keys have no directories: the listing of one is made up, but for its key.
NodeStat directoryAt(Zxid number)
{
    NodeStat stat;
    stat.pzxid = number;
    return stat;
}

} // namespace

void KeyLog::expect(const QString &key, const QByteArray &value, ClientId client, SessionId session)
{
    Expected &expected = m_expected[key.toUtf8()];
    expected.writers.insert(value, {client, session});
    QList<QByteArray> &own = expected.newest[client];
    own.removeOne(value); // of one that tries again
    own += value;
    if (own.size() > valuesKept)
        expected.writers.remove(own.takeFirst());
}

void KeyLog::write(const KeyWrite &write, journal::EventSink &sink)
{
    const auto asked = m_expected.constFind(write.key);
    if (asked == m_expected.cend())
        return;
    const QString key = QString::fromUtf8(write.key);
    const QString path = recipes::pathOfKey(key);
    const auto known = m_lives.find(write.key);
    if (write.kind == KeyWrite::Kind::End) {
        if (known == m_lives.end())
            return;
        m_ended.append({key, known->number, ++m_ends});
        if (m_ended.size() > endsKept)
            m_ended.removeFirst();
        sink.write(ServerNode{{}, path, ServerNode::Life::Gone, known->number, {}});
        showGone(path, known->number, sink);
        m_lives.erase(known);
        return;
    }
    const bool isBirth = known == m_lives.end();
    if (isBirth && write.kind == KeyWrite::Kind::Limit)
        return; // it was there before the log was read
    Life &life = isBirth ? m_lives[write.key] : *known;
    if (isBirth)
        life.number = write.number.isNull() ? Zxid{++m_births} : write.number;
    if (write.kind == KeyWrite::Kind::Set)
        life.writer = asked->writers.value(write.value);
    life.untilMs = write.untilMs;
    sink.write(ServerNode{life.writer.client, path, isBirth ? ServerNode::Life::Born : ServerNode::Life::Seen,
                          life.number, life.writer.session, life.untilMs});
    if (write.kind == KeyWrite::Kind::Set)
        show(path, life.number, life.writer.session, write.value, sink);
}

void KeyLog::writeCopies(const QByteArray &key, const QList<Copy> &copies, journal::EventSink &sink)
{
    const auto asked = m_expected.constFind(key);
    if (asked == m_expected.cend() || m_copies.value(key) == copies)
        return;
    m_copies.insert(key, copies);
    journal::KeyCopiesReported report{recipes::pathOfKey(QString::fromUtf8(key)), {}};
    for (const Copy &copy : copies)
        report.copies.append({!copy.value.isEmpty(), asked->writers.value(copy.value).session, copy.untilMs});
    sink.write(report);
}

/// As an observer would see a node of one lock: for a World.
void KeyLog::show(const QString &path, Zxid number, SessionId owner, const QByteArray &value, journal::EventSink &sink)
{
    sink.write(journal::DirectoryListed{parentPath(path), directoryAt(number), {baseName(path)}, {}});
    NodeStat stat;
    stat.czxid = stat.mzxid = number;
    stat.ctimeMs = stat.mtimeMs = nowNs() / 1'000'000;
    stat.ephemeralOwner = owner;
    stat.dataLength = static_cast<qint32>(value.size());
    sink.write(journal::NodeResolved{path, stat, locks::ChildNode::Data::Read, value});
}

void KeyLog::showGone(const QString &path, Zxid number, journal::EventSink &sink)
{
    sink.write(journal::DirectoryListed{parentPath(path), directoryAt(number), {}, {baseName(path)}});
}

void KeyLog::endedBy(ClientId client, const QString &key, quint64 endsBefore, journal::EventSink &sink)
{
    const Ended *only = nullptr;
    for (const Ended &ended : std::as_const(m_ended)) {
        if (ended.key != key || ended.end <= endsBefore)
            continue;
        if (only)
            return;
        only = &ended;
    }
    if (only)
        sink.write(ServerNode{client, recipes::pathOfKey(key), ServerNode::Life::Gone, only->number, {}});
}

} // namespace lockscope::lab
