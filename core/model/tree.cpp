// SPDX-License-Identifier: Apache-2.0
#include "core/model/tree.h"

#include "core/base/path.h"
#include "core/model/rules.h"

#include <algorithm>
#include <limits>

namespace lockscope::model {

namespace {

constexpr auto containerOwner = std::numeric_limits<qint64>::min(); ///< as servers mark containers

bool isSequential(NodeKind kind)
{
    return kind == NodeKind::EphemeralSequential || kind == NodeKind::PersistentSequential;
}

SessionId ownerOf(NodeKind kind, SessionId session)
{
    switch (kind) {
    case NodeKind::Ephemeral:
    case NodeKind::EphemeralSequential: return session;
    case NodeKind::Container: return SessionId{containerOwner};
    case NodeKind::Persistent:
    case NodeKind::PersistentSequential: return {};
    }
    return {};
}

/// Ten digits; a sign comes before them, and takes the place of none but a zero.
QString withNumber(const QString &path, qint32 number)
{
    constexpr int width = 10;
    if (number < 0)
        return path + QString::asprintf("%0*d", width, number);
    QString numbered(path.size() + width, Qt::Uninitialized);
    QChar *to = std::copy(path.begin(), path.end(), numbered.begin()) + width;
    for (int digit = 0; digit < width; ++digit, number /= 10)
        *--to = QChar(u'0' + number % 10);
    return numbered;
}

bool isWrong(int version, const Node &node)
{
    return holds(Rule::VersionIsChecked) && version != -1 && version != node.stat.version;
}

} // namespace

bool Node::isContainer() const
{
    return stat.ephemeralOwner.value == containerOwner;
}

NodeStat Node::shown() const
{
    NodeStat shown = stat;
    shown.dataLength = static_cast<qint32>(data.size());
    shown.numChildren = static_cast<qint32>(children.size());
    if (isContainer())
        shown.ephemeralOwner = {}; // what servers keep there for themselves, no client is shown
    if (holds(Rule::ChildVersion))
        shown.cversion = static_cast<qint32>(2 * creates - static_cast<quint32>(children.size()));
    return shown;
}

std::vector<QString> Tree::paths() const
{
    std::vector<QString> all;
    all.reserve(m_nodes.size());
    for (const auto &[path, node] : m_nodes)
        all.push_back(path);
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<QString> Tree::ephemerals(SessionId owner) const
{
    const auto found = m_ephemerals.find(owner.value);
    return found == m_ephemerals.end() ? std::vector<QString>() : found->second;
}

std::vector<QString> Tree::emptiedContainers() const
{
    std::vector<QString> emptied;
    for (const QString &path : m_containers) {
        const Node &node = m_nodes.at(path);
        if (node.creates > 0 && node.children.empty() && holds(Rule::ContainerIsTaken))
            emptied.push_back(path);
    }
    return emptied;
}

// The questions are asked in the order in which servers ask them: the first that fails is the answer.

tl::expected<std::optional<Change>, ErrorCode> Tree::judge(const WriteOp &op, SessionId session) const
{
    using Nothing = std::optional<Change>;
    if (op.operation == Operation::Create) {
        const Node *parent = find(op.path.size() > 1 ? parentPath(op.path) : op.path);
        if (!parent && holds(Rule::NoChildlessParent))
            return tl::unexpected(ErrorCode::NoNode);
        QString path = op.path;
        if (isSequential(op.kind)) {
            const quint32 counted = !parent                             ? 0
                                    : !holds(Rule::Sequence)            ? static_cast<quint32>(parent->children.size())
                                    : !holds(Rule::SequenceIsPerParent) ? m_creates
                                                                        : parent->creates;
            path = withNumber(path, static_cast<qint32>(counted));
        }
        if (has(path))
            return tl::unexpected(ErrorCode::NodeExists);
        if (parent && parent->stat.isEphemeral() && holds(Rule::NoChildOfEphemeral))
            return tl::unexpected(ErrorCode::NoChildrenForEphemerals);
        return Change{Operation::Create, path, op.data, ownerOf(op.kind, session)};
    }
    if (op.operation == Operation::Delete && op.path.size() <= 1)
        return tl::unexpected(ErrorCode::BadArguments);
    const Node *node = find(op.path);
    if (!node)
        return tl::unexpected(ErrorCode::NoNode);
    if (isWrong(op.version, *node))
        return tl::unexpected(ErrorCode::BadVersion);
    if (op.operation == Operation::Delete) {
        if (!node->children.empty() && holds(Rule::NotEmptyIsKept))
            return tl::unexpected(ErrorCode::NotEmpty);
        return Change{Operation::Delete, op.path};
    }
    return op.operation == Operation::Set ? Change{Operation::Set, op.path, op.data} : Nothing();
}

void Tree::apply(const Change &change, Zxid zxid, qint64 timeMs)
{
    m_zxid = zxid;
    if (change.what == Operation::Create) {
        create(change, zxid, timeMs);
    } else if (change.what == Operation::Delete) {
        remove(change.path, zxid);
    } else if (const auto found = m_nodes.find(change.path); found != m_nodes.end()) {
        Node &node = found->second;
        node.data = change.data;
        node.stat.mzxid = zxid;
        node.stat.mtimeMs = timeMs;
        if (holds(Rule::DataVersion))
            ++node.stat.version;
    }
}

void Tree::create(const Change &change, Zxid zxid, qint64 timeMs)
{
    Node node;
    node.data = change.data;
    node.stat.czxid = node.stat.mzxid = node.stat.pzxid = zxid;
    node.stat.ctimeMs = node.stat.mtimeMs = timeMs;
    if (holds(Rule::EphemeralOwner))
        node.stat.ephemeralOwner = change.owner;
    if (node.isContainer())
        m_containers.push_back(change.path);
    NodeStat owned;
    owned.ephemeralOwner = change.owner;
    if (owned.isEphemeral())
        m_ephemerals[change.owner.value].push_back(change.path);
    m_nodes.insert_or_assign(change.path, std::move(node));
    ++m_creates;
    const auto parent = m_nodes.find(parentPath(change.path));
    if (parent == m_nodes.end())
        return;
    auto &siblings = parent->second.children;
    const QString name = baseName(change.path);
    siblings.insert(std::lower_bound(siblings.begin(), siblings.end(), name), name);
    ++parent->second.creates;
    if (holds(Rule::ChildZxid))
        parent->second.stat.pzxid = zxid;
}

void Tree::remove(const QString &path, Zxid zxid)
{
    const auto found = m_nodes.find(path);
    if (found == m_nodes.end())
        return;
    if (found->second.isContainer())
        std::erase(m_containers, path);
    if (const auto owned = m_ephemerals.find(found->second.stat.ephemeralOwner.value); owned != m_ephemerals.end()) {
        std::erase(owned->second, path);
        if (owned->second.empty())
            m_ephemerals.erase(owned);
    }
    m_nodes.erase(found);
    const auto parent = m_nodes.find(parentPath(path));
    if (parent == m_nodes.end())
        return;
    auto &siblings = parent->second.children;
    const QString name = baseName(path);
    const auto place = std::lower_bound(siblings.begin(), siblings.end(), name);
    if (place != siblings.end() && *place == name)
        siblings.erase(place);
    if (holds(Rule::ChildZxid))
        parent->second.stat.pzxid = zxid;
}

} // namespace lockscope::model
