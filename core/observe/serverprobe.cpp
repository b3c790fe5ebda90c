// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverprobe.h"

#include "core/base/clock.h"
#include "core/base/limits.h"
#include "core/base/path.h"

#include <QPointer>
#include <QSet>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// ---- what the servers answered, put together ----

namespace {

bool leads(const ServerAnswers &server)
{
    return server.report.role == "leader"_L1 || server.report.role == "standalone"_L1;
}

/// Two addresses may lead to one server: it is counted once where servers tell who they are.
QString identity(const ServerAnswers &server)
{
    const qint64 id = server.report.serverId.value_or(0);
    return id > 0 ? QString::number(id) : server.report.address;
}

/// How many servers there are that clients can be connected to; nothing where nobody tells.
std::optional<int> serversAlive(const QList<ServerAnswers> &servers, const MergeContext &context)
{
    for (const ServerAnswers &server : servers) {
        if (!server.isMember)
            continue;
        if (server.report.role == "standalone"_L1)
            return 1;
        if (server.report.role == "leader"_L1 && server.learners)
            return *server.learners + 1; // those that are down hold no connection and no watch
    }
    return context.configured;
}

template<typename Told>
bool allTold(const QList<ServerAnswers> &servers, std::optional<int> alive, std::optional<Told> ServerAnswers::*told,
             bool ServerAnswers::*cut)
{
    QSet<QString> tellers;
    for (const ServerAnswers &server : servers) {
        if (server.*told && !(server.*cut))
            tellers.insert(identity(server));
    }
    return alive && tellers.size() >= *alive;
}

/// Of the servers that an AdminServer lists so many are named: it may list what it likes.
constexpr qsizetype mostNotAskedShown = 3;
constexpr qsizetype longestNotAskedShown = 60;

Text whyUnknown(const QStringList &notAsked)
{
    if (notAsked.isEmpty())
        return Text::en("nobody tells where clients reach them: name them in the connect string, or the URLs of their "
                        "AdminServers");
    QStringList names;
    for (const QString &name : notAsked.first(std::min(mostNotAskedShown, notAsked.size())))
        names += name.size() > longestNotAskedShown ? name.left(longestNotAskedShown) + u'…' : name;
    if (notAsked.size() > mostNotAskedShown)
        names += u"…"_s;
    return Text::en("an AdminServer alone names them, so they are not asked (%1): name them in the connect string, or "
                    "the URLs of their AdminServers")
        .arg(names.join(", "_L1));
}

/// Those that answer, and are not known to be none of the ensemble.
QSet<QString> reached(const QList<ServerAnswers> &servers)
{
    QSet<QString> found;
    for (const ServerAnswers &server : servers) {
        if (!server.report.role.isEmpty() && server.report.problem.isEmpty())
            found.insert(identity(server));
    }
    return found;
}

/// Those of which nobody tells where clients reach them, or nobody whose word is enough to call them.
void addUnknownServers(const QList<ServerAnswers> &servers, std::optional<int> alive, const QStringList &notAsked,
                       QList<journal::ServerReport> &reports)
{
    QSet<QString> known = reached(servers); // of those whose word does not count that is said already
    for (const ServerAnswers &server : servers) {
        if (server.isMember)
            known.insert(identity(server));
    }
    const auto unknown = std::max<qsizetype>(alive.value_or(0) - known.size(), notAsked.size());
    if (reports.isEmpty() || unknown <= 0)
        return;
    reports.first().gaps +=
        journal::ServerGap{unknown == 1 ? Text::en("another server of the ensemble")
                                        : Text::counted("%n further servers of the ensemble", unknown),
                           whyUnknown(notAsked),
                           {}};
}

/// A session that moved is still listed where it was until that connection's end is noticed: the younger one counts.
bool isYounger(const locks::SessionFacts &facts, const locks::SessionFacts &than)
{
    return than.server.isEmpty() || facts.establishedMs.value_or(0) > than.establishedMs.value_or(0);
}

void mergeConnections(const ServerAnswers &server, const MergeContext &context, locks::Knowledge &knowledge)
{
    const auto now = context.elapsedNow.constFind(server.report.address);
    for (const ToldConnection &told : *server.connections) {
        locks::SessionFacts facts = told.facts;
        facts.server = server.report.address;
        if (now != context.elapsedNow.cend() && told.answeredAtElapsedMs)
            facts.heardAgoMs = std::max<qint64>(0, *now - *told.answeredAtElapsedMs);
        locks::SessionFacts &known = knowledge.sessions[facts.id];
        if (isYounger(facts, known))
            known = facts;
    }
}

void mergeSessions(const ServerAnswers &server, const MergeContext &context, locks::Knowledge &knowledge)
{
    const auto now = context.elapsedNow.constFind(server.report.address);
    for (auto entry = server.sessions->cbegin(); entry != server.sessions->cend(); ++entry) {
        locks::SessionFacts &facts = knowledge.sessions[entry.key()];
        facts.id = entry.key();
        if (!facts.timeoutMs)
            facts.timeoutMs = entry->timeoutMs;
        if (now != context.elapsedNow.cend() && entry->expiresAtElapsedMs)
            facts.expiresInMs = std::max<qint64>(0, *entry->expiresAtElapsedMs - *now);
    }
}

/// \a path below \a chroot, as a connection with that chroot sees it; nothing for a path beside it.
std::optional<QString> belowChroot(const QString &path, const QString &chroot)
{
    if (chroot.isEmpty())
        return path;
    if (path == chroot)
        return u"/"_s;
    if (!isAtOrBelow(path, chroot))
        return std::nullopt;
    return path.mid(chroot.size());
}

void mergeWatchers(const ServerAnswers &server, const QString &chroot, locks::Knowledge &knowledge)
{
    for (auto entry = server.watchers->cbegin(); entry != server.watchers->cend(); ++entry) {
        const auto path = belowChroot(entry.key(), chroot);
        if (!path)
            continue;
        QList<SessionId> &sessions = knowledge.watchers[*path];
        QSet<SessionId> known(sessions.cbegin(), sessions.cend());
        for (const SessionId session : entry.value()) {
            if (known.contains(session)) // two addresses of one server tell the same twice
                continue;
            known.insert(session);
            sessions += session;
        }
    }
}

void mergeEphemerals(const ServerAnswers &server, const QString &chroot, locks::Knowledge &knowledge)
{
    for (auto entry = server.ephemerals->cbegin(); entry != server.ephemerals->cend(); ++entry) {
        QStringList paths;
        for (const QString &absolute : entry.value()) {
            if (const auto path = belowChroot(absolute, chroot))
                paths += *path;
        }
        if (paths.isEmpty())
            continue;
        paths.sort();
        knowledge.ephemerals.insert(entry.key(), paths);
    }
}

/// What is replicated is taken from the one that leads, since it is never behind; else from a server that told it.
template<typename Told>
const ServerAnswers *bestOf(const QList<ServerAnswers> &servers, std::optional<Told> ServerAnswers::*told)
{
    const ServerAnswers *best = nullptr;
    for (const ServerAnswers &server : servers) {
        if (server.*told
            && (best == nullptr || (leads(server) && !leads(*best))
                || (leads(server) == leads(*best) && server.report.zxid > best->report.zxid)))
            best = &server;
    }
    return best;
}

} // namespace

