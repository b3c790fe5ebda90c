// SPDX-License-Identifier: Apache-2.0
// What can happen in the ensemble now, and its words.
#include "core/base/duration.h"
#include "core/model/ensemble.h"
#include "core/model/rules.h"

#include <algorithm>
#include <limits>

namespace lockscope::model {

namespace {

using What = Choice::What;

/// What happens when nothing else is left.
constexpr quint64 late = std::numeric_limits<quint64>::max();

} // namespace

/// The request that may arrive now; null: none.
const Ensemble::Sent *Ensemble::Session::arriving() const
{
    if (toServer.empty() || parked || link != Link::Up || cutOff)
        return nullptr;
    const Sent &first = holds(Rule::Order) ? toServer.front() : toServer.back();
    return paused && first.number >= heldFrom ? nullptr : &first;
}

void Ensemble::choices(std::vector<Offer> &offers) const
{
    offers.clear();
    for (SessionNumber number = 0; number < sessionCount(); ++number)
        sessionChoices(number, offers);
    for (size_t server = 1; server < m_servers.size(); ++server) {
        const size_t applied = m_servers[server].applied;
        if (applied < m_log.size())
            offers.push_back({{What::CatchUp, static_cast<quint32>(server), static_cast<qint64>(applied)}, 0});
    }
    const Tree &tree = m_servers.front().tree;
    for (const QString &path : tree.emptiedContainers())
        offers.push_back({{What::Reap, 0, tree.find(path)->stat.czxid.value}, late});
    if (const auto due = nextDue())
        offers.push_back({{What::Pass, 0, *due}, late});
}

void Ensemble::sessionChoices(SessionNumber number, std::vector<Offer> &offers) const
{
    const Session &session = m_sessions[number];
    if (session.link == Link::Over)
        return;
    const bool isReached = !session.gone && !session.paused && !session.cutOff;
    const bool hasLink = session.link == Link::Up || session.link == Link::HungUp;
    if (const Sent *first = session.arriving())
        offers.push_back({{What::Arrive, number, first->number}, first->order});
    if (hasLink && isReached && !session.toClient.empty()) {
        const Message &first = session.toClient.front();
        offers.push_back({{first.isEvent ? What::Deliver : What::Answer, number, first.number}, first.order});
    }
    // A client that hears nothing gives its connection up, a server's hanging up is seen at the end: these are no
    // faults of their own.
    const bool isLeft = session.link == Link::HungUp && session.toClient.empty();
    const bool breaks = session.gone ? session.arriving() != nullptr : hasLink && !session.paused;
    if (breaks)
        offers.push_back(
            {{What::Break, number, session.breaks}, isLeft ? session.brokenOrder : late, !isLeft && !session.cutOff});
    if (session.link == Link::Down && isReached) {
        for (size_t server = 0; server < m_servers.size(); ++server) {
            const bool isBehind = m_servers[server].tree.zxid() < session.seen && holds(Rule::NeverBack);
            if (!isBehind)
                offers.push_back({{What::Reconnect, number, static_cast<qint64>(server)}, session.brokenOrder});
            if (session.ended)
                break; // every server says that it is over
        }
    }
    if (!session.ended) {
        const bool isDue = !session.isHeardOf() && (session.isDue(m_nowMs) || !holds(Rule::TimeoutIsWaited));
        // One that would be heard of again is given up by a fault alone; one that cannot speak, for certain.
        if (session.isHeardOf() || isDue)
            offers.push_back({{What::Expire, number, 0}, late, isReached});
    }
    if (!session.paused) {
        for (const Timer &timer : session.timers) {
            if (timer.dueMs <= m_nowMs)
                offers.push_back({{What::Timer, number, timer.number}, timer.order});
        }
    }
}

std::optional<qint64> Ensemble::nextDue() const
{
    std::optional<qint64> next;
    const auto consider = [&](qint64 due) {
        if (due > m_nowMs && (!next || due < *next))
            next = due;
    };
    for (const Session &session : m_sessions) {
        if (!session.ended && !session.isHeardOf())
            consider(session.heardMs + session.timeoutMs);
        for (const Timer &timer : session.timers)
            consider(timer.dueMs);
    }
    return next;
}

bool Ensemble::isPossible(const Choice &choice) const
{
    std::vector<Offer> offers;
    choices(offers);
    return std::any_of(offers.begin(), offers.end(), [&choice](const Offer &offer) { return offer.choice == choice; });
}

Text Ensemble::words(const Choice &choice) const
{
    static const Session none;
    const Session &session = choice.subject < m_sessions.size() ? m_sessions[choice.subject] : none;
    switch (choice.what) {
    case What::Arrive: {
        const Sent *first = session.arriving();
        if (!first || first->request.closesSession)
            return Text::en("the end of %1's session arrives").arg(session.name);
        return Text::en("%1 of %2 arrives").arg(operationName(first->request.operation), session.name);
    }
    case What::Answer:
        if (session.toClient.front().isLost)
            return Text::en("the reply to %1 of %2 is lost")
                .arg(operationName(session.toClient.front().operation), session.name);
        if (session.toClient.front().closes)
            return Text::en("%1 hears that its session is closed").arg(session.name);
        return Text::en("%1 hears of its %2").arg(session.name, operationName(session.toClient.front().operation));
    case What::Deliver:
        return Text::en("the watch event of %1 reaches %2").arg(session.toClient.front().path, session.name);
    case What::Break: {
        const auto reply = std::find_if(session.toClient.begin(), session.toClient.end(),
                                        [](const Message &message) { return !message.isEvent; });
        if (session.link == Link::HungUp && session.toClient.empty())
            return Text::en("%1 sees that its server has hung up").arg(session.name);
        if (session.parked || reply != session.toClient.end()) {
            const Message &lost = session.parked ? session.parked->message : *reply;
            return Text::en("the connection of %1 breaks: the reply to its %2 is lost")
                .arg(session.name, operationName(lost.operation));
        }
        if (!session.toServer.empty())
            return Text::en("the connection of %1 breaks: its %2 is lost")
                .arg(session.name, operationName(session.toServer.front().request.operation));
        return Text::en("the connection of %1 breaks").arg(session.name);
    }
    case What::Reconnect:
        if (session.ended)
            return Text::en("%1 hears that its session is over").arg(session.name);
        if (hasFollowers())
            return Text::en("%1 connects again, to server %2").arg(session.name, choice.detail + 1);
        return Text::en("%1 connects again").arg(session.name);
    case What::Expire: return Text::en("the session of %1 times out").arg(session.name);
    case What::Timer: return Text::en("the timer of %1 runs out").arg(session.name);
    case What::CatchUp: return Text::en("server %1 carries out the next change").arg(choice.subject + 1);
    case What::Reap:
        for (const QString &path : m_servers.front().tree.emptiedContainers()) {
            if (m_servers.front().tree.find(path)->stat.czxid.value == choice.detail)
                return Text::en("the empty container %1 goes").arg(path);
        }
        return {};
    case What::Pass: return Text::en("%1 pass").arg(durationToText(std::chrono::milliseconds(choice.detail - m_nowMs)));
    }
    return {};
}

} // namespace lockscope::model
