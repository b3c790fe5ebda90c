// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/sqllocks.h"

#include "core/recipes/pollinglock.h"

#include <chrono>
#include <functional>
#include <optional>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

namespace {

class SqlLock : public PollingLock<SqlStore>
{
public:
    SqlLock(const RecipeSpec &spec, SqlStore &store, StepObserver *observer)
        : PollingLock(spec, keyOf(spec.lock), store, observer)
    {
    }

protected:
    using Token = SqlStore::Token;
    using Ask = std::function<Reply<Token>()>;

    /// Nothing: another holds it, or the database let this one wait too long. An error in which the outcome is not
    /// known is the caller's matter.
    Task<Result<Token>> attempt(Step step, Ask ask)
    {
        const auto passed = co_await reach(step);
        if (!passed)
            co_return tl::unexpected(passed.error());
        auto asking = ask();
        auto got = co_await asking;
        if (!got && got.error().code == ErrorCode::SqlBusy)
            co_return Token();
        co_return std::move(got);
    }
};

// ---- a row that is there ----

/// Who inserts the row holds, who deletes it releases; the others try again. Kept for a limited time, anybody may take
/// a row over whose time is over: by the database's clock, so that no client's counts.
class RowLock final : public SqlLock
{
public:
    using SqlLock::SqlLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        while (!stop.stop_requested()) {
            auto got = co_await take();
            if (!got)
                co_return tl::unexpected(got.error());
            if (*got && stop.stop_requested())
                co_return withdrawn(co_await removeOwn(Step::Withdraw));
            if (*got)
                co_return hold(**got);
            const auto rested = co_await rest(stop);
            if (!rested)
                co_return tl::unexpected(rested.error());
        }
        co_return cancelled();
    }

    Task<Result<Done>> release() override
    {
        if (!std::exchange(m_held, false))
            co_return notHeld();
        co_return co_await removeOwn(Step::Release);
    }

    Task<Result<bool>> isStillHeld() override
    {
        if (!m_held)
            co_return false;
        const auto found = co_await findOwn();
        if (!found)
            co_return tl::unexpected(found.error());
        co_return found->has_value();
    }

private:
    Task<Result<Token>> take()
    {
        auto got = co_await attempt(Step::Claim, [this] { return m_store.insertRow(m_key, m_value, m_spec.limit); });
        if (got && !*got && m_spec.limit.count() > 0) {
            got =
                co_await attempt(Step::Exchange, [this] { return m_store.takeOverRow(m_key, m_value, m_spec.limit); });
        }
        if (got)
            co_return std::move(got);
        const auto back = co_await connectedAfter(got.error());
        if (!back)
            co_return tl::unexpected(back.error());
        co_return co_await findOwn(); // it may have been taken all the same
    }