std::optional<qint64> elapsedAtLeast(const ServerAnswers &server)
{
    std::optional<qint64> least;
    const auto note = [&](qint64 elapsed) { least = std::max(least.value_or(elapsed), elapsed); };
    QHash<SessionId, int> timeouts;
    for (const ToldConnection &told : server.connections.value_or(QList<ToldConnection>())) {
        if (told.answeredAtElapsedMs)
            note(*told.answeredAtElapsedMs);
        if (told.facts.timeoutMs)
            timeouts.insert(told.facts.id, *told.facts.timeoutMs);
    }
    if (!server.sessions || !server.tickMs)
        return least;
    // When a session was last heard of, its expiry was set to one timeout later, rounded up to a tick.
    for (auto entry = server.sessions->cbegin(); entry != server.sessions->cend(); ++entry) {
        const auto timeout = timeouts.constFind(entry.key());
        if (entry->expiresAtElapsedMs && timeout != timeouts.cend())
            note(*entry->expiresAtElapsedMs - *timeout - *server.tickMs);
    }
    return least;
}

journal::ServersProbed mergeServers(const QList<ServerAnswers> &servers, const MergeContext &context)
{
    journal::ServersProbed probed;
    locks::Knowledge &knowledge = probed.knowledge;
    knowledge.askedAtNs = context.askedAtNs;
    knowledge.answeredAtNs = context.answeredAtNs;
    knowledge.connectionsAlone = context.scope == Scope::Connections;
    // Servers may know one another by names that only they know (Docker): where as many were reached as there are, such
    // a name is that of one of them. Only what is shown depends on it.
    const bool areAllReached = context.configured && reached(servers).size() >= *context.configured;
    for (const ServerAnswers &server : servers) {
        if (!areAllReached || !server.isUnknownHere)
            probed.servers += server.report;
        if (journal::isClickHouseKeeper(server.report))
            knowledge.deletesMovePzxid = false;
        if (server.connections)
            mergeConnections(server, context, knowledge);
        if (server.connections && !server.report.zxid.isNull()
            && (knowledge.zxid.isNull() || server.report.zxid < knowledge.zxid))
            knowledge.zxid = server.report.zxid;
        if (server.watchers && !knowledge.connectionsAlone)
            mergeWatchers(server, context.chroot, knowledge);
    }
    const auto alive = serversAlive(servers, context);
    knowledge.allConnections = allTold(servers, alive, &ServerAnswers::connections, &ServerAnswers::connectionsCut);
    if (knowledge.connectionsAlone)
        return probed;
    if (const ServerAnswers *best = bestOf(servers, &ServerAnswers::sessions)) {
        mergeSessions(*best, context, knowledge);
        knowledge.allSessions =
            leads(*best) && !best->sessionsCut; // one that is not there is over; a follower may not know it yet
    }
    if (const ServerAnswers *best = bestOf(servers, &ServerAnswers::ephemerals)) {
        mergeEphemerals(*best, context.chroot, knowledge);
        knowledge.allEphemerals = !best->ephemeralsCut;
    }
    addUnknownServers(servers, alive, context.notAsked, probed.servers);
    knowledge.allWatches = allTold(servers, alive, &ServerAnswers::watchers, &ServerAnswers::watchersCut);
    return probed;
}

