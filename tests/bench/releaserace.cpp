// SPDX-License-Identifier: Apache-2.0
// Releases against nodes that others replace at random instants: not one wrong node may go. Beside it the same race
// with a delete by data version, which is what the guard is for; and the same number by the engine, with its audit
// file, while permission comes and goes, connections are lost and leaders are killed.
#include "tests/support/releaserace.h"
#include "tests/bench/bench.h"
#include "tests/support/releasetrouble.h"
#include "tests/support/sandboxfortest.h"

#include <algorithm>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr quint32 seed = 20'261'121;

QJsonObject toJson(const QMap<QString, int> &refusals)
{
    QJsonObject json;
    for (auto refusal = refusals.cbegin(); refusal != refusals.cend(); ++refusal)
        json[refusal.key()] = refusal.value();
    return json;
}

QJsonObject figuresOf(const test::ReleaseRace &race)
{
    return {{u"releases"_s, race.releases},
            {u"replaced_meanwhile"_s, race.replaced},
            {u"deleted"_s, race.deleted},
            {u"refused"_s, race.refused},
            {u"refusals"_s, toJson(race.refusals)},
            {u"retried"_s, race.retried},
            {u"mean_ms"_s, rounded(race.meanMs)},
            {u"wrong_deletions"_s, race.wrongDeletions.size()},
            {u"false_claims"_s, race.falseClaims.size()},
            {u"unexplained"_s, race.unexplained.size()}};
}

// ---- in trouble ----

struct Share
{
    test::Trouble trouble;
    const char *name;
    int percent;
};
constexpr Share shares[] = {
    {test::Trouble::None, "replaced nodes and locks", 40},
    {test::Trouble::Permission, "permission denied, given and taken", 20},
    {test::Trouble::Connection, "connection lost", 20},
    {test::Trouble::Leader, "leader killed", 20},
};

QJsonObject figuresOf(const test::TroubledReleases &race)
{
    return {{u"releases"_s, race.releases()},
            {u"replaced_meanwhile"_s, race.replaced},
            {u"locks_remade"_s, race.locksRemade},
            {u"in_trouble"_s, race.troubled},
            {u"kills"_s, race.kills},
            {u"deleted"_s, race.deleted},
            {u"refused"_s, race.refused},
            {u"unknown"_s, race.unknown},
            {u"unknown_carried_out"_s, race.carriedOut},
            {u"window_not_closed"_s, race.notClosed},
            {u"errors"_s, toJson(race.refusals)},
            {u"seconds"_s, rounded(race.seconds)},
            {u"wrong_deletions"_s, race.wrongDeletions.size()},
            {u"false_claims"_s, race.falseClaims.size()},
            {u"unexplained"_s, race.unexplained.size()},
            {u"unaudited"_s, race.unaudited.size()}};
}

} // namespace

Result<Report> releaseRace(const Options &options)
{
    const int releases = options.repetitionsOr(10'000);
    Report report;
    for (const auto &[by, name] :
         {std::pair(test::ReleaseBy::Guard, u"guarded"_s), std::pair(test::ReleaseBy::Version, u"by version"_s)}) {
        const auto race = test::raceReleases(options.connectString, releases, seed, by);
        if (!race)
            return tl::unexpected(race.error());
        report.tell(u"races"_s, name, figuresOf(*race));
        if (by == test::ReleaseBy::Guard)
            report.lines << race->wrongDeletions << race->falseClaims << race->unexplained;
    }
    return report;
}

/// All troubles in turn, on servers of their own.
Result<Report> releaseTrouble(const Options &options)
{
    test::SandboxForTest one;
    servers::SandboxSpec spec;
    spec.servers = 3;
    test::SandboxForTest three(spec);
    for (test::SandboxForTest *sandbox : {&one, &three}) {
        if (!sandbox->start())
            return tl::unexpected(*sandbox->error());
    }
    Report report;
    test::TroubledReleases all;
    for (const Share &share : shares) {
        const int releases = std::max(1, options.repetitionsOr(10'000) * share.percent / 100);
        const auto race = test::releaseInTrouble((share.trouble == test::Trouble::Leader ? three : one).sandbox(),
                                                 share.trouble, releases, seed);
        if (!race)
            return tl::unexpected(race.error());
        report.tell(u"races"_s, QString::fromLatin1(share.name), figuresOf(*race));
        all += *race;
    }
    report.tell(u"races"_s, u"all of these"_s, figuresOf(all));
    report.lines << all.wrongDeletions << all.falseClaims << all.unexplained << all.unaudited;
    return report;
}

} // namespace lockscope::bench
