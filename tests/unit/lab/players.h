// SPDX-License-Identifier: Apache-2.0
// Simulated clients on an ensemble in memory, each on a session of its own, with all that they ask in the journal.
// Nothing happens but in the calls that run the ensemble.
#pragma once

#include "core/lab/clientstores.h"
#include "core/lab/simclient.h"
#include "tests/support/fake/fakeensemble.h"
#include "tests/unit/lab/eventlog.h"

#include <memory>
#include <vector>

namespace lockscope::lab {

/// A client with its session, ended cleanly when it goes.
struct Player
{
    Player(fake::FakeEnsemble &fake, EventLog &log, SimClientSpec spec)
        : ensemble(fake)
        , session(fake.newSession())
        , store(spec.id, session, log)
        , resource(spec.resource == Resource::OfSession ? nullptr : &fake.newSession())
        , client(std::move(spec), store, log, random, {}, resource)
    {
        log.write(journal::ClientConnection{client.id(), ConnectionState::Connected, session.session()});
    }
    ~Player()
    {
        end();
        if (client.state() == locks::LockState::Fetching || client.state() == locks::LockState::Retained)
            qFatal("The client goes on although its session is over");
    }
    void acquireNow()
    {
        client.acquire();
        ensemble.run();
    }
    void releaseNow()
    {
        client.release();
        ensemble.run();
    }
    void end()
    {
        client.sessionCloses();
        session.cut(true);
        ensemble.run();
        client.sessionLost({ErrorCode::Closed, {}, {}, {}});
        ensemble.run();
    }

    fake::FakeEnsemble &ensemble;
    fake::FakeSession &session;
    JournalingStore store;
    ClientRandom random{1, 0, 0};
    fake::FakeSession *resource; ///< null: none but its own
    SimClient client;
};

class Players
{
public:
    const QString lockPath = QStringLiteral("/locks/orders");
    fake::FakeEnsemble ensemble;
    EventLog log;

    /// Whoever came last goes first.
    ~Players()
    {
        while (!m_players.empty())
            m_players.pop_back();
    }
    /// "client-1" and so on; \a change: of what it does beside one round by hand.
    Player &add(const std::function<void(SimClientSpec &)> &change = {})
    {
        SimClientSpec spec;
        spec.id = ClientId{static_cast<quint32>(m_players.size()) + 1};
        spec.name = QStringLiteral("client-%1").arg(spec.id.value);
        spec.lock = lockPath;
        if (change)
            change(spec);
        log.write(journal::ClientSpawned{spec.id, spec.name, spec.recipe, spec.dialect, spec.mode, spec.lock,
                                         spec.leases, spec.entries, spec.threads, spec.paths});
        m_players.push_back(std::make_unique<Player>(ensemble, log, std::move(spec)));
        return *m_players.back();
    }
    /// \a rounds times one after another.
    Player &add(locks::RecipeId recipe, int rounds = 1)
    {
        return add([&](SimClientSpec &spec) {
            spec.recipe = recipe;
            spec.rounds = rounds;
        });
    }
    /// And it holds, or waits.
    template<typename... What>
    Player &enter(What &&...what)
    {
        Player &player = add(std::forward<What>(what)...);
        player.acquireNow();
        return player;
    }
    const std::vector<std::unique_ptr<Player>> &all() const { return m_players; }

private:
    std::vector<std::unique_ptr<Player>> m_players;
};

} // namespace lockscope::lab