// ---- rounds ----

namespace {

/// Servers seldom come and go, and asking ports that do not answer takes long.
constexpr qint64 findAgainAfterMs = 60'000;
/// Of the time, at most this part is spent in rounds: one in twenty.
constexpr int restPerRound = 20;
/// What rounds may bring on average: the events stay in the journal.
constexpr qint64 bytesPerMs = 50;
constexpr int clockReadings = 5;

/// About as many bytes as it took to tell \a answers.
qsizetype sizeOf(const QList<ServerAnswers> &answers)
{
    constexpr qsizetype bytesPerEntry = 50;
    qsizetype entries = 0;
    const auto add = [&](const auto &told) { entries += told ? told->size() : 0; };
    for (const ServerAnswers &server : answers) {
        add(server.connections);
        add(server.sessions);
        add(server.ephemerals);
        add(server.watchers);
        if (server.watchers) // few paths, perhaps, and many sessions at one
            entries += std::accumulate(server.watchers->cbegin(), server.watchers->cend(), qsizetype(0),
                                       [](qsizetype sum, const auto &sessions) { return sum + sessions.size(); });
    }
    return entries * bytesPerEntry;
}

/// The answer, or Cancelled where none is there within \a limit.
template<typename T>
Reply<T> within(std::chrono::milliseconds limit, const Reply<T> &reply, QObject *context)
{
    const ReplyPromise<T> first;
    reply.then([first](Result<T> answer) { first.complete(std::move(answer)); });
    if (!first.isComplete())
        QTimer::singleShot(limit, context, [first] { first.complete(failure(ErrorCode::Cancelled, u"probe"_s)); });
    return Reply<T>(first);
}

} // namespace

std::chrono::milliseconds restAfter(std::chrono::milliseconds wanted, std::chrono::milliseconds took, qint64 bytes)
{
    return std::max({wanted, took * restPerRound, std::chrono::milliseconds(bytes / bytesPerMs)});
}

ServerProbe::ServerProbe(zk::Connection &connection, journal::EventSink &events, ServerProbeSpec spec, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_events(events)
    , m_spec(std::move(spec))
    // Deleted later: what it answers may let go of it while it is still telling.
    , m_questions(new ServerQuestions(m_spec.limits, m_connection.spec().tunnel.get()),
                  [](ServerQuestions *questions) { questions->deleteLater(); })
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, [this] {
        if (!m_asking)
            round(m_nextScope, false);
    });
}

ServerProbe::~ServerProbe()
{
    m_closing = true;
    const auto waiting = std::exchange(m_waiting, {});
    for (const ReplyPromise<Done> &promise : waiting)
        promise.complete(failure(ErrorCode::Cancelled, u"probe"_s));
    m_questions->cancelAll();
}

