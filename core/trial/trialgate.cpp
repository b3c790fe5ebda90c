// SPDX-License-Identifier: Apache-2.0
// What passes between clients and servers in a trial: written into the journal, and stopped, lost or kept back as
// faults and an order of messages say.
#include "core/trial/contender.h"

#include <algorithm>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;
using Pass = lab::RelayRules::Pass;

namespace {

constexpr auto stillFor = 50ms;  ///< when nothing else passes and no client says anything, nothing else moves
constexpr auto longestHold = 2s; ///< of a message that waits for that
constexpr auto patience = 3s;    ///< with nothing that moves, before an order is given up
constexpr qsizetype mostMoments = 1'000;

/// \a wanted may be of each client.
bool isMeant(const Moment &wanted, const Moment &message)
{
    return (wanted.client.isEmpty() || wanted.client == message.client) && wanted.operation == message.operation
           && wanted.nth == message.nth && wanted.atReply == message.atReply;
}

} // namespace

// ---- what passes, and what happens to it ----

Pass Trial::gate(Contender &client, const lab::RelayRules::Passing &passing)
{
    client.process->drain(); // what it said before it sent this
    return passing.fromClient ? gateRequest(client, passing) : gateAnswer(client, passing);
}

Pass Trial::gateRequest(Contender &client, const lab::RelayRules::Passing &passing)
{
    const auto asked = client.conversation.asks(passing.connection, passing.handshake, passing.frame);
    if (!asked || asked->kind == Asked::Kind::Aside)
        return Pass::On;
    client.wordsInARow = 0;
    moved();
    if (asked->kind == Asked::Kind::CloseSession || m_why)
        return Pass::On;
    const auto roll = client.dice.next(); // for each, that another fault does not move those of the seed
    Moment moment{client.conversation.name(), asked->operation, ++client.asked[asked->operation], false};
    auto struck = struckAt(client, moment);
    moment.atReply = true;
    const Moment turn = turnOf(client, lockOperation(asked->operation, asked->path, asked->watch, m_spec.lock), false);
    Contender::Asking asking{moment, turn, asked->path, {}};
    asking.turn.atReply = true;
    if (roll) {
        const Deed &deed = m_spec.faults[roll->which].deed;
        const auto *fault = std::get_if<lab::FaultRequest>(&deed);
        const bool isLater = roll->afterReply && !(fault && lab::isAboutARequest(fault->fault));
        if (isLater)
            asking.drawn = Struck{deed, true};
        else
            struck += Struck{deed, true};
    }
    client.asking.insert_or_assign({passing.connection, asked->xid}, std::move(asking));
    Pass pass = strike(client, passing, struck);
    if (pass == Pass::On)
        pass = takeTurn(client, passing, turn, asked->path, asked->xid);
    if (pass == Pass::Lose)
        return pass;
    const bool isCreate = asked->kind == Asked::Kind::Create;
    if (!client.losing.contains(passing.connection)
        && (std::exchange(client.losesNextReply, false)
            || (isCreate && std::exchange(client.losesNextCreateReply, false))))
        client.losing[passing.connection] = asked->xid;
    return pass;
}

Pass Trial::gateAnswer(Contender &client, const lab::RelayRules::Passing &passing)
{
    constexpr qint32 ping = -2;
    const auto xid = passing.handshake ? std::nullopt : Answer::xidOf(passing.frame);
    if (xid != ping)
        moved();
    QList<Struck> struck;
    Moment turn;
    QString path;
    Pass pass = Pass::On;
    if (xid == Answer::eventXid) {
        turn = turnOf(client, u"event"_s, true);
        struck = struckAt(client, {client.conversation.name(), u"event"_s, ++client.asked[u"event"_s], true});
    } else if (xid) {
        if (const auto asking = client.asking.extract({passing.connection, *xid})) {
            turn = asking.mapped().turn;
            path = asking.mapped().path;
            struck = struckAt(client, asking.mapped().moment);
            if (asking.mapped().drawn)
                struck += *asking.mapped().drawn;
        }
        const auto losing = client.losing.find(passing.connection);
        if (losing != client.losing.end() && losing->second == *xid) {
            client.losing.erase(losing);
            pass = Pass::Lose;
        }
    }
    if (!m_why && pass == Pass::On)
        pass = strike(client, passing, struck);
    if (!m_why && pass == Pass::On)
        pass = takeTurn(client, passing, turn, path, {});
    if (pass != Pass::Hold)
        client.conversation.isAnswered(passing.connection, passing.handshake, passing.frame, pass == Pass::Lose);
    return pass;
}

/// What is to happen at this message.
QList<Trial::Struck> Trial::struckAt(Contender &client, const Moment &moment)
{
    if (client.moments.size() < mostMoments)
        client.moments += moment;
    QList<Struck> struck;
    for (const TrialFault &fault : std::as_const(m_spec.faults)) {
        const auto *wanted = std::get_if<Moment>(&fault.when);
        if (wanted && isMeant(*wanted, moment))
            struck += Struck{fault.deed, false};
    }
    return struck;
}

