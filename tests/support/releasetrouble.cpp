// SPDX-License-Identifier: Apache-2.0
#include "tests/support/releasetrouble.h"

#include "core/base/path.h"
#include "core/engine/engine.h"
#include "core/lab/relay.h"
#include "tests/support/releaserace.h"
#include "tests/support/sandboxfortest.h"

#include <QCoroFuture>
#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using std::chrono::microseconds;
using zk::WriteOp;

constexpr int sessionTimeoutMs = 60'000; // no session ends while a leader is elected
constexpr auto glance = 5ms;             // between two looks whether something has come about
constexpr auto patience = 60s;

const QByteArray login = "race:race";

/// Those who make the nodes may always delete them; \a others: what the session of the release may.
QList<AclEntry> aclWith(int others)
{
    const QByteArray hash = QCryptographicHash::hash(login, QCryptographicHash::Sha1).toBase64();
    return {{31, u"digest"_s, QString::fromLatin1("race:" + hash)}, {others, u"world"_s, u"anyone"_s}};
}
constexpr int everything = 31;
constexpr int noDelete = everything & ~static_cast<int>(Permission::Delete);

/// Answers once \a after has passed, from the event loop; at once where that is nothing. A timer counts in
/// milliseconds, so the rest is spent in turns of the loop.
Reply<Done> instantAfter(microseconds after)
{
    if (after.count() <= 0)
        return Reply<Done>(Done());
    const ReplyPromise<Done> due;
    const auto at = std::chrono::steady_clock::now() + after;
    auto *turn = new QTimer;
    QObject::connect(turn, &QTimer::timeout, turn, [turn, at, due] {
        if (std::chrono::steady_clock::now() < at)
            return;
        turn->deleteLater();
        turn->stop();
        due.complete(Done());
    });
    turn->start(0);
    return Reply<Done>(due);
}

/// True once \a isSo; false where that is not within patience.
Task<bool> until(std::function<bool()> isSo)
{
    const auto giveUpAt = std::chrono::steady_clock::now() + patience;
    while (!isSo()) {
        if (std::chrono::steady_clock::now() > giveUpAt)
            co_return false;
        const Reply<Done> turn = instantAfter(glance);
        co_await turn;
    }
    co_return true;
}

tl::unexpected<Error> broken(const QString &why)
{
    return failure(ErrorCode::Other, u"race"_s, {}, Text::verbatim(why));
}

// ---- what all releases of a race share ----

struct Arena
{
    Engine &engine;
    std::function<Task<observe::ReleaseOutcome>(observe::ReleasePlan)> carryOut;
    zk::Session &owner;
    zk::Session &other;
    Trouble trouble;
    QString name; ///< all of its nodes begin with it
    QRandomGenerator random;
    AuditTrail trail;
    microseconds typical = 5ms; ///< how long carrying one out takes

    QString marks() const { return name + u"-marks"_s; }
    int below(int bound) { return static_cast<int>(random.bounded(bound)); }
    microseconds within(microseconds span) { return microseconds(random.bounded(static_cast<int>(span.count()) + 1)); }
};

/// What a server has at \a path, as soon as one answers; no label: nothing.
Task<Result<MadeNode>> nodeAt(zk::Session *session, QString path)
{
    for (;;) {
        auto connecting = session->connected();
        const auto connected = co_await connecting;
        if (!connected)
            co_return tl::unexpected(connected.error());
        auto syncing = session->sync(path);
        const auto synced = co_await syncing;
        if (!synced && synced.error().connectionWasLost())
            continue;
        auto getting = session->get(path);
        const auto content = co_await getting;
        if (content)
            co_return MadeNode{content->data, content->stat.czxid};
        if (content.error().code == ErrorCode::NoNode)
            co_return MadeNode{};
        if (!content.error().connectionWasLost())
            co_return tl::unexpected(content.error());
    }
}

// ---- one release, and what others do to its node meanwhile ----

