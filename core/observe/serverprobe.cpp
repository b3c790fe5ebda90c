// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverprobe.h"

#include "core/base/clock.h"
#include "core/base/limits.h"

#include <QPointer>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Servers seldom come and go, and asking ports that do not answer takes long.
constexpr qint64 findAgainAfterMs = 60'000;
/// Of the time, at most this part is spent in rounds: one in twenty.
constexpr int restPerRound = 20;
/// What rounds may bring on average: the events stay in the journal.
constexpr qint64 bytesPerMs = 50;
constexpr int clockReadings = 5;

/// About as many bytes as \a answers took.
qsizetype sizeOf(const QList<ServerAnswers> &answers)
{
    constexpr qsizetype bytesPerEntry = 50;
    qsizetype entries = 0;
    const auto add = [&](const auto &list) { entries += list ? list->size() : 0; };
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
    // Deleted later: the caller that it answers may let go of it within that answer.
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

/// In the order of the targets; nothing where it closes meanwhile.
Task<QList<ServerAnswers>> ServerProbe::askAll(Scope scope)
{
    const QPointer<ServerProbe> self(this);
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
            co_return {};
    }
    const auto tellsSessions = [](const ServerAnswers &server) { return server.sessions.has_value(); };
    for (qsizetype i = 0; scope == Scope::Whole && i < answers.size(); ++i) {
        if (std::any_of(answers.cbegin(), answers.cend(), tellsSessions))
            break;
        if (!answers[i].report.wordsAnswer && !answers[i].report.adminAnswers)
            continue;
        answers[i] = co_await askForSessions(m_questions, targets[i], answers[i]);
        if (!self || m_closing)
            co_return {};
    }
    co_return answers;
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
        // Its server then has just answered a session, whose entry shows the server's own clock.
        co_await within(limits().configuration, session->exists(u"/"_s), this);
        if (!self || m_closing)
            co_return;
    }
    auto answering = askAll(scope);
    QList<ServerAnswers> answers = co_await answering;
    if (!self || m_closing)
        co_return;
    const qint64 answeredAtNs = nowNs();
    bool hasCaughtUp = scope != Scope::Whole;
    if (zk::Session *session = m_connection.session(); session && scope == Scope::Whole) {
        // Else a node that went with its session may still stand at our own server.
        const auto caughtUp = co_await within(limits().configuration, session->sync(u"/"_s), this);
        if (!self || m_closing)
            co_return;
        hasCaughtUp = caughtUp.has_value();
    }
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
    const auto strangers = std::make_shared<QHash<QString, Text>>();
    MergeContext context = contextOf(scope, askedAtNs, answeredAtNs);
    context.elapsedNow = clocks(answers, *least, answeredAtNs);
    const auto merge = [probed, strangers, answers, context, known = belonging()] {
        const QList<ServerAnswers> judged = withoutStrangers(answers, known);
        for (qsizetype i = 0; i < judged.size(); ++i) {
            if (const Text &problem = judged[i].report.problem; problem != answers[i].report.problem)
                strangers->insert(judged[i].report.address, problem);
        }
        *probed = mergeServers(judged, context);
    };
    Reply<Done> merging = m_questions->beside(sizeOf(answers), merge);
    const auto merged = co_await merging;
    if (!self || m_closing)
        co_return;
    probed->knowledge.allSessions &= hasCaughtUp;
    const QHash<SessionId, QStringList> ephemerals = probed->knowledge.ephemerals;
    m_events.write(std::move(*probed));
    for (auto stranger = strangers->cbegin(); stranger != strangers->cend(); ++stranger) {
        if (!m_strangers.contains(stranger.key()))
            m_events.write(journal::Notice{locks::Finding::Severity::Warning,
                                           Text::en("%1: %2").arg(stranger.key(), stranger.value())});
        m_strangers.insert(stranger.key());
    }
    finish(answers, context, bytesBefore);
    if (self && scope == Scope::Whole)
        Q_EMIT ephemeralsReported(ephemerals);
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
    if (const zk::Session *session = m_connection.session(); session && m_connection.isHistoryKnown()) {
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