/// What becomes of the message by all that happens at it.
Pass Trial::strike(Contender &client, const lab::RelayRules::Passing &passing, const QList<Struck> &struck)
{
    const Struck *held = nullptr;
    for (const Struck &one : struck) {
        if (const auto *fault = std::get_if<lab::FaultRequest>(&one.deed)) {
            if (stage(client, *fault, one.atRandom, passing.fromClient))
                return Pass::Lose;
        } else if (const auto *atServer = std::get_if<ServerFault>(&one.deed)) {
            const auto server = client.relay.serverOf(passing.connection);
            if (server && !m_serverIsDown) // one at a time, as of clients
                stageAtServer(*server, *atServer, one.atRandom);
        } else if (!held) {
            held = &one;
        }
    }
    if (!held)
        return Pass::On;
    hold(client, passing, std::get<Hold>(held->deed).duration, held->atRandom);
    return Pass::Hold;
}

// ---- messages that are kept back ----

void Trial::hold(Contender &client, const lab::RelayRules::Passing &passing, std::chrono::milliseconds duration,
                 bool atRandom)
{
    m_sink.write(journal::ClientFault{client.conversation.id(), Fault::Delay, duration.count(), atRandom});
    const bool untilStill = duration == 0ms;
    const quint64 number = keepBack(client, passing, {.untilStill = untilStill});
    if (untilStill)
        m_still.start(stillFor);
    QTimer::singleShot(untilStill ? longestHold : duration, this, [this, number] { letPass(number); });
}

/// The number under which it is let pass.
quint64 Trial::keepBack(Contender &client, const lab::RelayRules::Passing &passing, Held held)
{
    held.number = ++m_heldSoFar;
    held.client = &client;
    held.connection = passing.connection;
    held.fromClient = passing.fromClient;
    if (!passing.fromClient)
        held.frame = passing.frame;
    m_held.push_back(std::move(held));
    return m_heldSoFar;
}

void Trial::letPass(quint64 number, Pass how)
{
    const auto found = std::ranges::find(m_held, number, &Held::number);
    if (found == m_held.end())
        return;
    const Held held = std::move(*found);
    m_held.erase(found);
    tellWaiting();
    Contender &client = *held.client;
    const bool wasLate = !held.place && !held.byHand;
    if (wasLate && !client.relay.isPartitioned())
        m_sink.write(journal::ClientFault{client.conversation.id(), Fault::Heal});
    if (!held.fromClient)
        client.conversation.isAnswered(held.connection, false, held.frame, how == Pass::Lose);
    client.relay.letPass(held.connection, held.fromClient, how);
    moved();
}

void Trial::letAllPass(const Contender &client)
{
    const auto held = m_held; // letting pass takes out
    for (const Held &one : held) {
        if (one.client == &client)
            letPass(one.number);
    }
}

void Trial::restartStillness()
{
    if (std::ranges::any_of(m_held, &Held::untilStill))
        m_still.start(stillFor);
    if (m_order.isActive() && !m_why)
        m_outOfTurn.start(patience);
}

/// Nothing else moves: the oldest message that waits for that passes.
void Trial::onStill()
{
    const auto next = std::ranges::find_if(m_held, &Held::untilStill);
    if (next != m_held.end())
        letPass(next->number);
}

void Trial::connectionOver(Contender &client, int connection)
{
    client.conversation.connectionOver(connection);
    std::erase_if(client.asking, [connection](const auto &asking) { return asking.first.first == connection; });
    std::erase_if(m_held, [&](const Held &held) { return held.client == &client && held.connection == connection; });
    tellWaiting();
    if (m_carriedOut && m_carriedOut->client == &client && m_carriedOut->connection == connection)
        carriedOut(); // or not: that will not be known
}

// ---- messages in an order ----

/// Of one of the lock's own messages, counted; without an operation where it is none of them.
Moment Trial::turnOf(Contender &client, const QString &operation, bool atReply)
{
    if (operation.isEmpty())
        return {};
    return {client.conversation.name(), operation, ++client.turns[operation], atReply};
}

/// \a path: of the node that it is about, where that is known. \a request: its number, of a request.
Pass Trial::takeTurn(Contender &client, const lab::RelayRules::Passing &passing, const Moment &turn,
                     const QString &path, std::optional<qint32> request)
{
    if (turn.operation.isEmpty())
        return Pass::On;
    if (m_isByHand)
        return waitForHand(client, passing, turn, path);
    const auto place = m_order.placeOf(turn);
    if (!place)
        return Pass::On;
    if (!m_carriedOut && m_order.isNext(*place))
        return passInTurn(client, passing.connection, request);
    keepBack(client, passing, {.place = place, .request = request});
    return Pass::Hold;
}

