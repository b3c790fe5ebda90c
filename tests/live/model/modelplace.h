// SPDX-License-Identifier: Apache-2.0
// A program played in the model: what is possible happens in the order in which it became so, as on a server that is
// asked by nobody else. Never a fault that the program does not name.
#pragma once

#include "core/model/session.h"
#include "tests/live/model/place.h"

namespace lockscope::semantics {

class ModelPlace final : public Place
{
public:
    ModelPlace()
    {
        for (auto &slot : m_slots)
            slot.session = &open();
    }
    /// Nobody waits any longer.
    ~ModelPlace() override
    {
        for (auto &slot : m_slots) {
            slot.session->listen({});
            slot.session->crash();
        }
    }

    recipes::Store &store(int session) override { return *at(session).session; }
    Reply<MultiAnswer> multi(int session, std::vector<WriteOp> ops) override
    {
        return at(session).session->multi(std::move(ops));
    }
    Reply<Done> sync(int session, QString path) override { return at(session).session->sync(path); }
    Task<Result<Done>> replace(int session) override
    {
        const auto closed = co_await at(session).session->close();
        put(session);
        co_return Done();
    }
    void lose(int session, model::Loss loss) override
    {
        m_model.ensemble().loseNext(at(session).session->number(), loss);
    }
    Task<Result<Done>> cut(int session) override
    {
        at(session).isCut = true;
        breakConnection(session);
        co_return Done();
    }
    void mend(int session) override { at(session).isCut = false; }
    Task<Result<Done>> expire(int session) override
    {
        model::Session &ending = *at(session).session;
        breakConnection(session); // as where another client takes the session over
        const ReplyPromise<Done> known;
        ending.listen([known](ConnectionState state) {
            if (isOver(state) || state == ConnectionState::Connected)
                known.complete(Done());
        });
        m_model.happen({model::Choice::What::Expire, ending.number(), 0});
        Reply<Done> knows(known);
        const auto ended = co_await knows;
        if (ending.state() == ConnectionState::Connected)
            co_return failure(ErrorCode::Other, QStringLiteral("expire"));
        put(session);
        co_return Done();
    }
    std::optional<int> eventsSent(int session, const QString &) override { return at(session).events; }

    /// False if nothing is left to happen.
    bool next()
    {
        using What = model::Choice::What;
        const model::Offer *oldest = nullptr;
        for (const model::Offer &offer : m_model.choices()) {
            const What what = offer.choice.what;
            const bool waits = what == What::Reap || what == What::Pass || what == What::Expire;
            if (offer.isFault || waits || (what == What::Reconnect && slotOf(offer.choice.subject).isCut))
                continue;
            if (!oldest || offer.since < oldest->since)
                oldest = &offer;
        }
        if (!oldest)
            return false;
        const model::Choice choice = oldest->choice;
        if (choice.what == What::Deliver)
            ++slotOf(choice.subject).events;
        m_model.happen(choice);
        return true;
    }

private:
    struct Slot
    {
        model::Session *session = nullptr;
        bool isCut = false;
        int events = 0;
    };

    Slot &at(int session) { return m_slots[static_cast<size_t>(session)]; }
    Slot &slotOf(model::SessionNumber number)
    {
        const auto found = std::find_if(m_slots.begin(), m_slots.end(),
                                        [number](const Slot &slot) { return slot.session->number() == number; });
        return found == m_slots.end() ? m_former : *found;
    }
    model::Session &open() { return m_model.open(QStringLiteral("s"), std::chrono::seconds(10)); }
    void put(int session)
    {
        at(session).session->listen({});
        at(session).session = &open();
    }
    void breakConnection(int session)
    {
        const model::SessionNumber number = at(session).session->number();
        for (const model::Offer &offer : m_model.choices()) {
            if (offer.choice.what == model::Choice::What::Break && offer.choice.subject == number) {
                const model::Choice choice = offer.choice;
                m_model.happen(choice);
                return;
            }
        }
    }

    model::Model m_model;
    std::array<Slot, sessionsEach> m_slots;
    Slot m_former; ///< one that was replaced
};

/// What each session saw; "stuck" if the program does not come to its end.
inline Result<QStringList> playInModel(const Program &program, const QString &directory)
{
    constexpr int tooMany = 100'000;
    const auto outcome = std::make_shared<std::optional<Result<QStringList>>>();
    ModelPlace place;
    play(&place, program, directory).then([outcome](const Result<QStringList> &result) { *outcome = result; });
    for (int steps = 0; steps < tooMany && !*outcome && place.next(); ++steps) { }
    if (!*outcome)
        return QStringList{QStringLiteral("stuck")};
    return **outcome;
}

} // namespace lockscope::semantics