Reply<Done> ServerProbe::probe()
{
    m_waiting.emplace_back();
    const Reply<Done> reply(m_waiting.back());
    if (!m_asking)
        round(Scope::Whole, true);
    return reply;
}

void ServerProbe::setInterval(std::chrono::milliseconds interval)
{
    const bool sooner = interval > 0ms && (m_interval <= 0ms || interval < m_interval);
    m_interval = interval;
    if (interval <= 0ms)
        m_next.stop();
    else if (sooner && !m_asking)
        scheduleNext(0ms);
}

void ServerProbe::scheduleNext(std::chrono::milliseconds rest)
{
    if (m_interval <= 0ms)
        return;
    const std::chrono::milliseconds untilWhole((m_wholeAgainNs - nowNs()) / nsPerMs);
    m_nextScope = untilWhole <= rest ? Scope::Whole : Scope::Connections;
    m_next.start(rest);
}

Task<> ServerProbe::find()
{
    const QPointer<ServerProbe> self(this);
    m_finding = true;
    FindSpec wanted;
    wanted.connectHosts = m_connection.spec().target.hosts;
    wanted.adminUrls = m_spec.adminUrls;
    if (zk::Session *session = m_connection.session()) {
        const auto configuration = co_await within(limits().configuration, session->configuration(), this);
        if (!self || m_closing)
            co_return;
        if (configuration)
            wanted.configuration = configuration->data;
    }
    FoundServers found = co_await findServers(m_questions, wanted);
    if (!self || m_closing)
        co_return;
    m_targets = std::move(found.targets);
    m_configured = found.configured;
    m_configuredIds = std::move(found.configuredIds);
    m_notAsked = std::move(found.notAsked);
    m_silent.removeIf([this](const auto &silent) {
        return std::none_of(m_targets.cbegin(), m_targets.cend(),
                            [&](const ServerTarget &target) { return target.address() == silent.key(); });
    });
    m_sinceFound.start();
    m_finding = false;
}

Task<> ServerProbe::round(Scope scope, bool findFirst)
{
    const QPointer<ServerProbe> self(this);
    m_asking = true;
    m_next.stop();
    if (findFirst || m_targets.isEmpty()) {
        co_await find();
        if (!self || m_closing)
            co_return;
    } else if (!m_finding && (!m_sinceFound.isValid() || m_sinceFound.hasExpired(findAgainAfterMs))) {
        find(); // by itself: the servers that are known are asked meanwhile
    }
    const qint64 askedAtNs = nowNs();
    const qint64 bytesBefore = m_questions->bytesReceived();
    if (zk::Session *session = m_connection.session()) {
        // Its server then has just answered a session, which tells what its own clock shows.
        co_await within(limits().configuration, session->exists(u"/"_s), this);
        if (!self || m_closing)
            co_return;
    }
    const QList<ServerTarget> targets = m_targets;
    QList<ServerAnswers> answers(targets.size());
    std::vector<std::pair<qsizetype, Task<ServerAnswers>>> asking;
    for (qsizetype i = 0; i < targets.size(); ++i) {
        const auto silent = m_silent.constFind(targets[i].address());
        if (silent == m_silent.cend()) {
            asking.emplace_back(i, askServer(m_questions, targets[i], scope));
            continue;
        }
        answers[i] = silent->last;
        if (!silent->isAsked)
            askSilent(targets[i]);
    }
    for (auto &[index, server] : asking) {
        answers[index] = co_await server;
        if (!self || m_closing)
            co_return;
    }
    const auto tellsSessions = [](const ServerAnswers &server) { return server.sessions.has_value(); };
    for (qsizetype i = 0; scope == Scope::Whole && i < answers.size(); ++i) {
        if (std::any_of(answers.cbegin(), answers.cend(), tellsSessions))
            break;
        if (!answers[i].report.wordsAnswer && !answers[i].report.adminAnswers)
            continue;
        answers[i] = co_await askForSessions(m_questions, targets[i], answers[i]);
        if (!self || m_closing)
            co_return;
    }
    const qint64 answeredAtNs = nowNs();
    const auto least = std::make_shared<QList<std::optional<qint64>>>();
    Reply<Done> reckoning = m_questions->beside(sizeOf(answers), [least, answers] {
        for (const ServerAnswers &server : answers)
            *least += elapsedAtLeast(server);
    });
    const auto reckoned = co_await reckoning;
    if (!self || m_closing)
        co_return;
    keepGaps(answers, scope);
    const auto probed = std::make_shared<journal::ServersProbed>();
    MergeContext context = contextOf(scope, askedAtNs, answeredAtNs);
    context.elapsedNow = clocks(answers, *least, answeredAtNs);
    Reply<Done> merging = m_questions->beside(sizeOf(answers), [probed, answers, context, known = belonging()] {
        *probed = mergeServers(withoutStrangers(answers, known), context);
    });
    const auto merged = co_await merging;
    if (!self || m_closing)
        co_return;
    const QHash<SessionId, QStringList> ephemerals = probed->knowledge.ephemerals;
    m_events.write(std::move(*probed));
    finish(answers, context, bytesBefore);
    if (self && scope == Scope::Whole)
        Q_EMIT ephemeralsTold(ephemerals);
}

