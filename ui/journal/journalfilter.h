// SPDX-License-Identifier: Apache-2.0
// Which events of the journal are shown: by text, by kind and by client. A long journal is gone through a slice per
// turn of the event loop, what was found being there at once; another question ends the one before.
// Never sorts, for a journal is in order, and never holds up the window.
#pragma once

#include "core/base/ids.h"
#include "core/journal/event.h"

#include <QAbstractProxyModel>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <deque>
#include <utility>

namespace lockscope::ui {

class JournalModel;

// What is wanted of the journal: by text, by kind, by client and by lock. A value: any thread may ask it.

/// What the journal's views know of a simulated client, also of one that is gone.
struct JournalClient
{
    QString name;
    QStringList locks; ///< that it contends for
};

/// Everything, as far as a field is empty.
struct JournalQuestion
{
    QString text;
    QString kind;
    ClientId client;            ///< null: everything, also what is about no client
    QString lock;               ///< what is at it or below it, and what its clients do that has no place
    bool withoutProbes = false; ///< without this program's questions to servers, unless that is the kind

    bool isActive() const
    {
        return !text.isEmpty() || !kind.isEmpty() || !client.isNull() || !lock.isEmpty() || withoutProbes;
    }
    /// \a who is the event's client; empty if it has none.
    bool accepts(const journal::Event &event, const JournalClient &who) const;
    bool operator==(const JournalQuestion &) const = default;
};

class JournalFilter : public QAbstractProxyModel
{
    Q_OBJECT
public:
    explicit JournalFilter(QObject *parent = nullptr);

    /// A JournalModel, which must outlive this.
    void setSourceModel(QAbstractItemModel *source) override;

    // Empty and null: whatever it is.
    void setText(const QString &text) { ask(std::exchange(m_question.text, text) != text); }
    void setKind(const QString &kind) { ask(std::exchange(m_question.kind, kind) != kind); }
    void setClient(ClientId client) { ask(std::exchange(m_question.client, client) != client); }
    void setLock(const QString &lock) { ask(std::exchange(m_question.lock, lock) != lock); }
    void setWithoutProbes(bool without) { ask(std::exchange(m_question.withoutProbes, without) != without); }
    const JournalQuestion &question() const { return m_question; }
    bool isActive() const { return m_question.isActive(); }

    /// There are events that have not been looked at yet.
    bool isSearching() const { return m_slice.isActive(); }
    /// So many of the source's rows have been looked at.
    int searched() const;

    QModelIndex mapToSource(const QModelIndex &proxyIndex) const override;
    QModelIndex mapFromSource(const QModelIndex &sourceIndex) const override;
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &) const override { return {}; }
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;

Q_SIGNALS:
    /// More events were looked at, or all of them: see isSearching().
    void searchedOn();

private:
    void ask(bool again);
    void showAll();
    void removeAll();
    void search(qint64 mostMs);
    bool accepts(int sourceRow) const;
    int sourceRowOf(int row) const;
    void onSourceReset();
    void onRowsInserted();
    void onRowsAboutToBeRemoved(int first, int last);
    void onRowsRemoved();

    JournalModel *m_journal = nullptr;
    JournalQuestion m_question;
    bool m_showsAll = true;      ///< rows are the source's; else those of m_found
    std::deque<quint64> m_found; ///< numbers of events, ascending
    quint64 m_next = 0;          ///< the first event that was not looked at
    qsizetype m_going = 0;       ///< rows that go while the source drops its own
    QTimer m_slice;
};

} // namespace lockscope::ui
