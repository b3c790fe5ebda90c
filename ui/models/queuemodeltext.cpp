// SPDX-License-Identifier: Apache-2.0
// What the rows of the queue say: states, durations, labels, tool tips. Which rows there are is in queuemodel.cpp.
#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::ContenderState;

namespace {

/// Why a client that is alive does nothing.
QString suspensionText(const journal::Client &client)
{
    if (client.paused)
        return QueueModel::tr("paused");
    return client.cutOff ? QueueModel::tr("cut off") : QueueModel::tr("suspended");
}

} // namespace

const journal::Client *QueueModel::clientOf(const Contender &contender) const
{
    return m_world->world().clientBehind(contender);
}

QueueModel::Presence QueueModel::presenceAt(int row) const
{
    const journal::Client *client = clientOf(contenderAt(row));
    if (!client)
        return lacksConnection(row) ? Presence::Suspended : Presence::Alive; // else nothing says otherwise
    if (client->crashed)
        return Presence::Crashed;
    const Contender &contender = contenderAt(row);
    const bool isOfAnotherSession = contender.hasNode() && client->session != contender.node.owner();
    if (client->connection == ConnectionState::Expired || isOfAnotherSession)
        return Presence::Expired;
    const bool suspended = client->connection == ConnectionState::Suspended;
    return suspended || client->paused || client->cutOff ? Presence::Suspended : Presence::Alive;
}

bool QueueModel::isGivingBack(int row) const
{
    const Contender &contender = contenderAt(row);
    const journal::Client *client = contender.state == ContenderState::Holding ? clientOf(contender) : nullptr;
    return client && client->believes() == locks::LockState::Releasing;
}

const locks::SessionFacts *QueueModel::factsAt(int row) const
{
    return factsOf(m_world->world(), contenderAt(row).node.owner());
}

QString QueueModel::clientText(int row) const
{
    if (const journal::Client *client = clientOf(contenderAt(row)))
        return client->spec.name;
    if (const locks::LockConnection *connection = connectionAt(row))
        return connection->who.isEmpty() ? u"—"_s : connection->who;
    const locks::SessionFacts *facts = factsAt(row);
    if (!facts)
        return u"—"_s;
    if (!facts->client.isEmpty())
        return facts->client;
    return lacksConnection(row) ? tr("no connection") : u"—"_s;
}

bool QueueModel::lacksConnection(int row) const
{
    const locks::ChildNode &node = contenderAt(row).node;
    return node.stat && locks::isUnconnected(m_world->world().knowledge(), node.owner(), node.stat->czxid);
}

QString QueueModel::clientToolTip(int row) const
{
    const SessionId session = contenderAt(row).node.owner();
    const locks::SessionFacts *facts = factsAt(row);
    QStringList lines;
    if (clientOf(contenderAt(row)))
        lines += tr("A simulated client of this program");
    if (isInDatabase())
        return (lines + connectionLines(row)).join(u'\n');
    if (!contenderAt(row).nodeless.isNull()) {
        lines +=
            tr("It waits without a node, and races with the others when the lock is free: known only because it is "
               "ours.");
        return lines.join(u'\n');
    }
    if (facts && !facts->client.isEmpty())
        lines += facts->server.isEmpty() ? facts->client : tr("%1, on the server %2").arg(facts->client, facts->server);
    if (facts && facts->timeoutMs)
        lines += tr("session timeout %1").arg(formatDuration(*facts->timeoutMs));
    if (facts && !lines.isEmpty())
        lines += tr("As the servers told %1 ago")
                     .arg(formatDuration((m_world->nowNs() - m_world->world().knowledge().answeredAtNs) / nsPerMs));
    if (lines.isEmpty())
        lines += !contenderAt(row).node.stat ? tr("Not read yet")
                 : session.isNull()          ? tr("No session owns it: the node stays until it is deleted.")
                                             : whyNotKnown(m_world->world(), session);
    return lines.join(u'\n');
}

bool QueueModel::isInDatabase() const
{
    return locks::isSql(m_world->head().connection().backend());
}

