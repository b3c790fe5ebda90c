// SPDX-License-Identifier: Apache-2.0
#include "core/lab/opensessions.h"

#include "core/lab/relay.h"

#include <QDir>
#include <QLocale>

#include <algorithm>
#include <limits>
#include <utility>

#include <sys/resource.h>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr int openedAtOnce = 64; ///< a burst of a thousand connections is more than a server's backlog takes
constexpr qint64 spare = 32;     ///< for what else the program opens meanwhile

qint64 raisedLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return std::numeric_limits<qint64>::max();
    if (limit.rlim_cur < limit.rlim_max) {
        rlimit raised = limit;
        raised.rlim_cur = limit.rlim_max;
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    return limit.rlim_cur == RLIM_INFINITY ? std::numeric_limits<qint64>::max() : static_cast<qint64>(limit.rlim_cur);
}

/// A server that took some and then no more has a limit.
Error judgeRefusal(const Error &error, size_t taken, int asked)
{
    if (taken == 0 || error.code != ErrorCode::ConnectTimeout)
        return error;
    return {error.code,
            u"spawn"_s,
            {},
            Text::en("the server took %1 of %2 sessions; none was kept. Raise its maxClientCnxns "
                     "(0: no limit), or start at most %1 clients")
                .arg(taken, asked)};
}

Task<> openNext(SessionFactory *factory, std::shared_ptr<SessionOpening> opening)
{
    while (opening->next < opening->count && !opening->error) {
        ++opening->next;
        auto session = co_await factory->open(opening->route, opening->timeout);
        if (session && opening->over.isComplete())
            (*session)->crash();
        else if (session)
            opening->sessions.push_back(std::move(*session));
        else if (!opening->error)
            opening->error = session.error();
    }
}

Task<> openAll(SessionFactory *factory, std::shared_ptr<SessionOpening> opening)
{
    std::vector<Task<>> openers;
    for (int i = 0; i < std::min(openedAtOnce, opening->count); ++i)
        openers.push_back(openNext(factory, opening));
    for (auto &opener : openers)
        co_await opener;
    opening->over.complete(Done());
}

Task<> closeSessions(std::shared_ptr<SessionOpening> opening)
{
    std::vector<Task<>> closing;
    for (const auto &session : opening->sessions)
        closing.push_back(session->close());
    for (auto &task : closing)
        co_await task;
    opening->sessions.clear();
}

} // namespace

std::optional<Error> judgeRoom(int clients, int each, qint64 openNow, qint64 limit)
{
    const qint64 needed = openNow + qint64(clients) * each + spare;
    if (needed <= limit)
        return {};
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    const qint64 possible = std::max<qint64>((limit - openNow - spare) / each, 0);
    const Text needs =
        each == 1
            ? Text::en("%1 clients need %2 file descriptors and this process may open %3: raise the limit (ulimit "
                       "-n) or start at most %4 clients.")
            : Text::en("%1 clients need %2 file descriptors, %5 for each with its relay, and this process may open "
                       "%3: raise the limit (ulimit -n) or start at most %4 clients.");
    return Error{ErrorCode::InvalidInput,
                 u"spawn"_s,
                 {},
                 needs.arg(english.toString(clients), english.toString(needed), english.toString(limit),
                           english.toString(possible), each)};
}

std::optional<Error> makeRoomForSessions(int clients, int each)
{
    const qint64 openNow =
        QDir(u"/proc/self/fd"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System).size();
    return judgeRoom(clients, each, openNow, raisedLimit());
}

void abandon(SessionOpening &opening)
{
    if (opening.over.isComplete())
        return;
    if (!opening.error)
        opening.error = Error{ErrorCode::Cancelled, u"spawn"_s, {}, {}};
    for (const auto &session : std::exchange(opening.sessions, {}))
        session->crash();
    opening.over.complete(Done());
}

Task<Result<std::vector<std::unique_ptr<ClientSession>>>> openSessions(SessionFactory *factory,
                                                                       std::shared_ptr<SessionOpening> opening)
{
    const int each = factory->descriptorsEach() + (opening->route == Route::Relayed ? descriptorsPerRelay : 0);
    if (const auto problem = each > 0 ? makeRoomForSessions(opening->count, each) : std::nullopt)
        co_return tl::unexpected(*problem);
    openAll(factory, opening);
    const Reply<Done> over(opening->over);
    co_await over;
    if (opening->error) {
        const Error refused = judgeRefusal(*opening->error, opening->sessions.size(), opening->count);
        co_await closeSessions(opening);
        co_return tl::unexpected(refused);
    }
    co_return std::move(opening->sessions);
}

} // namespace lockscope::lab
