// SPDX-License-Identifier: Apache-2.0
#include "ui/models/locksmodel.h"

#include "core/base/path.h"
#include "core/base/visible.h"
#include "ui/models/listdiff.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

/// What is wrong with a row, or with all rows below one: sums, so that one row's part can be taken out again.
struct LocksModel::Trouble
{
    int warnings = 0; ///< rows whose worst finding is one
    int errors = 0;
    int findings = 0; ///< of both kinds, in all

    std::optional<locks::Finding::Severity> worst() const
    {
        using Severity = locks::Finding::Severity;
        return errors > 0     ? std::optional(Severity::Error)
               : warnings > 0 ? std::optional(Severity::Warning)
                              : std::nullopt;
    }
    void add(const Trouble &other, int times)
    {
        warnings += times * other.warnings;
        errors += times * other.errors;
        findings += times * other.findings;
    }
    bool operator==(const Trouble &) const = default;
};

/// What the world says of one path: read in one go, since there may be a hundred thousand.
struct LocksModel::Reading
{
    bool wanted = false;    ///< a row for itself, not only because of those below it
    bool hasLeaves = false; ///< nodes without children, that are rows once the row is opened
    std::optional<LockFacts> facts;
    Trouble trouble;
};

/// Its own trouble is counted into `inside` of the rows above.
struct LocksModel::Node : Reading
{
    QString path;
    QString name; ///< the last segment; at the top the whole path
    Node *parent = nullptr;
    Children children;     ///< sorted by path
    bool isOpened = false; ///< its leaves have rows
    Trouble inside;        ///< of all rows below
};

namespace {

/// As the watcher of the tree has it: what is no contender, and may get children.
bool isLeaf(const locks::ChildNode &child)
{
    return child.stat && !child.stat->isEphemeral() && !locks::viewName(child.name);
}

template<typename Children>
auto place(Children &children, const QString &path)
{
    return std::lower_bound(children.begin(), children.end(), path,
                            [](const auto &node, const QString &p) { return node->path < p; });
}

} // namespace

LocksModel::LocksModel(LiveWorld *world, QObject *parent)
    : QAbstractItemModel(parent)
    , m_world(world)
    , m_top(std::make_unique<Node>())
{
    connect(world, &LiveWorld::changed, this, &LocksModel::onChanged);
    rebuild();
}

LocksModel::~LocksModel() = default;

void LocksModel::setShow(Show show)
{
    if (m_show == show)
        return;
    m_show = show;
    updateAll(); // what stays keeps its selection and expansion
    if (show == Show::AllNodes)
        return;
    m_top->isOpened = false;
    for (Node *node : std::as_const(m_nodes))
        node->isOpened = false;
}

void LocksModel::updateAll()
{
    QSet<QString> all;
    for (const auto &[path, directory] : m_world->world().directories())
        all.insert(path);
    update(all);
}

void LocksModel::onChanged(const journal::Changes &changes)
{
    const QString root = m_world->world().observation().root;
    if (root != m_root)
        rebuild();
    else if (!changes.directories.isEmpty())
        update(changes.directories);
    if (changes.renamed.isEmpty())
        return;
    QSet<QString> named; // by the address of their holder; no row comes or goes by it
    for (const Node *node : std::as_const(m_nodes)) {
        if (node->facts && changes.renamed.contains(node->facts->holderSession))
            named.insert(node->path);
    }
    refreshFacts(named);
}

void LocksModel::rebuild()
{
    m_root = m_world->world().observation().root;
    beginResetModel(); // another root: not one row is the same
    m_nodes.clear();
    m_insideChanged.clear();
    m_top = std::make_unique<Node>();
    m_counts = {};
    endResetModel();
    updateAll();
}

void LocksModel::update(QSet<QString> paths)
{
    const QSet<QString> named = paths;
    for (const QString &path : named) {
        const Node *node = m_nodes.value(path);
        if (node && !m_world->world().directory(path))
            addBelow(node, paths); // vanished with all that is below
        if (const Node *above = path == m_root ? m_top.get() : node; above && above->isOpened) {
            for (const auto &child : above->children)
                paths.insert(child->path);
            const QList<QString> leaves = leavesOf(path);
            paths.unite(QSet<QString>(leaves.cbegin(), leaves.cend()));
        }
    }
    const Counts before = m_counts;
    m_isChanging = true;
    removeUnwanted(paths);
    refreshFacts(paths - insertWanted(paths)); // new ones are fresh
    m_isChanging = false;
    if (before != m_counts)
        Q_EMIT countsChanged();
}

