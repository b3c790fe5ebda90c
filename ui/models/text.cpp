// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/recipecatalog.h"
#include "ui/theme/format.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Fault;
using locks::ContenderState;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct NodeText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::NodeText)
};

} // namespace

QString dataLine(const locks::ChildNode &node)
{
    switch (node.access) {
    case locks::ChildNode::Data::NotRead: return u"…"_s;
    case locks::ChildNode::Data::NoPermission: return NodeText::tr("no READ permission");
    case locks::ChildNode::Data::Read: break;
    }
    if (node.data.isEmpty())
        return {};
    const auto text = locks::asText(node.data.left(400), node.truncated || node.data.size() > 400);
    if (!text) {
        const qint64 bytes = node.stat ? node.stat->dataLength : node.data.size();
        return NodeText::tr("‹%n bytes›", nullptr, int(bytes));
    }
    QString line = text->simplified();
    const bool cut = node.truncated || node.data.size() > 400 || line.size() > 120;
    line.truncate(120);
    return cut ? line + u'…' : line;
}

QString hexDump(const QByteArray &data, qsizetype limit)
{
    const qsizetype size = std::min(limit, data.size());
    QString out;
    out.reserve(size * 5);
    for (qsizetype offset = 0; offset < size; offset += 16) {
        out += u"%1  "_s.arg(offset, 6, 16, QLatin1Char('0'));
        QString characters;
        for (qsizetype i = offset; i < offset + 16; ++i) {
            if (i >= size) {
                out += u"   "_s;
                continue;
            }
            const auto byte = static_cast<uchar>(data[i]);
            out += u"%1 "_s.arg(uint(byte), 2, 16, QLatin1Char('0'));
            characters += byte >= 0x20 && byte < 0x7f ? QChar(QLatin1Char(char(byte))) : QChar(u'·');
        }
        out += u' ' + characters + u'\n';
    }
    return out;
}

namespace {

/// \a sentence, with the settings that would bring more, if the servers' answers say which.
QString withSettings(const QString &sentence, const journal::World &world)
{
    QStringList settings;
    for (const journal::ServerReport &server : world.servers()) {
        for (const journal::ServerGap &gap : server.gaps) {
            if (!gap.setting.isEmpty() && !settings.contains(gap.setting.shown()))
                settings += gap.setting.shown();
        }
    }
    return settings.isEmpty() ? sentence
                              : NodeText::tr("%1 It would be reported with: %2").arg(sentence, settings.join(u", "_s));
}

} // namespace

const locks::SessionFacts *factsOf(const journal::World &world, SessionId session)
{
    const locks::Knowledge &knowledge = world.knowledge();
    const auto found = knowledge.sessions.constFind(session);
    return found == knowledge.sessions.cend() ? nullptr : &*found;
}

QString sessionLabel(const journal::World &world, SessionId session)
{
    if (const journal::Client *client = world.clientOfSession(session))
        return client->spec.name;
    const locks::SessionFacts *facts = factsOf(world, session);
    return facts && !facts->client.isEmpty() ? facts->client : session.toHex();
}

QString whyNotKnown(const journal::World &world, SessionId session)
{
    const locks::Knowledge &knowledge = world.knowledge();
    if (knowledge.isEmpty())
        return NodeText::tr("No server was asked yet whose session this is.");
    if (factsOf(world, session) != nullptr)
        return withSettings(NodeText::tr("The servers know the session but did not report from where it is connected."),
                            world);
    if (knowledge.allSessions)
        return NodeText::tr("No server listed this session when they were asked: it is over, or newer than that.");
    return withSettings(NodeText::tr("Not every server reports its sessions."), world);
}

QString notCheckedText(const journal::World &world)
{
    const locks::Knowledge &knowledge = world.knowledge();
    if (knowledge.isEmpty())
        return NodeText::tr("No server was asked yet: sessions and watches were not checked.");
    if (knowledge.allSessions && knowledge.allWatches)
        return {};
    if (knowledge.allSessions)
        return NodeText::tr("Not every server reports its watches, so these were not checked. The Servers panel says "
                            "which setting would change that.");
    if (knowledge.allWatches)
        return NodeText::tr("Not every server reports its sessions, so these were not checked. The Servers panel says "
                            "which setting would change that.");
    return NodeText::tr("Not every server reports its sessions and watches, so these were not checked. The Servers "
                        "panel says which setting would change that.");
}

QString contenderName(const journal::World &world, const locks::Contender &contender)
{
    if (const journal::Client *client = world.clientBehind(contender))
        return client->spec.name;
    if (const QString name = locks::nameInData(contender.node); !name.isEmpty())
        return name;
    if (!contender.hasNode())
        return NodeText::tr("connection %1").arg(contender.connection);
    const locks::SessionFacts *facts = factsOf(world, contender.node.owner());
    return facts ? facts->client : QString();
}

QString contenderLabel(const journal::World &world, const locks::Contender &contender)
{
    const QString name = contenderName(world, contender);
    if (!name.isEmpty())
        return name;
    return contender.parsed ? u"#%1"_s.arg(contender.parsed->sequence) : shortNodeName(contender.node.name);
}

