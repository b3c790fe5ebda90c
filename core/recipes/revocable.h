// SPDX-License-Identifier: Apache-2.0
// A mutex whose holder can be asked to give it back, as Curator's Revocable: others write a word into its node's data,
// and the holder's watch on these data fires. Never taken away: the holder decides.
// Included by recipe.cpp alone.
#pragma once

#include "core/base/path.h"
#include "core/recipes/mutex.h"

namespace lockscope::recipes {

class RevocableMutex final : public Mutex
{
public:
    using Mutex::Mutex;

    /// The observer hears once that the holder is asked, also if that was before it held. If it may not read its own
    /// node it holds all the same, and cannot be asked.
    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        auto granted = co_await Mutex::acquire(stop);
        if (granted) {
            m_leaving = false;
            listen(granted->node);
        }
        co_return std::move(granted);
    }

    Task<Result<Done>> release() override
    {
        m_leaving = true;
        auto released = co_await Mutex::release(); // the watch fires with it, and needs no request of its own
        co_await stopListening();
        co_return std::move(released);
    }

    /// Asks the node at the head of the queue, of any client. NotHeld if there is none.
    Task<Result<Done>> requestRevocation(std::stop_token stop) override
    {
        while (!stop.stop_requested()) {
            const auto listed = co_await m_steps.children(m_spec.lock);
            if (!listed && listed.error().code != ErrorCode::NoNode)
                co_return tl::unexpected(listed.error());
            const Contenders queue = listed ? contendersAmong(listed->names, m_spec.dialect) : Contenders();
            if (queue.empty())
                co_return failure(ErrorCode::NotHeld, QStringLiteral("ask for it back"), m_spec.lock,
                                  Text::en("no client holds it"));
            const QString holder = joinPath(m_spec.lock, queue.front().name.toString());
            const auto asked = co_await ask(holder);
            if (asked || asked.error().code != ErrorCode::NoNode)
                co_return asked;
            // It went meanwhile: the one that is at the head now holds.
        }
        co_return failure(ErrorCode::Cancelled, QStringLiteral("ask for it back"), m_spec.lock);
    }

private:
    /// Runs beside the holder, from the grant until its node is gone or released.
    Task<> listen(QString node)
    {
        m_listening.emplace();
        bool wasSeen = false;
        for (;;) {
            const auto content = co_await m_steps.watchData(node);
            if (!content)
                break; // the node is gone or cannot be read, or the session is over
            m_watch = content->watch;
            if (m_leaving)
                m_watch->cancel();
            else if (!wasSeen && content->content.data == revocationWord()) {
                wasSeen = true;
                m_steps.revocationRequested(node); // the holder may release at once
            }
            const auto fired = co_await content->watch->fired();
            if (m_leaving || !fired || *fired != WatchEvent::Changed)
                break;
        }
        m_watch.reset();
        const auto over = *std::exchange(m_listening, {});
        over.complete(Done());
    }

    Task<> stopListening()
    {
        m_leaving = true;
        if (const auto watch = m_watch)
            watch->cancel();
        if (m_listening) {
            Reply<Done> ending(*m_listening);
            co_await ending;
        }
    }

    /// What asks for the lock back in a node's data: Curator's word, or the one of ZooKeeper's documentation.
    QByteArray revocationWord() const { return m_spec.dialect == locks::Dialect::Docs ? "unlock" : "__REVOKE__"; }

    /// Writes the word into the data of the holder's node.
    Task<Result<Done>> ask(QString holder)
    {
        const auto passed = co_await m_steps.reach(Step::Write, holder);
        if (!passed)
            co_return tl::unexpected(passed.error());
        for (;;) {
            const auto written = co_await m_steps.store().set(holder, revocationWord(), -1);
            if (written)
                co_return Done();
            const auto lost = co_await m_steps.mayHaveBeenDone(written.error()); // writing it twice does no harm
            if (!lost)
                co_return tl::unexpected(lost.error());
        }
    }

    std::shared_ptr<Watch> m_watch; ///< on our own data, while it is set
    std::optional<ReplyPromise<Done>> m_listening;
    bool m_leaving = false;
};

} // namespace lockscope::recipes
