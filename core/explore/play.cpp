// SPDX-License-Identifier: Apache-2.0
#include "core/explore/play.h"

#include "core/base/path.h"

#include <algorithm>
#include <utility>

namespace lockscope::explore {

using namespace Qt::StringLiterals;
using locks::LockState;
using What = model::Choice::What;
using Place = Footprint::Place;

// ---- what is written down ----

void Play::Log::write(journal::Payload what)
{
    if (isOver)
        return;
    if (const auto *state = std::get_if<journal::ClientLockState>(&what)) {
        const size_t client = state->id.value - 1;
        if (states.size() <= client) {
            states.resize(client + 1, LockState::Free);
            modes.resize(client + 1, locks::Mode::Exclusive);
        }
        changesOfHolders += states[client] == LockState::Retained || state->state == LockState::Retained ? 1 : 0;
        states[client] = state->state;
        modes[client] = state->mode;
    }
    journal::Event event{++number, clockNs(), std::move(what)};
    checker.add(event);
    if (keeps)
        events.append(std::move(event));
}

Play::Play(const Setup &setup, bool keeps)
    : m_log(m_model.ensemble())
    , m_factory(m_model)
    , m_lab(m_factory, m_log, 1)
{
    m_log.keeps = keeps;
    if (keeps)
        m_observer.emplace(m_model.ensemble(), m_log, u"/"_s);
    const QStringList directories = directoriesOf(setup);
    for (const QString &path : directories) {
        if (!setup.isFresh && path != "/"_L1)
            m_model.ensemble().write(WriteOp::create(path));
    }
    if (setup.strayNode)
        m_model.ensemble().write(WriteOp::create(joinPath(setup.clients.lock, u"README"_s)));
    lab::SpawnRequest request = setup.clients;
    request.hold = {};
    request.seed = 1;
    m_lab.spawn(request).then([this](const Result<QList<ClientId>> &spawned) {
        for (const ClientId id : spawned.value_or(QList<ClientId>()))
            m_ids.push_back({id});
    });
    m_log.states.resize(m_ids.size(), LockState::Free);
    m_log.modes.resize(m_ids.size(), locks::Mode::Exclusive);
    m_crashed.resize(m_ids.size());
    m_paused.resize(m_ids.size());
    m_causes.resize(m_ids.size());
    m_steps = -1;
    noteCauses();
    m_steps = 0;
    if (m_observer)
        m_observer->look();
}

Play::~Play()
{
    m_log.isOver = true;
}

// ---- what can happen ----

/// Time passes only where it must.
static bool comesByItself(const model::Offer &offer)
{
    return !offer.isFault && offer.choice.what != What::Pass && offer.choice.what != What::Expire;
}

const std::vector<model::Offer> &Play::offers()
{
    if (!m_offers)
        m_offers = &m_model.choices();
    return *m_offers;
}

const model::Offer *Play::offered(What what, quint32 client)
{
    const auto &all = offers();
    const auto found = std::find_if(all.begin(), all.end(), [&](const model::Offer &offer) {
        return offer.choice.what == what && offer.choice.subject == client;
    });
    return found == all.end() ? nullptr : &*found;
}

bool Play::isThere(quint32 client)
{
    return !m_crashed[client] && !isOver(m_model.session(client).state());
}

const std::vector<Step> &Play::possible()
{
    if (std::exchange(m_isListed, true))
        return m_possible;
    m_possible.clear();
    for (const model::Offer &offer : offers()) {
        if (comesByItself(offer))
            m_possible.push_back({Step::What::Choice, 0, offer.choice});
    }
    for (quint32 client = 0; client < clientCount(); ++client) {
        if (m_paused[client])
            m_possible.push_back({Step::What::Resume, client, {}});
        else if (m_log.states[client] == LockState::Retained && isThere(client))
            m_possible.push_back({Step::What::Release, client, {}});
        if ((m_crashed[client] || m_paused[client]) && !m_model.ensemble().isEnded(client))
            m_possible.push_back({Step::What::Choice, 0, {What::Expire, client, 0}});
    }
    return m_possible;
}

std::optional<Step> Play::oldest()
{
    const model::Offer *oldest = nullptr;
    for (const model::Offer &offer : offers()) {
        if (comesByItself(offer) && (!oldest || offer.since < oldest->since))
            oldest = &offer;
    }
    if (oldest)
        return Step{Step::What::Choice, 0, oldest->choice};
    return possible().empty() ? std::nullopt : std::optional(possible().front());
}

std::optional<Step> Play::faultStep(Fault fault, quint32 client)
{
    if (!isThere(client) || m_paused[client])
        return std::nullopt;
    const model::Ensemble &ensemble = m_model.ensemble();
    const auto broken = [&]() -> std::optional<Step> {
        const model::Offer *offer = offered(What::Break, client);
        if (!offer || !offer->isFault)
            return std::nullopt;
        return Step{Step::What::Choice, 0, offer->choice};
    };
    switch (fault) {
    case Fault::Crash: return Step{Step::What::Crash, client, {}};
    case Fault::Pause: return Step{Step::What::Pause, client, {}};
    case Fault::Expire:
        if (ensemble.isEnded(client))
            return std::nullopt;
        return Step{Step::What::Choice, 0, {What::Expire, client, 0}};
    case Fault::LoseRequest:
        return ensemble.arriving(client) && !ensemble.hasReplyUnderWay(client) ? broken() : std::nullopt;
    case Fault::LoseReply: return ensemble.hasReplyUnderWay(client) ? broken() : std::nullopt;
    case Fault::GiveUp:
        if (m_log.states[client] != LockState::Fetching)
            return std::nullopt;
        return Step{Step::What::GiveUp, client, {}};
    case Fault::Downgrade:
        if (m_log.states[client] != LockState::Retained || m_log.modes[client] != locks::Mode::Exclusive)
            return std::nullopt;
        return Step{Step::What::Downgrade, client, {}};
    }
    return std::nullopt;
}

bool Play::isPossible(const Step &step)
{
    const auto &all = possible();
    if (std::find(all.begin(), all.end(), step) != all.end())
        return true;
    const quint32 client = step.subject();
    if (client >= clientCount())
        return false;
    for (size_t fault = 0; fault < faultCount; ++fault) {
        if (faultStep(static_cast<Fault>(fault), client) == step)
            return true;
    }
    // Time passes only as far as the next thing that is due.
    return step.what == Step::What::Choice && step.choice.what == What::Pass
           && std::any_of(offers().begin(), offers().end(),
                          [&step](const model::Offer &offer) { return offer.choice == step.choice; });
}

Text Play::words(const Step &step) const
{
    switch (step.what) {
    case Step::What::Choice: return m_model.ensemble().words(step.choice);
    case Step::What::Release: return Text::en("%1 releases").arg(name(step.client));
    case Step::What::GiveUp: return Text::en("%1 gives up waiting").arg(name(step.client));
    case Step::What::Crash: return Text::en("%1 crashes").arg(name(step.client));
    case Step::What::Pause: return Text::en("%1 stands still").arg(name(step.client));
    case Step::What::Resume: return Text::en("%1 goes on").arg(name(step.client));
    case Step::What::Downgrade: return Text::en("%1 goes on as a reader").arg(name(step.client));
    }
    return {};
}

// ---- what happens ----

void Play::happen(const Step &step)
{
    const model::Ensemble &ensemble = m_model.ensemble();
    if (m_log.keeps)
        m_log.write(journal::Notice{locks::Finding::Severity::Note, words(step)});
    m_footprint.clear();
    const int holdersBefore = m_log.changesOfHolders;
    if (step.what == Step::What::Choice) {
        noteRead(step.choice);
    } else {
        m_footprint.write(Place::Client, step.client);
        m_footprint.read(Place::Connection, step.client);
        if (step.what == Step::What::Crash || step.what == Step::What::Pause || step.what == Step::What::Resume) {
            m_footprint.write(Place::Connection, step.client);
            m_footprint.write(Place::Inbox, step.client);
        }
    }
    if (step.what == Step::What::Choice && step.choice.what == What::Expire) {
        while (!ensemble.isPossible(step.choice)) {
            const auto &all = m_model.choices();
            const auto pass = std::find_if(all.begin(), all.end(),
                                           [](const model::Offer &offer) { return offer.choice.what == What::Pass; });
            if (pass == all.end())
                break;
            const Step passes{Step::What::Choice, 0, pass->choice};
            if (m_log.keeps)
                m_taken.push_back(passes);
            m_model.happen(passes.choice);
        }
    }
    if (m_log.keeps)
        m_taken.push_back(step);
    carryOut(step);
    m_offers = nullptr;
    m_isListed = false;
    if (step.what == Step::What::Choice && step.choice.what == What::Arrive) {
        std::vector<int> &replies = m_causes[step.choice.subject].replies;
        replies.resize(static_cast<size_t>(step.choice.detail) + 1, -1);
        replies.back() = m_steps;
    }
    noteCauses();
    if (m_log.changesOfHolders != holdersBefore)
        m_footprint.write(Place::Holding);
    if (m_observer)
        m_observer->look();
    m_log.steps = ++m_steps;
}

void Play::carryOut(const Step &step)
{
    const QList<ClientId> none;
    const QList<ClientId> &ids = step.client < m_ids.size() ? m_ids[step.client] : none;
    switch (step.what) {
    case Step::What::Choice: m_model.happen(step.choice); break;
    case Step::What::Release:
    case Step::What::GiveUp: m_lab.command(ids, lab::ClientCommand::Release); break;
    case Step::What::Crash:
        m_crashed[step.client] = true;
        m_lab.fault(ids, {journal::Fault::Crash});
        break;
    case Step::What::Pause:
        m_paused[step.client] = true;
        m_lab.fault(ids, {journal::Fault::Pause});
        break;
    case Step::What::Resume:
        m_paused[step.client] = false;
        m_lab.fault(ids, {journal::Fault::Resume});
        break;
    case Step::What::Downgrade: m_lab.command(ids, lab::ClientCommand::Downgrade); break;
    }
}

/// Before it happens: what it is about to read and write, but for the watches that it fires.
void Play::noteRead(const model::Choice &choice)
{
    const model::Ensemble &ensemble = m_model.ensemble();
    const model::SessionNumber session = choice.subject;
    switch (choice.what) {
    case What::Arrive:
        m_footprint.read(Place::Connection, session);
        m_footprint.write(Place::Inbox, session);
        if (const model::Request *request = ensemble.arriving(session)) {
            if (request->closesSession)
                noteEnd(session);
            else
                noteRequest(*request);
        }
        break;
    case What::Answer:
    case What::Deliver:
    case What::Timer:
        m_footprint.read(Place::Connection, session);
        m_footprint.write(Place::Client, session);
        break;
    case What::Reconnect: // which sets its watches again, and brings missed events
        m_footprint.readTree();
        [[fallthrough]];
    case What::Break:
        m_footprint.write(Place::Connection, session);
        m_footprint.write(Place::Inbox, session);
        m_footprint.write(Place::Client, session);
        break;
    case What::Expire: noteEnd(session); break;
    case What::Reap:
        for (const QString &path : ensemble.tree().emptiedContainers())
            noteWrite(WriteOp::remove(path));
        break;
    case What::CatchUp:
    case What::Pass:
        m_footprint.readTree();
        m_footprint.changeTree();
        break;
    }
}

void Play::noteRequest(const model::Request &request)
{
    switch (request.operation) {
    case Operation::Create: noteWrite(WriteOp::create(request.path, {}, request.kind)); break;
    case Operation::Delete: noteWrite(WriteOp::remove(request.path)); break;
    case Operation::Set: noteWrite(WriteOp::set(request.path, {})); break;
    case Operation::Multi:
        for (const WriteOp &op : request.ops)
            noteWrite(op);
        break;
    case Operation::Sync: break;
    default: // a read: a node's Stat shows changes of its children, too
        m_footprint.read(Place::Node, request.path);
        m_footprint.read(Place::Children, request.path);
        break;
    }
}

void Play::noteWrite(const WriteOp &op)
{
    if (op.operation == Operation::Check)
        return m_footprint.read(Place::Node, op.path);
    m_footprint.changeTree();
    m_footprint.write(Place::Node, op.path);
    if (op.operation == Operation::Create || op.operation == Operation::Delete) {
        m_footprint.read(Place::Children, op.path);
        m_footprint.write(Place::Children, parentPath(op.path));
    }
}

/// With its ephemeral nodes.
void Play::noteEnd(model::SessionNumber session)
{
    m_footprint.write(Place::Connection, session);
    m_footprint.write(Place::Inbox, session);
    for (const QString &path : m_model.ensemble().tree().ephemerals(m_model.ensemble().id(session)))
        noteWrite(WriteOp::remove(path));
}

/// After it has happened: what is new under way is caused by it, and a watch that it fired is in the inbox of another.
void Play::noteCauses()
{
    for (quint32 client = 0; client < clientCount(); ++client) {
        Causes &causes = m_causes[client];
        causes.requests.resize(m_model.ensemble().requestCount(client) + 1, m_steps);
        const size_t events = m_model.ensemble().eventCount(client) + 1;
        if (events > causes.events.size() && events > 1) {
            m_footprint.read(Place::Connection, client);
            m_footprint.write(Place::Inbox, client);
        }
        causes.events.resize(events, m_steps);
    }
}

int Play::cause(const Step &step) const
{
    if (step.what != Step::What::Choice || step.choice.subject >= clientCount())
        return -1;
    const Causes &causes = m_causes[step.choice.subject];
    const std::vector<int> *kind = step.choice.what == What::Arrive    ? &causes.requests
                                   : step.choice.what == What::Answer  ? &causes.replies
                                   : step.choice.what == What::Deliver ? &causes.events
                                                                       : nullptr;
    const auto number = static_cast<size_t>(step.choice.detail);
    return kind && number < kind->size() ? (*kind)[number] : -1;
}

Text Play::stateText(quint32 client) const
{
    return m_crashed[client]  ? Text::en("crashed")
           : m_paused[client] ? Text::en("paused")
                              : locks::lockStateText(m_log.states[client]);
}

// ---- what is wrong ----

bool Play::isQuiet()
{
    const auto &all = possible();
    return std::all_of(all.begin(), all.end(), [](const Step &step) { return step.what == Step::What::Release; });
}

std::optional<Wrong> Play::wrong()
{
    const journal::CheckReport report = m_log.checker.report(isQuiet());
    for (const journal::Violation &violation : report.violations) {
        if (violation.rule != journal::Rule::BeliefOverlap) // which no lock service prevents
            return Wrong{journal::ruleName(violation.rule), violation.text};
    }
    const bool isOver = m_possible.empty();
    for (quint32 client = 0; isOver && client < clientCount(); ++client) {
        if (m_log.states[client] == LockState::Fetching && isThere(client))
            return Wrong{u"waits-for-ever"_s,
                         Text::en("%1 waits, and nothing is left that could serve it.").arg(name(client))};
    }
    return std::nullopt;
}

} // namespace lockscope::explore
