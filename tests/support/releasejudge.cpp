// SPDX-License-Identifier: Apache-2.0
#include "tests/support/releasejudge.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::test {

using namespace Qt::StringLiterals;

// ---- what is written down ----

const QList<AuditTrail::Line> &AuditTrail::of(Zxid czxid)
{
    if ((m_file.isOpen() || m_file.open(QIODevice::ReadOnly)) && m_file.seek(m_read)) {
        QByteArray bytes = m_file.readAll();
        bytes.truncate(bytes.lastIndexOf('\n') + 1); // the rest is still being written
        m_read += bytes.size();
        for (const QByteArray &text : bytes.split('\n')) {
            const QJsonObject line = QJsonDocument::fromJson(text).object();
            m_lines[line["czxid"_L1].toString()] << Line{line["plan"_L1].toString(), line["node"_L1].toString(),
                                                         line["result"_L1].toString(), line.contains("error"_L1)};
        }
    }
    return m_lines[czxid.toHex()];
}

// ---- the judgement ----

namespace {

/// What was said, or written down, of a release: the same words for both.
QString resultOf(const observe::ReleaseOutcome &outcome)
{
    if (!outcome.error)
        return u"deleted"_s;
    return outcome.error->outcomeUnknown() ? u"unknown"_s : u"refused"_s;
}

bool isTrue(const QString &result, const ReleaseTruth &truth)
{
    return result == "deleted"_L1 ? truth.wasReleased() : result == "unknown"_L1 || !truth.wasReleased();
}

/// The cause is one that the judge knows of, and the sentence says what the code does.
bool isExplained(const Error &error, const ReleaseTruth &truth)
{
    const QString sentence = error.sentence().english();
    if (error.outcomeUnknown())
        return truth.linkWasLost && error.isOf(Operation::Delete) && sentence.contains("not known"_L1);
    if (sentence.isEmpty())
        return false;
    switch (error.code) {
    case ErrorCode::IdentityChanged: return truth.wasReplaced();
    case ErrorCode::NoNode: return truth.made.front().deletedByOthers;
    case ErrorCode::NoAuth: return truth.wasForbidden;
    case ErrorCode::NotConnected: return truth.linkWasLost;
    default: return false;
    }
}

/// What is wrong with the lines of one release; empty if nothing is.
QString auditProblem(const QList<AuditTrail::Line> &lines, const ReleaseTruth &truth)
{
    if (lines.size() != 2)
        return u"%1 lines instead of its intent and its result"_s.arg(lines.size());
    if (lines[0].result != "intended"_L1 || lines[1].result == "intended"_L1)
        return u"%1, then %2"_s.arg(lines[0].result, lines[1].result);
    if (lines[0].plan != lines[1].plan || lines[0].node != truth.path || lines[1].node != truth.path)
        return u"two lines of different releases"_s;
    if (lines[1].hasError != (lines[1].result != "deleted"_L1))
        return u"%1 and an error do not go together"_s.arg(lines[1].result);
    return {};
}

} // namespace

void JudgedReleases::judge(const ReleaseTruth &truth, const observe::ReleaseOutcome &outcome,
                           const QList<AuditTrail::Line> &lines)
{
    const QString result = resultOf(outcome);
    const QString said = outcome.error ? outcome.error->sentence().english() : result;
    const QString where = u"%1: %2"_s.arg(truth.path, said);
    const bool isUnknown = result == "unknown"_L1;
    ++(isUnknown ? unknown : outcome.error ? refused : deleted);
    carriedOut += isUnknown && truth.wasReleased() ? 1 : 0;
    replaced += truth.wasReplaced() ? 1 : 0;
    if (outcome.error)
        ++refusals[errorCodeName(outcome.error->code)];

    const MadeNode &last = truth.made.back();
    if (truth.wasReplaced() && !last.deletedByOthers && truth.left != last.label)
        wrongDeletions << where;
    if (!isTrue(result, truth))
        falseClaims << where;
    if (outcome.error && !isExplained(*outcome.error, truth))
        unexplained << where;
    // One that was never begun needs no line.
    if (lines.isEmpty() && !truth.wasSent && result == "refused"_L1)
        return;
    if (const QString problem = auditProblem(lines, truth); !problem.isEmpty())
        unaudited << u"%1: %2"_s.arg(truth.path, problem);
    else if (!isTrue(lines[1].result, truth))
        falseClaims << u"%1 is written down as %2"_s.arg(truth.path, lines[1].result);
}

JudgedReleases &JudgedReleases::operator+=(const JudgedReleases &other)
{
    deleted += other.deleted;
    refused += other.refused;
    unknown += other.unknown;
    carriedOut += other.carriedOut;
    replaced += other.replaced;
    for (auto it = other.refusals.cbegin(); it != other.refusals.cend(); ++it)
        refusals[it.key()] += it.value();
    wrongDeletions << other.wrongDeletions;
    falseClaims << other.falseClaims;
    unexplained << other.unexplained;
    unaudited << other.unaudited;
    return *this;
}

} // namespace lockscope::test
