// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/stage.h"

#include "tests/chaos/waiting.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto startPatience = 120s;
constexpr auto quiet = 1s;
constexpr auto quietPatience = 60s;
constexpr auto comparePatience = 120s;
constexpr auto leavePatience = 60s;

} // namespace

Stage::Stage(int servers, const QString &program, const QString &failures)
    : m_failures(failures)
    , m_ensemble(servers)
{
    for (int clock = 0; clock < clockCount; ++clock) {
        auto &clients = m_clients[size_t(clock)];
        clients = std::make_unique<ClientProcess>(program, static_cast<ClientClock>(clock));
        connect(clients.get(), &ClientProcess::ended, this, &Stage::ended);
    }
}

Stage::~Stage() = default;

Task<Result<Done>> Stage::open()
{
    const auto started = co_await m_ensemble.start();
    if (!started)
        co_return tl::unexpected(started.error());
    const auto made = co_await readTree(m_ensemble.connectString(), this); // makes the root
    if (!made)
        co_return tl::unexpected(made.error());
    m_shown = std::make_unique<ShownEnsemble>(m_files.path());
    if (const auto recorded = m_shown->record(); !recorded)
        co_return tl::unexpected(recorded.error());
    const auto opened = co_await m_shown->open(m_ensemble.info());
    if (!opened)
        co_return tl::unexpected(opened.error());
    for (const auto &clients : m_clients)
        clients->start(m_ensemble.connectString(), m_failures);
    const auto ready =
        co_await untilAll(&ClientProcess::isReady, startPatience, u"the clients' processes did not connect"_s);
    co_return ready;
}

Task<Result<Done>> Stage::close()
{
    for (auto &clients : m_clients)
        clients.reset();
    m_shown.reset();
    const auto stopped = co_await m_ensemble.stop();
    co_return stopped;
}

void Stage::run(const RunPlan &plan)
{
    m_clients[static_cast<size_t>(plan.clock)]->run(plan.name);
}

QString Stage::trouble() const
{
    for (size_t clock = 0; clock < m_clients.size(); ++clock) {
        if (!m_clients[clock]->trouble().isEmpty())
            return u"the process of clients with the clock \"%1\": %2"_s.arg(clockName(static_cast<ClientClock>(clock)),
                                                                             m_clients[clock]->trouble());
    }
    return {};
}

Task<Result<Done>> Stage::untilAll(bool (ClientProcess::*are)() const, std::chrono::milliseconds limit,
                                   QString otherwise)
{
    auto waiting = until(
        [this, are] {
            return !trouble().isEmpty() || std::all_of(m_clients.begin(), m_clients.end(), [are](const auto &clients) {
                return (clients.get()->*are)();
            });
        },
        limit);
    const bool all = co_await waiting;
    if (!all || !trouble().isEmpty())
        co_return failure(ErrorCode::Other, u"stage"_s, {}, Text::verbatim(all ? trouble() : otherwise));
    co_return Done();
}

Task<Stage::Compared> Stage::compare(QStringList runs)
{
    QElapsedTimer clock;
    clock.start();
    Compared compared;
    std::optional<TrueTree> before;
    qint64 changesBefore = -1;
    for (;;) {
        auto resting = until([this] { return m_shown->isQuiet(quiet); }, quietPatience);
        const bool isQuiet = co_await resting;
        const qint64 changes = m_shown->changes();
        const auto tree = co_await readTree(m_ensemble.connectString(), this);
        compared = {};
        if (!tree) {
            compared.differences[{}] += tree.error().sentence().english();
        } else {
            QList<TrueLock> locks;
            for (const QString &run : std::as_const(runs)) {
                const QList<TrueLock> ofRun = locksOf(*planOf(run), *tree);
                for (const TrueLock &lock : ofRun)
                    compared.contenders[run] += int(lock.queue.size());
                locks += ofRun;
            }
            compared.differences = m_shown->compare(locks, *tree);
            if (isQuiet && compared.differences.isEmpty())
                co_return compared;
            // Something may have been under way: a difference is one when neither side has moved since it was seen.
            if (isQuiet && before == *tree && changesBefore == changes && m_shown->changes() == changes)
                co_return compared;
            before = *tree;
            changesBefore = changes;
        }
        if (clock.elapsed() > std::chrono::milliseconds(comparePatience).count()) {
            if (!isQuiet)
                compared.differences[{}] += u"the window did not come to rest"_s;
            co_return compared;
        }
    }
}

Task<Result<Done>> Stage::tidy()
{
    for (const auto &clients : m_clients)
        clients->leave();
    const auto left =
        co_await untilAll(&ClientProcess::hasLeft, leavePatience, u"clients that stood in queues did not close"_s);
    if (!left)
        co_return tl::unexpected(left.error());
    const auto cleared = co_await clearTree(m_ensemble.connectString(), this);
    co_return cleared;
}

} // namespace lockscope::chaos

#include "moc_stage.cpp"
