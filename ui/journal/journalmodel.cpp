// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalmodel.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/theme/format.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString timeText(const journal::Event &event)
{
    return toDateTime(event.atNs).toLocalTime().toString(u"HH:mm:ss.zzz"_s);
}

} // namespace

JournalModel::JournalModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void JournalModel::follow(const journal::Journal *journal, Clients clients)
{
    beginResetModel();
    m_journal = journal;
    m_clients = std::move(clients);
    m_first = journal && !journal->isEmpty() ? journal->firstNumber() : 1;
    m_end = journal && !journal->isEmpty() ? journal->lastNumber() + 1 : m_first;
    endResetModel();
}

void JournalModel::catchUp()
{
    if (!m_journal || m_journal->isEmpty())
        return;
    const quint64 first = m_journal->firstNumber();
    const quint64 end = m_journal->lastNumber() + 1;
    if (const quint64 dropped = std::min(first, m_end); dropped > m_first) {
        beginRemoveRows({}, 0, static_cast<int>(dropped - m_first) - 1);
        m_first = dropped;
        endRemoveRows();
    }
    if (rowCount() == 0)
        m_first = m_end = first;
    if (end > m_end) {
        beginInsertRows({}, rowCount(), static_cast<int>(end - m_first) - 1);
        m_end = end;
        endInsertRows();
    }
}

const journal::Event *JournalModel::eventAt(int row) const
{
    const quint64 number = m_first + static_cast<quint64>(row);
    if (row < 0 || !m_journal || m_journal->isEmpty() || number < m_journal->firstNumber()
        || number > m_journal->lastNumber())
        return nullptr;
    return &m_journal->event(number);
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (role == WhenRole) {
        const quint64 number = numberOf(index.row());
        const auto when = !m_cursor || number < *m_cursor ? When::Past : number == *m_cursor ? When::Now : When::Future;
        return static_cast<int>(when);
    }
    const journal::Event *event = index.isValid() ? eventAt(index.row()) : nullptr;
    if (!event)
        return {};
    switch (role) {
    case Qt::DisplayRole: return visible(text(*event, index.column()));
    case Qt::ToolTipRole:
        return index.column() == Time ? toDateTime(event->atNs).toLocalTime().toString(Qt::ISODateWithMs)
                                      : plainToolTip(text(*event, index.column()));
    case NumberRole: return event->number;
    default: return {};
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    static const char *const heads[] = {QT_TR_NOOP("Time"), QT_TR_NOOP("Event"), QT_TR_NOOP("Client"),
                                        QT_TR_NOOP("Node"), QT_TR_NOOP("What happened")};
    static_assert(std::size(heads) == ColumnCount);
    return section >= 0 && section < ColumnCount ? tr(heads[section]) : QVariant();
}

QString JournalModel::text(const journal::Event &event, int column) const
{
    switch (static_cast<Column>(column)) {
    case Time: return timeText(event);
    case Kind: return journal::kindName(event.what);
    case Client: return client(journal::clientOf(event.what)).name;
    case Subject: return journal::pathOf(event.what);
    case Sentence: return journal::describe(event.what, text(event, Client)).shown();
    case ColumnCount: break;
    }
    return {};
}

QString lineOf(const journal::Event &event, const QString &clientName)
{
    return QStringList{timeText(event), journal::kindName(event.what),
                       journal::describe(event.what, clientName).shown()}
        .join(u"  "_s);
}

} // namespace lockscope::ui

#include "moc_journalmodel.cpp"
