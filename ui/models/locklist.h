// SPDX-License-Identifier: Apache-2.0
// The locks that fit a question, as a flat list in the order asked for: what the Locks panel shows instead of its tree
// while something is looked for. Rows are those of a LocksModel, by path, and say what it says; they come and go
// one run at a time. Never reads a server, and never asks more often than it has time for.
#pragma once

#include "ui/models/locksmodel.h"

#include <QAbstractListModel>
#include <QHash>
#include <QStringMatcher>
#include <QTimer>

#include <optional>
#include <vector>

namespace lockscope::ui {

enum class LockOrder {
    Path,
    LongestWait, ///< who has waited longest first
    Waiters,     ///< the most first
    Findings,    ///< the worst first
    Kind,
    Owner, ///< of the holder
};

struct LockQuestion
{
    /// Of the path, or of a contender's session, address, client's name or data. Case does not matter.
    QString text;
    LockOrder order = LockOrder::Path;
    bool onlyWithWaiters = false;

    bool asksForAll() const { return text.isEmpty() && order == LockOrder::Path && !onlyWithWaiters; }
    bool operator==(const LockQuestion &) const = default;
};

class LockList : public QAbstractListModel
{
    Q_OBJECT
public:
    /// Both outlive this.
    LockList(LiveWorld *world, LocksModel *locks, QObject *parent = nullptr);

    /// Answered at once. While it asks for all there are no rows: that is the tree's.
    void setQuestion(const LockQuestion &question);
    const LockQuestion &question() const { return m_question; }
    /// There are nodes that have not been looked at yet.
    bool isSearching() const { return !m_unlooked.isEmpty(); }

    QModelIndex indexOfPath(const QString &path) const;

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_paths.size()); }
    /// The roles of LocksModel. A row that is there for one of its contenders says which in its summary.
    QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    /// All nodes have been looked at.
    void searched();

private:
    /// "pod-7 holds", "pod-7 waits, place 3": for the sake of which contender a lock fits.
    using Reasons = QHash<QString, QString>;

    std::vector<QString> answer(Reasons &reasons) const;
    bool fits(QStringView text) const { return m_matcher.indexIn(text) >= 0; }
    std::optional<QString> contenderThatFits(const locks::LockQueue &queue, const QSet<SessionId> &sessions) const;
    QSet<SessionId> sessionsThatFit() const;
    void ask(bool isNew);
    void askSoon();
    void lookOn();
    void finish();
    void show(std::vector<QString> paths);

    LiveWorld *m_world;
    LocksModel *m_locks;
    LockQuestion m_question;
    QStringMatcher m_matcher; ///< of its text
    bool m_isHex = false;     ///< its text may be of a session's number
    SessionId m_session;      ///< of which its text is the whole number, in hex or decimal; null: none
    std::vector<QString> m_paths;
    Reasons m_reasons;
    QTimer m_soon;
    // Of an answer that is not whole yet: a million nodes are looked at in slices.
    QList<QString> m_unlooked; ///< directories
    std::vector<QString> m_found;
    Reasons m_foundReasons;
    qint64 m_tookMs = 0;
    bool m_isOld = false; ///< something has changed meanwhile
    QTimer m_slice;
};

} // namespace lockscope::ui