class Contest
{
public:
    Contest(Arena &arena, const QString &base, int number)
        : m_arena(arena)
        , m_number(number)
        , m_directory(base + u"/d%1"_s.arg(number))
        , m_sequential(arena.below(2) == 0)
    {
        m_truth.path = m_directory + (m_sequential ? u"/lock-0000000000"_s : u"/job"_s);
        m_pathBytes = m_truth.path.toUtf8();
    }

    /// Makes the lock and its node, and plans to release it.
    Task<Result<Done>> prepare()
    {
        auto makingLock = m_arena.owner.create(m_directory, {}, NodeKind::Persistent);
        const auto made = co_await makingLock;
        if (!made)
            co_return tl::unexpected(made.error());
        const QByteArray label = m_pathBytes + "#0";
        auto making = m_sequential
                          ? m_arena.owner.create(m_directory + u"/lock-"_s, label, NodeKind::EphemeralSequential)
                          : m_arena.owner.create(m_truth.path, label, NodeKind::Ephemeral);
        const auto node = co_await making;
        if (!node)
            co_return tl::unexpected(node.error());
        m_truth.made.push_back({label, node->stat.czxid});
        for (int changes = m_arena.below(3); changes > 0; --changes) {
            auto setting = m_arena.owner.set(m_truth.path, label, -1);
            const auto set = co_await setting;
            if (!set)
                co_return tl::unexpected(set.error());
        }
        if (m_arena.trouble == Trouble::Permission) {
            auto beginning = permit(m_arena.below(2) == 0);
            co_await beginning;
        }
        auto planning = plan();
        co_return co_await planning;
    }

    /// Carries it out, and has others at work from well before it to after its end.
    Task<> race()
    {
        const microseconds span = 2 * m_arena.typical;
        auto disturbing = disturb(m_arena.within(span));
        auto switching = permitLater(m_arena.within(span));
        // So that trouble strikes as many of them as can be in the middle.
        const bool allAtOnce = m_arena.trouble == Trouble::Connection || m_arena.trouble == Trouble::Leader;
        const Reply<Done> start = instantAfter(allAtOnce ? 0us : m_arena.within(m_arena.typical / 2));
        co_await start;
        const auto began = std::chrono::steady_clock::now();
        m_isUnderWay = true;
        auto carryingOut = m_arena.carryOut(*m_plan);
        m_outcome = co_await carryingOut;
        m_isUnderWay = false;
        m_isOver = true;
        m_took = std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - began);
        co_await disturbing;
        co_await switching;
    }

    /// What is left, and by whom; then the place is cleared.
    Task<Result<Done>> judge(TroubledReleases *into)
    {
        if (!m_wrong.isEmpty())
            co_return broken(m_wrong);
        auto looking = nodeAt(&m_arena.owner, m_truth.path);
        const auto left = co_await looking;
        if (!left)
            co_return tl::unexpected(left.error());
        auto clearing = m_arena.owner.remove(m_truth.path, -1);
        const auto cleared = co_await clearing;
        // What was on its way has come by now, and must not have been to another node.
        const bool wentLate = !cleared && cleared.error().code == ErrorCode::NoNode;
        m_truth.left = wentLate ? QByteArray() : left->label;
        auto clearingLock = m_arena.owner.remove(m_directory, -1);
        co_await clearingLock;
        into->judge(m_truth, m_outcome, m_arena.trail.of(m_truth.made.front().czxid));
        into->wrongDeletions << m_goneByWhom;
        into->troubled += m_wasStruck || m_truth.wasForbidden ? 1 : 0;
        into->locksRemade += m_lockWasRemade ? 1 : 0;
        into->retried += m_outcome.attempts > 1 ? 1 : 0;
        into->totalMs += std::chrono::duration<double, std::milli>(m_took).count();
        into->notClosed += !m_outcome.error && m_outcome.window != observe::Window::Closed ? 1 : 0;
        if (!m_intentWasThere)
            into->unaudited << u"%1 was sent before its intent was written down"_s.arg(m_truth.path);
        co_return Done();
    }

    microseconds took() const { return m_took; }
    /// A server is about to get this transaction: is it of this release?
    bool noteSent(const QByteArray &transaction)
    {
        if (!transaction.contains(m_pathBytes))
            return false;
        const auto &lines = m_arena.trail.of(m_truth.made.front().czxid);
        m_intentWasThere = m_intentWasThere && !lines.isEmpty() && lines.front().result == "intended"_L1;
        m_truth.wasSent = true;
        return true;
    }
    void noteLinkLost()
    {
        m_wasStruck = m_isUnderWay;
        m_truth.linkWasLost = !m_isOver;
    }