Pass Trial::passInTurn(Contender &client, int connection, std::optional<qint32> request)
{
    const bool isLost = m_order.next().fault.has_value();
    m_order.happened();
    // What a server has not carried out yet could be overtaken by what another client sends.
    if (request && !isLost)
        m_carriedOut = Request{&client, connection, *request};
    QTimer::singleShot(0, this, &Trial::goOn);
    return isLost ? Pass::Lose : Pass::On;
}

/// A frame has come from a server, and may have to wait behind others.
void Trial::hasCome(const Contender &client, int connection, const QByteArray &frame)
{
    const bool isAnswer = m_carriedOut && m_carriedOut->client == &client && m_carriedOut->connection == connection
                          && Answer::xidOf(frame) == m_carriedOut->xid;
    if (isAnswer)
        carriedOut();
}

void Trial::carriedOut()
{
    m_carriedOut.reset();
    QTimer::singleShot(0, this, &Trial::goOn);
}

/// With what waits for its turn.
void Trial::goOn()
{
    while (m_order.isActive() && !m_carriedOut && !m_why) {
        const Turn next = m_order.next();
        if (next.message.operation.isEmpty()) {
            m_order.happened();
            const auto client = std::ranges::find_if(
                m_clients, [&](const auto &one) { return one->conversation.name() == next.message.client; });
            if (next.fault && client != m_clients.end())
                stage(**client, *next.fault, false, true);
            continue;
        }
        const auto held = std::ranges::find(m_held, std::optional(m_order.kept()), &Held::place);
        if (held == m_held.end())
            return;
        const Held one = *held;
        letPass(one.number, passInTurn(*one.client, one.connection, one.request));
    }
}

/// Nothing has moved for long, and the next one has not come: it is left there, and all that waits passes.
void Trial::onOutOfTurn()
{
    if (!m_order.isActive() || m_why)
        return;
    const bool waits = std::ranges::any_of(m_clients, [](const auto &client) {
        return client->isExpiring || (!client->hasEnded && !client->conversation.hasConnected());
    });
    if (waits || !m_sessionsGo.hasExpired()) {
        m_outOfTurn.start(patience);
        return;
    }
    m_otherWay =
        Text::en("The clients took another way at turn %1 of %2: %3 did not come.")
            .arg(QString::number(m_order.kept() + 1), QString::number(m_order.size()), m_order.next().toString());
    m_order.giveUp();
    m_sink.write(journal::Notice{locks::Finding::Severity::Note, m_otherWay});
    const auto held = m_held;
    for (const Held &one : held)
        letPass(one.number);
    for (const auto &client : m_clients)
        resume(*client);
}

// ---- messages that pass by hand ----

Pass Trial::waitForHand(Contender &client, const lab::RelayRules::Passing &passing, const Moment &message,
                        const QString &path)
{
    WaitingMessage waiting{0, client.conversation.id(), message, path, {}};
    if (message.operation == "event"_L1) {
        const auto event = Answer::read(passing.frame, nullptr);
        if (!event || !event->event) // of the connection itself, or of a kind that is not known
            return Pass::On;
        waiting.path = event->path;
        waiting.fired = event->event;
    }
    keepBack(client, passing, {.byHand = waiting});
    tellWaiting();
    return Pass::Hold;
}

void Trial::setByHand(bool byHand)
{
    if (byHand == m_isByHand || m_why)
        return;
    m_isByHand = byHand;
    if (byHand) {
        m_limit.stop();
        return;
    }
    m_limit.start(m_spec.limit);
    const auto held = m_held; // letting pass takes out
    for (const Held &one : held) {
        if (one.byHand)
            letPass(one.number);
    }
}

void Trial::settle(quint64 number, bool isLost)
{
    const auto found = std::ranges::find(m_held, number, &Held::number);
    if (found == m_held.end() || !found->byHand || (isLost && found->byHand->isEvent()))
        return;
    if (isLost)
        m_sink.write(
            journal::ClientFault{found->byHand->client, found->fromClient ? Fault::LoseRequest : Fault::LoseReply});
    letPass(number, isLost ? Pass::Lose : Pass::On);
}

/// From the event loop, once for all that changes at one moment.
void Trial::tellWaiting()
{
    if (!m_waitingDue.isActive())
        m_waitingDue.start(0);
}

void Trial::onWaitingDue()
{
    QList<WaitingMessage> waiting;
    for (const Held &held : m_held) {
        if (held.byHand) {
            waiting += *held.byHand;
            waiting.last().number = held.number;
        }
    }
    if (waiting == m_emittedWaiting)
        return;
    m_emittedWaiting = waiting;
    Q_EMIT waits(waiting);
}

} // namespace lockscope::trial
