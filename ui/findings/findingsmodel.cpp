// SPDX-License-Identifier: Apache-2.0
#include "ui/findings/findingsmodel.h"

#include "core/base/path.h"
#include "core/base/visible.h"
#include "ui/models/listdiff.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <algorithm>
#include <tuple>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Finding;

namespace {

constexpr qsizetype mostNamed = 3;        ///< in the line of evidence
constexpr qsizetype mostReadAtOnce = 500; ///< with more locks not each change is followed by a look at all of them
constexpr int paceMs = 400;

auto keyOf(const FindingRow &row)
{
    return std::tuple(-int(row.finding.severity), row.lock, row.finding.id, row.finding.nodes);
}

} // namespace

FindingsModel::FindingsModel(LiveWorld *world, QObject *parent)
    : QAbstractListModel(parent)
    , m_world(world)
{
    connect(world, &LiveWorld::changed, this, &FindingsModel::onChanged);
    m_pace.setSingleShot(true);
    m_pace.setInterval(paceMs);
    connect(&m_pace, &QTimer::timeout, this, &FindingsModel::update);
    update();
}

void FindingsModel::setLock(const QString &lock)
{
    if (lock == m_lock)
        return;
    m_lock = lock;
    update();
}

void FindingsModel::onChanged(const journal::Changes &changes)
{
    if (changes.directories.isEmpty() && changes.clients.isEmpty() && !changes.servers)
        return;
    if (m_locks <= mostReadAtOnce)
        update();
    else if (!m_pace.isActive())
        m_pace.start();
}

std::vector<FindingRow> FindingsModel::read()
{
    std::vector<FindingRow> rows;
    m_counts = {};
    const auto add = [&](const QString &lock, const Finding &finding, bool isOfLock) {
        ++m_counts[size_t(finding.severity)];
        if (isOfLock && rows.size() < mostShown)
            rows.push_back({lock, finding});
    };
    // One over several locks stands in each of their lists: in the list of all locks it stands once.
    const journal::World &world = m_world->world();
    const QList<Finding> across = world.findingsAcrossLocks();
    for (const Finding &finding : across)
        add(finding.nodes.isEmpty() ? QString() : parentPath(finding.nodes.first()), finding, m_lock.isEmpty());
    const QList<QString> locks = world.lockPaths();
    m_locks = locks.size();
    for (const QString &path : locks) {
        for (const Finding &finding : world.queue(path).findings) {
            const bool isAcross = across.contains(finding);
            if (!isAcross)
                add(path, finding, m_lock.isEmpty() || m_lock == path);
            else if (m_lock == path && rows.size() < mostShown)
                rows.push_back({path, finding});
        }
    }
    std::ranges::sort(rows, {}, keyOf);
    const auto isSame = [](const FindingRow &one, const FindingRow &other) { return keyOf(one) == keyOf(other); };
    rows.erase(std::unique(rows.begin(), rows.end(), isSame), rows.end());
    return rows;
}

void FindingsModel::update()
{
    const auto countsBefore = m_counts;
    std::vector<FindingRow> next = read();

    std::vector<bool> gone(m_rows.size());
    for (size_t row = 0; row < m_rows.size(); ++row)
        gone[row] = !std::ranges::binary_search(next, keyOf(m_rows[row]), {}, keyOf);
    const std::vector<RowRun> removals = runsWhere(gone);
    for (auto run = removals.rbegin(); run != removals.rend(); ++run) {
        beginRemoveRows({}, run->first, run->last);
        m_rows.erase(m_rows.begin() + run->first, m_rows.begin() + run->last + 1);
        endRemoveRows();
    }
    std::vector<bool> fresh(next.size());
    for (size_t row = 0; row < next.size(); ++row)
        fresh[row] = !std::ranges::binary_search(m_rows, keyOf(next[row]), {}, keyOf);
    for (const RowRun &run : runsWhere(fresh)) {
        beginInsertRows({}, run.first, run.last);
        m_rows.insert(m_rows.begin() + run.first, next.begin() + run.first, next.begin() + run.last + 1);
        endInsertRows();
    }
    for (size_t row = 0; row < next.size(); ++row) {
        if (m_rows[row] == next[row])
            continue;
        m_rows[row] = std::move(next[row]);
        Q_EMIT dataChanged(index(int(row)), index(int(row)));
    }
    if (countsBefore != m_counts)
        Q_EMIT countsChanged();
}

QString FindingsModel::evidence(const FindingRow &row) const
{
    const auto listed = [](const QStringList &names, qsizetype all) {
        QString text = names.join(u", "_s);
        return all > mostNamed ? tr("%1 and %2 more").arg(text, QString::number(all - mostNamed)) : text;
    };
    QStringList parts;
    QStringList names;
    for (const QString &node : row.finding.nodes.mid(0, mostNamed))
        names += shortNodeName(lastName(node));
    if (!names.isEmpty())
        parts += listed(names, row.finding.nodes.size());
    names.clear();
    for (const SessionId session : row.finding.sessions.mid(0, mostNamed))
        names += sessionLabel(m_world->world(), session);
    if (!names.isEmpty())
        parts += listed(names, row.finding.sessions.size());
    return parts.join(u" · "_s);
}

QString FindingsModel::textOf(int row) const
{
    const FindingRow &what = at(row);
    QStringList lines{
        u"%1: %2 (%3)"_s.arg(locks::severityText(what.finding.severity).shown(), what.finding.id, what.lock),
        what.finding.text.shown()};
    if (!what.finding.advice.isEmpty())
        lines += what.finding.advice.shown();
    for (const QString &node : what.finding.nodes)
        lines += tr("node %1").arg(node);
    for (const SessionId session : what.finding.sessions) {
        const QString label = sessionLabel(m_world->world(), session);
        const QString id = session.toHex();
        lines += tr("session %1").arg(label == id ? id : u"%1 (%2)"_s.arg(id, label));
    }
    return lines.join(u'\n');
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const FindingRow &row = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case TextRole: return row.finding.text.shown();
    case Qt::AccessibleTextRole:
        return u"%1, %2: %3 %4"_s.arg(locks::severityText(row.finding.severity).shown(), visible(row.lock),
                                      row.finding.text.shown(), row.finding.advice.shown());
    case Qt::ToolTipRole: return plainToolTip(row.finding.nodes.mid(0, 12).join(u'\n'));
    case LockRole: return row.lock;
    case SeverityRole: return int(row.finding.severity);
    case IdRole: return row.finding.id;
    case AdviceRole: return row.finding.advice.shown();
    case EvidenceRole: return laidOutLines(evidence(row));
    case NodesRole: return QStringList(row.finding.nodes);
    default: return {};
    }
}

} // namespace lockscope::ui

#include "moc_findingsmodel.cpp"
