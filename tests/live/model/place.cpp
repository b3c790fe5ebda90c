// SPDX-License-Identifier: Apache-2.0
#include "tests/live/model/place.h"

#include "core/base/path.h"

namespace lockscope::semantics {

using namespace Qt::StringLiterals;

namespace {

/// The watches of a session that have not ended, oldest first.
struct Watching
{
    int number;
    std::shared_ptr<recipes::Watch> watch;
};

class Player : public std::enable_shared_from_this<Player>
{
public:
    Player(Place &place, QString directory)
        : m_place(place)
        , m_directory(std::move(directory))
        , m_trace(m_directory)
    {
        for (int session = 0; session < sessionsEach; ++session)
            meet(session);
    }

    Trace &trace() { return m_trace; }
    QString at(const QString &name) const { return name.isEmpty() ? m_directory : joinPath(m_directory, name); }
    void meet(int session)
    {
        m_watching[static_cast<size_t>(session)].clear();
        m_trace.meet(m_place.store(session).session(), u"s%1.%2"_s.arg(session).arg(++m_met));
    }
    void cancel(int session, unsigned pick)
    {
        auto &watching = m_watching[static_cast<size_t>(session)];
        if (watching.empty())
            return;
        const auto chosen = watching.begin() + static_cast<std::ptrdiff_t>(pick % watching.size());
        const auto watch = chosen->watch;
        watching.erase(chosen);
        watch->cancel();
    }

    /// Answers when all are answered.
    Reply<Done> ask(int session, const std::vector<Ask> &asks)
    {
        const ReplyPromise<Done> over;
        const auto left = std::make_shared<size_t>(asks.size());
        for (const Ask &each : asks) {
            askOne(session, each, [left, over] {
                if (--*left == 0)
                    over.complete(Done());
            });
        }
        return Reply<Done>(over);
    }

private:
    using Over = std::function<void()>;

    /// Writes down what comes, then says that it is over.
    template<typename T, typename Say>
    void await(int session, const QString &asked, Reply<T> reply, const Over &over, Say say)
    {
        reply.then([self = shared_from_this(), session, asked, say, over](Result<T> result) {
            if (result)
                say(*result);
            else
                self->m_trace.answer(session, asked, result.error());
            over();
        });
    }

    void keep(int session, const QString &path, const std::shared_ptr<recipes::Watch> &watch)
    {
        const int number = ++m_watches[static_cast<size_t>(session)];
        m_watching[static_cast<size_t>(session)].push_back({number, watch});
        watch->fired().then([self = shared_from_this(), session, path, number](const Result<WatchEvent> &event) {
            std::erase_if(self->m_watching[static_cast<size_t>(session)],
                          [number](const Watching &other) { return other.number == number; });
            if (event && *event != WatchEvent::NotWatching)
                self->m_trace.event(session, *event, path, number);
        });
    }

    void askOne(int session, const Ask &ask, const Over &over)
    {
        recipes::Store &store = m_place.store(session);
        const QString path = at(ask.name);
        const QString asked = operationName(ask.operation) + u' ' + m_trace.below(path);
        const auto tell = [this, session, asked](const QString &more, const std::optional<NodeStat> &stat) {
            m_trace.answer(session, asked, {}, more, stat);
        };
        const auto tellData = [tell](const NodeContent &content) {
            tell(QString::fromUtf8(content.data), content.stat);
        };
        const auto tellNames = [tell](const Children &children) {
            QStringList sorted = children.names.toList();
            sorted.sort();
            tell(sorted.join(u' '), children.stat);
        };
        const auto tellDone = [tell](const Done &) { tell(u"done"_s, {}); };
        switch (ask.operation) {
        case Operation::Create:
            return await(session, asked, store.create(path, ask.data, ask.kind), over,
                         [this, tell](const CreatedNode &made) { tell(m_trace.below(made.path), made.stat); });
        case Operation::Delete: return await(session, asked, store.remove(path, ask.version), over, tellDone);
        case Operation::Sync: return await(session, asked, m_place.sync(session, path), over, tellDone);
        case Operation::Set:
            return await(session, asked, store.set(path, ask.data, ask.version), over,
                         [tell](const NodeStat &stat) { tell(u"done"_s, stat); });
        case Operation::Multi: return askMulti(session, ask, over);
        case Operation::Get:
            if (!ask.watch)
                return await(session, asked, store.get(path), over, tellData);
            return await(session, asked, store.watchData(path), over,
                         [this, tellData, session, path](const recipes::WatchedContent &watched) {
                             tellData(watched.content);
                             keep(session, path, watched.watch);
                         });
        case Operation::List:
            if (!ask.watch)
                return await(session, asked, store.children(path), over, tellNames);
            return await(session, asked, store.watchChildren(path), over,
                         [this, tellNames, session, path](const recipes::WatchedChildren &watched) {
                             tellNames(watched.children);
                             keep(session, path, watched.watch);
                         });
        default: // Exists
            if (!ask.watch)
                return await(session, asked, store.exists(path), over,
                             [tell](const NodeStat &stat) { tell(u"there"_s, stat); });
            return await(session, asked, store.watchExists(path), over,
                         [this, tell, session, path](const recipes::Watched &watched) {
                             tell(watched.stat ? u"there"_s : u"absent"_s, watched.stat);
                             keep(session, path, watched.watch);
                         });
        }
    }

