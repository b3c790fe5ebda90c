// SPDX-License-Identifier: Apache-2.0
// Runs the same contention and the same faults over locks on several kinds of servers, each private unless an address
// is given, one after the other, and measures. Works on an engine of its own: what a program has open is left alone.
#pragma once

#include "core/base/task.h"
#include "core/compare/comparison.h"
#include "core/compare/servermeter.h"
#include "core/engine/engine.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace lockscope::compare {

struct ComparisonSpec
{
    QList<locks::Backend> backends; ///< at least one
    QList<int> clients{1, 10, 50, 200};
    int rounds = 5; ///< of each client; more where there are few
    int turns = 3;
    QString recordings; ///< the directory of the faults' recordings, which is there
    // Servers of the user's own; a private one for each of the other kinds.
    QList<BackendSpec> servers = {};
    std::optional<ConnectSpec> ensemble = {};
    QString confirmation = {}; ///< what was typed; comparedLocks for an ensemble of production
};

/// The most clients at once: connections that a private database takes.
inline constexpr int mostClients = 200;

/// Why no private server of this kind can be started here, and what to install; nothing if one can.
std::optional<Error> missingServer(locks::Backend backend);

class Comparer : public QObject
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
    Task<Result<Done>> openServer(BackendSpec spec);
    Task<Result<Done>> openEnsemble();
    Task<> close();
    /// What a scenario came to, also where it was cut off; nothing where it could not begin.
    struct Played
    {
        lab::RunResult result = {};
        Text why = {}; ///< the first error of its clients, else why it ended early
    };
    Task<Result<Played>> play(lab::Scenario scenario);
    Result<Played> played(const Result<lab::Verdict> &verdict, const std::optional<Error> &first) const;
    QString confirmationFor(const lab::Scenario &scenario) const;
    Task<Result<Done>> measure(Subject *subject, int clients);
    void follow(const journal::EventBatch &batch);
    Task<> takeReading(std::optional<MeterReading> *into, int nextStep);
    void takeCounts(Run *run) const;
    Task<Result<Done>> stage(Subject *subject, FaultKind fault);
    void noteConnection(const journal::EventBatch &batch);
    Task<> awaitConnection();
    void report(const Subject &subject, const Text &what);

    ComparisonSpec m_spec;
    Comparison m_found;
    std::unique_ptr<Engine> m_engine;
    // Of the server that is there now.
    QString m_version;
    Text m_durability;
    bool m_isPrivate = true;
    int m_servers = 1;                    ///< that each client asks
    bool m_isSuspended = false;           ///< the engine's own connection
    std::unique_ptr<ServerMeter> m_meter; ///< null: it counts nothing
    std::optional<qint64> m_idleConnections;
    // Of the run that is measured now.
    std::optional<MeterReading> m_before;
    std::optional<MeterReading> m_after;
    std::optional<Task<>> m_reading;
    qint64 m_served = 0; ///< acquisitions
    qint64 m_servedAtReading = 0;
    int m_nextStep = 0; ///< that waits for a reading
    QTimer m_goingOn;
    bool m_cancelled = false;
};

} // namespace lockscope::compare