std::vector<int> nextOf(const locks::LockQueue &queue)
{
    if (queue.onlyHolder())
        return queue.nextAfterRemoval({queue.holders.front()});
    for (size_t i = 0; i < queue.contenders.size(); ++i) {
        if (queue.contenders[i].state == locks::ContenderState::Waiting)
            return {static_cast<int>(i)};
    }
    return {};
}

locks::HoldEnd holdEndOf(const journal::World &world, const locks::Contender &contender, qint64 nowNs)
{
    const bool holdsByNode = contender.state == locks::ContenderState::Holding && contender.hasNode();
    return holdsByNode && world.connection().isToZooKeeper()
               ? locks::holdEnd(contender, world.knowledge(), nowNs / nsPerMs)
               : locks::HoldEnd();
}

QString holdEndLine(const journal::World &world, const locks::Contender &contender, qint64 nowNs)
{
    const locks::HoldEnd end = holdEndOf(world, contender, nowNs);
    return end.kind == locks::HoldEnd::Kind::NotKnown ? QString() : locks::holdEndText(end).shown();
}

QStringList flagsOf(const journal::Client &client)
{
    if (client.crashed)
        return {NodeText::tr("crashed")};
    QStringList flags;
    if (client.connection != ConnectionState::Connected)
        flags << connectionStateText(client.connection).shown();
    if (client.paused)
        flags << NodeText::tr("paused");
    if (client.cutOff)
        flags << NodeText::tr("cut off");
    if (client.delayMs > 0)
        flags << NodeText::tr("late %1 ms").arg(client.delayMs);
    return flags;
}

QString clientStateText(const journal::Client &client)
{
    if (client.crashed)
        return NodeText::tr("CRASHED");
    return client.spec.withoutLock && client.holds() ? NodeText::tr("no lock")
                                                     : locks::lockStateText(client.state).shown();
}

QString operationText(const QString &letters)
{
    static const QHash<QString, QString> names{
        {u"PING"_s, u"ping"_s},          {u"SESS"_s, u"createSession"_s}, {u"CLOS"_s, u"closeSession"_s},
        {u"CREA"_s, u"create"_s},        {u"DELE"_s, u"delete"_s},        {u"EXIS"_s, u"exists"_s},
        {u"GETD"_s, u"getData"_s},       {u"SETD"_s, u"setData"_s},       {u"GETC"_s, u"getChildren"_s},
        {u"GETA"_s, u"getACL"_s},        {u"SETA"_s, u"setACL"_s},        {u"MULT"_s, u"multi"_s},
        {u"MLTR"_s, u"multiRead"_s},     {u"SYNC"_s, u"sync"_s},          {u"CHEC"_s, u"check"_s},
        {u"SETW"_s, u"setWatches"_s},    {u"STW2"_s, u"setWatches2"_s},   {u"ADDW"_s, u"addWatch"_s},
        {u"REMW"_s, u"removeWatches"_s}, {u"RECO"_s, u"reconfig"_s}};
    const QString name = names.value(letters);
    return name.isEmpty() ? letters : u"%1 (%2)"_s.arg(name, letters);
}

QString loneNodeText()
{
    return NodeText::tr("no lock known here: an ephemeral node, which clients may take as one");
}

QString lockLetter(locks::LockKind kind, bool isWritten)
{
    switch (kind) {
    case locks::LockKind::ReadWrite: return isWritten ? u"W"_s : u"R"_s;
    case locks::LockKind::Semaphore: return u"L"_s;
    case locks::LockKind::Election: return u"E"_s;
    case locks::LockKind::Queue: return u"Q"_s;
    case locks::LockKind::Group: return u"G"_s;
    case locks::LockKind::Mutex:
    case locks::LockKind::Ephemeral: return u"M"_s;
    }
    return {};
}

QString letterOf(const locks::LockQueue &queue, const locks::Contender &contender)
{
    if (!contender.parsed)
        return {};
    const bool isUnnamedLease = queue.kind == locks::LockKind::Semaphore && !queue.hasLineOfItsOwn;
    if (isUnnamedLease || contender.parsed->kind == locks::NameKind::Lease)
        return u"L"_s;
    if (queue.kind == locks::LockKind::Group)
        return u"G"_s;
    if (!locks::isModeKnown(contender))
        return u"?"_s;
    if (contender.parsed->mode == locks::Mode::Shared)
        return u"R"_s;
    return queue.kind == locks::LockKind::ReadWrite ? u"W"_s : u"M"_s;
}

QChar letterOf(const journal::ClientSpawned &client, locks::Mode mode)
{
    const auto &options = locks::recipeInfo(client.recipe).options;
    if (client.withoutLock)
        return u'\u2013';
    if (options.leases)
        return u'L';
    if (!options.writers)
        return u'M';
    return mode == locks::Mode::Shared ? u'R' : u'W';
}

