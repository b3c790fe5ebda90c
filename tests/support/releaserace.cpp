// SPDX-License-Identifier: Apache-2.0
#include "tests/support/releaserace.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/observe/release.h"
#include "tests/support/instant.h"

#include <QEventLoop>
#include <QRandomGenerator>

#include <chrono>
#include <memory>
#include <vector>

namespace lockscope::test {

using namespace Qt::StringLiterals;

namespace {

/// A node that somebody put at the path of the release: who it is, and what became of it by others' hands.
struct Incarnation
{
    Zxid czxid;
    bool deletedByOthers = false;
};

enum class Deed {
    Nothing,
    Change, ///< another version of the same node
    Delete,
    Replace,          ///< deleted and made again by its owner
    ReplaceByOther,   ///< the same by another session
    ReplaceAndChange, ///< … until its version is that of the first one, or passes it
    ReplaceTwice,
    RemakeDirectory, ///< with the directory, so that numbers begin again: the same name, the same number of children
};
constexpr int deedCount = 8;

class Race
{
public:
    Race(const QString &connectString, quint32 seed, ReleaseBy by)
        : m_random(seed)
        , m_by(by)
        , m_releaser(open(connectString))
        , m_owner(open(connectString))
        , m_other(open(connectString))
    {
    }

    Task<Result<ReleaseRace>> run(int releases)
    {
        for (zk::Session *session : {m_releaser.get(), m_owner.get(), m_other.get()}) {
            auto connecting = session->connected();
            const auto id = co_await connecting;
            if (!id)
                co_return tl::unexpected(id.error());
        }
        auto making = m_owner->create(u"/race"_s, {}, NodeKind::Persistent);
        const auto made = co_await making;
        if (!made)
            co_return tl::unexpected(made.error());
        double totalMs = 0;
        for (m_race.releases = 0; m_race.releases < releases; ++m_race.releases) {
            auto racing = once();
            const auto ms = co_await racing;
            if (!ms)
                co_return tl::unexpected(ms.error());
            totalMs += *ms;
        }
        m_race.meanMs = totalMs / releases;
        auto removing = m_owner->remove(u"/race"_s, -1);
        const auto removed = co_await removing;
        if (!removed)
            co_return tl::unexpected(removed.error());
        co_return m_race;
    }

private:
    static std::unique_ptr<zk::Session> open(const QString &connectString)
    {
        auto session = std::make_unique<zk::Session>(zk::SessionSpec{connectString, 30'000});
        session->open();
        return session;
    }
    int below(int bound) { return static_cast<int>(m_random.bounded(bound)); }

    /// One release, and what others do meanwhile; the milliseconds that carrying it out took.
    Task<Result<double>> once()
    {
        m_nodes.clear();
        m_directory = u"/race/d%1"_s.arg(m_race.releases);
        m_sequential = below(2) == 0;
        m_path = m_directory + (m_sequential ? u"/lock-0000000000"_s : u"/job"_s);
        auto makingDirectory = m_owner->create(m_directory, {}, NodeKind::Persistent);
        const auto made = co_await makingDirectory;
        if (!made)
            co_return tl::unexpected(made.error());
        auto making = make(*m_owner);
        co_await making;
        for (int changes = below(3); changes > 0; --changes) {
            auto setting = m_owner->set(m_path, "before", -1);
            co_await setting;
        }
        auto planning = observe::planRelease(*m_releaser, {m_path});
        const auto plan = co_await planning;
        if (!plan)
            co_return tl::unexpected(plan.error());

        const auto deed = static_cast<Deed>(below(deedCount));
        const ReplyPromise<Done> othersDone;
        // From well before the release to after its end: its four or five round trips take about as long.
        const auto instant = std::chrono::microseconds(below(4'000));
        const bool before = below(4) == 0;
        if (before)
            start(deed, {}, othersDone);
        else
            start(deed, instant, othersDone);
        const auto began = std::chrono::steady_clock::now();
        auto carryingOut = m_by == ReleaseBy::Guard ? observe::carryOut(*m_releaser, *plan) : byVersion(*plan);
        const auto outcome = co_await carryingOut;
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
        const Reply<Done> others(othersDone);
        co_await others;
        auto judging = judge(*plan, outcome, deed);
        const auto judged = co_await judging;
        if (!judged)
            co_return tl::unexpected(judged.error());
        co_return took.count();
    }

    Task<> start(Deed deed, std::chrono::microseconds after, ReplyPromise<Done> done)
    {
        const Reply<Done> due = instantAfter(after);
        co_await due;
        auto doing = disturb(deed);
        co_await doing;
        done.complete(Done());
    }

    Task<> disturb(Deed deed)
    {
        zk::Session &other = deed == Deed::Replace ? *m_owner : *m_other;
        switch (deed) {
        case Deed::Nothing: co_return;
        case Deed::Change: {
            auto setting = m_owner->set(m_path, "changed", -1);
            co_await setting;
            co_return;
        }
        case Deed::Delete: {
            auto deleting = remove(*m_owner);
            co_await deleting;
            co_return;
        }
        case Deed::Replace:
        case Deed::ReplaceByOther: {
            auto replacing = replace(other);
            co_await replacing;
            co_return;
        }
        case Deed::ReplaceAndChange: {
            auto replacing = replace(other);
            co_await replacing;
            for (int changes = 1 + below(3); changes > 0; --changes) {
                auto setting = other.set(m_path, "after", -1);
                co_await setting;
            }
            co_return;
        }
        case Deed::ReplaceTwice: {
            auto replacing = replace(other);
            co_await replacing;
            auto again = replace(*m_owner);
            co_await again;
            co_return;
        }
        case Deed::RemakeDirectory: {
            auto deleting = remove(other);
            co_await deleting;
            auto deletingDirectory = other.remove(m_directory, -1);
            co_await deletingDirectory;
            auto makingDirectory = other.create(m_directory, {}, NodeKind::Persistent);
            co_await makingDirectory;
            auto making = make(other);
            co_await making;
            co_return;
        }
        }
    }

    Task<> replace(zk::Session &session)
    {
        zk::Session *by = &session;
        auto deleting = remove(*by);
        co_await deleting;
        auto making = make(*by);
        co_await making;
    }

    /// By its number where it is the first of its directory, else by its whole name.
    Task<> make(zk::Session &session)
    {
        zk::Session *by = &session;
        auto looking = by->exists(m_directory);
        const auto directory = co_await looking;
        const bool first = directory && createsUnder(*directory) == 0;
        auto making = m_sequential && first ? by->create(m_directory + u"/lock-"_s, {}, NodeKind::EphemeralSequential)
                                            : by->create(m_path, {}, NodeKind::Ephemeral);
        const auto made = co_await making;
        if (!made)
            m_race.falseClaims << u"%1 could not be made: %2"_s.arg(m_path, made.error().sentence().english());
        else if (made->path != m_path)
            m_race.falseClaims << u"%1 was made instead of %2"_s.arg(made->path, m_path);
        else
            m_nodes.push_back({made->stat.czxid});
    }

    /// Where the node is gone already, the release has deleted it: it may do that to the first one only.
    Task<> remove(zk::Session &session)
    {
        const size_t current = m_nodes.size() - 1;
        auto removing = session.remove(m_path, -1);
        const auto removed = co_await removing;
        m_nodes[current].deletedByOthers = removed.has_value();
        if (!removed && current > 0)
            m_race.wrongDeletions << u"node %1 of %2 went"_s.arg(current).arg(m_path);
    }

    Task<Result<Done>> judge(observe::ReleasePlan plan, observe::ReleaseOutcome outcome, Deed deed)
    {
        auto looking = m_owner->exists(m_path);
        const auto left = co_await looking;
        const QString where = u"%1 (%2)"_s.arg(m_path).arg(static_cast<int>(deed));
        const bool said = !outcome.error;
        const bool planned = m_nodes.front().czxid == plan.target().stat.czxid;
        if (!planned)
            co_return failure(ErrorCode::Other, u"race"_s, m_path, Text::verbatim(u"the plan was of another node"_s));
        const bool replaced = m_nodes.size() > 1;
        m_race.replaced += replaced ? 1 : 0;
        if (replaced && (!left || left->czxid != m_nodes.back().czxid))
            m_race.wrongDeletions << u"the newest node went: %1"_s.arg(where);
        if (said && (m_nodes.front().deletedByOthers || (left && left->czxid == m_nodes.front().czxid)))
            m_race.falseClaims << u"said to be deleted: %1"_s.arg(where);
        const bool gone = replaced || !left;
        if (!said && gone && !m_nodes.front().deletedByOthers)
            m_race.falseClaims << u"said not to be deleted: %1"_s.arg(where);
        (said ? m_race.deleted : m_race.refused) += 1;
        m_race.retried += outcome.attempts > 1 ? 1 : 0;
        if (!said) {
            const ErrorCode code = outcome.error->code;
            ++m_race.refusals[errorCodeName(code)];
            // Of a node that was made anew and written to, the delete by version alone sees another version.
            const bool told = ((code == ErrorCode::IdentityChanged || code == ErrorCode::BadVersion) && replaced)
                              || (code == ErrorCode::NoNode && m_nodes.front().deletedByOthers);
            if (!told || outcome.error->sentence().english().isEmpty())
                m_race.unexplained << u"%1: %2"_s.arg(where, outcome.error->sentence().english());
        }
        auto removing = m_owner->remove(m_path, -1);
        co_await removing;
        auto removingDirectory = m_owner->remove(m_directory, -1);
        co_await removingDirectory;
        co_return Done();
    }

    Task<observe::ReleaseOutcome> byVersion(observe::ReleasePlan plan)
    {
        observe::ReleaseOutcome outcome;
        auto looking = m_releaser->exists(plan.target().path);
        const auto stat = co_await looking;
        if (!stat)
            outcome.error = stat.error();
        else if (!plan.target().identity().isSame(*stat))
            outcome.error = Error{ErrorCode::IdentityChanged, u"delete"_s, plan.target().path, {}};
        else {
            auto deleting = m_releaser->remove(plan.target().path, stat->version);
            const auto deleted = co_await deleting;
            if (!deleted)
                outcome.error = deleted.error();
        }
        co_return outcome;
    }

    QRandomGenerator m_random;
    ReleaseBy m_by;
    std::unique_ptr<zk::Session> m_releaser;
    std::unique_ptr<zk::Session> m_owner;
    std::unique_ptr<zk::Session> m_other;
    ReleaseRace m_race;
    QString m_directory;
    QString m_path;
    bool m_sequential = false;
    std::vector<Incarnation> m_nodes; ///< in order; the first is the planned one
};

} // namespace

Result<ReleaseRace> raceReleases(const QString &connectString, int releases, quint32 seed, ReleaseBy by)
{
    Race race(connectString, seed, by);
    std::optional<Result<ReleaseRace>> result;
    QEventLoop loop;
    auto running = race.run(releases);
    running.then([&](Result<ReleaseRace> end) {
        result.emplace(std::move(end));
        loop.quit();
    });
    if (!result)
        loop.exec();
    return *result;
}

} // namespace lockscope::test
