// SPDX-License-Identifier: Apache-2.0
// The locks under the root as a tree: path segments are groups, lock directories rows with what there is to say of
// them. A fold of LiveWorld: rows come and go one run at a time, never by a reset while the root stays the same.
#pragma once

#include "ui/models/lockfacts.h"
#include "ui/world/liveworld.h"

#include <QAbstractItemModel>

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::ui {

class LocksModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Roles {
        PathRole = Qt::UserRole,
        IsLockRole,
        SummaryRole,        ///< "client-2 · 6 waiting · 4.2 s"
        ShortRole,          ///< the same without the holder's name: "1 · 6 waiting · 4.2 s"
        LetterRole,         ///< "M", "R", "W", "L", "E", "Q"; empty for a group
        HeldRole,           ///< true if it has a holder
        SharedRole,         ///< true if readers hold
        SeverityRole,       ///< int of locks::Finding::Severity, invalid if nothing is wrong
        TroublesRole,       ///< how many warnings and errors there are
        InsideSeverityRole, ///< the same of all rows below, for a row that is closed
        InsideTroublesRole,
        DimmedRole, ///< could not be read, or is not watched
    };
    enum class Show { LocksOnly, AllNodes };

    explicit LocksModel(LiveWorld *world, QObject *parent = nullptr);
    ~LocksModel() override;

    void setShow(Show show);
    Show show() const { return m_show; }
    /// How many of its rows are what.
    struct Counts
    {
        int locks = 0;
        int groups = 0;    ///< directories in which none waits, as far as is known (LockQueue::isGroup())
        int loneNodes = 0; ///< nodes of which no lock is known

        int all() const { return locks + groups + loneNodes; }
        bool operator==(const Counts &) const = default;
    };
    const Counts &counts() const { return m_counts; }

    QModelIndex indexOfPath(const QString &path) const;
    /// Each row that is there for itself, not only because of those below it; null: what is known of no lock.
    void forEachRow(const std::function<void(const QString &path, const LockFacts *facts)> &visit) const;
    /// Directories with nodes that have no rows before the row above is opened: nodes without children, of which there
    /// may be a million. Sorted.
    QList<QString> unopened() const;
    /// Their paths, of one of these directories.
    QList<QString> leavesOf(const QString &directory) const;
    /// Such a node gets its row.
    void reveal(const QString &path);
    static QString pathOf(const QModelIndex &index) { return index.data(PathRole).toString(); }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    void countsChanged();

private:
    struct Node;
    struct Trouble;
    struct Reading;
    using Children = std::vector<std::unique_ptr<Node>>;

    void onChanged(const journal::Changes &changes);
    void rebuild();
    void updateAll();
    void update(QSet<QString> paths);
    Reading read(const QString &path) const;
    QStringList endOfOneHold(const QString &lock) const;
    bool isLeafRow(const QString &path) const;
    QString directoryOf(const Node *node) const;
    void count(const std::optional<LockFacts> &facts, int more);
    void take(Node *node, Reading reading);
    bool isUnderRoot(const QString &path) const;
    QString parentPath(const QString &path) const;
    Node *find(const QString &path) const;
    int rowOf(const Node *node) const;
    const Node *nodeOf(const QModelIndex &index) const;
    QModelIndex indexOf(const Node *node) const;
    void removeUnwanted(const QSet<QString> &paths);
    QSet<QString> insertWanted(const QSet<QString> &paths);
    void refreshFacts(const QSet<QString> &paths);
    void addInside(Node *from, const Trouble &trouble, int times);
    void tellInside();
    void forget(Node *node, QSet<const Node *> &forgotten);
    void addBelow(const Node *node, QSet<QString> &paths) const;
    QString summary(const Node &node, bool named) const;
    QString toolTip(const Node &node) const;

    LiveWorld *m_world;
    Show m_show = Show::LocksOnly;
    QString m_root;
    std::unique_ptr<Node> m_top; ///< invisible; its children are the rows at the top
    QHash<QString, Node *> m_nodes;
    QSet<Node *> m_insideChanged; ///< rows whose badge for what is inside changed, not emitted yet
    Counts m_counts;
    bool m_isChanging = false; ///< views that get a row can fetch no others meanwhile
};

} // namespace lockscope::ui
