// SPDX-License-Identifier: Apache-2.0
#include "core/trial/contender.h"

#include "core/base/descriptors.h"
#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

#include <QPointer>

#include <algorithm>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

constexpr auto goodbyeLimit = 2s; ///< for what a process still has on its way when it has ended
constexpr auto endLimit = 3s;     ///< between asking a process to end and killing it
constexpr auto lookAgain = 5ms;
constexpr auto betweenNews = 50ms;
constexpr qsizetype mostNews = 2'000; ///< lines between two tellings
/// A lock is taken and given back by requests: more words are those of a program that is out of hand.
constexpr int mostWordsInARow = 1'000;
constexpr int descriptorsEach = lab::descriptorsPerRelay + 2; ///< its relay's and its output

Text endText(TrialEnd::Why why)
{
    switch (why) {
    case TrialEnd::Why::Done: return Text::en("The trial is over: all its processes have ended.");
    case TrialEnd::Why::Stalled: return Text::en("The trial is over: nothing moved any more.");
    case TrialEnd::Why::TimeOver: return Text::en("The trial is over: its time is up.");
    case TrialEnd::Why::Stopped: return Text::en("The trial was stopped.");
    }
    return {};
}

} // namespace

// ---- the run ----

Trial::Trial(TrialSpec spec, QList<zk::HostPort> servers, CommandServer commandServer, journal::EventSink &sink,
             QObject *parent)
    : QObject(parent)
    , m_spec(std::move(spec))
    , m_servers(std::move(servers))
    , m_commandServer(std::move(commandServer))
    , m_sink(sink)
    , m_order(m_spec.order)
    , m_isByHand(m_spec.byHand)
{
    m_limit.setSingleShot(true);
    m_quiet.setSingleShot(true);
    m_still.setSingleShot(true);
    m_newsDue.setSingleShot(true);
    connect(&m_newsDue, &QTimer::timeout, this, &Trial::tellNews);
    connect(&m_limit, &QTimer::timeout, this, [this] { finish(TrialEnd::Why::TimeOver); });
    connect(&m_quiet, &QTimer::timeout, this, &Trial::onQuiet);
    connect(&m_still, &QTimer::timeout, this, &Trial::onStill);
    m_waitingDue.setSingleShot(true);
    connect(&m_waitingDue, &QTimer::timeout, this, &Trial::onWaitingDue);
    m_outOfTurn.setSingleShot(true);
    connect(&m_outOfTurn, &QTimer::timeout, this, &Trial::onOutOfTurn);
}

Trial::~Trial()
{
    for (const auto &client : m_clients) {
        client->relay.setGate({});
        client->relay.tellEnds({});
        client->relay.tellArrivals({});
    }
    m_over.complete(failure(ErrorCode::Cancelled, u"try"_s));
}

Result<Done> Trial::makeClients()
{
    if (!hasDescriptors(m_spec.clients * descriptorsEach))
        return tl::unexpected(tooFewDescriptors());
    for (int i = 0; i < m_spec.clients; ++i) {
        const ClientId id = m_sink.newClient();
        const QString name = clientName(i);
        auto made = std::make_unique<Contender>(id, name, m_spec, static_cast<quint32>(i), m_servers, m_sink);
        Contender &client = *made;
        if (!client.relay.isListening())
            return tl::unexpected(tooFewDescriptors());
        if (!m_spec.order.empty())
            client.relay.tellArrivals(
                [this, &client](int connection, const QByteArray &frame) { hasCome(client, connection, frame); });
        client.summary.client = name;
        client.relay.setGate(
            [this, &client](const lab::RelayRules::Passing &passing) { return gate(client, passing); });
        client.relay.tellEnds([this, &client](int connection) { connectionOver(client, connection); });
        m_clients.push_back(std::move(made));
        journal::ClientSpawned spawned;
        spawned.id = id;
        spawned.name = name;
        spawned.recipe = m_spec.recipe;
        spawned.lock = m_spec.lock;
        if (locks::recipeInfo(m_spec.recipe).options.paths) // as `run` has them, where nothing else is said
            spawned.paths = {joinPath(m_spec.lock, u"a"_s), joinPath(m_spec.lock, u"b"_s)};
        spawned.leases = m_spec.leases;
        spawned.foreign = true;
        m_sink.write(spawned);
    }
    return Done();
}