Task<> ServerProbe::askSilent(ServerTarget target)
{
    const QPointer<ServerProbe> self(this);
    m_silent[target.address()].isAsked = true;
    const ServerAnswers answers = co_await askServer(m_questions, target, Scope::Connections);
    if (!self || m_closing)
        co_return;
    if (answers.isSilent) {
        m_silent[target.address()] = {answers};
        co_return;
    }
    m_silent.remove(target.address());
    m_sinceFound.invalidate(); // its AdminServer may have been given up meanwhile
}

QHash<QString, qint64> ServerProbe::clocks(const QList<ServerAnswers> &answers,
                                           const QList<std::optional<qint64>> &least, qint64 answeredAtNs)
{
    // Each reading is a lower bound; the greatest of the last few is the best, and a server that moved to another
    // machine is believed after these few.
    QHash<QString, qint64> now;
    const qint64 ownMs = answeredAtNs / nsPerMs;
    for (qsizetype i = 0; i < answers.size(); ++i) {
        const ServerAnswers &server = answers[i];
        QList<qint64> &offsets = m_clockOffsets[server.report.address];
        if (least[i])
            offsets += *least[i] - ownMs;
        while (offsets.size() > clockReadings)
            offsets.removeFirst();
        if (!offsets.isEmpty())
            now.insert(server.report.address, ownMs + *std::max_element(offsets.cbegin(), offsets.cend()));
    }
    return now;
}

/// A round of connections leaves open what a whole one would not.
void ServerProbe::keepGaps(QList<ServerAnswers> &answers, Scope scope)
{
    for (ServerAnswers &server : answers) {
        if (scope == Scope::Whole)
            m_gaps.insert(server.report.address, server.report.gaps);
        else
            server.report.gaps = m_gaps.value(server.report.address, server.report.gaps);
    }
}

Belonging ServerProbe::belonging() const
{
    Belonging known;
    if (const zk::Session *session = m_connection.session()) {
        known.ours.insert(session->id());
        known.connectedTo = m_connection.serverAsNamed();
    }
    known.configuredIds = m_configuredIds;
    known.named = m_connection.spec().target.hosts.size();
    return known;
}

MergeContext ServerProbe::contextOf(Scope scope, qint64 askedAtNs, qint64 answeredAtNs) const
{
    MergeContext context;
    context.chroot = m_connection.spec().target.chroot;
    context.configured = m_configured;
    context.notAsked = m_notAsked;
    context.scope = scope;
    context.askedAtNs = askedAtNs;
    context.answeredAtNs = answeredAtNs;
    return context;
}

void ServerProbe::finish(const QList<ServerAnswers> &answers, const MergeContext &context, qint64 bytesBefore)
{
    m_asking = false;
    ++m_rounds;
    std::chrono::milliseconds took{0};
    for (const ServerAnswers &server : answers) {
        took = std::max(took, server.took);
        if (server.isSilent && !m_silent.contains(server.report.address))
            m_silent.insert(server.report.address, {server});
    }
    const auto rest = restAfter(m_interval, took, m_questions->bytesReceived() - bytesBefore);
    if (context.scope == Scope::Whole)
        m_wholeAgainNs = context.answeredAtNs + rest.count() * nsPerMs;
    scheduleNext(std::max(m_interval, std::min(rest, m_spec.longestRest)));
    if (context.scope == Scope::Connections && !m_waiting.empty()) { // for a whole one
        round(Scope::Whole, true);
        return;
    }
    const auto waiting = std::exchange(m_waiting, {}); // last: they may destroy this
    for (const ReplyPromise<Done> &promise : waiting)
        promise.complete(Done());
}

} // namespace lockscope::observe

#include "moc_serverprobe.cpp"