// ---- which rows there are ----

bool LocksModel::isUnderRoot(const QString &path) const
{
    return m_root.isEmpty() || isAtOrBelow(path, m_root);
}

LocksModel::Reading LocksModel::read(const QString &path) const
{
    const journal::World &world = m_world->world();
    const journal::Directory *directory = world.directory(path);
    if (!directory || !isUnderRoot(path)) {
        Reading leaf;
        leaf.wanted = !directory && isLeafRow(path);
        return leaf;
    }
    Reading reading;
    const bool unreadable = directory->error && directory->error->code != ErrorCode::NoNode;
    const bool isLock = world.isLock(path);
    // Where no name was ever a contender's none holds or waits: of settings in their thousands no queue is read.
    if (isLock || directory->wasLock) {
        const locks::LockQueue &queue = world.queue(path);
        const bool isPart = !isLock && !world.semaphoreOf(path).isEmpty();
        if (isLock || queue.isLock())
            reading.facts = readFacts(world, queue);
        if (const locks::Contender *holder = queue.onlyHolder(); reading.facts && holder) {
            const auto held = m_world->heldSince(queue, *holder);
            reading.facts->heldSinceMs = held && !held->upperBound ? held->atNs / 1'000'000 : 0;
        }
        reading.wanted = isLock || (queue.isLock() && !isPart);
    }
    // What could not be read might be a lock: it is not passed over in silence.
    reading.wanted = m_show == Show::AllNodes ? path != "/"_L1 : reading.wanted || unreadable;
    reading.hasLeaves = m_show == Show::AllNodes && directory->children.any([&](const locks::ChildNode &child) {
        return isLeaf(child) && !world.directory(joinPath(path, child.name));
    });
    using Severity = locks::Finding::Severity;
    if (reading.facts)
        reading.trouble.findings = reading.facts->troubles;
    if (directory->error || (reading.facts && reading.facts->worst == Severity::Warning))
        reading.trouble.warnings = 1;
    else if (reading.facts && reading.facts->worst == Severity::Error)
        reading.trouble.errors = 1;
    return reading;
}

QString LocksModel::directoryOf(const Node *node) const
{
    return node->parent ? node->path : m_root;
}

/// Its row comes with the others in its directory, when that is opened.
bool LocksModel::isLeafRow(const QString &path) const
{
    if (m_show != Show::AllNodes || !isUnderRoot(path))
        return false;
    const Node *above = find(parentPath(path));
    if (!above || !above->isOpened)
        return false;
    const journal::Directory *directory = m_world->world().directory(directoryOf(above));
    const auto child = directory ? directory->children.find(baseName(path)) : std::nullopt;
    return child && isLeaf(*child);
}

/// The row above; empty for the rows at the top, which are the root itself and what is right below it.
QString LocksModel::parentPath(const QString &path) const
{
    const qsizetype slash = path.lastIndexOf(u'/');
    const QString above = slash <= 0 ? u"/"_s : path.left(slash);
    const QString root = m_root.isEmpty() ? u"/"_s : m_root;
    return path == root || above == root ? QString() : above;
}

LocksModel::Node *LocksModel::find(const QString &path) const
{
    return path.isEmpty() ? m_top.get() : m_nodes.value(path);
}

int LocksModel::rowOf(const Node *node) const
{
    return int(place(node->parent->children, node->path) - node->parent->children.begin());
}

QModelIndex LocksModel::indexOf(const Node *node) const
{
    return node == m_top.get() ? QModelIndex() : createIndex(rowOf(node), 0, node);
}

void LocksModel::forget(Node *node, QSet<const Node *> &forgotten)
{
    m_nodes.remove(node->path);
    count(node->facts, -1);
    m_insideChanged.remove(node);
    forgotten.insert(node);
    for (const auto &child : node->children)
        forget(child.get(), forgotten);
}

void LocksModel::addBelow(const Node *node, QSet<QString> &paths) const
{
    for (const auto &child : node->children) {
        paths.insert(child->path);
        addBelow(child.get(), paths);
    }
}