Task<Result<TrialEnd>> Trial::run()
{
    if (const auto made = makeClients(); !made)
        co_return tl::unexpected(made.error());
    if (!m_isByHand)
        m_limit.start(m_spec.limit);
    moved();
    for (const auto &client : m_clients)
        start(*client);
    const auto over = co_await Reply<Done>(m_over);
    if (!over)
        co_return tl::unexpected(over.error());
    m_limit.stop();
    m_quiet.stop();
    // The end of a recording, from which on nothing is theirs.
    m_sink.write(journal::Notice{locks::Finding::Severity::Note, endText(*m_why)});
    TrialEnd end{*m_why, {}, {}, static_cast<int>(m_order.kept()), m_otherWay};
    for (const auto &client : m_clients) {
        client->summary.running = client->process->isRunning();
        client->summary.grants = client->conversation.grants();
        end.processes.append(client->summary);
        end.moments.append(client->moments);
    }
    tellNews();
    co_return end;
}

void Trial::finish(TrialEnd::Why why)
{
    if (m_why)
        return;
    m_why = why;
    // From the event loop: it may be asked from inside a relay.
    QTimer::singleShot(0, this, [over = m_over] { over.complete(Done()); });
}

Task<> Trial::end()
{
    const QPointer<Trial> alive(this);
    m_ending = true;
    finish(TrialEnd::Why::Stopped);
    const auto stillRuns = [this] {
        return std::ranges::any_of(m_clients, [](const auto &client) { return client->process && !client->hasEnded; });
    };
    for (const auto &client : m_clients) {
        letAllPass(*client);
        client->relay.setPartitioned(false);
        if (client->process)
            client->process->terminate();
    }
    for (auto waited = 0ms; alive && stillRuns() && waited < endLimit; waited += lookAgain)
        co_await after(lookAgain, this);
    for (const auto &client : m_clients) {
        if (client->process)
            client->process->kill();
    }
    for (auto waited = 0ms; alive && stillRuns() && waited < endLimit; waited += lookAgain)
        co_await after(lookAgain, this);
    if (alive)
        tellNews();
}

/// Its nodes go when the server ends it: until then nothing needs to move.
void Trial::leavesSession(const Contender &client)
{
    const auto session = client.conversation.session();
    if (!session)
        return;
    const auto until = QDeadlineTimer(2ms * session->timeoutMs); // servers look now and then
    if (m_sessionsGo < until)
        m_sessionsGo = until;
}

/// Something happened: it goes on.
void Trial::moved()
{
    m_quietTurns = 0;
    restartStillness();
    if (!m_why)
        m_quiet.start(m_spec.stall);
}

void Trial::onQuiet()
{
    const bool isHeldUp = m_serverIsDown || !m_held.empty() || !m_sessionsGo.hasExpired();
    const bool mayGoOn = isHeldUp || std::ranges::any_of(m_clients, [](const auto &client) {
                             return client->paused || client->relay.isPartitioned() || client->isExpiring
                                    || client->conversation.state() == locks::LockState::Retained;
                         });
    // A program that is just starting does much that no relay sees.
    constexpr int turnsToConnect = 3;
    const bool isStarting = ++m_quietTurns < turnsToConnect && std::ranges::any_of(m_clients, [](const auto &client) {
        return !client->hasEnded && !client->conversation.hasConnected();
    });
    if (mayGoOn)
        moved();
    else if (isStarting)
        m_quiet.start(m_spec.stall);
    else
        finish(TrialEnd::Why::Stalled);
}

// ---- its processes ----

void Trial::start(Contender &client)
{
    client.killed = client.hasEnded = false;
    const int left = m_spec.rounds == 0 ? 0 : m_spec.rounds - client.conversation.grants();
    client.process = std::make_unique<ClientProcess>(
        client.conversation.name(), m_spec.command,
        QList<std::pair<QString, QString>>{{u"LOCKSCOPE_CONNECT"_s, client.relay.address().toString()},
                                           {u"LOCKSCOPE_LOCK"_s, m_spec.lock},
                                           {u"LOCKSCOPE_CLIENT"_s, client.conversation.name()},
                                           {u"LOCKSCOPE_ROUNDS"_s, QString::number(left)}},
        m_guard, m_spec.readsErrors);
    using Kind = TrialNews::Item::Kind;
    connect(client.process.get(), &ClientProcess::started, this,
            [this, &client](qint64 process) { note(client, {.kind = Kind::Started, .process = process}); });
    connect(client.process.get(), &ClientProcess::line, this,
            [this, &client](const QString &text) { onLine(client, text); });
    connect(client.process.get(), &ClientProcess::errorLine, this,
            [this, &client](const QString &text) { note(client, {.kind = Kind::Errors, .line = text}); });
    // Reading what it said may find that it has ended, in the middle of what passes.
    connect(
        client.process.get(), &ClientProcess::ended, this,
        [this, &client](const Text &problem) { onEnded(client, problem); }, Qt::QueuedConnection);
    client.process->start();
}