private:
    /// As soon as the engine is connected, and its server has heard of the node.
    Task<Result<Done>> plan()
    {
        const auto giveUpAt = std::chrono::steady_clock::now() + patience;
        for (;;) {
            const auto plan = co_await m_arena.engine.planRelease(m_truth.path);
            if (plan && plan->target().stat.czxid != m_truth.made.front().czxid)
                co_return broken(u"the plan was of another node"_s);
            if (plan) {
                m_plan = *plan;
                co_return Done();
            }
            if (std::chrono::steady_clock::now() > giveUpAt)
                co_return tl::unexpected(plan.error());
            const Reply<Done> turn = instantAfter(glance);
            co_await turn;
        }
    }

    // ---- permission ----

    Task<> permit(bool allowed)
    {
        m_allowed = allowed;
        m_truth.wasForbidden = m_truth.wasForbidden || !allowed;
        auto setting = m_arena.owner.setAcl(m_directory, aclWith(allowed ? everything : noDelete));
        co_await setting; // it fails where others have taken the lock away, and theirs is open to all
    }

    Task<> permitLater(microseconds after)
    {
        if (m_arena.trouble != Trouble::Permission || m_arena.below(2) == 0)
            co_return;
        const Reply<Done> due = instantAfter(after);
        co_await due;
        auto changing = permit(!m_allowed);
        co_await changing;
    }

    // ---- what others do ----

    enum class Deed { Nothing, Change, Delete, Replace, ReplaceAndChange, ReplaceTwice, RemakeLock };
    static constexpr int deeds = 7;

    std::vector<WriteOp> stepsOf(Deed deed)
    {
        std::vector<WriteOp> steps;
        const auto make = [&](bool byNumber) {
            const QByteArray mine = m_pathBytes + '#' + QByteArray::number(++m_labels);
            steps.push_back(byNumber ? WriteOp::create(m_directory + u"/lock-"_s, mine, NodeKind::EphemeralSequential)
                                     : WriteOp::create(m_truth.path, mine, NodeKind::Ephemeral));
            return mine;
        };
        const auto change = [&](const QByteArray &mine) { steps.push_back(WriteOp::set(m_truth.path, mine)); };
        const auto remove = [&] { steps.push_back(WriteOp::remove(m_truth.path)); };
        switch (deed) {
        case Deed::Nothing: break;
        case Deed::Change: change(m_truth.made.front().label); break;
        case Deed::Delete: remove(); break;
        case Deed::Replace:
            remove();
            make(false);
            break;
        case Deed::ReplaceAndChange: {
            remove();
            const QByteArray mine = make(false);
            for (int changes = 1 + m_arena.below(3); changes > 0; --changes)
                change(mine);
            break;
        }
        case Deed::ReplaceTwice:
            remove();
            make(false);
            remove();
            make(false);
            break;
        case Deed::RemakeLock: // numbers begin again: the same name, the same number of children
            remove();
            steps.push_back(WriteOp::remove(m_directory));
            steps.push_back(WriteOp::create(m_directory));
            make(m_sequential);
            break;
        }
        return steps;
    }

    Task<> disturb(microseconds after)
    {
        const Reply<Done> due = instantAfter(after);
        co_await due;
        const auto deed = static_cast<Deed>(m_arena.below(deeds));
        zk::Session *by = m_arena.below(2) == 0 ? &m_arena.owner : &m_arena.other;
        const auto steps = stepsOf(deed);
        if (steps.empty())
            co_return;
        // Where replies may be lost, all or nothing is done and leaves a mark, so that it is known what was.
        const bool atOnce = m_arena.trouble == Trouble::Leader || m_arena.below(3) == 0;
        auto doing = atOnce ? doAtOnce(by, steps) : doInTurn(by, steps);
        co_await doing;
    }

    Task<> doInTurn(zk::Session *by, std::vector<WriteOp> steps)
    {
        for (const WriteOp &step : steps) {
            if (step.operation == Operation::Delete) {
                auto removing = by->remove(step.path, -1);
                const auto removed = co_await removing;
                note(step, removed ? std::nullopt : std::optional(removed.error()), {});
            } else if (step.operation == Operation::Create) {
                auto creating = by->create(step.path, step.data, step.kind);
                const auto created = co_await creating;
                note(step, created ? std::nullopt : std::optional(created.error()),
                     created ? created->stat.czxid : Zxid());
            } else {
                auto setting = by->set(step.path, step.data, -1);
                co_await setting;
            }
        }
    }

    Task<> doAtOnce(zk::Session *by, std::vector<WriteOp> steps)
    {
        const QString mark = m_arena.marks() + u"/m%1"_s.arg(m_number);
        std::vector<WriteOp> all = steps;
        all.push_back(WriteOp::create(mark, "done"));
        auto asking = by->multi(std::move(all));
        const auto answer = co_await asking;
        bool done = answer && !answer->refused;
        if (!answer && answer.error().connectionWasLost()) {
            auto finding = nodeAt(by, mark);
            const auto found = co_await finding;
            done = found && !found->label.isEmpty();
            if (!found)
                m_wrong = found.error().sentence().english();
        } else if (!answer) {
            m_wrong = answer.error().sentence().english();
        }
        for (const WriteOp &step : steps) {
            if (done)
                note(step, std::nullopt, {});
        }
    }

    /// Into the list of those who were ever there. Where a node is gone already, the release has deleted it: it may do
    /// that to the first one only.
    void note(const WriteOp &step, const std::optional<Error> &error, Zxid czxid)
    {
        if (step.path == m_directory) {
            m_lockWasRemade = m_lockWasRemade || (!error && step.operation == Operation::Create);
        } else if (step.operation == Operation::Create) {
            if (error)
                m_wrong = error->sentence().english();
            else
                m_truth.made.push_back({step.data, czxid});
        } else if (step.operation == Operation::Delete) {
            if (!error)
                m_truth.made.back().deletedByOthers = true;
            else if (error->code != ErrorCode::NoNode)
                m_wrong = error->sentence().english();
            else if (m_truth.wasReplaced())
                m_goneByWhom << u"node %1 of %2 went"_s.arg(m_truth.made.size() - 1).arg(m_truth.path);
        }
    }

    Arena &m_arena;
    int m_number;
    QString m_directory;
    bool m_sequential;
    QByteArray m_pathBytes;
    int m_labels = 0;
    ReleaseTruth m_truth;
    std::optional<observe::ReleasePlan> m_plan;
    observe::ReleaseOutcome m_outcome;
    microseconds m_took{0};
    bool m_isUnderWay = false;
    bool m_isOver = false;
    bool m_wasStruck = false;
    bool m_allowed = true;
    bool m_intentWasThere = true;
    bool m_lockWasRemade = false;
    QStringList m_goneByWhom;
    QString m_wrong; ///< the race itself did not go as it should
};

