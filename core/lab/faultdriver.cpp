// SPDX-License-Identifier: Apache-2.0
#include "core/lab/faultdriver.h"

namespace lockscope::lab {

namespace {

constexpr quint32 forFaults = 1;

/// The next request is lost, or its reply: there is nothing to be late for.
bool isAboutARequest(journal::Fault fault)
{
    using journal::Fault;
    return fault == Fault::LoseRequest || fault == Fault::LoseReply || fault == Fault::LoseCreateReply;
}

} // namespace

std::mt19937 generatorFor(quint64 seed, quint32 client, quint32 purpose)
{
    std::seed_seq sequence{static_cast<quint32>(seed), static_cast<quint32>(seed >> 32), client, purpose};
    return std::mt19937(sequence);
}

FaultDriver::FaultDriver(QList<RandomFault> faults, quint64 seed, quint32 client)
    : m_faults(std::move(faults))
    , m_random(generatorFor(seed, client, forFaults))
{
}

double FaultDriver::draw()
{
    // Not a distribution of the standard library: those may differ from one library to the next.
    return static_cast<double>(m_random()) / (static_cast<double>(std::mt19937::max()) + 1);
}

std::optional<FaultDraw> FaultDriver::next()
{
    // Always as many numbers, so that another rate of one fault does not move the others.
    std::optional<FaultDraw> drawn;
    const bool afterReply = draw() < 0.5;
    for (const RandomFault &fault : m_faults) {
        const bool happens = draw() < fault.rate;
        if (happens && !drawn)
            drawn = FaultDraw{{fault.fault, fault.duration}, afterReply && !isAboutARequest(fault.fault)};
    }
    return drawn;
}

} // namespace lockscope::lab