const locks::LockConnection *QueueModel::connectionAt(int row) const
{
    const qint64 number = contenderAt(row).connection;
    return number != 0 && m_queue.database ? m_queue.database->find(number) : nullptr;
}

bool QueueModel::waitsForConnection(int row) const
{
    const Contender &contender = contenderAt(row);
    const journal::Client *client = contender.nodeless.isNull() ? nullptr : clientOf(contender);
    return client && client->step == locks::Step::Connect;
}

/// What the database reports of a contender's connection, and what is only the word of its client.
QStringList QueueModel::connectionLines(int row) const
{
    const Contender &contender = contenderAt(row);
    const locks::LockConnection *connection = connectionAt(row);
    QStringList lines;
    if (connection && connection->session.isNull())
        lines += tr("A client of another program: only the database reports it");
    if (connection && connection->waits) {
        QStringList others;
        for (const qint64 number : connection->waitsFor) {
            const locks::LockConnection *other = m_queue.database->find(number);
            const journal::Client *client = other ? m_world->world().clientOfSession(other->session) : nullptr;
            others += client ? tr("%1 (%2)").arg(number).arg(client->spec.name) : QString::number(number);
        }
        const QString who = others.join(u", "_s);
        lines += who.isEmpty() ? tr("Connection %1 waits in the database's own queue").arg(connection->number)
                               : tr("Connection %1 waits in the database's own queue, for %2")
                                     .arg(QString::number(connection->number), who);
        if (connection->sinceMs > 0)
            lines += tr("since %1 (server's clock)")
                         .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(connection->sinceMs),
                                                 u"yyyy-MM-dd HH:mm:ss.zzz"));
    } else if (connection) {
        lines += tr("Connection %1 of the database: others wait for it").arg(connection->number);
    } else if (waitsForConnection(row)) {
        lines += tr("It waits for a connection of its pool: the database does not know of it yet.");
    } else if (contender.state == ContenderState::Waiting) {
        lines += m_queue.database ? tr("It says itself that it waits. The database did not report it when it was "
                                       "asked: it was between two attempts, of a second each.")
                                  : tr("It says itself that it waits: the server keeps no queue.");
    }
    return lines;
}

QString QueueModel::edgesText(int row) const
{
    if (isInDatabase())
        return connectionLines(row).join(u'\n');
    const int from = indexOfRow(row);
    const locks::IndexList awaited = m_queue.waitsFor(from);
    QStringList lines;
    for (const QueueEdge &edge : m_edges.from(from)) {
        if (edge.isToDirectory()) {
            lines += tr("Watches the directory: each change in it wakes this client, as it told itself");
            continue;
        }
        const QString &name = m_queue.contenders[size_t(edge.to)].node.name;
        const bool expected = awaited.contains(edge.to);
        if (m_edges.isReportedByClient(from) && edge.isToItself())
            lines += tr("Watches its own node, as it told itself");
        else if (m_edges.isReportedByClient(from))
            lines += expected ? tr("Watches %1, as it told itself").arg(name)
                              : tr("Watches %1, which its place does not call for, as it told itself").arg(name);
        else if (edge.isToItself())
            lines += contenderAt(row).state == ContenderState::Holding
                         ? tr("Watches its own node, as a client does that can be asked for its lock: a server told")
                         : tr("Watches its own node: a server told");
        else if (!edge.reported)
            lines += tr("Expected to watch %1").arg(name);
        else
            lines += expected ? tr("Watches %1: a server told").arg(name)
                              : tr("Watches %1, which its place does not call for: a server told").arg(name);
        if (edge.kind == QueueEdge::Kind::Wrong)
            lines += tr("Part of what is wrong here: see the findings.");
    }
    return lines.join(u'\n');
}

std::optional<locks::Finding::Severity> QueueModel::findingAt(int row) const
{
    const auto found = m_findings.constFind(pathAt(row));
    return found == m_findings.cend() ? std::nullopt : std::optional(*found);
}

