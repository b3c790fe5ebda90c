// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/madeuptree.h"

#include "core/base/clock.h"

#include <utility>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype batchSize = 4096;
constexpr int watchBudget = 20'000;

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

} // namespace

MadeUpTree::MadeUpTree(ui::LiveWorld *world, const BigTreeShape &shape)
    : m_world(world)
    , m_shape(shape)
    , m_atNs(nowNs())
{
    tell(journal::ConnectionChanged{ConnectionState::Connected,
                                    u"127.0.0.1:2181"_s,
                                    u"127.0.0.1:2181"_s,
                                    SessionId{0x1000009f7c00000},
                                    30'000,
                                    {}});
    tell(journal::ObservationChanged{text(m_shape.root), journal::Freshness::Reading, 0, watchBudget, 0, 1});
    flush();
}

/// In the order of a reader that lists before it reads nodes: level by level.
void MadeUpTree::read()
{
    const BigTreeShape &shape = m_shape;
    constexpr int each = BigTreeShape::perDirectory;
    constexpr int contenders = BigTreeShape::contenders;
    const auto from = [](int number) { return number * each; };
    const auto to = [](int number, int all) { return std::min((number + 1) * each, all); };
    QList<QString> names;
    for (int team = 0; team < shape.teams(); ++team)
        names += text(shape.team(team)).section(u'/', -1);
    for (int directory = 0; directory < shape.settingsDirectories(); ++directory)
        names += text(shape.settingsDirectory(directory)).section(u'/', -1);
    list(text(shape.root), names);
    for (int team = 0; team < shape.teams(); ++team)
        resolve(text(shape.team(team)), {}, to(team, shape.locks) - from(team));
    for (int directory = 0; directory < shape.settingsDirectories(); ++directory)
        resolve(text(shape.settingsDirectory(directory)), {}, to(directory, shape.settings()) - from(directory));
    for (int team = 0; team < shape.teams(); ++team) {
        names.clear();
        for (int lock = from(team); lock < to(team, shape.locks); ++lock)
            names += text(shape.lock(lock)).section(u'/', -1);
        list(text(shape.team(team)), names);
    }
    for (int directory = 0; directory < shape.settingsDirectories(); ++directory) {
        names.clear();
        for (int setting = from(directory); setting < to(directory, shape.settings()); ++setting)
            names += text(BigTreeShape::settingName(setting));
        list(text(shape.settingsDirectory(directory)), names);
    }
    for (int lock = 0; lock < shape.locks; ++lock)
        resolve(text(shape.lock(lock)), {}, contenders);
    names.clear();
    for (int place = 0; place < contenders; ++place)
        names += text(BigTreeShape::contenderName(place));
    for (int lock = 0; lock < shape.locks; ++lock)
        list(text(shape.lock(lock)), names);
    for (int lock = 0; lock < shape.locks; ++lock) {
        for (int place = 0; place < contenders; ++place)
            resolve(text(shape.lock(lock)) + u'/' + names[place], BigTreeShape::contenderData(lock, place), 0,
                    sessionOf(lock * contenders + place));
    }
    for (int setting = 0; setting < shape.settings(); ++setting) {
        const QString path = text(shape.settingsDirectory(setting / each) + '/' + BigTreeShape::settingName(setting));
        resolve(path, BigTreeShape::settingData(setting), 0);
        if (m_watched < watchBudget) // of others their Stat says that they have none
            list(path, {});
    }
    tell(journal::ObservationChanged{text(shape.root), journal::Freshness::Live, m_watched, watchBudget, 0, 0});
    flush();
}

journal::EventBatch MadeUpTree::probe(int changed)
{
    m_atNs += 5'000'000'000;
    ++m_rounds;
    journal::ServersProbed probed;
    locks::Knowledge &knowledge = probed.knowledge;
    knowledge.askedAtNs = m_atNs - 20'000'000;
    knowledge.answeredAtNs = m_atNs;
    knowledge.zxid = Zxid{m_zxid};
    knowledge.allSessions = knowledge.allConnections = knowledge.allWatches = knowledge.allEphemerals = true;
    for (int client = 0; client < clients(); ++client) {
        const SessionId session = sessionOf(client);
        const int port = client < changed ? 40'000 + m_rounds : 30'000;
        locks::SessionFacts facts{session};
        facts.client = u"10.9.%1.%2:%3"_s.arg(client / 250).arg(client % 250).arg(port);
        facts.server = u"127.0.0.1:2181"_s;
        facts.timeoutMs = 30'000;
        facts.lastOperation = u"PING"_s;
        facts.heardAgoMs = (client * 7 + m_rounds * 911) % 10'000;
        facts.expiresInMs = 30'000 - *facts.heardAgoMs;
        knowledge.sessions.insert(session, facts);
        const int lock = client / BigTreeShape::contenders;
        const int place = client % BigTreeShape::contenders;
        const QString node = text(m_shape.lock(lock) + '/' + BigTreeShape::contenderName(place));
        knowledge.ephemerals[session] += node;
        if (place + 1 < BigTreeShape::contenders)
            knowledge.watchers[node] += sessionOf(client + 1);
    }
    tell(probed);
    return std::exchange(m_batch, {});
}

void MadeUpTree::list(const QString &path, const QList<QString> &added)
{
    ++m_watched;
    journal::DirectoryListed listed;
    listed.path = path;
    listed.added = added;
    listed.watched = true;
    listed.stat.czxid = Zxid{2};
    listed.stat.pzxid = Zxid{m_zxid};
    listed.stat.numChildren = qint32(added.size());
    tell(std::move(listed));
}

void MadeUpTree::resolve(const QString &path, const std::string &data, int children, SessionId owner)
{
    journal::NodeResolved node;
    node.path = path;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = Zxid{++m_zxid};
    node.stat.ctimeMs = node.stat.mtimeMs = m_atNs / 1'000'000;
    node.stat.ephemeralOwner = owner;
    node.stat.numChildren = children;
    node.data = QByteArray::fromStdString(data);
    node.stat.dataLength = qint32(node.data.size());
    node.access = locks::ChildNode::Data::Read;
    tell(std::move(node));
}

void MadeUpTree::tell(journal::Payload what)
{
    m_batch.append({++m_number, m_atNs, std::move(what)});
    if (m_batch.size() >= batchSize)
        flush();
}

void MadeUpTree::flush()
{
    m_world->apply(std::exchange(m_batch, {}));
}

} // namespace lockscope::bench
