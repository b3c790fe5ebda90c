// SPDX-License-Identifier: Apache-2.0
#include "ui/programs/outputmodel.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDateTime>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using NewsKind = trial::TrialNews::Item::Kind;

namespace {

constexpr qsizetype longestLine = 4096; ///< as they come

QString wordsOf(const trial::TrialNews::Item &item)
{
    switch (item.kind) {
    case NewsKind::Started: return OutputModel::tr("Started as process %1.").arg(item.process);
    case NewsKind::Output:
    case NewsKind::Errors: return visible(item.line, longestLine);
    case NewsKind::Killed: return OutputModel::tr("Killed by a fault.");
    case NewsKind::Stopped: return OutputModel::tr("Ended with the trial.");
    case NewsKind::Ended:
        return item.problem.isEmpty() ? OutputModel::tr("Ended by itself, with exit code 0.")
                                      : visible(item.problem.shown(), longestLine);
    }
    return {};
}

} // namespace

OutputModel::OutputModel(std::function<QString(ClientId)> nameOf, QObject *parent)
    : QAbstractTableModel(parent)
    , m_nameOf(std::move(nameOf))
{
}

void OutputModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_characters = m_dropped = 0;
    endResetModel();
}

void OutputModel::add(const trial::TrialNews &news)
{
    std::vector<Row> added;
    added.reserve(static_cast<size_t>(news.items.size()) + 1);
    for (const trial::TrialNews::Item &item : news.items)
        added.push_back({item.client, item.atNs, item.kind, wordsOf(item)});
    if (news.leftOut > 0)
        added.push_back({{},
                         news.items.isEmpty() ? 0 : news.items.last().atNs,
                         NewsKind::Stopped,
                         tr("%n lines came too fast and are left out.", nullptr, int(news.leftOut))});
    if (added.empty())
        return;
    const auto first = int(m_rows.size());
    beginInsertRows({}, first, first + int(added.size()) - 1);
    for (Row &row : added) {
        m_characters += row.text.size();
        m_rows.push_back(std::move(row));
    }
    endInsertRows();

    int gone = 0;
    qsizetype characters = m_characters;
    while (std::ssize(m_rows) - gone > 1 && (std::ssize(m_rows) - gone > mostLines || characters > mostCharacters))
        characters -= m_rows[static_cast<size_t>(gone++)].text.size();
    if (gone == 0)
        return;
    beginRemoveRows({}, 0, gone - 1);
    m_rows.erase(m_rows.begin(), m_rows.begin() + gone);
    m_characters = characters;
    m_dropped += gone;
    endRemoveRows();
}

QString OutputModel::timeText(const Row &row)
{
    return toDateTime(row.atNs).toLocalTime().toString(u"HH:mm:ss.zzz"_s);
}

QString OutputModel::streamText(const Row &row)
{
    switch (row.kind) {
    case NewsKind::Output: return u"stdout"_s;
    case NewsKind::Errors: return u"stderr"_s;
    case NewsKind::Started:
    case NewsKind::Ended:
    case NewsKind::Killed:
    case NewsKind::Stopped: break;
    }
    return {};
}

QString OutputModel::textOf(int row) const
{
    const Row &of = m_rows.at(static_cast<size_t>(row));
    const QString stream = streamText(of);
    return QStringList{timeText(of), m_nameOf(of.client), stream.isEmpty() ? u"-"_s : stream, of.text}.join(u'\t');
}

int OutputModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant OutputModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows.at(static_cast<size_t>(index.row()));
    const bool isSaid = row.kind == NewsKind::Output || row.kind == NewsKind::Errors;
    switch (role) {
    case Qt::DisplayRole:
        switch (Column(index.column())) {
        case Time: return timeText(row);
        case Client: return m_nameOf(row.client);
        case Stream: return streamText(row);
        case Line: return row.text;
        case ColumnCount: break;
        }
        return {};
    case Qt::ToolTipRole: return index.column() == Line ? QVariant(plainToolTip(row.text)) : QVariant();
    case Qt::FontRole: return isSaid || index.column() == Time ? QVariant(monoFont(QApplication::font())) : QVariant();
    case Qt::ForegroundRole: {
        const Theme &theme = themeFor(QApplication::palette());
        if (index.column() != Line || !isSaid)
            return theme.muted;
        return row.kind == NewsKind::Errors ? theme.wrong.text : theme.text;
    }
    case ClientRole: return row.client.value;
    default: return {};
    }
}

QVariant OutputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Time: return tr("Time");
    case Client: return tr("Client");
    case Stream: return tr("Output");
    case Line: return tr("Line");
    case ColumnCount: break;
    }
    return {};
}

void OutputFilter::setClient(ClientId client)
{
    m_client = client;
    invalidateFilter();
}

/// What is said of none of them concerns all.
bool OutputFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const auto client = sourceModel()->index(row, 0, parent).data(OutputModel::ClientRole).toUInt();
    return m_client.isNull() || client == 0 || client == m_client.value;
}

} // namespace lockscope::ui

#include "moc_outputmodel.cpp"