qint64 QueueModel::sinceMs(int row) const
{
    const Contender &contender = contenderAt(row);
    const qint64 now = asOfNs();
    if (const journal::Client *client = contender.nodeless.isNull() ? nullptr : clientOf(contender))
        return std::max<qint64>(0, (now - client->asked.atNs) / 1'000'000);
    if (!contender.hasNode()) {
        const qint64 since = connectionAt(row) ? connectionAt(row)->sinceMs : 0;
        return since > 0 ? std::max<qint64>(0, now / 1'000'000 - since) : -1;
    }
    const auto held =
        contender.state == ContenderState::Holding ? m_world->heldSince(m_queue, contender) : std::nullopt;
    if (held && !held->upperBound)
        return std::max<qint64>(0, (now - held->atNs) / 1'000'000);
    return contender.node.stat ? std::max<qint64>(0, now / 1'000'000 - contender.node.stat->ctimeMs) : -1;
}

bool QueueModel::sinceIsUpperBound(int row) const
{
    if (contenderAt(row).state != ContenderState::Holding || !contenderAt(row).hasNode())
        return false;
    const auto held = m_world->heldSince(m_queue, contenderAt(row));
    return !held || held->upperBound;
}

qint64 QueueModel::longestWaitMs() const
{
    const auto oldest = m_queue.oldestWaitMs();
    return oldest ? std::max<qint64>(0, asOfNs() / 1'000'000 - *oldest) : -1;
}

QString QueueModel::labelOfIndex(int index) const
{
    return contenderLabel(m_world->world(), m_queue.contenders[size_t(index)]);
}

QString QueueModel::text(int row, int column) const
{
    const Contender &contender = contenderAt(row);
    switch (Column(column)) {
    case Place: {
        const bool hasNone =
            contender.state == ContenderState::Foreign || !contender.hasNode() || isPendingLease(contender);
        return hasNone ? u"—"_s : QString::number(indexOfRow(row) + 1);
    }
    case Edges:
    case ColumnCount: return {};
    case ModeLetter: return letterOf(m_queue, contender);
    case State: {
        const bool holds = contender.state == ContenderState::Holding;
        if (contender.state == ContenderState::Foreign)
            return tr("no contender");
        if (contender.state == ContenderState::Member)
            return tr("member");
        if (isPendingLease(contender))
            return tr("lease, not granted");
        const bool mayBeLost = holds && m_world->world().lostWakeup(m_path, contender);
        switch (presenceAt(row)) {
        case Presence::Alive:
            if (mayBeLost)
                return tr("holds, or lost its wake-up");
            if (isGivingBack(row))
                return tr("gives it back");
            if (waitsForConnection(row))
                return tr("waits at its pool");
            return holds ? tr("holding") : contender.state == ContenderState::Waiting ? tr("waiting") : tr("pending");
        case Presence::Suspended: {
            const journal::Client *client = clientOf(contender);
            const QString how = client ? suspensionText(*client) : tr("suspended");
            return holds ? tr("holds, %1").arg(how) : how;
        }
        case Presence::Expired: return holds ? tr("holds, expired") : tr("expired");
        case Presence::Crashed: return holds ? tr("holds, crashed") : tr("crashed");
        }
        return {};
    }
    case Client: return clientText(row);
    case Session: {
        if (contender.connection != 0)
            return QString::number(contender.connection);
        if (waitsForConnection(row))
            return u"—"_s;
        if (const journal::Client *client = contender.nodeless.isNull() ? nullptr : clientOf(contender))
            return client->session.toHex();
        if (!contender.node.stat)
            return u"…"_s;
        const SessionId session = contender.node.owner();
        return session.isNull() ? tr("none (persistent)") : session.toHex();
    }
    case Data: return contender.hasNode() ? dataLine(contender.node) : u"—"_s;
    case Since: {
        const qint64 ms = sinceMs(row);
        if (ms < 0)
            return contender.hasNode() ? u"…"_s : u"—"_s;
        return sinceIsUpperBound(row) ? u"≤ "_s + formatDuration(ms) : formatDuration(ms);
    }
    case Node: return contender.hasNode() ? shortNodeName(contender.node.name) : tr("no node");
    }
    return {};
}

