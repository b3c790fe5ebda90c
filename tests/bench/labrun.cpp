// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/labrun.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/task.h"
#include "core/zk/connectstring.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 300'000;
/// A watch event may still be under way when every request is answered.
constexpr qint64 quietNs = 200'000'000;

template<typename T>
Result<T> await(Task<Result<T>> task)
{
    auto answer = std::make_shared<std::optional<Result<T>>>();
    task.then([answer](Result<T> value) { answer->emplace(std::move(value)); });
    if (!LabRun::waitFor([answer] { return answer->has_value(); }, patienceMs))
        return failure(ErrorCode::Other, {}, {}, Text::verbatim(u"Nothing came for five minutes."_s));
    return std::move(**answer);
}

template<typename T>
Task<Result<T>> answerOf(Reply<T> reply)
{
    auto answer = co_await reply;
    co_return std::move(answer);
}

} // namespace

bool LabRun::waitFor(const std::function<bool()> &condition, int limitMs)
{
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &loop, [&] {
        if (condition() || clock.elapsed() > limitMs)
            loop.quit();
    });
    tick.start(5);
    loop.exec();
    return condition();
}

LabRun::LabRun(const QString &connectString, int sessionTimeoutMs)
    : m_connectString(connectString)
    , m_sessionTimeoutMs(sessionTimeoutMs)
{
}

LabRun::~LabRun() = default;

Result<Done> LabRun::open()
{
    const auto hosts = zk::parseConnectString(m_connectString);
    if (!hosts)
        return tl::unexpected(hosts.error());
    m_connection =
        std::make_unique<zk::Connection>(zk::ConnectionSpec{*hosts, m_sessionTimeoutMs, 60'000, {}, {}, false});
    const auto opened = await(m_connection->open());
    if (!opened)
        return tl::unexpected(opened.error());
    m_sessions = std::make_unique<lab::ZkSessionFactory>(*m_connection);
    m_lab = std::make_unique<lab::Lab>(*m_sessions, *this);
    return Done();
}

Result<QList<ClientId>> LabRun::spawn(const lab::SpawnRequest &request)
{
    return await(m_lab->spawn(request));
}

void LabRun::command(ClientId id, lab::ClientCommand command)
{
    m_lab->command({id}, command);
}

void LabRun::makeNode(const QString &path)
{
    m_connection->session()->create(path, {}, NodeKind::Persistent).then([](const Result<CreatedNode> &) {});
}

Result<Done> LabRun::look(const QString &path)
{
    const auto listed = await(answerOf(m_connection->session()->children(path)));
    if (!listed)
        return listed.error().code == ErrorCode::NoNode ? Result<Done>(Done()) : tl::unexpected(listed.error());
    write(journal::DirectoryListed{path, listed->stat, listed->names.toList(), {}, 0, false});
    for (const QStringView name : listed->names) {
        const QString child = joinPath(path, name);
        const auto stat = await(answerOf(m_connection->session()->exists(child)));
        if (!stat && stat.error().code == ErrorCode::NoNode)
            continue;
        if (!stat)
            return tl::unexpected(stat.error());
        write(journal::NodeResolved{child, *stat, locks::ChildNode::Data::NotRead, {}, false});
        if (stat->isEphemeral())
            continue;
        if (const auto below = look(child); !below)
            return below;
    }
    return Done();
}

Result<Done> LabRun::closeAll()
{
    bool closed = false;
    m_lab->closeAll().then([&closed] { closed = true; });
    if (!waitFor([&closed] { return closed; }, patienceMs))
        return failure(ErrorCode::Other, {}, {}, Text::verbatim(u"The clients did not close."_s));
    m_holders.clear();
    m_unanswered = 0; // a crashed one's are answered to nobody
    return Done();
}

Result<Done> LabRun::settle(const std::function<bool()> &condition)
{
    const auto settled = [&] { return condition() && m_unanswered == 0 && nowNs() - m_lastNs > quietNs; };
    if (!waitFor(settled, patienceMs))
        return failure(ErrorCode::Other, {}, {},
                       Text::en("The clients did not come to rest: %1 hold, %2 requests are not answered.")
                           .arg(holding(), m_unanswered));
    return Done();
}

void LabRun::reset()
{
    m_requests = 0;
    m_events = 0;
}

void LabRun::write(journal::Payload what)
{
    const journal::Event event = m_writer.stamp(std::move(what));
    m_lastNs = nowNs();
    if (std::holds_alternative<journal::ClientRequest>(event.what)) {
        ++m_requests;
        ++m_unanswered;
    } else if (std::holds_alternative<journal::ClientReply>(event.what)) {
        --m_unanswered;
    } else if (std::holds_alternative<journal::ClientWatchFired>(event.what)) {
        ++m_events;
    } else if (const auto *state = std::get_if<journal::ClientLockState>(&event.what)) {
        if (state->state != locks::LockState::Retained)
            m_holders.removeAll(state->id);
        else if (!m_holders.contains(state->id))
            m_holders.append(state->id);
    }
    if (onEvent)
        onEvent(event);
}

} // namespace lockscope::bench
