// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalfilter.h"

#include "ui/journal/journalmodel.h"

#include <QElapsedTimer>

#include <algorithm>
#include <vector>

namespace lockscope::ui {

namespace {

constexpr qint64 sliceMs = 6; ///< leaves the rest of a frame to the window
/// Between two looks at the clock, so that each slice goes through so many, however busy the machine is.
constexpr int rowsPerGlance = 256;

} // namespace

JournalFilter::JournalFilter(QObject *parent)
    : QAbstractProxyModel(parent)
{
    m_slice.setSingleShot(true);
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, [this] { search(sliceMs); });
}

void JournalFilter::setSourceModel(QAbstractItemModel *source)
{
    Q_ASSERT(!m_journal && qobject_cast<JournalModel *>(source));
    beginResetModel();
    m_journal = qobject_cast<JournalModel *>(source);
    QAbstractProxyModel::setSourceModel(source);
    endResetModel();
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, &JournalFilter::onSourceReset);
    connect(source, &QAbstractItemModel::rowsAboutToBeInserted, this, [this](const QModelIndex &, int first, int last) {
        if (m_showsAll)
            beginInsertRows({}, first, last);
    });
    connect(source, &QAbstractItemModel::rowsInserted, this, &JournalFilter::onRowsInserted);
    connect(source, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { onRowsAboutToBeRemoved(first, last); });
    connect(source, &QAbstractItemModel::rowsRemoved, this, &JournalFilter::onRowsRemoved);
    ask(isActive());
}

int JournalFilter::searched() const
{
    if (m_showsAll || !isSearching())
        return m_journal ? m_journal->rowCount() : 0;
    return static_cast<int>(m_next - std::min(m_next, m_journal->numberOf(0)));
}

// ---- the search ----

void JournalFilter::ask(bool again)
{
    if (!again || !m_journal)
        return;
    m_slice.stop();
    removeAll();
    m_next = m_journal->numberOf(0);
    if (isActive())
        search(sliceMs); // the first one at once: a short journal needs no more
    else
        showAll();
}

void JournalFilter::removeAll()
{
    const int rows = rowCount();
    if (rows > 0)
        beginRemoveRows({}, 0, rows - 1);
    m_showsAll = false;
    m_found.clear();
    if (rows > 0)
        endRemoveRows();
}

void JournalFilter::showAll()
{
    const int rows = m_journal->rowCount();
    if (rows > 0)
        beginInsertRows({}, 0, rows - 1);
    m_showsAll = true;
    if (rows > 0)
        endInsertRows();
    Q_EMIT searchedOn();
}

void JournalFilter::search(qint64 mostMs)
{
    QElapsedTimer timer;
    timer.start();
    m_next = std::max(m_next, m_journal->numberOf(0));
    int row = static_cast<int>(m_next - m_journal->numberOf(0));
    std::vector<quint64> found;
    const int rows = m_journal->rowCount();
    const int from = row;
    for (; row < rows; ++row) {
        if (row > from && (row - from) % rowsPerGlance == 0 && timer.elapsed() >= mostMs)
            break;
        if (accepts(row))
            found.push_back(m_journal->numberOf(row));
    }
    m_next = m_journal->numberOf(row);
    // Before rows are inserted: in between isSearching() says whether more may come.
    if (row < rows)
        m_slice.start();
    if (!found.empty()) {
        const auto first = static_cast<int>(m_found.size());
        beginInsertRows({}, first, first + static_cast<int>(found.size()) - 1);
        m_found.insert(m_found.end(), found.begin(), found.end());
        endInsertRows();
    }
    Q_EMIT searchedOn();
}

bool JournalFilter::accepts(int sourceRow) const
{
    const journal::Event *event = m_journal->eventAt(sourceRow);
    return event && m_question.accepts(*event, m_journal->client(journal::clientOf(event->what)));
}

// ---- what happens to the source ----

void JournalFilter::onSourceReset()
{
    m_slice.stop();
    m_found.clear();
    m_next = m_journal->numberOf(0);
    m_showsAll = !isActive();
    endResetModel();
    if (!m_showsAll)
        search(sliceMs);
}

void JournalFilter::onRowsInserted()
{
    if (m_showsAll)
        endInsertRows();
    else if (!isSearching())
        search(sliceMs);
}

void JournalFilter::onRowsAboutToBeRemoved(int first, int last)
{
    if (m_showsAll) {
        beginRemoveRows({}, first, last);
        return;
    }
    // A journal lets go of its oldest events only.
    const auto kept = std::lower_bound(m_found.begin(), m_found.end(), m_journal->numberOf(last + 1));
    m_going = kept - m_found.begin();
    if (m_going > 0)
        beginRemoveRows({}, 0, static_cast<int>(m_going) - 1);
}

void JournalFilter::onRowsRemoved()
{
    if (m_showsAll) {
        endRemoveRows();
    } else if (m_going > 0) {
        m_found.erase(m_found.begin(), m_found.begin() + m_going);
        m_going = 0;
        endRemoveRows();
    }
}

// ---- rows ----

int JournalFilter::sourceRowOf(int row) const
{
    return m_showsAll ? row : static_cast<int>(m_found[static_cast<size_t>(row)] - m_journal->numberOf(0));
}

QModelIndex JournalFilter::mapToSource(const QModelIndex &proxyIndex) const
{
    return proxyIndex.isValid() ? m_journal->index(sourceRowOf(proxyIndex.row()), proxyIndex.column()) : QModelIndex();
}

QModelIndex JournalFilter::mapFromSource(const QModelIndex &sourceIndex) const
{
    if (!sourceIndex.isValid() || m_showsAll)
        return sourceIndex.isValid() ? index(sourceIndex.row(), sourceIndex.column()) : QModelIndex();
    const quint64 number = m_journal->numberOf(sourceIndex.row());
    const auto found = std::lower_bound(m_found.begin(), m_found.end(), number);
    if (found == m_found.end() || *found != number)
        return {};
    return index(static_cast<int>(found - m_found.begin()), sourceIndex.column());
}

QModelIndex JournalFilter::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int JournalFilter::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid() || !m_journal)
        return 0;
    return m_showsAll ? m_journal->rowCount() : static_cast<int>(m_found.size());
}

int JournalFilter::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_journal ? 0 : m_journal->columnCount();
}

bool JournalQuestion::accepts(const journal::Event &event, const JournalClient &who) const
{
    if (!client.isNull() && journal::clientOf(event.what) != client)
        return false;
    if (!lock.isEmpty() && !journal::concerns(event.what, lock, who.locks))
        return false;
    if (withoutProbes && kind.isEmpty() && std::holds_alternative<journal::ServersProbed>(event.what))
        return false;
    if (text.isEmpty() && kind.isEmpty())
        return true;
    const QString itsKind = journal::kindName(event.what);
    if (!kind.isEmpty() && itsKind != kind)
        return false;
    const auto has = [this](const QString &said) { return said.contains(text, Qt::CaseInsensitive); };
    return text.isEmpty() || has(itsKind) || has(who.name) || has(journal::pathOf(event.what))
           || has(journal::describe(event.what, who.name).shown());
}

} // namespace lockscope::ui

#include "moc_journalfilter.cpp"
