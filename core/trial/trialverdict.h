// SPDX-License-Identifier: Apache-2.0
// What a trial came to: the run JSON of its clients, the first event that was wrong with the fault before it, and what
// became of the processes. CheckedClient from the journal alone (core/checks).
#pragma once

#include "core/journal/journal.h"
#include "core/lab/runreport.h"
#include "core/trial/trialspec.h"

#include <QJsonObject>

#include <optional>
#include <set>

namespace lockscope::trial {

/// Where it first went wrong.
struct FirstWrong
{
    journal::Violation violation;
    journal::Event event;
    std::optional<journal::Event> faultBefore; ///< the newest of one who took part, else of any
    /// Ten at most, as they were recorded: it, what proves it, be that before or after it, and before it the newest of
    /// the clients that took part.
    journal::EventBatch picture;
};

class TrialVerdict
{
public:
    explicit TrialVerdict(const TrialSpec &spec);

    /// From the event before its first client on. What other clients do that are there, simulated ones, is not judged.
    void add(const journal::EventBatch &batch);
    /// Once no event will come that still counts.
    void judge(const TrialEnd &end);

    const TrialEnd &end() const { return m_end; }
    const std::optional<FirstWrong> &firstWrong() const { return m_firstWrong; }
    const journal::CheckReport &check() const { return m_result.check; }
    /// One sentence for each thing that is no violation and yet not as asked: processes, rounds, a standstill.
    QList<Text> troubles() const;
    bool isPassed() const;
    /// What is wrong in a word: a rule's name, else "stalled"; empty where neither.
    QString wrongness() const;
    const lab::RunResult &result() const { return m_result; }
    /// The run JSON, with "command", "ended", "first_wrong" and "processes".
    QJsonObject toJson() const;
    /// The client's name, for sentences about its events.
    QString nameOf(ClientId id) const;

private:
    void findFirstWrong();
    /// The oldest event that is looked at for a picture.
    quint64 reachOf(quint64 number) const;
    bool tookPart(const journal::Violation &violation, const journal::Event &event) const;
    std::set<quint64> proofsOf(const journal::Violation &violation) const;
    journal::EventBatch pictureOf(const journal::Violation &violation) const;
    std::optional<journal::Event> faultBefore(const journal::Violation &violation) const;
    QJsonObject firstWrongJson() const;

    TrialSpec m_spec;
    lab::RunReport m_report;
    journal::Journal m_journal;
    QHash<ClientId, QString> m_names;
    TrialEnd m_end;
    lab::RunResult m_result;
    std::optional<FirstWrong> m_firstWrong;
};

} // namespace lockscope::trial