void LocksModel::removeUnwanted(const QSet<QString> &paths)
{
    // A row goes when neither it nor anything below it is wanted; then perhaps the row above goes too.
    std::map<Node *, QSet<QString>> going;
    const auto goes = [&going](const Node *node) {
        if (node->wanted)
            return false;
        const auto gone = going.find(const_cast<Node *>(node));
        return node->children.size() == size_t(gone == going.end() ? 0 : gone->second.size());
    };
    QList<QString> sorted(paths.cbegin(), paths.cend());
    std::sort(sorted.begin(), sorted.end(), std::greater<>()); // those below come first
    for (const QString &path : std::as_const(sorted)) {
        Node *node = m_nodes.value(path);
        if (!node)
            continue;
        node->wanted = read(path).wanted;
        for (; node != m_top.get() && goes(node); node = node->parent)
            going[node->parent].insert(node->path);
    }
    // From the top, so that a row that goes takes those below it along in one step.
    QList<Node *> parents;
    for (const auto &[parent, names] : going)
        parents.append(parent);
    std::sort(parents.begin(), parents.end(), [](const Node *a, const Node *b) { return a->path < b->path; });
    QSet<const Node *> dead;
    for (Node *parent : std::as_const(parents)) {
        if (dead.contains(parent))
            continue;
        std::vector<bool> flags(parent->children.size());
        for (size_t row = 0; row < flags.size(); ++row)
            flags[row] = going[parent].contains(parent->children[row]->path);
        const std::vector<RowRun> runs = runsWhere(flags);
        for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
            beginRemoveRows(indexOf(parent), run->first, run->last);
            for (int row = run->first; row <= run->last; ++row) {
                Node *child = parent->children[size_t(row)].get();
                addInside(parent, child->trouble, -1);
                addInside(parent, child->inside, -1);
                forget(child, dead);
            }
            parent->children.erase(parent->children.begin() + run->first, parent->children.begin() + run->last + 1);
            endRemoveRows();
        }
    }
}

/// Returns the paths of the new rows.
QSet<QString> LocksModel::insertWanted(const QSet<QString> &paths)
{
    // New rows hang below their parents at once where the parent is new too, else they wait here for their run.
    std::map<Node *, Children> arriving;
    QHash<QString, Node *> fresh;
    QList<QString> sorted(paths.cbegin(), paths.cend());
    std::sort(sorted.begin(), sorted.end());
    for (const QString &path : std::as_const(sorted)) {
        Node *known = fresh.value(path, m_nodes.value(path));
        if (known && known->wanted)
            continue;
        Reading reading = read(path);
        if (!reading.wanted)
            continue;
        if (known) {
            known->wanted = true;
            continue;
        }
        std::unique_ptr<Node> carried;
        for (QString at = path;; at = parentPath(at)) {
            Node *parent = find(at);
            const bool parentIsFresh = !parent && fresh.contains(at);
            if (parentIsFresh)
                parent = fresh.value(at);
            if (at != path && parent) { // reached what is there already
                carried->parent = parent;
                auto &siblings = parentIsFresh ? parent->children : arriving[parent];
                siblings.insert(place(siblings, carried->path), std::move(carried));
                break;
            }
            auto node = std::make_unique<Node>();
            node->path = at;
            node->name = parentPath(at).isEmpty() ? at : lastName(at);
            take(node.get(), at == path ? std::exchange(reading, {}) : read(at));
            node->wanted = at == path;
            fresh.insert(at, node.get());
            if (carried) {
                carried->parent = node.get();
                node->children.push_back(std::move(carried));
            }
            carried = std::move(node);
        }
    }
    for (auto &[parent, children] : arriving) {
        size_t next = 0;
        while (next < children.size()) {
            const int row = int(place(parent->children, children[next]->path) - parent->children.begin());
            size_t end = next + 1;
            while (end < children.size()
                   && (size_t(row) == parent->children.size()
                       || children[end]->path < parent->children[size_t(row)]->path))
                ++end;
            beginInsertRows(indexOf(parent), row, row + int(end - next) - 1);
            parent->children.insert(parent->children.begin() + row,
                                    std::make_move_iterator(children.begin() + qsizetype(next)),
                                    std::make_move_iterator(children.begin() + qsizetype(end)));
            endInsertRows();
            next = end;
        }
    }
    QSet<QString> came;
    came.reserve(fresh.size());
    for (Node *node : std::as_const(fresh)) {
        m_nodes.insert(node->path, node);
        came.insert(node->path);
        addInside(node->parent, node->trouble, 1);
    }
    return came;
}

