// SPDX-License-Identifier: Apache-2.0
// All findings of all locks as a list, the gravest first. A fold of LiveWorld: rows come and go one by one, so that a
// chosen one stays chosen while others appear. Finds nothing itself: core/locks does.
#pragma once

#include "core/locks/queue.h"
#include "ui/world/liveworld.h"

#include <QAbstractListModel>
#include <QTimer>

#include <array>
#include <vector>

namespace lockscope::ui {

/// One finding, and the lock that it is about; of one over several locks the first of them.
struct FindingRow
{
    QString lock;
    locks::Finding finding;

    bool operator==(const FindingRow &) const = default;
};

class FindingsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles {
        LockRole = Qt::UserRole,
        SeverityRole, ///< int of locks::Finding::Severity
        IdRole,       ///< "herd", "deadlock", …
        TextRole,
        AdviceRole,
        EvidenceRole, ///< nodes and sessions in one line
        NodesRole,    ///< full paths
    };

    static constexpr size_t mostShown = 500; ///< rows; the counts are of all

    explicit FindingsModel(LiveWorld *world, QObject *parent = nullptr);

    /// Only those of one lock; all if empty.
    void setLock(const QString &lock);
    QString lock() const { return m_lock; }

    const FindingRow &at(int row) const { return m_rows[size_t(row)]; }
    /// Of all locks, whatever is shown.
    int total() const { return m_counts[0] + m_counts[1] + m_counts[2]; }
    int count(locks::Finding::Severity severity) const { return m_counts[size_t(severity)]; }
    /// Evidence, sentence and advice, for the clipboard.
    QString textOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    void countsChanged();

private:
    void onChanged(const journal::Changes &changes);
    void update();
    std::vector<FindingRow> read();
    QString evidence(const FindingRow &row) const;

    LiveWorld *m_world;
    QString m_lock;
    std::vector<FindingRow> m_rows;
    qsizetype m_locks = 0; ///< at the last look
    QTimer m_pace;
    std::array<int, 3> m_counts{};
};

} // namespace lockscope::ui
