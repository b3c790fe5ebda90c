// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake/fakeensemble.h"

#include "core/base/path.h"

namespace lockscope::fake {

using namespace Qt::StringLiterals;

namespace {

constexpr auto containerOwner = std::numeric_limits<qint64>::min(); ///< as servers mark containers

} // namespace

FakeEnsemble::FakeEnsemble()
{
    m_nodes[u"/"_s] = {};
}

FakeEnsemble::~FakeEnsemble() = default;

FakeSession &FakeEnsemble::newSession()
{
    const auto id = 0x1000 + static_cast<qint64>(m_sessions.size());
    m_sessions.push_back(std::unique_ptr<FakeSession>(new FakeSession(*this, id)));
    return *m_sessions.back();
}

bool FakeEnsemble::step()
{
    struct Candidate
    {
        quint64 order;
        FakeSession *session;
        FakeSession::Queue *queue; ///< null: the connection comes back
    };
    std::vector<Candidate> candidates;
    for (const auto &session : m_sessions) {
        for (auto *queue : {&session->m_toServer, &session->m_toClient}) {
            if (!queue->empty())
                candidates.push_back({queue->front().order, session.get(), queue});
        }
        if (!session->m_connected && session->m_comesBack)
            candidates.push_back({session->m_brokenAt, session.get(), nullptr});
    }
    if (candidates.empty())
        return false;
    auto chosen = std::min_element(candidates.begin(), candidates.end(),
                                   [](const Candidate &a, const Candidate &b) { return a.order < b.order; });
    if (m_random)
        chosen = candidates.begin()
                 + std::uniform_int_distribution<std::ptrdiff_t>(0, std::ssize(candidates) - 1)(*m_random);
    if (!chosen->queue) {
        chosen->session->reconnect();
        return true;
    }
    const auto item = std::move(chosen->queue->front());
    chosen->queue->pop_front();
    item.happen();
    return true;
}

int FakeEnsemble::run()
{
    int steps = 0;
    while (step()) {
        if (++steps > 1'000'000)
            qFatal("FakeEnsemble: this never comes to rest");
    }
    return steps;
}

QStringList FakeEnsemble::children(const QString &path) const
{
    QStringList names;
    for (const auto &[other, node] : m_nodes) {
        if (other.size() > 1 && parentPath(other) == path)
            names.append(baseName(other));
    }
    return names;
}

std::optional<NodeStat> FakeEnsemble::stat(const QString &path) const
{
    const auto found = m_nodes.find(path);
    return found == m_nodes.end() ? std::nullopt : std::optional(found->second.stat);
}

QStringList FakeEnsemble::ephemerals(const FakeSession *session) const
{
    QStringList paths;
    for (const auto &[path, node] : m_nodes) {
        const bool meant = !session || node.stat.ephemeralOwner == session->m_id;
        if (!node.container && node.stat.isEphemeral() && meant)
            paths.append(path);
    }
    return paths;
}

QByteArray FakeEnsemble::data(const QString &path) const
{
    const auto found = m_nodes.find(path);
    return found == m_nodes.end() ? QByteArray() : found->second.data;
}

bool FakeEnsemble::isContainer(const QString &path) const
{
    const auto found = m_nodes.find(path);
    return found != m_nodes.end() && found->second.container;
}

void FakeEnsemble::make(const QString &path)
{
    if (path.size() <= 1 || has(path))
        return;
    make(parentPath(path));
    Node &parent = m_nodes[parentPath(path)];
    ++parent.creates;
    ++parent.stat.numChildren;
    Node node;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = Zxid{++m_zxid};
    parent.stat.pzxid = node.stat.czxid;
    m_nodes[path] = node;
    fire(path, WatchEvent::Created);
}

void FakeEnsemble::erase(const QString &path)
{
    for (const QString &child : children(path))
        erase(joinPath(path, child));
    if (m_nodes.erase(path) == 0)
        return;
    Node &parent = m_nodes[parentPath(path)];
    --parent.stat.numChildren;
    parent.stat.pzxid = Zxid{++m_zxid};
    fire(path, WatchEvent::Deleted);
}

void FakeEnsemble::setData(const QString &path, const QByteArray &data)
{
    if (!write(path, data, -1))
        qFatal("FakeEnsemble: no such node");
}

void FakeEnsemble::setSequence(const QString &directory, qint32 next)
{
    m_nodes.at(directory).creates = static_cast<quint32>(next);
}

int FakeEnsemble::watchCount(const FakeSession &session) const
{
    return static_cast<int>(std::count_if(m_watches.begin(), m_watches.end(),
                                          [&session](const ServerWatch &watch) { return watch.session == &session; }));
}

QStringList FakeEnsemble::watchedPaths() const
{
    QStringList paths;
    for (const ServerWatch &watch : m_watches)
        paths.append(watch.path);
    return paths;
}

Result<CreatedNode> FakeEnsemble::create(FakeSession &session, const QString &path, const QByteArray &data,
                                         NodeKind kind)
{
    const auto refused = session.m_refusedKinds.find(kind);
    if (refused != session.m_refusedKinds.end())
        return failure(refused->second, u"create"_s, path);
    const auto parent = m_nodes.find(parentPath(path));
    if (parent == m_nodes.end())
        return failure(ErrorCode::NoNode, u"create"_s, path);
    const NodeStat &parentStat = parent->second.stat;
    if (!parent->second.container && parentStat.isEphemeral())
        return failure(ErrorCode::NoChildrenForEphemerals, u"create"_s, path);
    QString name = path;
    if (kind == NodeKind::EphemeralSequential || kind == NodeKind::PersistentSequential)
        name += QString::asprintf("%010d", static_cast<qint32>(parent->second.creates));
    if (has(name))
        return failure(ErrorCode::NodeExists, u"create"_s, name);
    ++parent->second.creates;
    ++parent->second.stat.numChildren;
    Node node;
    node.data = data;
    node.container = kind == NodeKind::Container;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = Zxid{++m_zxid};
    node.stat.dataLength = static_cast<qint32>(data.size());
    parent->second.stat.pzxid = node.stat.czxid;
    if (kind == NodeKind::Ephemeral || kind == NodeKind::EphemeralSequential)
        node.stat.ephemeralOwner = session.session();
    else if (node.container)
        node.stat.ephemeralOwner = SessionId{containerOwner};
    m_nodes[name] = node;
    fire(name, WatchEvent::Created);
    return CreatedNode{name, node.stat};
}

Result<Done> FakeEnsemble::remove(const QString &path, int version)
{
    const auto found = m_nodes.find(path);
    if (found == m_nodes.end())
        return failure(ErrorCode::NoNode, u"delete"_s, path);
    if (version >= 0 && version != found->second.stat.version)
        return failure(ErrorCode::BadVersion, u"delete"_s, path);
    if (found->second.stat.numChildren > 0)
        return failure(ErrorCode::NotEmpty, u"delete"_s, path);
    erase(path);
    return Done();
}

Result<Children> FakeEnsemble::list(const QString &path) const
{
    const auto found = m_nodes.find(path);
    if (found == m_nodes.end())
        return failure(ErrorCode::NoNode, u"get_children"_s, path);
    NodeStat parent = found->second.stat;
    parent.cversion = static_cast<qint32>(2 * found->second.creates - static_cast<quint32>(parent.numChildren));
    return Children{NameList(children(path)), parent};
}

Result<NodeContent> FakeEnsemble::read(const QString &path) const
{
    const auto found = m_nodes.find(path);
    if (found == m_nodes.end())
        return failure(ErrorCode::NoNode, u"get"_s, path);
    return NodeContent{found->second.data, found->second.stat};
}

Result<NodeStat> FakeEnsemble::write(const QString &path, const QByteArray &data, int version)
{
    const auto found = m_nodes.find(path);
    if (found == m_nodes.end())
        return failure(ErrorCode::NoNode, u"set"_s, path);
    NodeStat &stat = found->second.stat;
    if (version >= 0 && version != stat.version)
        return failure(ErrorCode::BadVersion, u"set"_s, path);
    found->second.data = data;
    stat.mzxid = Zxid{++m_zxid};
    ++stat.version;
    stat.dataLength = static_cast<qint32>(data.size());
    fireWatches(path, WatchKind::Node, WatchEvent::Changed);
    return stat;
}

void FakeEnsemble::fire(const QString &path, WatchEvent event)
{
    fireWatches(path, WatchKind::Node, event);
    if (event == WatchEvent::Deleted)
        fireWatches(path, WatchKind::Children, event);
    if (path.size() > 1)
        fireWatches(parentPath(path), WatchKind::Children, WatchEvent::ChildrenChanged);
}

void FakeEnsemble::fireWatches(const QString &path, WatchKind kind, WatchEvent event)
{
    for (auto watch = m_watches.begin(); watch != m_watches.end();) {
        if (watch->path != path || watch->kind != kind) {
            ++watch;
            continue;
        }
        const auto promise = watch->fired;
        watch->session->toClient([promise, event] { promise.complete(event); }, {});
        watch = m_watches.erase(watch);
    }
}

void FakeEnsemble::dropWatch(quint64 id)
{
    m_watches.remove_if([id](const ServerWatch &watch) { return watch.id == id; });
}

} // namespace lockscope::fake
