// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/lesson.h"

#include <algorithm>

namespace lockscope::lessons {

using namespace Qt::StringLiterals;

namespace {

struct DeedWord
{
    QLatin1StringView word;
    Deed::What what;
    bool ofClient;
};

constexpr DeedWord deedWords[] = {
    {"run"_L1, Deed::What::Run, false},
    {"run to-hold"_L1, Deed::What::RunToHold, false},
    {"run to-wake"_L1, Deed::What::RunToWake, false},
    {"kill-leader"_L1, Deed::What::KillLeader, false},
    {"next"_L1, Deed::What::Next, true},
    {"release"_L1, Deed::What::Release, true},
    {"acquire"_L1, Deed::What::Acquire, true},
};

QStringList holdersOf(const journal::World &world)
{
    QStringList names;
    for (const auto &[id, client] : world.clients()) {
        if (client.holds())
            names += client.spec.name;
    }
    names.sort();
    return names;
}

int contendersOf(const journal::World &world)
{
    qsizetype count = 0;
    for (const QString &lock : world.lockPaths()) {
        const locks::LockQueue &queue = world.queue(lock);
        count += std::count_if(queue.contenders.begin(), queue.contenders.end(), [](const locks::Contender &contender) {
            return contender.hasNode() && contender.parsed;
        });
    }
    return static_cast<int>(count);
}

int serversDown(const journal::World &world)
{
    return static_cast<int>(
        std::count_if(world.servers().begin(), world.servers().end(),
                      [](const journal::ServerReport &server) { return !server.adminAnswers && !server.wordsAnswer; }));
}

} // namespace

Result<Deed> deedNamed(const QString &word)
{
    Deed deed;
    const QString name = word.section(u' ', 0, 0);
    bool hasClient = false;
    deed.client = word.section(u' ', 1).toUInt(&hasClient);
    for (const DeedWord &known : deedWords) {
        if (known.ofClient ? hasClient && name == known.word : word == known.word) {
            deed.what = known.what;
            return deed;
        }
    }
    if (const auto fault = explore::faultNamed(name); fault && hasClient) {
        deed.what = Deed::What::Fault;
        deed.fault = *fault;
        return deed;
    }
    return explore::stepNamed(word).map([](const explore::Step &step) {
        return Deed{Deed::What::Step, step.subject(), step};
    });
}

bool isPossibleIn(bool sandbox, const Deed &deed)
{
    switch (deed.what) {
    case Deed::What::Release: return true;
    case Deed::What::Fault: return !sandbox || deed.fault == explore::Fault::Crash;
    case Deed::What::Acquire:
    case Deed::What::KillLeader: return sandbox;
    case Deed::What::Run:
    case Deed::What::RunToHold:
    case Deed::What::RunToWake:
    case Deed::What::Next:
    case Deed::What::Step: return !sandbox; // where all runs by itself
    }
    return false;
}

quint64 eventsReceived(const journal::World &world)
{
    quint64 events = 0;
    for (const auto &[id, client] : world.clients())
        events += client.watchEvents;
    return events;
}

bool isMet(const Condition &condition, const Seen &seen)
{
    const journal::World &world = *seen.world;
    const auto all = [&world](const QStringList &names, auto is) {
        return std::all_of(names.begin(), names.end(), [&](const QString &name) {
            const journal::Client *client = world.clientNamed(name);
            return client && is(*client);
        });
    };
    const QStringList holders = holdersOf(world);
    if (condition.holding) {
        QStringList wanted = *condition.holding;
        wanted.sort();
        if (wanted != holders)
            return false;
    }
    return (!condition.holders || *condition.holders == holders.size())
           && (!condition.waiting || all(*condition.waiting, [](const journal::Client &c) { return c.inQueue(); }))
           && (!condition.gone || all(*condition.gone, [](const journal::Client &c) { return c.isGone(); }))
           && (!condition.paused || all(*condition.paused, [](const journal::Client &c) { return c.paused; }))
           && (!condition.nodes || *condition.nodes == contendersOf(world))
           && (!condition.nodesAtLeast || *condition.nodesAtLeast <= contendersOf(world))
           && (!condition.woken || static_cast<quint64>(*condition.woken) == eventsReceived(world) - seen.wokenBefore)
           && (!condition.quiet || *condition.quiet == seen.quiet)
           && (condition.wrong.isEmpty() || condition.wrong == seen.wrong
               || (condition.wrong == "any"_L1 && !seen.wrong.isEmpty()))
           && (!condition.serversDown || *condition.serversDown == serversDown(world));
}

QString trueAnswer(Question::About about, const journal::World &world, quint64 wokenBefore)
{
    switch (about) {
    case Question::About::Woken: return QString::number(eventsReceived(world) - wokenBefore);
    case Question::About::Nodes: return QString::number(contendersOf(world));
    case Question::About::Holder: break;
    }
    const QStringList holders = holdersOf(world);
    return holders.isEmpty() ? u"nobody"_s : holders.join(", "_L1);
}

size_t Lesson::placeOf(size_t page) const
{
    while (page > 0 && !pages[page].beginsPlace())
        --page;
    return page;
}

std::vector<Deed> Lesson::deedsUpTo(size_t page) const
{
    std::vector<Deed> deeds;
    const auto add = [&deeds](const std::vector<Deed> &more) { deeds.insert(deeds.end(), more.begin(), more.end()); };
    for (size_t before = placeOf(page); before < page; ++before) {
        add(pages[before].begin);
        add(pages[before].solution);
        if (pages[before].question)
            add(pages[before].question->then);
    }
    add(pages[page].begin);
    return deeds;
}

} // namespace lockscope::lessons