// ---- what is wrong inside ----

void LocksModel::count(const std::optional<LockFacts> &facts, int more)
{
    if (facts)
        (facts->isLoneNode ? m_counts.loneNodes : facts->members > 0 ? m_counts.groups : m_counts.locks) += more;
}

void LocksModel::take(Node *node, Reading reading)
{
    count(node->facts, -1);
    count(reading.facts, 1);
    node->facts = std::move(reading.facts);
    node->trouble = reading.trouble;
    node->hasLeaves = reading.hasLeaves;
}

/// Counts it so many times more (or, below zero, less) in \a from and all above.
void LocksModel::addInside(Node *from, const Trouble &trouble, int times)
{
    if (trouble == Trouble())
        return;
    for (Node *node = from; node != m_top.get(); node = node->parent) {
        node->inside.add(trouble, times);
        m_insideChanged.insert(node);
    }
}

void LocksModel::tellInside()
{
    const QSet<Node *> changed = std::exchange(m_insideChanged, {});
    for (const Node *node : changed) {
        const QModelIndex row = indexOf(node);
        Q_EMIT dataChanged(row, row, {InsideSeverityRole, InsideTroublesRole, Qt::AccessibleTextRole, Qt::ToolTipRole});
    }
}

void LocksModel::refreshFacts(const QSet<QString> &paths)
{
    std::map<Node *, RowRun> touched;
    for (const QString &path : paths) {
        Node *node = m_nodes.value(path);
        if (!node)
            continue;
        Reading reading = read(path);
        if (reading.trouble != node->trouble) {
            addInside(node->parent, node->trouble, -1);
            addInside(node->parent, reading.trouble, 1);
        }
        take(node, std::move(reading));
        const int row = rowOf(node);
        const auto [run, isNew] = touched.try_emplace(node->parent, RowRun{row, row});
        run->second = {std::min(run->second.first, row), std::max(run->second.last, row)};
    }
    for (const auto &[parent, run] : touched)
        Q_EMIT dataChanged(createIndex(run.first, 0, parent->children[size_t(run.first)].get()),
                           createIndex(run.last, 0, parent->children[size_t(run.last)].get()));
    tellInside();
}

const LocksModel::Node *LocksModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<const Node *>(index.constInternalPointer()) : m_top.get();
}

QModelIndex LocksModel::indexOfPath(const QString &path) const
{
    const Node *node = m_nodes.value(path);
    return node ? indexOf(node) : QModelIndex();
}

void LocksModel::forEachRow(const std::function<void(const QString &, const LockFacts *)> &visit) const
{
    for (const Node *node : m_nodes) {
        if (node->wanted)
            visit(node->path, node->facts ? &*node->facts : nullptr);
    }
}

QModelIndex LocksModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *above = nodeOf(parent);
    if (column != 0 || row < 0 || size_t(row) >= above->children.size())
        return {};
    return createIndex(row, column, above->children[size_t(row)].get());
}

QModelIndex LocksModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOf(nodeOf(child)->parent) : QModelIndex();
}

int LocksModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}

// ---- leaves ----

bool LocksModel::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0 || canFetchMore(parent);
}

bool LocksModel::canFetchMore(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    if (m_show != Show::AllNodes || m_isChanging || node->isOpened
        || node->path == m_root) // its children are at the top
        return false;
    return node->parent ? node->hasLeaves : !m_root.isEmpty() && m_world->world().directory(m_root);
}

void LocksModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    auto *node = const_cast<Node *>(nodeOf(parent));
    node->isOpened = true;
    const QList<QString> leaves = leavesOf(directoryOf(node));
    update(QSet<QString>(leaves.cbegin(), leaves.cend()));
}

void LocksModel::reveal(const QString &path)
{
    if (m_show != Show::AllNodes || m_nodes.contains(path) || !isUnderRoot(path))
        return;
    if (Node *above = find(parentPath(path)))
        fetchMore(indexOf(above));
}

QList<QString> LocksModel::unopened() const
{
    QList<QString> directories;
    for (const Node *node : m_nodes) {
        if (node->hasLeaves && !node->isOpened && node->path != m_root)
            directories += node->path;
    }
    std::sort(directories.begin(), directories.end());
    return directories;
}

