// SPDX-License-Identifier: Apache-2.0
// What LocksModel says of its rows to whoever shows them.
#include "ui/models/locksmodelnode.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QModelIndex LocksModel::indexOfPath(const QString &path) const
{
    const Node *node = m_nodes.value(path);
    return node ? indexOf(node) : QModelIndex();
}

QModelIndex LocksModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *above = parent.isValid() ? static_cast<const Node *>(parent.constInternalPointer()) : m_top.get();
    if (column != 0 || row < 0 || size_t(row) >= above->children.size())
        return {};
    return createIndex(row, column, above->children[size_t(row)].get());
}

QModelIndex LocksModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    return indexOf(static_cast<const Node *>(child.constInternalPointer())->parent);
}

int LocksModel::rowCount(const QModelIndex &parent) const
{
    if (parent.column() > 0)
        return 0;
    const Node *node = parent.isValid() ? static_cast<const Node *>(parent.constInternalPointer()) : m_top.get();
    return int(node->children.size());
}

int LocksModel::columnCount(const QModelIndex &) const
{
    return 1;
}

QString LocksModel::summary(const Node &node, bool named) const
{
    const journal::Directory *directory = m_world->world().directory(node.path);
    if (directory && directory->error)
        return directory->error->code == ErrorCode::NoAuth ? tr("no READ permission") : tr("could not be read");
    return node.facts ? summaryOf(*node.facts, m_world->asOfNs() / 1'000'000, named) : QString();
}

QString LocksModel::toolTip(const Node &node) const
{
    QStringList lines{node.path};
    if (node.facts) {
        lines += tr("%1, names as of %2")
                     .arg(locks::lockKindName(node.facts->kind), locks::dialectName(node.facts->dialect));
        if (!node.facts->holderNode.isEmpty())
            lines += tr("held by %1").arg((node.facts->holder + u' ' + node.facts->holderNode).trimmed());
        lines += node.facts->findings;
    }
    if (node.inside.findings > 0)
        lines += node.inside.findings == 1 ? tr("1 finding below") : tr("%1 findings below").arg(node.inside.findings);
    const journal::Directory *directory = m_world->world().directory(node.path);
    if (directory && directory->error)
        lines += directory->error->sentence();
    else if (directory && !directory->watched)
        lines += tr("Not watched: beyond the budget of watches. Refresh to read it again.");
    return lines.join(u'\n');
}

QVariant LocksModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &node = *static_cast<const Node *>(index.constInternalPointer());
    const journal::Directory *directory = m_world->world().directory(node.path);
    switch (role) {
    case Qt::DisplayRole: return node.name;
    case Qt::ToolTipRole: return toolTip(node);
    case Qt::AccessibleTextRole: {
        QStringList parts{node.path, summary(node, true)};
        if (node.facts && node.facts->troubles > 0)
            parts += node.facts->troubles == 1 ? tr("1 finding") : tr("%1 findings").arg(node.facts->troubles);
        if (node.inside.findings > 0)
            parts +=
                node.inside.findings == 1 ? tr("1 finding below") : tr("%1 findings below").arg(node.inside.findings);
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }
    case PathRole: return node.path;
    case IsLockRole: return node.facts.has_value();
    case SummaryRole: return summary(node, true);
    case ShortRole: return summary(node, false);
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
    case DimmedRole: return directory && (directory->error.has_value() || !directory->watched);
    default: return {};
    }
}

} // namespace lockscope::ui
