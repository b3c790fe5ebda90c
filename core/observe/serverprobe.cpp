// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverprobe.h"

#include "core/base/clock.h"
#include "core/observe/serverlist.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Servers seldom come and go, and asking ports that do not answer takes long.
constexpr auto findAgainAfter = 60s;
/// Of the time, at most this part is spent in rounds: one in twenty.
constexpr int restPerRound = 20;
/// What rounds may bring on average: the events stay in the journal.
constexpr qint64 bytesPerMs = 50;
constexpr int clockReadings = 5;

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
    , m_questions(new ServerQuestions(m_spec.limits), [](ServerQuestions *questions) { questions->deleteLater(); })
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, [this] {
        if (!m_asking)
            round(m_targets.isEmpty() || m_sinceFound.hasExpired(std::chrono::milliseconds(findAgainAfter).count()));
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
        round(true);
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
    if (m_interval > 0ms)
        m_next.start(rest);
}

Task<> ServerProbe::find()
{
    const QPointer<ServerProbe> self(this);
    FindSpec wanted;
    wanted.connectHosts = m_connection.spec().target.hosts;
    wanted.adminUrls = m_spec.adminUrls;
    // Below a chroot the path would be another node's; an AdminServer's voting view has to do there.
    if (zk::Session *session = m_connection.session(); session && m_connection.spec().target.chroot.isEmpty()) {
        const Reply<NodeContent> reading = session->get(u"/zookeeper/config"_s);
        const auto configuration = co_await reading;
        if (!self || m_closing)
            co_return;
        if (configuration)
            wanted.configuration = configuration->data;
    }
    auto finding = findServers(m_questions, wanted);
    FoundServers found = co_await finding;
    if (!self || m_closing)
        co_return;
    m_targets = std::move(found.targets);
    m_configured = found.configured;
    m_sinceFound.start();
}

Task<> ServerProbe::round(bool findAgain)
{
    const QPointer<ServerProbe> self(this);
    m_asking = true;
    m_next.stop();
    const qint64 askedAtNs = nowNs();
    const qint64 bytesBefore = m_questions->bytesReceived();
    if (zk::Session *session = m_connection.session()) {
        // Its server then has just answered somebody, which tells what its own clock shows.
        const Reply<NodeStat> greeting = session->exists(u"/"_s);
        co_await greeting;
        if (!self || m_closing)
            co_return;
    }
    if (findAgain) {
        auto finding = find();
        co_await finding;
        if (!self || m_closing)
            co_return;
    }
    const QList<ServerTarget> targets = m_targets;
    std::vector<Task<ServerAnswers>> asking;
    for (const ServerTarget &target : targets)
        asking.push_back(askServer(m_questions, target));
    QList<ServerAnswers> answers;
    for (auto &server : asking) {
        answers += co_await server;
        if (!self || m_closing)
            co_return;
    }
    const auto tellsSessions = [](const ServerAnswers &server) { return server.sessions.has_value(); };
    for (qsizetype i = 0; i < answers.size() && std::none_of(answers.cbegin(), answers.cend(), tellsSessions); ++i) {
        if (!answers[i].report.wordsAnswer && !answers[i].report.adminAnswers)
            continue;
        auto dumping = askForSessions(m_questions, targets[i], answers[i]);
        answers[i] = co_await dumping;
        if (!self || m_closing)
            co_return;
    }
    finish(answers, askedAtNs, bytesBefore);
}

QHash<QString, qint64> ServerProbe::clocks(const QList<ServerAnswers> &answers)
{
    // Each reading is a lower bound; the greatest of the last few is the best, and a server that moved to another
    // machine is believed after these few.
    QHash<QString, qint64> now;
    const qint64 ownMs = nowNs() / 1'000'000;
    for (const ServerAnswers &server : answers) {
        const auto least = elapsedAtLeast(server);
        QList<qint64> &offsets = m_clockOffsets[server.report.address];
        if (least)
            offsets += *least - ownMs;
        while (offsets.size() > clockReadings)
            offsets.removeFirst();
        if (!offsets.isEmpty())
            now.insert(server.report.address, ownMs + *std::max_element(offsets.cbegin(), offsets.cend()));
    }
    return now;
}

void ServerProbe::finish(const QList<ServerAnswers> &answers, qint64 askedAtNs, qint64 bytesBefore)
{
    MergeContext context;
    context.chroot = m_connection.spec().target.chroot;
    context.configured = m_configured;
    context.elapsedNow = clocks(answers);
    context.askedAtNs = askedAtNs;
    context.answeredAtNs = nowNs();
    m_events.write(mergeServers(answers, context));
    m_asking = false;
    ++m_rounds;
    const std::chrono::milliseconds took((context.answeredAtNs - askedAtNs) / 1'000'000);
    scheduleNext(restAfter(m_interval, took, m_questions->bytesReceived() - bytesBefore));
    const auto waiting = std::exchange(m_waiting, {}); // last: who hears of it may destroy this
    for (const ReplyPromise<Done> &promise : waiting)
        promise.complete(Done());
}

} // namespace lockscope::observe
