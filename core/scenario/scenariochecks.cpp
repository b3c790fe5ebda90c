// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariochecks.h"

#include "core/locks/recipecatalog.h"

#include <QHash>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::Fault;

namespace {

/// As much of a client as the steps so far tell.
struct PlannedClient
{
    const SpawnRequest *request = nullptr;
    int endedIn = -1; ///< the step after which it does nothing more
    QString ended;    ///< "crashed"
    bool removed = false;
    bool acquired = false; ///< was told to
    bool paused = false;
    bool cut = false; ///< partitioned, or late

    bool writes() const { return request->writers > 0; }
};

class StepChecker
{
public:
    StepChecker(const Scenario &scenario, Complaints &complaints)
        : m_complaints(complaints)
    {
        for (const SpawnRequest &request : scenario.clients) {
            for (const QString &name : request.names)
                m_clients[name].request = &request;
        }
        for (const PlannedStep &step : scenario.steps) {
            std::visit([this](const auto &what) { check(what); }, step.what);
            ++m_index;
        }
    }

private:
    void complain(const QString &key, const QString &sentence)
    {
        m_complaints.add(u"steps[%1].%2"_s.arg(m_index).arg(key), sentence);
    }

    bool isOver(const QString &name, const PlannedClient &client)
    {
        if (client.endedIn < 0)
            return false;
        complain(u"client"_s,
                 u"\"%1\" %2 in steps[%3] and does nothing any more"_s.arg(name, client.ended).arg(client.endedIn));
        return true;
    }

    void end(PlannedClient &client, const QString &how)
    {
        client.endedIn = m_index;
        client.ended = how;
    }

    void check(const CommandAction &action)
    {
        for (const QString &name : action.clients) {
            PlannedClient &client = m_clients[name];
            if (action.command == ClientCommand::Remove && !client.removed) { // what ended otherwise can still leave
                end(client, u"left"_s);
                client.removed = true;
            } else if (action.command == ClientCommand::Acquire
                       && !client.removed) { // with a new session, where need be
                client.endedIn = -1;
                client.acquired = true;
            } else if (!isOver(name, client)) {
                check(action.command, name, client);
            }
        }
    }

    void check(ClientCommand command, const QString &name, PlannedClient &client)
    {
        const locks::RecipeInfo &recipe = locks::recipeInfo(client.request->recipe);
        const auto needsAcquire = [&] {
            if (!client.acquired)
                complain(u"client"_s, u"\"%1\" was never told to acquire"_s.arg(name));
        };
        switch (command) {
        case ClientCommand::Acquire: break;
        case ClientCommand::Release: needsAcquire(); break;
        case ClientCommand::Downgrade:
        case ClientCommand::Upgrade:
            needsAcquire();
            if (!recipe.options.writers)
                complain(u"client"_s, u"\"%1\" runs %2, which knows no readers"_s.arg(name, recipe.name));
            else if (command == ClientCommand::Downgrade && !client.writes())
                complain(u"client"_s, u"\"%1\" is a reader: only a writer can downgrade"_s.arg(name));
            break;
        case ClientCommand::Revoke:
            if (!recipe.revocable)
                complain(u"client"_s, u"\"%1\" runs %2, which cannot ask for a lock"_s.arg(name, recipe.name));
            break;
        case ClientCommand::Close: end(client, u"closed its session"_s); break;
        case ClientCommand::Remove: break;
        }
    }

    void check(const FaultAction &action)
    {
        for (const QString &name : action.clients) {
            PlannedClient &client = m_clients[name];
            if (isOver(name, client))
                continue;
            switch (action.fault.fault) {
            case Fault::Crash: end(client, u"crashed"_s); break;
            case Fault::Close: end(client, u"closed its session"_s); break;
            case Fault::Expire: break;
            case Fault::Pause: client.paused = true; break;
            case Fault::Partition:
            case Fault::Delay: client.cut = true; break;
            case Fault::Resume:
                if (!std::exchange(client.paused, false))
                    complain(u"client"_s, u"\"%1\" is not paused"_s.arg(name));
                break;
            case Fault::Heal:
                if (!std::exchange(client.cut, false))
                    complain(u"client"_s, u"\"%1\" is neither cut off nor late"_s.arg(name));
                break;
            case Fault::LoseReply:
            case Fault::LoseCreateReply: break;
            }
        }
    }

    void check(const NodeAction &) { }
    void check(const WaitAction &) { }
    void check(const MeasureAction &) { }

    void check(const Condition &condition)
    {
        const auto *clients = std::get_if<ClientCondition>(&condition);
        if (!clients)
            return;
        for (const QString &name : clients->clients) {
            const PlannedClient &client = m_clients[name];
            const bool ofTheServer = clients->node && !clients->state && !clients->holds && !clients->waits;
            if (client.removed || (client.ended == "crashed"_L1 && !ofTheServer && !clients->connection))
                complain(u"until.client"_s,
                         u"\"%1\" %2 in steps[%3] and tells nothing any more%4"_s.arg(name, client.ended)
                             .arg(client.endedIn)
                             .arg(client.removed ? QString() : u": wait for its node to be gone (\"node\": false)"_s));
            const bool wantsLock = clients->holds == true || clients->waits == true
                                   || clients->state == locks::LockState::Retained
                                   || clients->state == locks::LockState::Fetching || clients->done == true;
            if (wantsLock && !client.acquired)
                complain(u"until.client"_s, u"\"%1\" was never told to acquire"_s.arg(name));
        }
    }

    Complaints &m_complaints;
    QHash<QString, PlannedClient> m_clients;
    int m_index = 0;
};

} // namespace

void checkSteps(const Scenario &scenario, Complaints &complaints)
{
    StepChecker(scenario, complaints);
}

} // namespace lockscope::lab