std::optional<locks::ChildNode> nodeAt(const journal::World &world, const QString &path)
{
    if (const journal::Directory *above = world.directory(parentPath(path))) {
        if (auto child = above->children.find(baseName(path)))
            return child;
    }
    const journal::Directory *itself = world.directory(path);
    return itself ? itself->itself.copy() : std::nullopt;
}

QList<SessionPlace> placesOf(const journal::World &world, SessionId session)
{
    QList<SessionPlace> places;
    if (session.isNull())
        return places;
    for (const QString &path : world.lockPaths()) {
        const locks::LockQueue &queue = world.queue(path);
        for (const size_t index : queue.contenders.ownedBy(session)) {
            const locks::Contender &contender = queue.contenders[index];
            if (locks::isContender(contender))
                places.append(
                    {path, queue.pathOf(contender), contender.state == ContenderState::Holding, int(index) + 1});
        }
    }
    return places;
}

QStringList otherEphemerals(const journal::World &world, SessionId session, const QList<SessionPlace> &places)
{
    QStringList others = world.knowledge().ephemerals.value(session);
    others.removeIf([&places](const QString &node) {
        return std::any_of(places.begin(), places.end(),
                           [&node](const SessionPlace &place) { return place.node == node; });
    });
    others.sort();
    return others;
}

Explanation whyNoLocks(const journal::World &world)
{
    if (world.observation().root.isEmpty()) {
        return {NodeText::tr("The server's log is not read"),
                NodeText::tr("Of a Redis of your own its clients alone are known: see Clients and Timeline.")};
    }
    const bool comparesVersions = std::ranges::any_of(
        world.clients(), [](const auto &client) { return client.second.spec.recipe == locks::RecipeId::SqlVersion; });
    if (comparesVersions) {
        return {NodeText::tr("No lock excludes other clients"),
                NodeText::tr("Clients that compare a version hold no lock: see Clients and Timeline.")};
    }
    return {NodeText::tr("No locks yet"), NodeText::tr("Locks that simulated clients take appear here by themselves. "
                                                       "What other programs hold is not looked for.")};
}

QString faultText(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return NodeText::tr("Crash");
    case Fault::Pause: return NodeText::tr("Pause");
    case Fault::Resume: return NodeText::tr("Resume");
    case Fault::Partition: return NodeText::tr("Cut off");
    case Fault::Heal: return NodeText::tr("Heal");
    case Fault::Delay: return NodeText::tr("Delay");
    case Fault::LoseRequest: return NodeText::tr("Lose the next request");
    case Fault::LoseReply: return NodeText::tr("Lose the next reply");
    case Fault::LoseCreateReply: return NodeText::tr("Lose the next create's reply");
    case Fault::Expire: return NodeText::tr("Expire the session");
    case Fault::Close: return NodeText::tr("Close");
    case Fault::JumpClock: return NodeText::tr("Set its clock forward");
    }
    return {};
}

QString faultHelp(Fault fault)
{
    switch (fault) {
    case Fault::Crash:
        return NodeText::tr("The process is gone without a goodbye: its node stays until the session times out.");
    case Fault::Pause:
        return NodeText::tr(
            "It is paused, as in a garbage collection: no heartbeat, no request. Longer than the session "
            "timeout, and it comes back as a holder that holds no more.");
    case Fault::Resume: return NodeText::tr("The end of a pause.");
    case Fault::Partition: return NodeText::tr("Nothing passes between it and its server.");
    case Fault::Heal: return NodeText::tr("The end of a cut or of a delay.");
    case Fault::Delay: return NodeText::tr("Everything between it and its server is late by so much.");
    case Fault::LoseRequest:
        return NodeText::tr("Its next request is lost with the connection, and is not carried out: it cannot know.");
    case Fault::LoseReply:
        return NodeText::tr(
            "Its next request is carried out, but the reply is lost with the connection: it cannot know.");
    case Fault::LoseCreateReply:
        return NodeText::tr("Its next create is carried out, but the reply is lost: does its node exist or not?");
    case Fault::Expire: return NodeText::tr("The server ends its session: its nodes go at once.");
    case Fault::Close: return NodeText::tr("It closes its session cleanly: its nodes go at once.");
    case Fault::JumpClock:
        return NodeText::tr(
            "Its own clock jumps: a lock that compares it with a time that another one wrote is deceived.");
    }
    return {};
}

bool faultLasts(Fault fault)
{
    return fault == Fault::Pause || fault == Fault::Partition || fault == Fault::Delay || fault == Fault::JumpClock;
}

QString randomFaultText(Fault fault)
{
    if (fault == Fault::LoseRequest)
        return NodeText::tr("Lost request");
    if (fault == Fault::LoseReply)
        return NodeText::tr("Lost reply");
    if (fault == Fault::LoseCreateReply)
        return NodeText::tr("Lost create");
    return fault == Fault::Expire ? NodeText::tr("Expired") : faultText(fault);
}

QList<Fault> randomFaults()
{
    return {Fault::LoseReply, Fault::LoseCreateReply, Fault::LoseRequest, Fault::Pause, Fault::Partition,
            Fault::Delay,     Fault::Crash,           Fault::Expire,      Fault::Close};
}

} // namespace lockscope::ui
