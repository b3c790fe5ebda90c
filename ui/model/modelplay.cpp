// SPDX-License-Identifier: Apache-2.0
#include "ui/model/modelplay.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using explore::Play;
using explore::Step;

namespace {

constexpr size_t mostStepsAtOnce = 5'000;

} // namespace

ModelPlay::ModelPlay(const explore::Setup &setup, QObject *parent)
    : QObject(parent)
    , m_branches(setup)
{
    m_world.setModel();
    replay();
    connect(&m_world, &LiveWorld::cursorMoved, this, &ModelPlay::moved);
}

ModelPlay::~ModelPlay() = default;

size_t ModelPlay::taken() const
{
    const auto behind = std::upper_bound(m_lastEvents.begin(), m_lastEvents.end(), m_world.position());
    return static_cast<size_t>(std::max<std::ptrdiff_t>(1, behind - m_lastEvents.begin())) - 1;
}

Play &ModelPlay::play()
{
    const size_t count = taken();
    const std::vector<Step> &steps = m_branches.steps();
    if (count == steps.size())
        return *m_end;
    if (!m_here || m_hereTaken > count) {
        m_here = std::make_unique<Play>(m_branches.setup());
        m_hereTaken = 0;
    }
    for (; m_hereTaken < count; ++m_hereTaken)
        m_here->happen(steps[m_hereTaken]);
    return *m_here;
}

std::vector<ModelPlay::Trouble> ModelPlay::troubles(quint32 client)
{
    std::vector<Trouble> all;
    for (size_t i = 0; i < explore::faultCount; ++i) {
        if (const auto step = play().faultStep(static_cast<explore::Fault>(i), client))
            all.push_back({static_cast<explore::Fault>(i), *step});
    }
    return all;
}

void ModelPlay::take(const Step &step)
{
    takeFrom(taken(), {step});
}

void ModelPlay::take(const std::vector<Step> &steps)
{
    if (!steps.empty())
        takeFrom(taken(), steps);
}

void ModelPlay::takeAll(const std::vector<Step> &steps, const QString &name)
{
    takeFrom(0, steps);
    for (const explore::Branches::Branch &branch : m_branches.branches()) {
        if (branch.isShown && branch.name.isEmpty())
            rename(branch.end, name);
    }
}

void ModelPlay::takeFrom(size_t count, const std::vector<Step> &steps)
{
    const std::vector<Step> before = m_branches.steps();
    m_branches.take(count, steps);
    if (m_branches.steps() == before) // as they were taken there before
        return goTo(count + steps.size());
    m_here.reset();
    if (count != before.size()) {
        replay();
        return goTo(count + steps.size());
    }
    const qsizetype known = m_end->events().size();
    append(steps);
    m_world.apply(m_end->events().mid(known));
    Q_EMIT moved();
}

void ModelPlay::goTo(size_t taken)
{
    m_world.seek(m_lastEvents[std::min(taken, m_lastEvents.size() - 1)]);
}

void ModelPlay::show(size_t branch)
{
    const size_t count = taken();
    const std::vector<Step> before = m_branches.steps();
    m_branches.show(branch);
    if (m_branches.steps() == before)
        return;
    m_here.reset();
    replay();
    goTo(std::min(count, m_branches.steps().size()));
}

void ModelPlay::rename(size_t branch, const QString &name)
{
    m_branches.setName(branch, name);
    Q_EMIT moved();
}

/// All of the branch, from its beginning: where another one was shown.
void ModelPlay::replay()
{
    m_end = std::make_unique<Play>(m_branches.setup(), true);
    m_words.clear();
    m_lastEvents = {m_end->events().last().number};
    append(m_branches.steps());
    m_world.restart(m_end->events());
}

void ModelPlay::append(const std::vector<Step> &steps)
{
    for (const Step &step : steps) {
        m_words.push_back(m_end->words(step));
        m_end->happen(step);
        m_lastEvents.push_back(m_end->events().last().number);
    }
}

std::unique_ptr<Play> ModelPlay::ahead() const
{
    auto ahead = std::make_unique<Play>(m_branches.setup());
    for (size_t i = 0; i < taken(); ++i)
        ahead->happen(m_branches.steps()[i]);
    return ahead;
}

bool ModelPlay::runOn(Order order, Until until)
{
    const size_t count = taken();
    const std::unique_ptr<Play> playing = this->ahead();
    Play &ahead = *playing;
    std::vector<Step> steps;
    bool isThere = false;
    while (!isThere && steps.size() < mostStepsAtOnce) {
        const auto last = !steps.empty() ? std::optional(steps.back())
                          : count > 0    ? std::optional(m_branches.steps()[count - 1])
                                         : std::nullopt;
        const auto step = next(ahead, order, last);
        isThere = until == Until::Quiet && (!step || ahead.isQuiet());
        if (isThere || !step)
            break;
        const quint32 client = step->subject();
        const bool isClients = client < ahead.clientCount();
        const bool held = isClients && ahead.holds(client);
        ahead.happen(*step);
        steps.push_back(*step);
        isThere = until == Until::Holds   ? isClients && !held && ahead.holds(client)
                  : until == Until::Woken ? step->isWakeUp()
                  : until == Until::Wrong ? ahead.wrong().has_value()
                                          : false;
    }
    if (!steps.empty())
        takeFrom(count, steps);
    return isThere;
}

/// What comes after \a last in that order; nothing where nothing can.
std::optional<Step> ModelPlay::next(Play &play, Order order, const std::optional<Step> &last)
{
    const std::vector<Step> &all = play.possible();
    if (all.empty())
        return std::nullopt;
    if (order == Order::Random)
        return all[m_random() % all.size()];
    if (order == Order::AsSent)
        return play.oldest();
    // The next client after the one that came last, round and round.
    const quint32 clients = std::max<quint32>(1, play.clientCount());
    const quint32 before = last ? last->subject() : clients - 1;
    const auto distance = [&](const Step &step) {
        return (step.subject() + 2 * clients - before % clients - 1) % clients;
    };
    return *std::min_element(all.begin(), all.end(),
                             [&](const Step &a, const Step &b) { return distance(a) < distance(b); });
}

} // namespace lockscope::ui

#include "moc_modelplay.cpp"
