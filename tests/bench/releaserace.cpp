// SPDX-License-Identifier: Apache-2.0
// Releases against nodes that others replace at random instants: not one wrong node may go. Beside it the same race
// with a delete by data version, which is what the guard is for.
#include "tests/support/releaserace.h"
#include "tests/bench/bench.h"

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

} // namespace lockscope::bench
