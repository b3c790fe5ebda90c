// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/hidden.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

// ---- what was found, and how it is printed ----

namespace {

/// Trouble with the permissions of one node.
struct AclTrouble
{
    enum class Kind {
        CannotList,    ///< its children are hidden
        CannotRead,    ///< its data is
        CannotReadAcl, ///< so that nothing is known of who may do what
        NotRead,       ///< for another reason than a permission
        AnyoneMayWrite ///< anybody who can connect may delete what is in it
    };

    QString path;
    Kind kind = Kind::CannotList;
    QString text;                  ///< a sentence
    QString reportedText = {};     ///< another one: what the servers report of it all the same; empty: nothing
    QJsonObject reportedJson = {}; ///< likewise
};

struct DoctorReport
{
    journal::ConnectionChanged connection;
    QList<journal::ServerReport> servers;
    locks::Knowledge knowledge;
    QString root;
    int locks = 0;
    int groups = 0;       ///< of which no lock is known
    int locksChecked = 0; ///< of both, those whose permissions were read
    QList<AclTrouble> acl;

    /// What to change, one sentence each, the most urgent first.
    QStringList advice() const;
    /// False if a server has a problem, or if something under the root cannot be read.
    bool isWell() const;
};

QString kindName(AclTrouble::Kind kind)
{
    switch (kind) {
    case AclTrouble::Kind::CannotList: return u"cannot-list"_s;
    case AclTrouble::Kind::CannotRead: return u"cannot-read"_s;
    case AclTrouble::Kind::CannotReadAcl: return u"cannot-read-acl"_s;
    case AclTrouble::Kind::NotRead: return u"not-read"_s;
    case AclTrouble::Kind::AnyoneMayWrite: return u"anyone-may-write"_s;
    }
    return {};
}

template<typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonObject serverJson(const journal::ServerReport &server)
{
    QJsonArray gaps;
    for (const journal::ServerGap &gap : server.gaps)
        gaps += QJsonObject{{u"missing"_s, gap.missing.english()},
                            {u"why"_s, gap.why.english()},
                            {u"setting"_s, orNull(gap.setting.english())}};
    return {{u"address"_s, server.address},
            {u"admin"_s, orNull(server.adminUrl)},
            {u"four_letter_words"_s, server.wordsAnswer},
            {u"role"_s, orNull(server.role)},
            {u"version"_s, orNull(server.version)},
            {u"id"_s, orNull(server.serverId)},
            {u"connections"_s, orNull(server.connections)},
            {u"sessions"_s, orNull(server.sessions)},
            {u"watches"_s, orNull(server.watches)},
            {u"nodes"_s, orNull(server.nodes)},
            {u"outstanding"_s, orNull(server.outstanding)},
            {u"avg_latency_ms"_s, orNull(server.averageLatencyMs)},
            {u"max_latency_ms"_s, orNull(server.maxLatencyMs)},
            {u"uptime_ms"_s, orNull(server.uptimeMs)},
            {u"zxid"_s, server.zxid.isNull() ? QJsonValue() : QJsonValue(server.zxid.toHex())},
            {u"problem"_s, orNull(server.problem.english())},
            {u"gaps"_s, gaps}};
}

/// In hex, sorted.
QStringList treeWatcherIds(const locks::Knowledge &knowledge)
{
    QStringList sessions;
    const QSet<SessionId> browsers = locks::treeWatchers(knowledge);
    for (const SessionId session : browsers)
        sessions += session.toHex();
    sessions.sort();
    return sessions;
}

QJsonObject knowledgeJson(const locks::Knowledge &knowledge)
{
    qsizetype watches = 0;
    for (const QList<SessionId> &sessions : knowledge.watchers)
        watches += sessions.size();
    qsizetype ephemerals = 0;
    for (const QStringList &paths : knowledge.ephemerals)
        ephemerals += paths.size();
    const auto withClient = std::count_if(knowledge.sessions.cbegin(), knowledge.sessions.cend(),
                                          [](const locks::SessionFacts &facts) { return !facts.client.isEmpty(); });
    return {{u"sessions"_s, knowledge.sessions.size()},
            {u"all_sessions"_s, knowledge.allSessions},
            {u"clients"_s, static_cast<qint64>(withClient)},
            {u"all_connections"_s, knowledge.allConnections},
            {u"watches"_s, watches},
            {u"all_watches"_s, knowledge.allWatches},
            {u"ephemerals"_s, ephemerals},
            {u"all_ephemerals"_s, knowledge.allEphemerals},
            {u"tree_watchers"_s, QJsonArray::fromStringList(treeWatcherIds(knowledge))}};
}

QString figure(const std::optional<qint64> &number, const QString &of)
{
    return number ? u"%1 %2"_s.arg(*number).arg(of) : u"%1 not told"_s.arg(of);
}

QString serverLine(const journal::ServerReport &server)
{
    QStringList parts{server.address.leftJustified(22), server.role.isEmpty() ? u"role not told"_s : server.role,
                      server.version.isEmpty() ? u"version not told"_s : server.version,
                      figure(server.connections, u"connections"_s), figure(server.watches, u"watches"_s)};
    if (server.averageLatencyMs)
        parts += u"latency %1 ms"_s.arg(QString::number(*server.averageLatencyMs, 'f', 1));
    QStringList by;
    if (server.adminAnswers)
        by += u"AdminServer %1"_s.arg(server.adminUrl);
    if (server.wordsAnswer)
        by += u"four-letter words"_s;
    if (!by.isEmpty())
        parts += u"told by "_s + by.join(u" and "_s);
    return u"  "_s + parts.join(u"  "_s);
}

QString wholeOrPart(qsizetype count, const QString &of, bool whole)
{
    return u"  %1 %2%3"_s.arg(count).arg(of, whole ? u", all there are"_s : u": not all are known"_s);
}

bool DoctorReport::isWell() const
{
    const bool serversWell = std::all_of(servers.cbegin(), servers.cend(),
                                         [](const journal::ServerReport &server) { return server.problem.isEmpty(); });
    const bool aclWell = std::all_of(acl.cbegin(), acl.cend(), [](const AclTrouble &trouble) {
        return trouble.kind == AclTrouble::Kind::AnyoneMayWrite;
    });
    return serversWell && aclWell;
}

QStringList DoctorReport::advice() const
{
    QStringList advice;
    for (const journal::ServerReport &server : servers) {
        if (!server.problem.isEmpty())
            advice += u"%1: %2"_s.arg(server.address, server.problem.english());
    }
    QList<std::pair<QString, QStringList>> settings; // mostly one for all that is missing, on all servers
    for (const journal::ServerReport &server : servers) {
        for (const journal::ServerGap &gap : server.gaps) {
            if (gap.setting.isEmpty() && server.problem.isEmpty())
                advice += u"%1: %2."_s.arg(gap.missing.english(), gap.why.english());
            const bool isSilent = !server.adminAnswers && !server.wordsAnswer && !server.problem.isEmpty();
            if (gap.setting.isEmpty() || isSilent) // of a server that is not there no setting makes a difference
                continue;
            const QString setting = gap.setting.english();
            auto known = std::ranges::find(settings, setting, &std::pair<QString, QStringList>::first);
            if (known == settings.end())
                known = settings.insert(settings.end(), {setting, {}});
            if (!known->second.contains(server.address))
                known->second += server.address;
        }
    }
    for (const auto &[setting, addresses] : settings)
        advice += (addresses.size() == 1 ? u"On %1 set %2: it then reports what it does not report now."_s
                                         : u"On %1 set %2: they then report what they do not report now."_s)
                      .arg(addresses.join(u", "_s), setting);
    advice.removeDuplicates();
    const auto has = [&](AclTrouble::Kind kind) {
        return std::any_of(acl.cbegin(), acl.cend(), [&](const AclTrouble &trouble) { return trouble.kind == kind; });
    };
    if (has(AclTrouble::Kind::CannotList) || has(AclTrouble::Kind::CannotRead) || has(AclTrouble::Kind::CannotReadAcl))
        advice += u"Log in with --auth-file as a user with READ permission on what cannot be read."_s;
    if (has(AclTrouble::Kind::AnyoneMayWrite))
        advice += u"Give the lock directories an ACL, if others than their clients can reach the servers."_s;
    return advice;
}

/// What is wrong with the servers taken together, where no lock is at fault.
QJsonArray findingsJson(const DoctorReport &report)
{
    QJsonArray strangers;
    for (const journal::ServerReport &server : report.servers) {
        if (server.isStranger)
            strangers += server.address;
    }
    if (strangers.isEmpty())
        return {};
    return {QJsonObject{{u"id"_s, u"mixed-ensembles"_s},
                        {u"severity"_s, u"error"_s},
                        {u"servers"_s, strangers},
                        {u"text"_s, u"These addresses lead to other servers than those of the ensemble."_s},
                        {u"advice"_s, u"Leave them out of the connect string, or see where their names lead."_s}}};
}

/// The document of docs/formats.md.
QJsonObject toJson(const DoctorReport &report)
{
    QJsonArray servers;
    for (const journal::ServerReport &server : report.servers)
        servers += serverJson(server);
    QJsonArray acl;
    for (const AclTrouble &trouble : report.acl) {
        QJsonObject entry{{u"path"_s, trouble.path}, {u"problem"_s, kindName(trouble.kind)}, {u"text"_s, trouble.text}};
        if (!trouble.reportedJson.isEmpty())
            entry.insert(u"servers_tell"_s, trouble.reportedJson);
        acl += entry;
    }
    return {{u"connection"_s, QJsonObject{{u"connect"_s, report.connection.endpoint},
                                          {u"server"_s, orNull(report.connection.server)},
                                          {u"session"_s, report.connection.session.toHex()},
                                          {u"session_timeout_ms"_s, report.connection.sessionTimeoutMs}}},
            {u"servers"_s, servers},
            {u"knowledge"_s, knowledgeJson(report.knowledge)},
            {u"root"_s, report.root},
            {u"locks"_s, report.locks},
            {u"groups"_s, report.groups},
            {u"locks_checked"_s, report.locksChecked},
            {u"acl"_s, acl},
            {u"findings"_s, findingsJson(report)},
            {u"advice"_s, QJsonArray::fromStringList(report.advice())},
            {u"ok"_s, report.isWell()}};
}

/// The first of each kind, and how many more there are: what is true of one lock is mostly true of all.
QStringList aclLines(const QList<AclTrouble> &acl)
{
    constexpr qsizetype shown = 5;
    QStringList lines;
    for (const auto kind : {AclTrouble::Kind::CannotList, AclTrouble::Kind::CannotRead, AclTrouble::Kind::CannotReadAcl,
                            AclTrouble::Kind::NotRead, AclTrouble::Kind::AnyoneMayWrite}) {
        QStringList texts;
        for (const AclTrouble &trouble : acl) {
            if (trouble.kind == kind)
                texts += u"  "_s + trouble.text
                         + (trouble.reportedText.isEmpty() ? QString() : u"\n    "_s + trouble.reportedText);
        }
        lines += texts.first(std::min(shown, texts.size()));
        if (texts.size() > shown)
            lines += u"  … and %1 more: the same"_s.arg(texts.size() - shown);
    }
    return lines;
}

QStringList toLines(const DoctorReport &report)
{
    QStringList lines{u"Connected to %1 with session %2, timeout %3 ms"_s.arg(
        report.connection.server, report.connection.session.toHex(),
        QString::number(report.connection.sessionTimeoutMs))};
    lines += {QString(), u"Servers"_s};
    for (const journal::ServerReport &server : report.servers) {
        lines += serverLine(server);
        if (!server.problem.isEmpty())
            lines += u"      "_s + server.problem.english();
        for (const journal::ServerGap &gap : server.gaps)
            lines += u"      does not report %1 (%2)"_s.arg(gap.missing.english(), gap.why.english());
    }
    const QJsonObject known = knowledgeJson(report.knowledge);
    lines += {QString(), u"Together they report"_s};
    lines += wholeOrPart(known[u"sessions"_s].toInteger(), u"sessions"_s, report.knowledge.allSessions);
    lines += wholeOrPart(known[u"clients"_s].toInteger(), u"clients' addresses"_s, report.knowledge.allConnections);
    const bool withChildren = std::ranges::any_of(report.servers, journal::isClickHouseKeeper);
    lines += wholeOrPart(known[u"watches"_s].toInteger(),
                         withChildren ? u"watches (of children, too)"_s
                                      : u"watches (of data and existence; never of children)"_s,
                         report.knowledge.allWatches);
    lines += wholeOrPart(known[u"ephemerals"_s].toInteger(), u"ephemeral nodes"_s, report.knowledge.allEphemerals);
    if (const QStringList walking = treeWatcherIds(report.knowledge); !walking.isEmpty())
        lines += u"  %1 %2: what a browser or a cache watches proves nothing about a lock"_s.arg(
            walking.size() == 1 ? u"one session watches the tree and owns no node,"_s
                                : u"%1 sessions watch the tree and own no node,"_s.arg(walking.size()),
            walking.first(std::min<qsizetype>(walking.size(), 5)).join(u", "_s));
    QString counted = report.locks == 1 ? u"1 lock"_s : u"%1 locks"_s.arg(report.locks);
    if (report.groups > 0)
        counted += report.groups == 1 ? u", 1 group"_s : u", %1 groups"_s.arg(report.groups);
    lines += {QString(), u"Permissions under %1 (%2, %3 looked at)"_s.arg(report.root, counted,
                                                                          QString::number(report.locksChecked))};
    if (report.acl.isEmpty()) {
        const bool isKnown = report.locksChecked > 0 || report.locks + report.groups == 0;
        lines += isKnown ? u"  nothing to say"_s : u"  not known"_s;
    }
    lines += aclLines(report.acl);
    const QStringList advice = report.advice();
    lines += {QString(), advice.isEmpty() ? u"Nothing to change."_s : u"What to change"_s};
    for (const QString &sentence : advice)
        lines += u"  - "_s + sentence;
    return lines;
}

} // namespace