QString QueueModel::toolTip(int row, int column) const
{
    const Contender &contender = contenderAt(row);
    switch (Column(column)) {
    case Place:
        if (!contender.hasNode())
            return clientToolTip(row);
        return tr("Place in the order of service, by czxid %1")
            .arg(contender.node.stat ? contender.node.stat->czxid.toHex() : tr("(not read yet)"));
    case Edges: return edgesText(row);
    case ModeLetter:
        if (!contender.parsed)
            return tr("Its name is of no known client.");
        return contender.parsed->mode == locks::Mode::Shared ? tr("Reader (shared)") : tr("Exclusive");
    case State:
        if (!contender.hasNode())
            return clientToolTip(row);
        if (isPendingLease(contender))
            return tr("No contender of its own: its client stands in the line, and made it to ask for a lease.");
        if (contender.state == ContenderState::Member && m_queue.isNode)
            return tr("Whether clients take the node as a lock is not known: any program may have an ephemeral node.");
        if (contender.state == ContenderState::Member && m_queue.mayBeLine)
            return tr("Whether it holds or waits is not known: members of groups have such names as well, and no "
                      "session was seen to watch the node before its own.");
        if (contender.state == ContenderState::Pending)
            return contender.node.stat ? tr("Whether it holds or waits is not known.")
                                       : tr("Its place goes by its number until its Stat is read.");
        if (const auto lost = m_world->world().lostWakeup(m_path, contender); lost && lost->sibling.isEmpty())
            return tr("It had no watch when its turn came: it holds only if its client has looked at the queue by "
                      "itself.");
        else if (lost)
            return tr("It watches %1, which is gone: it holds and has left that watch behind, or nothing will ever "
                      "wake "
                      "it.")
                .arg(lost->sibling);
        return holdEndLine(m_world->world(), contender, asOfNs());
    case Client: return clientToolTip(row);
    case Session:
        if (contender.connection != 0)
            return tr("Connection %1 of the database").arg(contender.connection);
        return contender.node.owner().isNull() ? QString() : contender.node.owner().toHex();
    case Data:
        return contender.node.access == locks::ChildNode::Data::Read
                   ? formatBytes(contender.node.stat ? contender.node.stat->dataLength : contender.node.data.size())
                   : QString();
    case Since: {
        if (!contender.nodeless.isNull())
            return tr("Since it asked, as it told itself");
        if (!contender.hasNode())
            return clientToolTip(row);
        if (!contender.node.stat)
            return tr("Its Stat is not read yet.");
        const QString created =
            tr("Node created %1 (server's clock)")
                .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(contender.node.stat->ctimeMs),
                                        u"yyyy-MM-dd HH:mm:ss.zzz"));
        return sinceIsUpperBound(row)
                   ? created + u'\n' + tr("It held already when it was first seen: at most this long.")
                   : created;
    }
    case Node: return contender.hasNode() ? pathAt(row) : clientToolTip(row);
    case ColumnCount: return {};
    }
    return {};
}

QVariant QueueModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    switch (role) {
    case Qt::DisplayRole: return visible(text(index.row(), index.column()));
    case Qt::AccessibleTextRole:
        return laidOutLines(index.column() == Edges ? toolTip(index.row(), Edges) : text(index.row(), index.column()));
    case Qt::ToolTipRole: return plainToolTip(toolTip(index.row(), index.column()));
    case NameRole: return contenderAt(index.row()).node.name;
    default: return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Since)
        return tr("How long it waits or holds; ≤ where it held already when first seen");
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Place: return u"#"_s;
    case Edges: return QString();
    case ModeLetter: return tr("mode");
    case State: return tr("state");
    case Client: return tr("client");
    case Session: return tr("session");
    case Data: return tr("data");
    case Since: return tr("since");
    case Node: return tr("node");
    case ColumnCount: break;
    }
    return {};
}

} // namespace lockscope::ui
