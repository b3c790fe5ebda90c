// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/revocable.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

QByteArray revocationWord(locks::Dialect dialect)
{
    return dialect == locks::Dialect::Docs ? "unlock"_ba : "__REVOKE__"_ba;
}

Task<Result<Grant>> RevocableMutex::acquire(std::stop_token stop)
{
    auto granted = co_await Mutex::acquire(stop);
    if (granted) {
        m_leaving = false;
        listen(granted->node);
    }
    co_return std::move(granted);
}

Task<> RevocableMutex::listen(QString node)
{
    m_listening.emplace();
    bool told = false;
    for (;;) {
        const auto content = co_await m_steps.watchData(node);
        if (!content)
            break; // the node is gone or cannot be read, or the session is over
        m_watch = content->watch;
        if (m_leaving)
            m_watch->cancel();
        else if (!told && content->content.data == revocationWord(m_spec.dialect)) {
            told = true;
            m_steps.revocationRequested(node); // the holder may release at once
        }
        auto firing = content->watch->fired();
        const auto fired = co_await firing;
        if (m_leaving || !fired || *fired != WatchEvent::Changed)
            break;
    }
    m_watch.reset();
    const auto over = *std::exchange(m_listening, {});
    over.complete(Done());
}

Task<> RevocableMutex::stopListening()
{
    m_leaving = true;
    if (const auto watch = m_watch)
        watch->cancel();
    if (m_listening) {
        Reply<Done> ending(*m_listening);
        co_await ending;
    }
}

Task<Result<Done>> RevocableMutex::release()
{
    m_leaving = true;
    auto released = co_await Mutex::release(); // the watch fires with it, and needs no request of its own
    co_await stopListening();
    co_return std::move(released);
}

Task<Result<Done>> RevocableMutex::requestRevocation(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        const auto listed = co_await m_steps.children(m_spec.lock);
        if (!listed && listed.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(listed.error());
        const Contenders queue = listed ? contendersAmong(listed->names, m_spec.dialect) : Contenders();
        if (queue.empty())
            co_return failure(ErrorCode::NotHeld, u"ask for it back"_s, m_spec.lock, Text::en("nobody holds it"));
        const QString holder = joinPath(m_spec.lock, queue.front().name.toString());
        const auto asked = co_await ask(holder);
        if (asked || asked.error().code != ErrorCode::NoNode)
            co_return asked;
        // It went meanwhile: the one that is at the head now holds.
    }
    co_return failure(ErrorCode::Cancelled, u"ask for it back"_s, m_spec.lock);
}

Task<Result<Done>> RevocableMutex::ask(QString holder)
{
    auto gate = m_steps.reach(Step::Write, holder);
    const auto passed = co_await gate;
    if (!passed)
        co_return tl::unexpected(passed.error());
    for (;;) {
        auto reply = m_steps.store().set(holder, revocationWord(m_spec.dialect), -1);
        const auto written = co_await reply;
        if (written)
            co_return Done();
        const auto lost = co_await m_steps.mayHaveBeenDone(written.error()); // writing it twice does no harm
        if (!lost)
            co_return tl::unexpected(lost.error());
    }
}

} // namespace lockscope::recipes
