// SPDX-License-Identifier: Apache-2.0
// The journal as rows, oldest first: appended in batches, removed at the front when the ring drops events.
// Reads from a Journal that others append to; never copies its events and never resets while following it.
#pragma once

#include "core/history/world.h"
#include "core/journal/journal.h"
#include "ui/journal/journalfilter.h"

#include <QAbstractTableModel>

#include <functional>
#include <optional>

namespace lockscope::ui {

class JournalModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Kind, Client, Subject, Sentence, ColumnCount };
    enum Role {
        NumberRole = Qt::UserRole + 1, ///< quint64: the event's number
        WhenRole,                      ///< int, When: seen from the instant that is shown
    };
    enum class When { Past, Now, Future };
    /// What is known of a client, by its id: also of one that is gone.
    using Clients = std::function<JournalClient(ClientId)>;

    explicit JournalModel(QObject *parent = nullptr);

    /// Follows \a journal, which must live as long as the model, from what it holds now.
    void follow(const journal::Journal *journal, Clients clients);
    /// Shows what was appended to the journal since the last call, and drops what it dropped.
    void catchUp();

    /// What is shown elsewhere is the state after this event; nothing: the newest. No signal: the view that shows rows
    /// paints them again.
    void setCursor(std::optional<quint64> number) { m_cursor = number; }
    std::optional<quint64> cursor() const { return m_cursor; }
    quint64 numberOf(int row) const { return m_first + static_cast<quint64>(row); }

    JournalClient client(ClientId id) const { return m_clients && !id.isNull() ? m_clients(id) : JournalClient(); }

    /// Nothing if the journal let go of it meanwhile. The pointer holds until the next call.
    const journal::Event *eventAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_end - m_first); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const journal::Event &event, int column) const;

    const journal::Journal *m_journal = nullptr;
    Clients m_clients;
    quint64 m_first = 1; ///< number of the event in row 0
    quint64 m_end = 1;   ///< one after the last row's
    std::optional<quint64> m_cursor;
};

/// One event as one line of text, with its instant in local time to the millisecond.
QString lineOf(const journal::Event &event, const QString &clientName);

} // namespace lockscope::ui
