// SPDX-License-Identifier: Apache-2.0
// All that a batch of runs needs: an ensemble, a window that shows it, processes of clients, one for each clock, and
// another client that says what is true. Opened and closed as one; never decides what is run on it.
#pragma once

#include "tests/chaos/chaosensemble.h"
#include "tests/chaos/clientprocess.h"
#include "tests/chaos/shown.h"

#include <array>

namespace lockscope::chaos {

class Stage : public QObject
{
    Q_OBJECT
public:
    /// \a program: lockscope-chaos. \a failures: where runs that fail leave their recordings.
    Stage(int servers, const QString &program, const QString &failures);
    ~Stage() override;

    Task<Result<Done>> open();
    Task<Result<Done>> close();

    ChaosEnsemble &ensemble() { return m_ensemble; }
    ShownEnsemble &shown() { return *m_shown; }
    void run(const RunPlan &plan);
    /// What one of the processes says of itself instead of going on; empty: all go on.
    QString trouble() const;

    /// When all has come to rest: what is shown otherwise than it is, by run, and how many contenders were in the locks
    /// of each.
    struct Compared
    {
        Differences differences;
        QMap<QString, int> contenders;
    };
    Task<Compared> compare(QStringList runs);
    /// Those that stand go, and all that is left of the runs.
    Task<Result<Done>> tidy();

Q_SIGNALS:
    void ended(const lockscope::chaos::RunRecord &record);

private:
    Task<Result<Done>> untilAll(bool (ClientProcess::*are)() const, std::chrono::milliseconds limit, QString otherwise);

    QString m_failures;
    QTemporaryDir m_files;
    ChaosEnsemble m_ensemble;
    std::unique_ptr<ShownEnsemble> m_shown;
    std::array<std::unique_ptr<ClientProcess>, clockCount> m_clients;
};

} // namespace lockscope::chaos
