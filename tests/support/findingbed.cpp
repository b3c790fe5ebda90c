// SPDX-License-Identifier: Apache-2.0
#include "tests/support/findingbed.h"

#include "core/base/path.h"
#include "core/base/task.h"
#include "core/zk/connectstring.h"

#include <QCoreApplication>
#include <QEventLoop>

namespace lockscope::test {

using namespace Qt::StringLiterals;

namespace {

constexpr int anyVersion = -1;

template<typename T>
Result<T> awaited(Reply<T> reply)
{
    auto answer = std::make_shared<std::optional<Result<T>>>();
    reply.then([answer](Result<T> value) { answer->emplace(std::move(value)); });
    if (!FindingBed::until([answer] { return answer->has_value(); }))
        return failure(ErrorCode::Other, {}, {}, Text::verbatim(u"nothing came"_s));
    return std::move(**answer);
}

template<typename T>
std::optional<T> awaited(QFuture<T> future)
{
    if (!FindingBed::until([&] { return future.isFinished(); }, 60'000) || future.resultCount() == 0)
        return std::nullopt;
    return future.result();
}

} // namespace

FindingBed::FindingBed(const QString &connectString, const QString &adminUrl, int sessionTimeoutMs)
    : m_connectString(connectString)
    , m_adminUrl(adminUrl)
    , m_sessionTimeoutMs(sessionTimeoutMs)
    , m_engine(std::make_unique<Engine>())
{
    QObject::connect(m_engine.get(), &Engine::batchReady, m_engine.get(),
                     [this](const journal::EventBatch &batch) { take(batch); });
    m_probe.setSingleShot(true);
    QObject::connect(&m_probe, &QTimer::timeout, m_engine.get(), [this] { probe(); });
}

FindingBed::~FindingBed() = default;

Result<Done> FindingBed::open(const QString &root)
{
    ConnectSpec spec;
    spec.connectString = m_connectString;
    spec.sessionTimeoutMs = m_sessionTimeoutMs;
    if (!m_adminUrl.isEmpty())
        spec.adminUrls = {m_adminUrl};
    const auto opened = awaited(m_engine->open(spec));
    if (!opened || !*opened)
        return opened ? tl::unexpected(opened->error()) : Result<Done>(failure(ErrorCode::Other, u"open"_s));
    const auto hosts = zk::parseConnectString(m_connectString);
    if (!hosts)
        return tl::unexpected(hosts.error());
    m_connection =
        std::make_unique<zk::Connection>(zk::ConnectionSpec{*hosts, m_sessionTimeoutMs, 60'000, {}, {}, false});
    bool isOpen = false;
    m_connection->open().then([&isOpen](const auto &) { isOpen = true; });
    if (!until([&] { return isOpen; }))
        return failure(ErrorCode::Other, u"open"_s);
    makeNode(root);
    const auto observed = awaited(m_engine->observe(root));
    return observed ? *observed : Result<Done>(failure(ErrorCode::Other, u"observe"_s));
}

void FindingBed::probeEvery(int ms)
{
    m_probe.setInterval(ms);
    if (ms > 0)
        m_probe.start();
    else
        m_probe.stop();
}

void FindingBed::probe()
{
    if (m_probing)
        return;
    m_probing = true;
    m_engine->probeServers().then(m_engine.get(), [this](const Result<Done> &) {
        m_probing = false;
        if (m_probe.interval() > 0)
            m_probe.start();
    });
}

QList<ClientId> FindingBed::spawn(const lab::SpawnRequest &request)
{
    const auto clients = awaited(m_engine->spawn(request));
    if (!clients || !*clients) {
        m_error = clients ? clients->error().sentence().english() : u"nothing came"_s;
        return {};
    }
    const QList<ClientId> ids = **clients;
    until([&] { return m_world.client(ids.last()) != nullptr; });
    return ids;
}

void FindingBed::makeNode(const QString &path)
{
    awaited(m_connection->session()->create(path, {}, NodeKind::Persistent));
}

bool FindingBed::removeTree(const QString &path)
{
    const auto listed = awaited(m_connection->session()->children(path));
    if (!listed)
        return false;
    for (const QStringView name : listed->names)
        awaited(m_connection->session()->remove(joinPath(path, name), anyVersion));
    return awaited(m_connection->session()->remove(path, anyVersion)).has_value();
}

bool FindingBed::holds(ClientId client) const
{
    const journal::Client *known = m_world.client(client);
    return known != nullptr && known->state == locks::LockState::Retained;
}

bool FindingBed::waits(ClientId client) const
{
    const journal::Client *known = m_world.client(client);
    return known != nullptr && known->state == locks::LockState::Fetching && known->step == locks::Step::Wait;
}

SessionId FindingBed::sessionOf(ClientId client) const
{
    const journal::Client *known = m_world.client(client);
    return known != nullptr ? known->session : SessionId();
}

bool FindingBed::until(const std::function<bool()> &condition, int limitMs)
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

std::optional<qint64> FindingBed::untilFound(const QStringList &ids, int limitMs)
{
    QElapsedTimer clock;
    clock.start();
    const auto found = [&] {
        return std::any_of(ids.begin(), ids.end(), [this](const QString &id) { return m_shown.contains(id); });
    };
    return until(found, limitMs) ? std::optional(clock.elapsed()) : std::nullopt;
}

void FindingBed::take(const journal::EventBatch &batch)
{
    const journal::Changes changes = m_world.apply(batch);
    for (const journal::Event &event : batch)
        m_readings += std::holds_alternative<journal::ServersProbed>(event.what) ? 1 : 0;
    for (const QString &path : m_world.lockPaths()) {
        if (!changes.servers && !changes.directories.contains(path))
            continue;
        ++m_snapshots;
        for (const locks::Finding &finding : m_world.queue(path).findings) {
            const auto known = m_shown.constFind(finding.id);
            if (known == m_shown.cend() || known->finding.severity < finding.severity)
                m_shown.insert(finding.id, {finding, path});
        }
    }
    if (onBatch)
        onBatch(batch);
}

} // namespace lockscope::test