QList<QString> LocksModel::leavesOf(const QString &directory) const
{
    QList<QString> paths;
    const journal::World &world = m_world->world();
    if (const journal::Directory *at = world.directory(directory)) {
        at->children.any([&](const locks::ChildNode &child) {
            if (isLeaf(child)) {
                if (QString path = joinPath(directory, child.name); !world.directory(path))
                    paths += std::move(path);
            }
            return false;
        });
    }
    return paths;
}

int LocksModel::columnCount(const QModelIndex &) const
{
    return 1;
}

QString LocksModel::summary(const Node &node, bool named) const
{
    const journal::Directory *directory = m_world->world().directory(node.path);
    if (directory && directory->error)
        return directory->isClosed() ? tr("no READ permission") : tr("could not be read");
    const bool isFree = node.facts && node.facts->isFree();
    if (isFree && !m_world->head().connection().isToZooKeeper())
        return tr("no client here"); // another program may hold it
    return node.facts ? summaryOf(*node.facts, m_world->asOfNs() / 1'000'000, named) : QString();
}

/// Until when its one holder holds; empty where that is not known.
QStringList LocksModel::endOfOneHold(const QString &lock) const
{
    const locks::Contender *holder = m_world->world().queue(lock).onlyHolder();
    const QString end = holder ? holdEndLine(m_world->world(), *holder, m_world->asOfNs()) : QString();
    return end.isEmpty() ? QStringList() : QStringList(end);
}

QString LocksModel::toolTip(const Node &node) const
{
    QStringList lines{node.path};
    if (node.facts) {
        lines += node.facts->isLoneNode
                     ? loneNodeText()
                     : tr("%1, names as of %2")
                           .arg(locks::lockKindText(node.facts->kind).shown(), locks::dialectName(node.facts->dialect));
        if (!node.facts->holderNode.isEmpty())
            lines += tr("held by %1").arg((node.facts->holder + u' ' + node.facts->holderNode).trimmed());
        if (node.facts->holders == 1)
            lines += endOfOneHold(node.path);
        lines += node.facts->findings;
    }
    if (node.inside.findings > 0)
        lines += tr("%n findings below", nullptr, node.inside.findings);
    const journal::Directory *directory = m_world->world().directory(node.path);
    if (directory && directory->error)
        lines += directory->error->sentence().shown();
    else if (directory ? !directory->watched : node.wanted)
        lines += tr("Not watched: beyond the budget of watches. “Read again” reads it once.");
    return lines.join(u'\n');
}

QVariant LocksModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &node = *nodeOf(index);
    const journal::Directory *directory = m_world->world().directory(node.path);
    switch (role) {
    case Qt::DisplayRole: return visible(node.name);
    case Qt::ToolTipRole: return plainToolTip(toolTip(node));
    case Qt::AccessibleTextRole: {
        QStringList parts{node.path, summary(node, true)};
        if (node.facts && node.facts->troubles > 0)
            parts += tr("%n findings", nullptr, node.facts->troubles);
        if (node.inside.findings > 0)
            parts += tr("%n findings below", nullptr, node.inside.findings);
        parts.removeAll(QString());
        return laidOutLines(parts.join(u", "_s));
    }
    case PathRole: return node.path;
    case IsLockRole: return node.facts.has_value();
    case SummaryRole: return visible(summary(node, true));
    case ShortRole: return visible(summary(node, false));
    case LetterRole: return node.facts ? letterOf(*node.facts) : QString();
    case HeldRole: return node.facts && node.facts->holders > 0;
    case SharedRole: return node.facts && node.facts->holdersShare;
    case SeverityRole:
        if (directory && directory->error)
            return int(locks::Finding::Severity::Warning);
        return node.facts && node.facts->worst ? QVariant(int(*node.facts->worst)) : QVariant();
    case TroublesRole: return node.facts ? node.facts->troubles : 0;
    case InsideSeverityRole: {
        const auto worst = node.inside.worst();
        return worst ? QVariant(int(*worst)) : QVariant();
    }
    case InsideTroublesRole: return node.inside.findings;
    case DimmedRole: return directory ? directory->error.has_value() || !directory->watched : node.wanted;
    default: return {};
    }
}

} // namespace lockscope::ui

#include "moc_locksmodel.cpp"
