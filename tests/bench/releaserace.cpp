// SPDX-License-Identifier: Apache-2.0
// Releases against nodes that others replace at random instants: not one wrong node may go. Beside it the same race
// with a delete by data version, which is what the guard is for; and the same number by the engine, with its audit
// file, while permission comes and goes, connections are lost and leaders are killed.
#include "tests/support/releaserace.h"
#include "tests/bench/bench.h"
#include "tests/support/releasetrouble.h"
#include "tests/support/sandboxfortest.h"

#include <algorithm>
#include <memory>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr quint32 seed = 20'261'121;

QJsonObject toJson(const test::ReleaseRace &race)
{
    QJsonObject refusals;
    for (auto it = race.refusals.cbegin(); it != race.refusals.cend(); ++it)
        refusals.insert(it.key(), it.value());
    return {{u"releases"_s, race.releases},
            {u"replaced_meanwhile"_s, race.replaced},
            {u"deleted"_s, race.deleted},
            {u"refused"_s, race.refused},
            {u"refusals"_s, refusals},
            {u"retried"_s, race.retried},
            {u"mean_ms"_s, rounded(race.meanMs)},
            {u"wrong_deletions"_s, static_cast<int>(race.wrongDeletions.size())},
            {u"false_claims"_s, static_cast<int>(race.falseClaims.size())},
            {u"unexplained"_s, static_cast<int>(race.unexplained.size())}};
}

QString lineOf(const QString &name, const test::ReleaseRace &race)
{
    return u"%1: %2 releases, %3 replaced meanwhile: %4 deleted, %5 refused, %6 wrong nodes deleted, %7 false claims, "
           "%8 unexplained; %9 ms each"_s.arg(name)
               .arg(race.releases)
               .arg(race.replaced)
               .arg(race.deleted)
               .arg(race.refused)
               .arg(race.wrongDeletions.size())
               .arg(race.falseClaims.size())
               .arg(race.unexplained.size())
               .arg(rounded(race.meanMs));
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

Result<std::unique_ptr<test::SandboxForTest>> startServers(int servers)
{
    servers::SandboxSpec spec;
    spec.servers = servers;
    auto sandbox = std::make_unique<test::SandboxForTest>(spec);
    if (!sandbox->start())
        return tl::unexpected(*sandbox->error());
    return sandbox;
}

QJsonObject toJson(const test::TroubledReleases &race)
{
    QJsonObject refusals;
    for (auto it = race.refusals.cbegin(); it != race.refusals.cend(); ++it)
        refusals.insert(it.key(), it.value());
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
            {u"errors"_s, refusals},
            {u"seconds"_s, rounded(race.seconds)},
            {u"wrong_deletions"_s, static_cast<int>(race.wrongDeletions.size())},
            {u"false_claims"_s, static_cast<int>(race.falseClaims.size())},
            {u"unexplained"_s, static_cast<int>(race.unexplained.size())},
            {u"unaudited"_s, static_cast<int>(race.unaudited.size())}};
}

QString lineOf(const QString &name, const test::TroubledReleases &race)
{
    QStringList errors;
    for (auto it = race.refusals.cbegin(); it != race.refusals.cend(); ++it)
        errors << u"%1 %2"_s.arg(it.value()).arg(it.key());
    return u"%1: %2 releases, %3 nodes replaced, %4 locks remade, %5 in trouble, %6 kills: %7 deleted, %8 refused, "
           "%9 unknown"_s.arg(name)
               .arg(race.releases())
               .arg(race.replaced)
               .arg(race.locksRemade)
               .arg(race.troubled)
               .arg(race.kills)
               .arg(race.deleted)
               .arg(race.refused)
               .arg(race.unknown)
           + u" of which %1 carried out (%2); %3 wrong nodes deleted, %4 false claims, %5 unexplained, %6 unaudited; "
             "%7 a second"_s.arg(race.carriedOut)
                 .arg(errors.join(u", "_s))
                 .arg(race.wrongDeletions.size())
                 .arg(race.falseClaims.size())
                 .arg(race.unexplained.size())
                 .arg(race.unaudited.size())
                 .arg(rounded(race.releases() / std::max(race.seconds, 0.001), 1));
}

} // namespace

Result<Report> releaseRace(const Options &options)
{
    const int releases = options.repetitions > 0 ? options.repetitions : 10'000;
    const auto guarded = test::raceReleases(options.connectString, releases, seed);
    if (!guarded)
        return tl::unexpected(guarded.error());
    const auto byVersion = test::raceReleases(options.connectString, releases, seed, test::ReleaseBy::Version);
    if (!byVersion)
        return tl::unexpected(byVersion.error());
    Report report;
    report.lines << lineOf(u"guarded"_s, *guarded) << lineOf(u"by version"_s, *byVersion);
    report.lines << guarded->wrongDeletions << guarded->falseClaims << guarded->unexplained;
    report.json = {{u"guarded"_s, toJson(*guarded)}, {u"by_version"_s, toJson(*byVersion)}};
    return report;
}

/// All troubles in turn, on servers of their own.
Result<Report> releaseTrouble(const Options &options)
{
    const int releases = options.repetitions > 0 ? options.repetitions : 10'000;
    const auto one = startServers(1);
    const auto three = one ? startServers(3) : tl::unexpected(one.error());
    if (!three)
        return tl::unexpected(three.error());
    Report report;
    test::TroubledReleases all;
    for (const Share &share : shares) {
        const auto &sandbox = share.trouble == test::Trouble::Leader ? *three : *one;
        const auto race = test::releaseInTrouble(sandbox->sandbox(), share.trouble,
                                                 std::max(1, releases * share.percent / 100), seed);
        if (!race)
            return tl::unexpected(race.error());
        const QString name = QString::fromLatin1(share.name);
        report.lines << lineOf(name, *race);
        report.json.insert(name, toJson(*race));
        all += *race;
    }
    report.lines << lineOf(u"all of these"_s, all);
    report.lines << all.wrongDeletions << all.falseClaims << all.unexplained << all.unaudited;
    report.json.insert(u"all"_s, toJson(all));
    return report;
}

} // namespace lockscope::bench
