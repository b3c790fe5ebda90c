// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaosrun.h"

#include "tests/chaos/waiting.h"
#include "tests/support/provocation.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/history/recordingwriter.h"

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto meddlingInterval = 20ms;
constexpr auto lookPatience = 60s; ///< until a quorum is there again
constexpr auto closePatience = 60s;
constexpr auto retryInterval = 100ms;

} // namespace

ChaosRun::ChaosRun(zk::Connection &connection, RunPlan plan)
    : m_connection(connection)
    , m_plan(std::move(plan))
    , m_sessions(connection)
    , m_report(m_plan.request)
    , m_lab(std::make_unique<lab::Lab>(m_sessions, *this))
{
    m_check.setSingleShot(true);
    m_limit.setSingleShot(true);
    connect(&m_check, &QTimer::timeout, this, [this] {
        if (m_report.isOver())
            m_over.complete(Done());
    });
    connect(&m_limit, &QTimer::timeout, this, [this] { m_over.complete(Done()); });
    connect(&m_meddling, &QTimer::timeout, this, &ChaosRun::meddle);
}

ChaosRun::~ChaosRun() = default;

void ChaosRun::write(journal::Payload what)
{
    const journal::Event event = m_writer.stamp(std::move(what));
    m_events += event;
    if (m_judged)
        return;
    m_report.add(event);
    if (const auto *fault = std::get_if<journal::ClientFault>(&event.what)) {
        if (fault->fault != journal::Fault::Resume && fault->fault != journal::Fault::Heal)
            ++m_faults[journal::faultName(fault->fault)];
    }
    m_check.start(0);
}

bool ChaosRun::timeIsLeft() const
{
    return nowNs() - m_beganNs < std::chrono::nanoseconds(m_plan.limit).count();
}

Task<RunRecord> ChaosRun::run()
{
    RunRecord record;
    record.run = m_plan.name;
    record.recipe = m_plan.recipe().name;
    record.dialect = locks::dialectName(m_plan.request.dialect);
    record.clock = clockName(m_plan.clock);
    record.clients = m_plan.request.count;
    m_beganNs = nowNs();
    const auto spawned = co_await spawn(m_plan.request);
    if (spawned) {
        m_clients = *spawned;
        m_limit.start(m_plan.limit);
        m_meddling.start(meddlingInterval);
        co_await over();
        m_meddling.stop();
        m_limit.stop();
        // What nobody's answer told: nodes whose creator never heard of them, and that those who wait, wait still.
        const auto looked = co_await look();
        judge(record);
        if (!looked) {
            record.hasVerdict = false;
            record.reason = u"its lock could not be looked at: "_s + looked.error().sentence().english();
        }
    } else {
        record.reason = u"its clients could not be started: "_s + spawned.error().sentence().english();
    }
    m_judged = true;
    const bool closed = co_await closeAll();
    if (!closed) {
        record.hung = true;
        record.reason = u"its clients did not close"_s;
    } else if (m_plan.standing && record.hasVerdict) {
        const auto standing = co_await spawn(*m_plan.standing);
        if (!standing)
            record.reason = u"nobody stands in its queue: "_s + standing.error().sentence().english();
    }
    co_return record;
}

void ChaosRun::judge(RunRecord &record)
{
    const journal::CheckReport check = m_report.check();
    const bool isOver = m_report.isOver();
    for (const journal::Violation &violation : check.violations) {
        const QString text = journal::ruleName(violation.rule) + u": "_s + violation.text.english();
        if (test::isOfServerTime(violation.rule))
            record.violations += text;
        else if (violation.rule != journal::Rule::BeliefOverlap)
            record.findings += text;
    }
    record.grants = check.grants;
    record.overlaps = check.count(journal::Rule::BeliefOverlap);
    record.faults = m_faults;
    record.hasVerdict = isOver || !m_plan.recipe().isSound();
    if (!record.hasVerdict) {
        record.hung = true;
        record.reason = u"it was not over in time: "_s + whoIsNotDone();
    }
}

