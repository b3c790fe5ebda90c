// SPDX-License-Identifier: Apache-2.0
// The dice of random faults: what happens to a simulated client at which of its requests. Never stages one.
#pragma once

#include "core/lab/clientspec.h"

#include <memory>
#include <optional>
#include <random>

namespace lockscope::lab {

struct FaultDraw
{
    FaultRequest request;
    bool afterReply = false; ///< when the answer has come, before the client hears of it; else as the request is sent

    bool operator==(const FaultDraw &) const = default;
};

/// What is drawn for one client of a run, so that clients do not depend on one another's turns. \a purpose keeps what
/// one client draws apart. The generator is made when the first number is drawn: that takes longer than all else that a
/// client on a model does before it asks for something.
class ClientRandom
{
public:
    ClientRandom(quint64 seed, quint32 client, quint32 purpose)
        : m_seed(seed)
        , m_client(client)
        , m_purpose(purpose)
    {
    }
    std::mt19937 &numbers();

private:
    quint64 m_seed;
    quint32 m_client;
    quint32 m_purpose;
    std::unique_ptr<std::mt19937> m_numbers;
};

/// How long a random fault lasts without a duration of its own: one that never ended would end the run.
std::chrono::milliseconds usualDuration(journal::Fault fault);

/// The next request is lost, or its reply: there is nothing to be late for.
bool isAboutARequest(journal::Fault fault);

/// For one client, which of several things happens at each of its ZooKeeper requests. Never looks at a clock: the same
/// seed and client give the same rolls, however the run goes.
class Dice
{
public:
    struct Roll
    {
        qsizetype which = 0;     ///< of the rates
        bool afterReply = false; ///< when the answer has come, before the client hears of it; else as it is sent
    };

    /// \a rates: probabilities at each request. \a client: its number within the run.
    Dice(QList<double> rates, quint64 seed, quint32 client);

    /// One roll for one request. At most one thing; of several, the first in the list.
    std::optional<Roll> next();

private:
    double draw();

    QList<double> m_rates;
    ClientRandom m_random;
};

/// What happens to a simulated client by its dice.
class FaultDriver
{
public:
    /// \a client: its number within the run.
    FaultDriver(QList<RandomFault> faults, quint64 seed, quint32 client);

    /// One draw for one request.
    std::optional<FaultDraw> next();

private:
    QList<RandomFault> m_faults;
    Dice m_dice;
};

} // namespace lockscope::lab