// ---- how one is carried out ----

enum class Means { Engine, Guard, Version };

Task<observe::ReleaseOutcome> byEngine(Engine *engine, observe::ReleasePlan plan)
{
    co_return co_await engine->carryOut(plan);
}

/// A look, then a delete with the data version that was seen.
Task<observe::ReleaseOutcome> byVersion(zk::Session *session, observe::ReleasePlan plan)
{
    const QString path = plan.target().path;
    const Error changed{ErrorCode::IdentityChanged, u"delete"_s, path, {}};
    observe::ReleaseOutcome outcome;
    auto looking = session->exists(path);
    const auto stat = co_await looking;
    if (!stat) {
        outcome.error = stat.error();
    } else if (!plan.target().identity().isSame(*stat)) {
        outcome.error = changed;
    } else {
        auto deleting = session->remove(path, stat->version);
        const auto deleted = co_await deleting;
        if (!deleted) // another version is all that it hears of a node that was made anew and written to
            outcome.error = deleted.error().code == ErrorCode::BadVersion ? changed : deleted.error();
    }
    co_return outcome;
}

// ---- many of them, and the trouble ----

class TroubledRace
{
public:
    /// \a sandbox: whose servers are killed; null where none is.
    TroubledRace(const QString &connectString, servers::Sandbox *sandbox, Trouble trouble, quint32 seed,
                 const QString &auditFile, Means means)
        : m_connectString(connectString)
        , m_sandbox(sandbox)
        , m_trouble(trouble)
        , m_relay(serversFrom(static_cast<qsizetype>(seed)))
        , m_owner(open())
        , m_other(open())
        , m_releaser(open())
        , m_arena{m_engine,
                  [this, means](const observe::ReleasePlan &plan) {
                      return means == Means::Engine    ? byEngine(&m_engine, plan)
                             : means == Means::Version ? byVersion(m_releaser.get(), plan)
                                                       : observe::carryOut(*m_releaser, plan);
                  },
                  *m_owner,
                  *m_other,
                  trouble,
                  u"/race-%1-%2-%3"_s.arg(static_cast<int>(trouble)).arg(static_cast<int>(means)).arg(seed),
                  QRandomGenerator(seed),
                  AuditTrail(auditFile)}
    {
        m_relay.setTap([this](bool fromClient, bool handshake, const QByteArray &frame) {
            constexpr char multi = 14;
            constexpr qsizetype operationAt = 11; // its last byte: after the lengths and the xid
            if (fromClient && !handshake && frame.size() > operationAt && frame[operationAt] == multi)
                onTransaction(frame);
        });
    }

