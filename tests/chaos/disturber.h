// SPDX-License-Identifier: Apache-2.0
// What is done to the servers of an ensemble while runs go on: one thing after another, drawn from a seed, each undone
// before the next. Never leaves an ensemble without a quorum for good.
#pragma once

#include "tests/chaos/chaosensemble.h"

#include <QMap>

#include <random>

namespace lockscope::chaos {

class Disturber
{
public:
    /// \a ensemble outlives it.
    Disturber(ChaosEnsemble &ensemble, quint64 seed);

    /// Until it is told to stop, then soon; at least once. An error: an ensemble that did not come back.
    Task<Result<Done>> disturb();
    void stop() { m_stopped = true; }

    /// What was going on at some moment between these two, by name: how often.
    QMap<QString, int> between(qint64 fromNs, qint64 toNs) const;

private:
    struct Disturbance
    {
        QString name;
        qint64 fromNs = 0;
        qint64 toNs = 0; ///< 0: it goes on
    };

    Task<Result<Done>> disturbOnce();
    int draw(int least, int most);

    ChaosEnsemble &m_ensemble;
    std::mt19937_64 m_random;
    QList<Disturbance> m_done;
    bool m_stopped = false;
};

} // namespace lockscope::chaos
