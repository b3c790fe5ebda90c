// SPDX-License-Identifier: Apache-2.0
// Runs the same contention and the same faults over locks on several kinds of servers, each private unless an address
// is given, one after the other, and measures. On the engine's thread, with servers, clients and a journal of its own:
// what a program has open is left alone.
#pragma once

#include "core/backends/backend.h"
#include "core/base/task.h"
#include "core/compare/comparison.h"
#include "core/compare/comparisonspec.h"
#include "core/history/recordingwriter.h"
#include "core/lab/lab.h"
#include "core/scenario/scenariorunner.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::compare {

class Comparer : public QObject, private journal::EventSink
{
    Q_OBJECT
public:
    Comparer();
    ~Comparer() override;

    /// Ends with what was found, or with why a server did not start or a recording could not be written. Call it once;
    /// not to be destroyed before it has ended.
    Task<Result<Comparison>> run(ComparisonSpec spec);
    /// The run then ends soon, with Cancelled.
    void cancel();
    bool isCancelled() const { return m_cancelled; }

Q_SIGNALS:
    /// What is done now; \a done of \a total parts are over.
    void progress(const lockscope::Text &what, int done, int total);
    /// After each part: all that was found so far.
    void measured(const lockscope::compare::Comparison &found);

private:
    /// What is started for some recipes, and not for others.
    struct ServerSetup
    {
        locks::Backend backend = locks::Backend::ZooKeeper;
        bool hasSeveral = false; ///< servers that know nothing of one another

        bool operator==(const ServerSetup &) const = default;
    };

    /// What runs on one kind of server, in the order of the catalogs.
    static QList<Subject> subjectsOn(locks::Backend backend, int servers);
    static ServerSetup setupOf(const Subject &subject);
    QList<ServerSetup> setups() const;
    BackendSpec serverSpec(ServerSetup setup) const;

    Task<Result<Done>> takeTurn(int turn, ServerSetup setup);
    Task<Result<Done>> open(ServerSetup setup);
    Result<std::shared_ptr<backends::Backend>> backendOf(ServerSetup setup);
    Task<> close();
    /// What a scenario came to, also where it was cut off; nothing where it could not begin.
    struct Played
    {
        lab::RunResult result = {};
        Text why = {}; ///< the first error of its clients, else why it ended early
    };
    /// \a betweenSteps: as ScenarioRunner has it.
    Task<Result<Played>> play(lab::Scenario scenario, std::function<Task<>(int)> betweenSteps = {});
    Result<Played> played(const Result<lab::Verdict> &verdict) const;
    /// On a production ensemble there is a line of it in the audit file.
    void audit(const lab::Scenario &scenario);
    Task<Result<Done>> measure(Subject *subject, int clients);
    Task<> takeReading(std::optional<backends::MeterReading> *into);
    void takeCounts(Run *run) const;
    Task<Result<Done>> stage(Subject *subject, FaultKind fault);
    Task<Result<FaultOutcome>> recorded(const Subject *subject, FaultKind fault);
    Task<> awaitConnection();
    /// An event of the servers that are compared now, and of their clients.
    void write(journal::Payload what) override;
    void record();
    void report(const Subject &subject, const Text &what);

    ComparisonSpec m_spec;
    Comparison m_found;
    journal::EventWriter m_stamper;
    lab::EventTap m_events{*this};
    // The servers that are there now.
    std::shared_ptr<backends::Backend> m_backend;
    std::unique_ptr<lab::SessionFactory> m_sessions;
    std::unique_ptr<lab::Lab> m_lab;
    std::unique_ptr<backends::ServerMeter> m_meter; ///< null: they count nothing
    std::optional<qint64> m_idleConnections;
    // Of the scenario that is played now.
    std::shared_ptr<lab::ScenarioRunner> m_runner;
    std::unique_ptr<journal::RecordingWriter> m_recording; ///< null: it is not recorded
    journal::EventBatch m_unrecorded;
    std::optional<Error> m_firstError; ///< of its clients
    std::optional<backends::MeterReading> m_before;
    std::optional<backends::MeterReading> m_after;
    qint64 m_served = 0; ///< acquisitions
    qint64 m_servedAtReading = 0;
    std::optional<ReplyPromise<Done>> m_waitsForConnection;
    bool m_cancelled = false;
};

} // namespace lockscope::compare