    Task<Result<TroubledReleases>> run(int releases)
    {
        auto beginning = begin();
        const auto begun = co_await beginning;
        if (!begun)
            co_return tl::unexpected(begun.error());
        QElapsedTimer clock;
        clock.start();
        while (m_done < releases) {
            auto going = round(std::min(lanes(), releases - m_done));
            const auto gone = co_await going;
            if (!gone)
                co_return tl::unexpected(gone.error());
        }
        m_judged.seconds = static_cast<double>(clock.elapsed()) / 1000;
        auto closing = m_engine.close();
        co_await closing;
        co_return m_judged;
    }

private:
    int lanes() const { return m_trouble == Trouble::Leader ? 24 : 12; }

    QList<zk::HostPort> serversFrom(qsizetype first) const
    {
        QList<zk::HostPort> servers = zk::parseConnectString(m_connectString)->hosts;
        std::rotate(servers.begin(), servers.begin() + first % servers.size(), servers.end());
        return servers;
    }
    std::unique_ptr<zk::Session> open() const
    {
        auto session = std::make_unique<zk::Session>(
            zk::SessionSpec{m_connectString, sessionTimeoutMs, u"digest"_s, SecretBytes(login)});
        session->open();
        return session;
    }

    Task<Result<Done>> begin()
    {
        for (zk::Session *session : {m_owner.get(), m_other.get(), m_releaser.get()}) {
            auto connecting = session->connected();
            const auto id = co_await connecting;
            if (!id)
                co_return tl::unexpected(id.error());
        }
        ConnectSpec spec;
        spec.connectString = m_relay.address().toString();
        spec.sessionTimeoutMs = sessionTimeoutMs;
        const auto id = co_await m_engine.open(spec);
        if (!id)
            co_return tl::unexpected(id.error());
        QStringList directories{m_arena.marks()};
        for (int lane = 0; lane < lanes(); ++lane)
            directories << base(lane);
        for (const QString &directory : std::as_const(directories)) {
            auto making = m_owner->create(directory, {}, NodeKind::Persistent);
            const auto made = co_await making;
            if (!made)
                co_return tl::unexpected(made.error());
        }
        auto mending = mend();
        co_return co_await mending;
    }

