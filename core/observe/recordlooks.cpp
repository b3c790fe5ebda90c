// SPDX-License-Identifier: Apache-2.0
#include "core/observe/recordlooks.h"

#include "core/locks/nodelock.h"
#include "core/zk/connection.h"

#include <QPointer>

#include <utility>
#include <vector>

namespace lockscope::observe {

namespace {

constexpr auto lookEach = std::chrono::seconds(2);
constexpr size_t mostRecordsAtOnce = 100;

} // namespace

RecordLooks::RecordLooks(zk::Connection &connection, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_next(this)
{
    m_next.setSingleShot(true);
    m_next.setInterval(lookEach);
    connect(&m_next, &QTimer::timeout, this, &RecordLooks::look);
}

void RecordLooks::note(const QString &path, const locks::ChildNode &node)
{
    const bool isKnown = m_records.contains(path); // once a record, it is taken again though its data are none now
    const bool hasLeases = m_records.value(path).hasLeases;
    const bool isRecord = node.stat && !node.stat->isEphemeral() && (isKnown || locks::mayBecomeNodeLock(path, node));
    if (!isRecord) {
        m_records.remove(path);
        return;
    }
    lookAt(path, {node.stat->mzxid, hasLeases});
}

void RecordLooks::noteLeases(const QString &path, Zxid newest)
{
    lookAt(path, {newest, true});
}

void RecordLooks::lookAt(const QString &path, Known known)
{
    m_records.insert(path, known);
    if (!m_next.isActive())
        m_next.start();
}

void RecordLooks::stop()
{
    m_records.clear();
    m_next.stop();
}

Task<> RecordLooks::look()
{
    const QPointer<RecordLooks> alive(this);
    zk::Session *session = m_connection.session();
    std::vector<std::pair<QString, Reply<NodeStat>>> asked;
    if (!m_held && session != nullptr && m_connection.state() == ConnectionState::Connected) {
        auto record = m_records.upperBound(m_last);
        for (; record != m_records.end() && asked.size() < mostRecordsAtOnce; ++record)
            asked.emplace_back(record.key(), session->exists(record.key()));
        m_last = record == m_records.end() ? QString() : asked.back().first;
    }
    for (const auto &[path, answer] : asked) {
        const auto stat = co_await answer;
        if (!alive)
            co_return;
        const auto known = m_records.constFind(path);
        if (known != m_records.cend() && !stat && stat.error().code == ErrorCode::NoNode)
            m_records.remove(path); // what its directory lists says the rest
        else if (known != m_records.cend() && stat && stat->mzxid != known->newest)
            Q_EMIT changed(path);
    }
    if (!m_records.isEmpty())
        m_next.start();
}

} // namespace lockscope::observe

#include "moc_recordlooks.cpp"
