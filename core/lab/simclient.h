// SPDX-License-Identifier: Apache-2.0
// One simulated client: takes a lock round by round, holds it for its time, and says at each moment what it believes.
// Never opens or closes its session, and never learns of it but through its store and sessionLost().
#pragma once

#include "core/journal/journal.h"
#include "core/lab/clientspec.h"
#include "core/lab/faultdriver.h"
#include "core/lab/seldomtimer.h"
#include "core/recipes/recipe.h"
#include "core/recipes/redisstore.h"
#include "core/recipes/sqlstore.h"

#include <deque>

namespace lockscope::lab {

/// One client of a request, whose paths are in the order in which this one takes them. What is about all of its clients
/// (how many, their names, their faults) is not looked at.
struct SimClientSpec : SpawnRequest
{
    ClientId id;
    QString name; ///< also what its node holds
    locks::Mode mode = locks::Mode::Exclusive;
};

/// True if a client goes on to its next round although this one ended with \a error.
bool goesOnAfter(const Error &error);

/// What its recipe needs of a session that is none on ZooKeeper; nothing on one that is.
struct KeyStores
{
    std::vector<recipes::RedisStore *> redis = {}; ///< one for each server
    recipes::SqlStore *sql = nullptr;
};

class SimClient final : private recipes::StepObserver
{
public:
    /// All references must outlive the client, and it must be idle when it goes: see idle(). \a resource: where the
    /// number is that its lock guards; null: where its session is.
    SimClient(SimClientSpec spec, recipes::Store &store, journal::EventSink &sink, ClientRandom &random,
              KeyStores keys = {}, recipes::Store *resource = nullptr);

    ClientId id() const { return m_spec.id; }
    locks::LockState state() const { return m_state; }
    int round() const { return m_round; }
    /// Of those of the last acquire command.
    bool hasRoundsLeft() const { return m_spec.rounds == 0 || m_roundsDone < m_spec.rounds; }

    /// FREE or RELEASED → FETCHING; RETAINED: one more entry; else nothing.
    void acquire();
    /// RETAINED: one entry less, the last one → RELEASING; while FETCHING it gives up and rests; else nothing.
    void release();
    /// RETAINED as a writer → as a reader, and back; what the recipe refuses is written as a notice. Else nothing.
    void downgrade() { ask(Ask::Downgrade); }
    void upgrade() { ask(Ask::Upgrade); }
    /// Asks the holder of the lock to give it back; a notice says what came of it.
    Task<> askForRevocation();

    /// From now on it does nothing: timers that run out, and steps that it comes to, wait for resume(). Its session is
    /// to be stopped by the caller as well.
    void pause() { m_paused = true; }
    void resume();
    /// Its acquire timeout and its hold time stand still meanwhile.
    void setLimitsHeld(bool held) { m_timer.setHeld(held); }
    /// The next time that it comes to \a step it stops there until goOn(); its session and its timers go on. May be
    /// asked for while it is stopped.
    void stopBefore(recipes::Step step) { m_stopBefore = step; }
    /// From where it is stopped; if it is not, a stop that was asked for is taken back.
    void goOn();

    /// The session is over: a holder learns at once that it holds nothing any more.
    void sessionLost(const Error &why);
    /// Its session is about to be closed, its node with it: it stops believing now and begins nothing new.
    void sessionCloses();
    /// It is about to be closed, and what it holds or asks for would stay: it gives that back first, and begins nothing
    /// new. idle() answers when it has.
    void giveBack();
    /// The process is dead: it says nothing any more, until it is given a new session.
    void crashed() { m_silent = true; }
    /// A fresh session after the end of the one before, for an idle client: whatever it held is gone. Goes on with the
    /// rounds that were left if \a goOn.
    void restart(recipes::Store &store, bool goOn, KeyStores keys = {});

    /// Answers when nothing of it runs: soon after its session is over, if not before.
    Reply<Done> idle();

private:
    /// What is asked of a holder.
    enum class Ask {
        Enter,      ///< once more
        Leave,      ///< one entry
        ReleaseAll, ///< every entry
        Downgrade,
        Upgrade,
        Lose, ///< nothing is left to release: the session is over
    };

    std::unique_ptr<recipes::Recipe> makeRecipe(recipes::Store &store, KeyStores keys);
    Task<> run();
    /// One acquisition; true if the next round may follow.
    Task<bool> attempt();
    /// From the grant to the release, with all that is asked in between; true if the next round may follow.
    Task<bool> hold(recipes::Grant grant);
    // The work that the lock is there for: one number more, written where all write theirs.
    Task<> beginWork();
    Task<> endWork();
    recipes::Store *storeOfNumber() const { return m_resource ? m_resource : m_store; }
    void stamped(const Result<bool> &accepted, qint64 number, Zxid token);
    /// Enters once more, or changes the mode; a notice says why not.
    Task<> change(Ask how);
    /// One entry, or all; the error of the last answer.
    Task<Result<Done>> leave(bool all);
    void giveUp(ErrorCode why);
    void ask(Ask what);
    void onTimer();
    void become(locks::LockState state, std::optional<Error> error = {});
    void notice(locks::Finding::Severity severity, const Text &text);
    std::chrono::milliseconds drawHoldTime();
    void ended();

    Reply<Done> reached(recipes::Step step, const QString &path) override;
    void enqueued(const QString &node) override;
    void revocationRequested(const QString &node) override;

    SimClientSpec m_spec;
    recipes::Store *m_store;
    recipes::Store *m_resource; ///< past its session; null: there is none
    journal::EventSink &m_sink;
    ClientRandom &m_random;
    std::unique_ptr<recipes::Recipe> m_recipe;
    SeldomTimer m_timer; ///< the acquire timeout, or the hold time
    std::stop_source m_stop;
    std::optional<ErrorCode> m_gaveUp;
    std::optional<ReplyPromise<Ask>> m_holding; ///< while it holds and waits for what is asked next
    std::deque<Ask> m_askedAtWork;              ///< in which it waits for the resource
    std::optional<qint64> m_number;             ///< that it is to write
    bool m_atWork = false;
    bool m_holdIsOver = false; ///< all is to be released as soon as it waits again
    std::vector<ReplyPromise<Done>> m_waitingForIdle;
    std::vector<ReplyPromise<Done>> m_halted; ///< steps that wait for the end of a pause
    std::optional<recipes::Step> m_stopBefore;
    std::vector<ReplyPromise<Done>> m_stopped; ///< steps that wait for goOn()
    locks::Mode m_mode = locks::Mode::Exclusive;
    locks::LockState m_state = locks::LockState::Free;
    QString m_node;
    Zxid m_token;
    int m_round = 0;
    int m_roundsDone = 0; ///< since the acquire command
    int m_running = 0;    ///< coroutines
    bool m_attempting = false;
    bool m_paused = false;
    bool m_timedOutInPause = false;
    bool m_closing = false;
    bool m_silent = false;
};

} // namespace lockscope::lab