QString ChaosRun::whoIsNotDone() const
{
    QStringList texts;
    for (const auto &[id, runner] : m_report.runners()) {
        if (!runner.isDone())
            texts += u"%1 (%2, connection %3, %4 of %5)"_s.arg(
                runner.spec.name, runner.step ? locks::stepName(*runner.step) : u"no step"_s,
                QString::fromLatin1(connectionStateWord(runner.connection)), QString::number(runner.attempts),
                QString::number(runner.attemptsAsked));
    }
    return texts.join(u", "_s);
}

/// Without a quorum no session is given: then once more, while there is time.
Task<Result<QList<ClientId>>> ChaosRun::spawn(lab::SpawnRequest request)
{
    for (;;) {
        auto spawned = co_await m_lab->spawn(request);
        const bool mayBeLater =
            !spawned && (spawned.error().isNoAnswer() || spawned.error().code == ErrorCode::ConnectTimeout);
        if (!mayBeLater || !timeIsLeft())
            co_return spawned;
        co_await delay(retryInterval);
    }
}

Reply<Done> ChaosRun::over()
{
    if (m_report.isOver())
        m_over.complete(Done());
    return Reply<Done>(m_over);
}

/// What a person would do besides.
void ChaosRun::meddle()
{
    if (m_plan.downgrades)
        m_lab->command(m_clients, lab::ClientCommand::Downgrade);
    if (m_plan.makesStrayChild && !m_hasStray) {
        m_connection.session()
            ->create(joinPath(m_plan.request.lock, u"stray"_s), {}, NodeKind::Persistent)
            .then([self = QPointer<ChaosRun>(this)](const Result<CreatedNode> &made) {
                if (self)
                    self->m_hasStray |= made || made.error().code == ErrorCode::NodeExists;
            });
    }
}

Task<Result<Done>> ChaosRun::look()
{
    const qint64 untilNs = nowNs() + std::chrono::nanoseconds(lookPatience).count();
    for (;;) {
        auto looked = co_await lookAt(m_plan.request.lock);
        if (looked && m_plan.hasLeases()) // kazoo's queue stands beside its leases
            looked = co_await lookAt(locks::semaphorePaths(m_plan.request.dialect, m_plan.request.lock).queue);
        if (looked || !looked.error().isNoAnswer() || nowNs() > untilNs)
            co_return looked;
        co_await delay(retryInterval); // the session is replaced, or comes back
    }
}

/// Writes what is at the path and below, as the observer would.
Task<Result<Done>> ChaosRun::lookAt(QString path)
{
    const auto synced = co_await m_connection.session()->sync(path);
    if (!synced)
        co_return tl::unexpected(synced.error());
    auto listed = co_await m_connection.session()->children(path);
    if (!listed && listed.error().code == ErrorCode::NoNode)
        co_return Done();
    if (!listed)
        co_return tl::unexpected(listed.error());
    const QList<QString> names = listed->names.toList();
    write(journal::DirectoryListed{path, listed->stat, names, {}, 0, false});
    for (const QString &name : names) {
        const QString child = joinPath(path, name);
        const auto stat = co_await m_connection.session()->exists(child);
        if (!stat && stat.error().code == ErrorCode::NoNode)
            continue;
        if (!stat)
            co_return tl::unexpected(stat.error());
        write(journal::NodeResolved{child, *stat, locks::ChildNode::Data::NotRead, {}, false});
        if (stat->isEphemeral())
            continue;
        const auto below = co_await lookAt(child);
        if (!below)
            co_return tl::unexpected(below.error());
    }
    co_return Done();
}

/// False where they do not go.
Task<bool> ChaosRun::closeAll()
{
    const auto closed = std::make_shared<bool>(false);
    m_lab->closeAll().then([closed] { *closed = true; });
    auto closing = until([closed] { return *closed; }, closePatience);
    const bool isClosed = co_await closing;
    co_return isClosed;
}

Task<> ChaosRun::leave()
{
    co_await closeAll();
}

Result<Done> ChaosRun::keep(const QString &file) const
{
    journal::RecordingHeader header;
    header.title = u"%1, %2"_s.arg(m_plan.recipe().name, m_plan.name);
    header.seed = m_plan.request.seed;
    if (!m_events.isEmpty())
        header.startedNs = m_events.first().atNs;
    const auto writer = journal::RecordingWriter::create(file, header);
    if (!writer)
        return tl::unexpected(writer.error());
    (*writer)->append(m_events);
    return (*writer)->close();
}

} // namespace lockscope::chaos
