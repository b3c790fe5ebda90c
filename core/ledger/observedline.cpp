// SPDX-License-Identifier: Apache-2.0
#include "core/ledger/observedline.h"

#include "core/base/path.h"

#include <QSet>

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

/// Curator's leases stand in a directory of their own below the semaphore.
QString lockOf(const QString &directory, const locks::NameView &name)
{
    const bool ofItsOwn = name.kind == locks::NameKind::Lease && baseName(directory) == "leases"_L1;
    return ofItsOwn ? parentPath(directory) : directory;
}

} // namespace

ObservedLine::Turns ObservedLine::listed(const DirectoryListed &event, quint64 number, qint64 atNs)
{
    Turns turns;
    ++m_listings;
    // Who reads afresh, after a lost connection, names all: what happened meanwhile was not seen.
    const bool afresh = m_listings > 1 && event.added.size() == event.stat.numChildren && !m_nodes.isEmpty()
                        && event.removed.isEmpty()
                        && std::any_of(event.added.begin(), event.added.end(),
                                       [this](const QString &name) { return m_nodes.contains(name); });
    if (afresh) {
        const QSet<QString> present(event.added.begin(), event.added.end());
        const QStringList known = m_nodes.keys();
        for (const QString &name : known) {
            if (!present.contains(name))
                go(name, true, turns);
        }
    }
    for (const QString &name : event.removed)
        go(name, false, turns);
    for (const QString &name : event.added)
        come(event.path, name, afresh || m_listings == 1, number, atNs);
    serve(turns);
    return turns;
}

void ObservedLine::come(const QString &directory, const QString &name, bool before, quint64 number, qint64 atNs)
{
    const auto parsed = locks::viewName(name);
    if (!parsed || m_nodes.contains(name))
        return;
    Node node;
    node.about = {Turn::What::Came,
                  joinPath(directory, name),
                  lockOf(directory, *parsed),
                  {},
                  {},
                  atNs,
                  number,
                  before,
                  parsed->kind == locks::NameKind::Lease};
    node.listing = m_listings;
    node.shared = parsed->mode == locks::Mode::Shared;
    node.isLease = parsed->kind == locks::NameKind::Lease;
    m_nodes.insert(name, node);
    ++m_unreadListed[m_listings];
}

void ObservedLine::go(const QString &name, bool unseen, Turns &turns)
{
    const auto found = m_nodes.find(name);
    if (found == m_nodes.end())
        return;
    if (found->isRead) {
        m_line.erase(found->about.czxid);
        Turn turn = found->about;
        turn.what = Turn::What::Left;
        turn.before = unseen;
        turns.push_back(turn);
    } else {
        ++m_unread;
        if (--m_unreadListed[found->listing] == 0)
            m_unreadListed.erase(found->listing);
    }
    m_nodes.erase(found);
}

ObservedLine::Turns ObservedLine::resolved(const NodeResolved &event)
{
    Turns turns;
    const QString name = baseName(event.path);
    const auto found = m_nodes.find(name);
    if (found == m_nodes.end() || event.stat.czxid.isNull())
        return turns;
    if (found->isRead)
        return turns; // its data, once more
    found->isRead = true;
    found->about.czxid = event.stat.czxid;
    found->about.owner = event.stat.owner();
    if (--m_unreadListed[found->listing] == 0)
        m_unreadListed.erase(found->listing);
    m_line.insert_or_assign(event.stat.czxid, name);
    turns.push_back(found->about);
    serve(turns);
    return turns;
}

ObservedLine::Turns ObservedLine::vanished(bool unseen)
{
    Turns turns;
    const QStringList names = m_nodes.keys();
    for (const QString &name : names)
        go(name, unseen, turns);
    m_listings = 0;
    m_settled = false;
    return turns;
}

quint64 ObservedLine::oldestUnread() const
{
    return m_unreadListed.empty() ? m_listings + 1 : m_unreadListed.begin()->first;
}

void ObservedLine::serve(Turns &turns)
{
    const quint64 floor = oldestUnread();
    if (floor <= 1)
        return;
    const bool wasSettled = std::exchange(m_settled, true);
    bool writerBefore = false;
    bool isFirst = true;
    SessionId head;
    for (const auto &[czxid, name] : m_line) {
        Node &node = m_nodes[name];
        if (isFirst)
            head = node.about.owner;
        // Curator's downgrade: the reader of the writer at the head holds with it.
        const bool holds =
            node.isLease || isFirst || (node.shared && (!writerBefore || (!head.isNull() && node.about.owner == head)));
        isFirst = false;
        writerBefore |= !node.shared && !node.isLease;
        if (holds && !node.served && node.listing < floor) {
            node.served = true;
            Turn turn = node.about;
            turn.what = Turn::What::Served;
            turn.before = !wasSettled && node.listing == 1;
            turns.push_back(turn);
        } else if (!holds && writerBefore) {
            break; // nobody behind one who waits is served
        }
    }
}

} // namespace lockscope::journal