    Task<Result<Token>> findOwn()
    {
        for (;;) {
            const auto passed = co_await reach(Step::FindOwn);
            if (!passed)
                co_return tl::unexpected(passed.error());
            auto finding = m_store.findRow(m_key, m_value);
            auto found = co_await finding;
            if (found)
                co_return std::move(found);
            const auto back = co_await afterFailure(found.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }

    /// Repeated until it is known: it is the same twice.
    Task<Result<Done>> removeOwn(Step step)
    {
        bool mayBeDone = false;
        for (;;) {
            const auto passed = co_await reach(step);
            if (!passed)
                co_return tl::unexpected(passed.error());
            auto removing = m_store.deleteRow(m_key, m_value);
            const auto removed = co_await removing;
            if (removed && (*removed || mayBeDone))
                co_return Done();
            if (removed)
                co_return notHeld();
            mayBeDone = mayBeDone || removed.error().outcomeUnknown();
            const auto back = co_await afterFailure(removed.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }

    /// Of what must be done all the same: ends when it can be tried again.
    Task<Result<Done>> afterFailure(Error error)
    {
        if (error.code != ErrorCode::SqlBusy)
            co_return co_await connectedAfter(error);
        auto resting = m_store.after(m_spec.poll);
        co_return co_await resting;
    }
};

// ---- a version that is still the same ----

/// Optimistic: no client waits to begin. One that finds at the end that another was first has worked in vain, and works
/// again.
class VersionLock final : public SqlLock
{
public:
    using SqlLock::SqlLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        const auto read = co_await readVersion(stop);
        if (!read)
            co_return tl::unexpected(read.error());
        m_began = std::chrono::steady_clock::now();
        co_return hold();
    }

    Task<Result<Done>> release() override
    {
        using namespace std::chrono;
        if (!std::exchange(m_held, false))
            co_return notHeld();
        const auto work = duration_cast<milliseconds>(steady_clock::now() - m_began);
        for (;;) {
            const auto passed = co_await reach(Step::Write);
            if (!passed)
                co_return tl::unexpected(passed.error());
            auto updating = m_store.updateIfVersion(m_key, m_version, m_value);
            const auto updated = co_await updating;
            if (updated && *updated)
                co_return Done();
            if (!updated && updated.error().code != ErrorCode::SqlBusy) {
                const auto back = co_await connectedAfter(updated.error());
                if (!back)
                    co_return tl::unexpected(back.error());
                const auto isOurs = co_await isStillNewest();
                if (!isOurs)
                    co_return tl::unexpected(isOurs.error());
                if (*isOurs)
                    co_return Done();
                // Or it was ours and another came after it: that is not known, and the work is done twice.
            }
            const auto read = co_await readVersion({});
            if (!read)
                co_return tl::unexpected(read.error());
            const auto again = co_await reach(Step::Wait);
            if (!again)
                co_return tl::unexpected(again.error());
            auto working = m_store.after(work);
            const auto worked = co_await working;
            if (!worked)
                co_return tl::unexpected(worked.error());
        }
    }

    Task<Result<bool>> isStillHeld() override { co_return m_held; }

private:
    Task<Result<Done>> readVersion(std::stop_token stop)
    {
        for (;;) {
            const auto passed = co_await reach(Step::Read);
            if (!passed)
                co_return tl::unexpected(passed.error());
            auto reading = m_store.readVersion(m_key);
            const auto version = co_await reading;
            if (version) {
                m_version = *version;
                co_return Done();
            }
            if (version.error().code == ErrorCode::SqlBusy && stop.stop_requested())
                co_return cancelled();
            if (version.error().code == ErrorCode::SqlBusy)
                continue;
            const auto back = co_await connectedAfter(version.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }

    Task<Result<bool>> isStillNewest()
    {
        const auto passed = co_await reach(Step::FindOwn);
        if (!passed)
            co_return tl::unexpected(passed.error());
        auto finding = m_store.findRow(m_key, m_value);
        const auto found = co_await finding;
        if (!found)
            co_return tl::unexpected(found.error());
        co_return found->has_value();
    }

    qint64 m_version = 0;
    std::chrono::steady_clock::time_point m_began;
};

// ---- locks that belong to the connection ----

/// The database keeps who waits; the lock goes with the connection that holds it.
class ConnectionLock : public SqlLock
{
public:
    using SqlLock::SqlLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        const auto got = co_await fetch(stop);
        if (got && stop.stop_requested()) {
            const auto removed = co_await giveBack(Step::Withdraw);
            m_store.giveConnectionBack();
            co_return withdrawn(removed);
        }
        if (got)
            co_return hold(*got);
        m_store.giveConnectionBack();
        co_return tl::unexpected(got.error());
    }

    Task<Result<Done>> release() override
    {
        if (!std::exchange(m_held, false))
            co_return notHeld();
        const auto released = co_await giveBack(Step::Release);
        m_store.giveConnectionBack();
        co_return released;
    }

    Task<Result<bool>> isStillHeld() override
    {
        if (!m_held)
            co_return false;
        auto asking = m_store.isSameConnection();
        co_return co_await asking;
    }

protected:
    virtual Reply<Token> lock() = 0;
    virtual Reply<Done> unlock() = 0;

private:
    /// The connection is kept from one attempt to the next, and taken again where it was lost.
    Task<Result<Zxid>> fetch(std::stop_token stop)
    {
        bool hasConnection = false;
        while (!stop.stop_requested()) {
            std::optional<Error> failed;
            if (!hasConnection) {
                const auto taken = co_await takeConnection(stop);
                hasConnection = taken.has_value();
                if (!taken)
                    failed = taken.error();
            } else {
                const auto got = co_await attempt(Step::Claim, [this] { return lock(); });
                if (got && *got)
                    co_return **got;
                if (!got)
                    failed = got.error();
            }
            if (!failed)
                continue;
            const auto back = co_await connectedAfter(*failed); // nothing is held: it would have gone with it
            if (!back)
                co_return tl::unexpected(back.error());
            hasConnection = false;
        }
        co_return cancelled();
    }

    Task<Result<Done>> takeConnection(std::stop_token stop)
    {
        const auto passed = co_await reach(Step::Connect);
        if (!passed)
            co_return tl::unexpected(passed.error());
        const ReplyPromise<Done> over;
        m_store.takeConnection().then([over](const Result<Done> &taken) { over.complete(taken); });
        const std::stop_callback onStop(stop, [over, error = cancelled()] {
            const auto kept = over; // it may destroy this callback
            kept.complete(error);
        });
        const Reply<Done> taking(over);
        co_return co_await taking;
    }

    Task<Result<Done>> giveBack(Step step)
    {
        const auto passed = co_await reach(step);
        if (!passed)
            co_return tl::unexpected(passed.error());
        auto unlocking = unlock();
        const auto unlocked = co_await unlocking;
        if (!unlocked && unlocked.error().connectionWasLost())
            co_return notHeld(); // it went with the connection, now or before
        co_return unlocked;
    }
};

/// SELECT … FOR UPDATE in a transaction that is open as long as the lock is held.
class ForUpdate final : public ConnectionLock
{
public:
    using ConnectionLock::ConnectionLock;

private:
    Reply<Token> lock() override { return m_store.lockRow(m_key, m_value); }
    Reply<Done> unlock() override { return m_store.unlockRow(m_key, m_value); }
};

/// The database's lock by name: no row, no transaction.
class NamedLock final : public ConnectionLock
{
public:
    using ConnectionLock::ConnectionLock;

private:
    Reply<Token> lock() override { return m_store.lockName(m_key, m_value); }
    Reply<Done> unlock() override { return m_store.unlockName(m_key, m_value); }
};

} // namespace

std::unique_ptr<Recipe> makeSqlRecipe(locks::RecipeId id, RecipeSpec spec, SqlStore &store, StepObserver *observer)
{
    using locks::RecipeId;
    if (id == RecipeId::SqlRow)
        return std::make_unique<RowLock>(spec, store, observer);
    if (id == RecipeId::SqlVersion)
        return std::make_unique<VersionLock>(spec, store, observer);
    if (id == RecipeId::SqlForUpdate)
        return std::make_unique<ForUpdate>(spec, store, observer);
    Q_ASSERT(id == RecipeId::SqlNamed);
    return std::make_unique<NamedLock>(spec, store, observer);
}

} // namespace lockscope::recipes