/// \a item: what is known of it beside its client and its instant.
void Trial::note(const Contender &client, TrialNews::Item item)
{
    const bool isLine = item.kind == TrialNews::Item::Kind::Output || item.kind == TrialNews::Item::Kind::Errors;
    if (isLine && m_news.items.size() >= mostNews) {
        ++m_news.leftOut;
        return;
    }
    item.client = client.conversation.id();
    item.atNs = m_sink.clockNs();
    m_news.items.append(std::move(item));
    if (!m_newsDue.isActive())
        m_newsDue.start(betweenNews);
}

void Trial::tellNews()
{
    m_newsDue.stop();
    if (!m_news.items.isEmpty())
        Q_EMIT newsReady(std::exchange(m_news, {}));
}

void Trial::onLine(Contender &client, const QString &line)
{
    moved();
    note(client, {.kind = TrialNews::Item::Kind::Output, .line = line});
    const QString text = line.trimmed();
    if (client.killed || client.wordsInARow > mostWordsInARow)
        return;
    if (const auto word = Word::read(text)) {
        if (++client.wordsInARow > mostWordsInARow) {
            client.summary.problem = Text::en("%1 was ended: it said %2 words with no request between them.")
                                         .arg(client.conversation.name(), mostWordsInARow);
            client.process->kill();
            return;
        }
        client.conversation.says(*word);
        return;
    }
    if (text.isEmpty())
        return;
    if (client.summary.unknownLines++ == 0) {
        client.summary.firstUnknown = text;
        m_sink.write(journal::Notice{
            locks::Finding::Severity::Note,
            Text::en("%1 said “%2”, which is no word of the protocol: it is passed over, and so is more of that kind.")
                .arg(client.conversation.name(), text)});
    }
}

void Trial::onEnded(Contender &client, const Text &problem)
{
    using Kind = TrialNews::Item::Kind;
    moved();
    note(client, {.kind = client.killed ? Kind::Killed : m_ending ? Kind::Stopped : Kind::Ended, .problem = problem});
    finishProcess(&client, problem);
}

/// Behind what is still on its way from it.
Task<> Trial::finishProcess(Contender *client, Text problem)
{
    const QPointer<Trial> alive(this);
    ++client->pauses;
    ++client->cuts;
    client->paused = false;
    client->relay.setDelay(0ms);
    client->relay.setPartitioned(false);
    letAllPass(*client);
    for (auto waited = 0ms; alive && client->relay.connections() > 0 && waited < goodbyeLimit; waited += lookAgain)
        co_await after(lookAgain, this);
    if (!alive)
        co_return;
    client->relay.cut();
    client->hasEnded = true;
    Conversation &conversation = client->conversation;
    client->summary.connected = conversation.hasConnected();
    const bool hasLeft = conversation.sessionIsOver();
    if (!hasLeft && !client->killed)
        m_sink.write(journal::ClientFault{conversation.id(), Fault::Crash});
    leavesSession(*client);
    conversation.isGone();
    const bool hasRoundsLeft = m_spec.rounds == 0 || conversation.grants() < m_spec.rounds;
    if (client->killed && hasRoundsLeft && !m_why) {
        conversation.beginsAgain();
        start(*client);
        co_return;
    }
    if (!client->killed && !m_ending && client->summary.problem.isEmpty())
        client->summary.problem = problem;
    m_sink.write(journal::ClientRemoved{conversation.id()});
    const bool all = std::ranges::all_of(m_clients, [](const auto &other) { return other->hasEnded; });
    if (all)
        finish(TrialEnd::Why::Done);
}

} // namespace lockscope::trial

#include "moc_trial.cpp"