// ---- the command ----

namespace {

/// A read each; in a tree of very many locks the first are a sample.
constexpr int mostLocksChecked = 200;

/// What could not be read of the tree while it was looked through.
QList<AclTrouble> unreadable(const journal::World &world)
{
    QList<AclTrouble> troubles;
    const HiddenNodes hidden(world.knowledge(), world.connection().session);
    for (const auto &[path, directory] : world.directories()) {
        if (directory.error) {
            const bool isRefused = directory.isClosed();
            troubles += {path, isRefused ? AclTrouble::Kind::CannotList : AclTrouble::Kind::NotRead,
                         directory.error->sentence().english()};
            if (isRefused) {
                troubles.last().reportedText = hidden.sentence(path);
                troubles.last().reportedJson = hidden.json(path);
            }
        }
        qsizetype unread = 0;
        for (const locks::ChildNode &child : directory.children.all())
            unread += child.access == locks::ChildNode::Data::NoPermission ? 1 : 0;
        if (unread > 0)
            troubles += {path, AclTrouble::Kind::CannotRead,
                         u"%1: the data of %2 of its nodes cannot be read: no READ permission"_s.arg(
                             path, QString::number(unread))};
    }
    if (const int refused = world.observation().nodesRefused; refused > 0) {
        const QString &root = world.observation().root;
        troubles += {root, AclTrouble::Kind::NotRead,
                     u"%1: of the nodes below it %2 could not be read, for another reason than a permission"_s.arg(
                         root, QString::number(refused))};
    }
    return troubles;
}

bool anyoneMayDelete(const QList<AclEntry> &acl)
{
    return std::any_of(acl.cbegin(), acl.cend(), [](const AclEntry &entry) {
        return entry.scheme == "world"_L1 && (entry.permissions & static_cast<int>(Permission::Delete)) != 0;
    });
}

struct Permissions
{
    int read = 0; ///< of so many locks
    QList<AclTrouble> troubles = {};
};

/// An error where the servers stopped answering.
Task<Result<Permissions>> permissionsOf(Engine *engine, QList<QString> locks)
{
    Permissions found;
    std::vector<QFuture<Result<NodeDetails>>> reading;
    for (const QString &path : locks)
        reading.push_back(engine->readNode(path));
    for (size_t i = 0; i < reading.size(); ++i) {
        const Result<NodeDetails> details = co_await reading[i];
        const QString &path = locks[static_cast<qsizetype>(i)];
        const auto error = details ? details->aclError : std::optional(details.error());
        if (!error) {
            ++found.read;
            if (anyoneMayDelete(details->acl))
                found.troubles +=
                    {path, AclTrouble::Kind::AnyoneMayWrite,
                     u"%1: anyone who can connect may delete its nodes (world:anyone has DELETE)"_s.arg(path)};
        } else if (error->isNoAnswer()) {
            co_return tl::unexpected(*error);
        } else if (error->code != ErrorCode::NoNode) { // it went meanwhile
            found.troubles += {path, AclTrouble::Kind::CannotReadAcl,
                               u"%1: its permissions cannot be read: %2"_s.arg(path, error->sentence().english())};
        }
    }
    co_return found;
}

} // namespace