    /// Each lane has a directory of its own, so that only the root is everybody's.
    QString base(int lane) const { return m_arena.name + u"-%1"_s.arg(lane); }

    Task<Result<Done>> round(int count)
    {
        m_contests.clear();
        for (int lane = 0; lane < count; ++lane)
            m_contests.push_back(std::make_unique<Contest>(m_arena, base(lane), m_done + lane));
        auto preparing = all([](Contest &contest) { return contest.prepare(); });
        const auto prepared = co_await preparing;
        if (!prepared)
            co_return tl::unexpected(prepared.error());
        m_strikeAt = 1 + m_arena.below(count + 1);
        m_transactions = 0;
        std::vector<Task<>> racing;
        for (const auto &contest : m_contests)
            racing.push_back(contest->race());
        microseconds total{0};
        for (size_t i = 0; i < racing.size(); ++i) {
            co_await racing[i];
            total += m_contests[i]->took();
        }
        m_strikeAt = 0;
        auto striking = std::exchange(m_striking, std::nullopt);
        if (striking) // what comes late must not befall the next round, whose releases it would not explain
            co_await *striking;
        if (!m_killed)
            m_arena.typical = std::max<microseconds>(1ms, total / count);
        auto judging = all([this](Contest &contest) { return contest.judge(&m_judged); });
        const auto judged = co_await judging;
        if (!judged)
            co_return tl::unexpected(judged.error());
        m_done += count;
        auto mending = mend();
        co_return co_await mending;
    }

    /// Of all contests at once; the first error, when all have ended.
    Task<Result<Done>> all(std::function<Task<Result<Done>>(Contest &)> step)
    {
        std::vector<Task<Result<Done>>> steps;
        for (const auto &contest : m_contests)
            steps.push_back(step(*contest));
        Result<Done> result = Done();
        for (auto &each : steps) {
            const auto done = co_await each;
            if (!done && result)
                result = tl::unexpected(done.error());
        }
        co_return result;
    }

    // ---- trouble ----

    void onTransaction(const QByteArray &frame)
    {
        const bool isOurs = std::ranges::count_if(m_contests, [&](const auto &c) { return c->noteSent(frame); }) > 0;
        if (isOurs && ++m_transactions == m_strikeAt)
            strike();
    }

    /// In the middle of it: this transaction has not left the relay yet, others are on their way or being answered.
    void strike()
    {
        if (m_trouble != Trouble::Connection && m_trouble != Trouble::Leader)
            return;
        for (const auto &contest : m_contests)
            contest->noteLinkLost();
        if (m_trouble == Trouble::Leader) {
            m_striking = killLeaderAfter(m_arena.below(2) == 0 ? 0us : m_arena.within(m_arena.typical));
            return;
        }
        switch (m_arena.below(4)) {
        case 0: m_relay.loseNextReply(); break;
        case 1: m_relay.loseNextRequest(); break;
        case 2: m_striking = cutAfter(0us); break;
        default: m_striking = cutAfter(m_arena.within(m_arena.typical)); break;
        }
    }

    Task<> cutAfter(microseconds after)
    {
        const Reply<Done> due = instantAfter(std::max<microseconds>(1us, after)); // not from within the tap
        co_await due;
        m_relay.cut();
    }

    Task<> killLeaderAfter(microseconds after)
    {
        m_killed = m_leader;
        const Reply<Done> due = instantAfter(after);
        co_await due;
        auto killing = m_sandbox->command(m_leader, ServerCommand::Kill);
        co_await killing;
        ++m_judged.kills;
    }

    /// A server that was killed is started again, and all of them serve before it goes on.
    Task<Result<Done>> mend()
    {
        if (m_trouble != Trouble::Leader)
            co_return Done();
        if (m_killed) {
            auto restarting = m_sandbox->command(*std::exchange(m_killed, std::nullopt), ServerCommand::Restart);
            const auto restarted = co_await restarting;
            if (!restarted)
                co_return tl::unexpected(restarted.error());
        }
        auto waiting = until([this] { return allServe(); });
        const bool serve = co_await waiting;
        if (!serve)
            co_return broken(u"the servers did not come back"_s);
        co_return Done();
    }

