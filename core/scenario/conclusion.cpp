// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/conclusion.h"

#include "core/base/duration.h"
#include "core/scenario/scenarioverdict.h"

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::Rule;
using Weight = Conclusion::Weight;

namespace {

/// "A and B", of the first that was found.
Text clientsOf(const QList<journal::Violation> &found)
{
    return Text::enumerated(found.first().clients);
}

Conclusion heldAtOnce(const QList<journal::Violation> &found, std::chrono::milliseconds overlap)
{
    return {overlap.count() == 0
                ? Text::en("%1 held the lock at once.").arg(clientsOf(found))
                : Text::en("%1 held the lock at once, for %2.").arg(clientsOf(found), roughSpan(overlap)),
            Weight::Wrong};
}

Conclusion believedAtOnce(const QList<journal::Violation> &found, std::chrono::milliseconds overlap)
{
    return {overlap.count() == 0 ? Text::en("%1 believed at once that they held the lock.").arg(clientsOf(found))
                                 : Text::en("%1 believed at once that they held the lock, for %2.")
                                       .arg(clientsOf(found), roughSpan(overlap)),
            Weight::Wrong};
}

/// What happened, whatever was expected.
Conclusion happened(const Verdict &verdict, const ScenarioFold &fold, const RunEnd &end)
{
    const journal::CheckReport &check = verdict.result.check;
    if (end.deadlocks > 0)
        return {Text::en("Deadlock: clients wait for one another, and none of them is ever served."), Weight::Wrong};
    if (const auto found = check.of({Rule::MutualExclusion, Rule::Permits}); !found.isEmpty())
        return heldAtOnce(found, verdict.longestOverlap);
    if (const auto found = violationsOf(verdict.result); !found.isEmpty())
        return {found.first().text, Weight::Wrong};
    if (const qint64 duplicates = fold.counts({}).duplicates; duplicates > 0)
        return {Text::counted("%n numbers had been given out before.", duplicates), Weight::Wrong};
    if (const auto found = check.of({Rule::BeliefOverlap}); !found.isEmpty())
        return believedAtOnce(found, verdict.longestOverlap);
    if (!check.violations.isEmpty())
        return {check.violations.first().text, Weight::Wrong};
    if (verdict.result.recipe == "none"_L1)
        return {Text::en("No lock was taken."), Weight::Notable};
    if (verdict.result.failed > 0)
        return {Text::counted("%n acquisitions ended with an error.", verdict.result.failed), Weight::Notable};
    if (verdict.result.timedOut > 0)
        return {Text::counted("%n acquisitions timed out.", verdict.result.timedOut), Weight::Notable};
    if (verdict.result.acquired == 0)
        return {Text::en("No client acquired the lock."), Weight::Notable};
    return {Text::counted("%n acquisitions were served, and no rule was broken.", verdict.result.acquired),
            Weight::Sound};
}

} // namespace

Conclusion conclusionOf(const Scenario &scenario, const Verdict &verdict, const ScenarioFold &fold, const RunEnd &end)
{
    if (verdict.failed)
        return {Text::en("Step %1 was not carried out: %2")
                    .arg(verdict.failed->index + 1, verdict.failed->error.sentence()),
                Weight::Wrong};
    if (!verdict.duel.isEmpty() && scenario.conclusion.isEmpty())
        return {duelText(verdict.duel), std::ranges::any_of(verdict.duel, isDamaged) ? Weight::Wrong : Weight::Sound};
    const auto unmet = std::ranges::find(verdict.rows, false, &Verdict::Row::ok);
    if (unmet != verdict.rows.end())
        return {Text::en("Not as expected: %1 should be %2 and came to %3.")
                    .arg(unmet->what, unmet->expected, unmet->found),
                Weight::Wrong};
    Conclusion conclusion = happened(verdict, fold, end);
    if (!scenario.conclusion.isEmpty())
        conclusion.text = Text::ofFile(scenario.conclusion);
    return conclusion;
}

} // namespace lockscope::lab