    void askMulti(int session, const Ask &ask, const Over &over)
    {
        std::vector<WriteOp> ops = ask.ops;
        for (WriteOp &op : ops)
            op.path = at(op.path);
        const auto say = [this, session](const MultiAnswer &answer) {
            m_trace.write(session,
                          answer.refused
                              ? u"multi → %1 at %2"_s.arg(errorCodeName(answer.refused->code)).arg(answer.refusedAt)
                              : u"multi → done"_s);
            for (const auto &stat : answer.stats) {
                if (stat && !answer.refused)
                    m_trace.answer(session, u"of it"_s, {}, u"set"_s, stat);
            }
        };
        await(session, u"multi"_s, m_place.multi(session, std::move(ops)), over, say);
    }

    Place &m_place;
    QString m_directory;
    Trace m_trace;
    std::array<std::vector<Watching>, sessionsEach> m_watching;
    std::array<int, sessionsEach> m_watches{};
    int m_met = 0;
};

/// What was told to the session before has reached it once this is answered.
std::vector<Ask> look()
{
    return {Ask{Operation::Exists, {}}};
}

Task<Result<Done>> carryOut(Place *place, std::shared_ptr<Player> player, Act act)
{
    const int session = act.session;
    const std::vector<Ask> looking = look();
    switch (act.what) {
    case Act::What::Ask: co_return co_await player->ask(session, act.asks);
    case Act::What::Cancel: {
        const auto before = co_await player->ask(session, looking);
        player->cancel(session, act.pick);
        co_return co_await player->ask(session, looking);
    }
    case Act::What::Lose: {
        // What was under way to it before is told: it is not lost with the rest.
        const auto before = co_await player->ask(session, looking);
        place->lose(session, act.loss);
        const auto lost = co_await player->ask(session, act.asks);
        const auto back = co_await place->store(session).connected();
        if (!back)
            co_return tl::unexpected(back.error());
        co_return co_await player->ask(session, looking);
    }
    case Act::What::Cut: {
        const auto before = co_await player->ask(session, looking);
        co_return co_await place->cut(session);
    }
    case Act::What::Mend: {
        place->mend(session);
        const auto back = co_await place->store(session).connected();
        if (!back)
            co_return tl::unexpected(back.error());
        co_return co_await player->ask(session, looking);
    }
    case Act::What::Replace:
    case Act::What::Expire: {
        const auto before = co_await player->ask(session, looking);
        Result<Done> replaced = Done();
        if (act.what == Act::What::Replace)
            replaced = co_await place->replace(session);
        else
            replaced = co_await place->expire(session);
        if (replaced)
            player->meet(session);
        co_return replaced;
    }
    }
    co_return Done();
}

} // namespace

Task<Result<QStringList>> play(Place *place, Program program, QString directory)
{
    const auto made = co_await place->store(0).create(directory, {}, NodeKind::Persistent);
    if (!made)
        co_return tl::unexpected(made.error());
    const auto player = std::make_shared<Player>(*place, directory);
    for (const Act &act : program.acts) {
        const auto done = co_await carryOut(place, player, act);
        if (!done)
            co_return tl::unexpected(done.error());
    }
    for (int session = 0; session < sessionsEach; ++session) {
        const std::vector<Ask> looking = look();
        const auto seen = co_await player->ask(session, looking);
    }
    for (int session = 0; session < sessionsEach && !program.faulty && !program.endsSessions(); ++session) {
        if (const auto sent = place->eventsSent(session, directory))
            player->trace().write(session, u"%1 events"_s.arg(*sent));
    }
    co_return player->trace().toText(program.faulty || program.endsSessions());
}

} // namespace lockscope::semantics
