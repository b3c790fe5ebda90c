// SPDX-License-Identifier: Apache-2.0
#include "core/lab/faultdriver.h"

namespace lockscope::lab {

namespace {

constexpr quint32 forFaults = 1;

QList<double> ratesOf(const QList<RandomFault> &faults)
{
    QList<double> rates;
    for (const RandomFault &fault : faults)
        rates += fault.rate;
    return rates;
}

} // namespace

std::chrono::milliseconds usualDuration(journal::Fault fault)
{
    using journal::Fault;
    using namespace std::chrono_literals;
    switch (fault) {
    case Fault::Pause: return 500ms;
    case Fault::Partition: return 1s;
    case Fault::Delay: return 50ms;
    case Fault::JumpClock: return 10s;
    case Fault::Crash:
    case Fault::Resume:
    case Fault::Heal:
    case Fault::LoseRequest:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire:
    case Fault::Close: return 0ms;
    }
    return 0ms;
}

bool isAboutARequest(journal::Fault fault)
{
    using journal::Fault;
    return fault == Fault::LoseRequest || fault == Fault::LoseReply || fault == Fault::LoseCreateReply;
}

std::mt19937 &ClientRandom::numbers()
{
    if (!m_numbers) {
        std::seed_seq sequence{static_cast<quint32>(m_seed), static_cast<quint32>(m_seed >> 32), m_client, m_purpose};
        m_numbers = std::make_unique<std::mt19937>(sequence);
    }
    return *m_numbers;
}

Dice::Dice(QList<double> rates, quint64 seed, quint32 client)
    : m_rates(std::move(rates))
    , m_random(seed, client, forFaults)
{
}

double Dice::draw()
{
    // Not a distribution of the standard library: those may differ from one library to the next.
    return static_cast<double>(m_random.numbers()()) / (static_cast<double>(std::mt19937::max()) + 1);
}

std::optional<Dice::Roll> Dice::next()
{
    // Always as many numbers, so that another rate of one fault does not move the others.
    std::optional<Roll> rolled;
    const bool afterReply = draw() < 0.5;
    for (qsizetype i = 0; i < m_rates.size(); ++i) {
        const bool happens = draw() < m_rates[i];
        if (happens && !rolled)
            rolled = Roll{i, afterReply};
    }
    return rolled;
}

FaultDriver::FaultDriver(QList<RandomFault> faults, quint64 seed, quint32 client)
    : m_faults(std::move(faults))
    , m_dice(ratesOf(m_faults), seed, client)
{
}

std::optional<FaultDraw> FaultDriver::next()
{
    const auto rolled = m_dice.next();
    if (!rolled)
        return std::nullopt;
    const RandomFault &fault = m_faults[rolled->which];
    return FaultDraw{{fault.fault, fault.duration}, rolled->afterReply && !isAboutARequest(fault.fault)};
}

} // namespace lockscope::lab