Task<ExitCode> runDoctor(Context &context, QStringList arguments)
{
    CommandLine line(u"doctor"_s,
                     u"Shows what the servers are and what they report, what cannot be read, and what to change."_s);
    line.positional(u"ROOT"_s, u"The tree whose permissions are checked; default: /"_s, u"[ROOT]"_s);
    if (const auto ended = line.parse(arguments, 0, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());

    context.endWhenLost(spec->sessionTimeoutMs);
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    DoctorReport report;
    report.root = line.positionals().value(0, u"/"_s);
    context.endWithoutProgress(spec->sessionTimeoutMs);
    auto observing = context.engine.observe(report.root);
    const auto observed = co_await observing;
    context.readingIsOver();
    if (!observed && observed.error().code != ErrorCode::NoAuth)
        co_return fail(observed.error());
    auto probing = context.engine.probeServers();
    const auto probed = co_await probing;
    if (!probed)
        co_return fail(probed.error());

    const journal::World &world = context.world;
    if (world.directory(report.root) == nullptr)
        co_return fail({ErrorCode::NoNode, u"list"_s, report.root, {}});
    const QList<QString> locks = world.lockPaths();
    report.connection = world.connection();
    report.servers = world.servers();
    report.knowledge = world.knowledge();
    report.locks = static_cast<int>(
        std::ranges::count_if(locks, [&world](const QString &path) { return isShownAsLock(world, path); }));
    report.groups = static_cast<int>(locks.size()) - report.locks;
    report.acl = unreadable(world);
    context.endWithoutProgress(spec->sessionTimeoutMs);
    auto looking = permissionsOf(&context.engine, locks.first(std::min<qsizetype>(locks.size(), mostLocksChecked)));
    const Result<Permissions> permissions = co_await looking;
    context.readingIsOver();
    if (!permissions)
        co_return fail(permissions.error());
    report.locksChecked = permissions->read;
    report.acl += permissions->troubles;

    if (line.json()) {
        printJson(toJson(report), true);
    } else {
        for (const QString &text : toLines(report))
            printLine(text);
    }
    co_return report.isWell() ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
