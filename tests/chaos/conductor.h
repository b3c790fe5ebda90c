// SPDX-License-Identifier: Apache-2.0
// Has all runs made that are wanted and not in the ledger yet: in batches, many at once on shared ensembles, with
// servers disturbed meanwhile in some of them; compares after each what is shown with what is; writes down what came of
// each run. Never judges a run itself: its process does.
#pragma once

#include "tests/chaos/disturber.h"
#include "tests/chaos/stage.h"

#include <QElapsedTimer>

namespace lockscope::chaos {

struct ChaosOptions
{
    QString program; ///< lockscope-chaos
    QString folder;  ///< of what fails
    QString ledger;  ///< the file
    quint64 firstSeed = 1;
    int runs = 10'000; ///< of sound recipes: with the seeds that follow
    int batchSize = 100;
    int atOnce = 60;
    double hours = 0;       ///< then no further batch is begun; 0: until all are done
    bool broken = true;     ///< those that are broken on purpose, too, until each is caught
    QStringList again = {}; ///< only these runs
    int servers = 3;        ///< for these
    bool serverFaults = false;
};

struct Batch
{
    int number = 0;
    int servers = 3;
    bool serverFaults = false;
    QStringList runs;
};

/// Of the sound runs: four batches on an ensemble, in the first of them servers are disturbed; every third ensemble
/// has five servers.
Batch soundBatch(int number, const ChaosOptions &options);

class Conductor : public QObject
{
public:
    explicit Conductor(ChaosOptions options);
    ~Conductor() override;

    /// What ended it before its time.
    Task<Result<Done>> conduct();
    const RunLedger &ledger() const { return *m_ledger; }

private:
    Task<Result<Done>> conductSound();
    Task<Result<Done>> conductBroken();
    Task<Result<Done>> conductBatch(Batch batch);
    Task<Result<Done>> runAll(Batch batch);
    Task<Result<Done>> openStage(int servers);
    Task<> closeStage();
    void feed();
    void take(const RunRecord &record);
    Result<Done> writeDown(const Batch &batch, const Stage::Compared &compared);
    void tell(const Batch &batch, const QList<RunRecord> &records);
    bool timeIsOver() const;

    ChaosOptions m_options;
    std::unique_ptr<RunLedger> m_ledger;
    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Disturber> m_disturber; ///< null: servers are let be
    QElapsedTimer m_clock;
    QElapsedTimer m_batchClock;

    // Of the batch that is under way.
    QStringList m_waiting; ///< not begun
    std::array<int, clockCount> m_running{};
    QMap<QString, qint64> m_beganNs;
    QMap<QString, RunRecord> m_ended;
};

} // namespace lockscope::chaos