    bool allServe()
    {
        int serving = 0;
        for (qsizetype i = 0; i < m_sandbox->info().servers.size(); ++i) {
            const quint16 port = m_sandbox->info().servers[i].clientAddress.section(u':', 1).toUShort();
            const QByteArray answer = askPort(port, "srvr");
            serving += answer.contains("\nMode: ") ? 1 : 0;
            if (answer.contains("\nMode: leader"))
                m_leader = static_cast<int>(i);
        }
        return serving == m_sandbox->info().servers.size();
    }

    QString m_connectString;
    servers::Sandbox *m_sandbox;
    Trouble m_trouble;
    lab::Relay m_relay;
    Engine m_engine;
    std::unique_ptr<zk::Session> m_owner;
    std::unique_ptr<zk::Session> m_other;
    std::unique_ptr<zk::Session> m_releaser; ///< where it is not the engine that carries out
    Arena m_arena;
    std::vector<std::unique_ptr<Contest>> m_contests; ///< those of the round
    TroubledReleases m_judged;
    int m_done = 0;
    int m_transactions = 0;           ///< of the round
    int m_strikeAt = 0;               ///< with which of them trouble comes; 0: not any more
    std::optional<Task<>> m_striking; ///< trouble that comes a little later
    int m_leader = 0;
    std::optional<int> m_killed;
};

Result<TroubledReleases> raced(TroubledRace &race, int releases)
{
    std::optional<Result<TroubledReleases>> result;
    QEventLoop loop;
    auto running = race.run(releases);
    running.then([&](Result<TroubledReleases> end) {
        result.emplace(std::move(end));
        loop.quit();
    });
    if (!result)
        loop.exec();
    return *std::move(result);
}

} // namespace

TroubledReleases &TroubledReleases::operator+=(const TroubledReleases &other)
{
    JudgedReleases::operator+=(other);
    troubled += other.troubled;
    locksRemade += other.locksRemade;
    notClosed += other.notClosed;
    retried += other.retried;
    totalMs += other.totalMs;
    kills += other.kills;
    seconds += other.seconds;
    return *this;
}

Result<TroubledReleases> releaseInTrouble(servers::Sandbox &sandbox, Trouble trouble, int releases, quint32 seed)
{
    const QTemporaryDir folder;
    const QString auditFile = folder.filePath(u"audit.jsonl"_s);
    const QByteArray before = qgetenv("LOCKSCOPE_AUDIT_FILE");
    qputenv("LOCKSCOPE_AUDIT_FILE", auditFile.toUtf8()); // before the engine's thread is there
    auto result = [&] {
        TroubledRace race(sandbox.info().connectString, &sandbox, trouble, seed, auditFile, Means::Engine);
        return raced(race, releases);
    }();
    if (before.isEmpty())
        qunsetenv("LOCKSCOPE_AUDIT_FILE");
    else
        qputenv("LOCKSCOPE_AUDIT_FILE", before);
    return result;
}

Result<ReleaseRace> raceReleases(const QString &connectString, int releases, quint32 seed, ReleaseBy by)
{
    const QTemporaryDir nothing; // it is the engine that writes down
    TroubledRace race(connectString, nullptr, Trouble::None, seed, nothing.filePath(u"audit.jsonl"_s),
                      by == ReleaseBy::Guard ? Means::Guard : Means::Version);
    const auto judged = raced(race, releases);
    if (!judged)
        return tl::unexpected(judged.error());
    return ReleaseRace{releases,
                       judged->deleted,
                       judged->refused,
                       judged->replaced,
                       judged->retried,
                       judged->refusals,
                       judged->totalMs / releases,
                       judged->wrongDeletions,
                       judged->falseClaims,
                       judged->unexplained};
}

} // namespace lockscope::test
