// SPDX-License-Identifier: Apache-2.0
// One simulated client: takes a lock round by round, holds it for its time, and says at each moment what it believes.
// Never opens or closes its session, and never learns of it but through its store and sessionLost().
#pragma once

#include "core/journal/journal.h"
#include "core/lab/clientspec.h"
#include "core/recipes/recipe.h"

#include <QTimer>

#include <random>

namespace lockscope::lab {

struct SimClientSpec
{
    ClientId id;
    QString name; ///< also what its node holds
    QString lock;
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Dialect dialect = locks::Dialect::Docs;
    locks::Mode mode = locks::Mode::Exclusive;
    HoldTime hold;
    std::optional<std::chrono::milliseconds> acquireTimeout;
    int rounds = 1; ///< attempts per acquire command; 0: until stopped
};

/// True if a client goes on to its next round although this one ended with \a error.
bool goesOnAfter(const Error &error);

class SimClient final : private recipes::StepObserver
{
public:
    /// All references must outlive the client, and it must be idle when it goes: see idle().
    SimClient(SimClientSpec spec, recipes::Store &store, journal::EventSink &sink, std::mt19937 &random);
    ~SimClient() override;

    ClientId id() const { return m_spec.id; }
    locks::LockState state() const { return m_state; }
    int round() const { return m_round; }

    /// FREE or RELEASED → FETCHING; else nothing.
    void acquire();
    /// RETAINED → RELEASING; while FETCHING it gives up and rests; else nothing.
    void release();

    /// The session is over: a holder learns at once that it holds nothing any more.
    void sessionLost(const Error &why);
    /// Its session is about to be closed, its node with it: it stops believing now and begins nothing new.
    void sessionCloses();
    /// The process is dead: it says nothing any more.
    void crashed() { m_silent = true; }

    /// Answers when nothing of it runs: soon after its session is over, if not before.
    Reply<Done> idle();

private:
    enum class HoldEnd { Release, Lost };

    Task<> run();
    /// One acquisition; true if the next round may follow.
    Task<bool> attempt();
    Task<HoldEnd> hold();
    void giveUp(ErrorCode why);
    void endHold(HoldEnd how);
    void onTimer();
    void become(locks::LockState state, std::optional<Error> error = {});
    std::chrono::milliseconds drawHoldTime();

    Reply<Done> reached(recipes::Step step, const QString &path) override;
    void enqueued(const QString &node) override;

    SimClientSpec m_spec;
    journal::EventSink &m_sink;
    std::mt19937 &m_random;
    std::unique_ptr<recipes::Recipe> m_recipe;
    QTimer m_timer; ///< the acquire timeout, or the hold time
    std::stop_source m_stop;
    std::optional<ErrorCode> m_gaveUp;
    std::optional<ReplyPromise<HoldEnd>> m_holding;
    std::vector<ReplyPromise<Done>> m_waitingForIdle;
    locks::LockState m_state = locks::LockState::Free;
    QString m_node;
    Zxid m_token;
    int m_round = 0;
    bool m_running = false;
    bool m_closing = false;
    bool m_silent = false;
};

} // namespace lockscope::lab
