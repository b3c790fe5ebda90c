// SPDX-License-Identifier: Apache-2.0
#include "ui/present/presentcaption.h"

#include "core/base/visible.h"
#include "core/scenario/scenariofiles.h"
#include "ui/models/text.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/theme.h"
#include "ui/world/liveworld.h"

#include <QLabel>

#include <algorithm>
#include <set>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Of a lock without a known holder.
QString unheldCaption(const journal::World &world, const locks::LockQueue &queue)
{
    if (queue.mayBeLine && queue.isNode)
        return PresentCaption::tr("No lock is known here.");
    if (queue.isGroup())
        return PresentCaption::tr("A group: none of its members is known to wait.");
    if (queue.isHolderUnknown())
        return PresentCaption::tr("Who holds the lock is not known.");
    if (!world.connection().isToZooKeeper()) // where another program may hold it
        return PresentCaption::tr("No client here holds the lock.");
    const std::vector<int> next = nextOf(queue);
    if (!next.empty())
        return PresentCaption::tr("No client holds the lock; %1 is first in line.")
            .arg(contenderLabel(world, queue.contenders[static_cast<size_t>(next.front())]));
    if (queue.waitingCount() > 0)
        return PresentCaption::tr("No client holds the lock; %n wait.", nullptr, queue.waitingCount());
    return world.isKnownLock(queue.path) ? PresentCaption::tr("The lock is free.") : QString();
}

QString namesOf(const journal::World &world, const QList<SessionId> &sessions)
{
    QStringList names;
    for (const SessionId session : sessions)
        names += sessionLabel(world, session);
    return Text::enumerated(names).shown();
}

/// Empty where no circle goes through this lock.
QString circleCaption(const journal::World &world, const QString &lock)
{
    for (const findings::WaitCycle &proven : world.deadlocks()) {
        if (std::ranges::find(proven.steps, lock, &findings::WaitCycleStep::lock) != proven.steps.end())
            return PresentCaption::tr("Deadlock: %1 wait for one another.").arg(namesOf(world, proven.sessions));
    }
    // Of simulated clients that take several locks a circle is seen at once; whether it stands still is not.
    std::set<QString> paths;
    for (const auto &[id, client] : world.clients()) {
        if (client.spec.paths.contains(lock))
            paths.insert(client.spec.paths.begin(), client.spec.paths.end());
    }
    std::vector<locks::LockQueue> queues;
    for (const QString &path : paths)
        queues.push_back(world.queue(path));
    const QList<QList<SessionId>> circles = findings::deadlocks(queues);
    return circles.isEmpty() ? QString()
                             : PresentCaption::tr("%1 wait for one another.").arg(namesOf(world, circles.first()));
}

QString heldCaption(const journal::World &world, const locks::LockQueue &queue)
{
    const journal::Client *only = queue.onlyHolder() ? world.clientBehind(*queue.onlyHolder()) : nullptr;
    if (only && only->crashed)
        return queue.waitingCount() == 0
                   ? PresentCaption::tr("%1 has died, and its lock is still there.").arg(only->spec.name)
                   : PresentCaption::tr("%1 has died, its lock is still there, and %n wait for it.", nullptr,
                                        queue.waitingCount())
                         .arg(only->spec.name);
    if (queue.holders.size() == 1 && queue.waitingCount() == 0 && queue.pendingCount() > 0)
        return PresentCaption::tr("%1 holds the lock; of %n others it is not known whether they wait.", nullptr,
                                  queue.pendingCount())
            .arg(contenderLabel(world, *queue.firstHolder()));
    if (queue.holders.size() > 1) {
        const auto holders = static_cast<int>(queue.holders.size());
        return queue.waitingCount() == 0
                   ? PresentCaption::tr("%n clients hold the lock.", nullptr, holders)
                   : PresentCaption::tr("%1 clients hold the lock, %n wait.", nullptr, queue.waitingCount())
                         .arg(holders);
    }
    const QString holder = contenderLabel(world, *queue.firstHolder());
    const std::vector<int> next = nextOf(queue);
    if (next.empty() || queue.waitingCount() == 0)
        return queue.waitingCount() == 0
                   ? PresentCaption::tr("%1 holds the lock.").arg(holder)
                   : PresentCaption::tr("%1 holds the lock, %n wait.", nullptr, queue.waitingCount()).arg(holder);
    const QString first = contenderLabel(world, queue.contenders[static_cast<size_t>(next.front())]);
    if (queue.waitingCount() == 1)
        return PresentCaption::tr("%1 holds the lock, %2 waits.").arg(holder, first);
    return next.size() > 1
               ? PresentCaption::tr("%1 holds the lock, %2 and others are next of %n that wait.", nullptr,
                                    queue.waitingCount())
                     .arg(holder, first)
               : PresentCaption::tr("%1 holds the lock, %2 is next of %n that wait.", nullptr, queue.waitingCount())
                     .arg(holder, first);
}

} // namespace

QString captionOf(const journal::World &world, const QString &lock)
{
    if (lock.isEmpty() || world.staleSinceNs() != 0) // what it was then is no news
        return {};
    if (const QString circle = circleCaption(world, lock); !circle.isEmpty())
        return circle;
    const locks::LockQueue &queue = world.queue(lock);
    if (queue.zombies.empty())
        return queue.holders.empty() ? unheldCaption(world, queue) : heldCaption(world, queue);
    const QString &believes = queue.zombies.front().name;
    return queue.holders.empty()
               ? PresentCaption::tr("%1 believes that it holds the lock, and no client does.").arg(believes)
               : PresentCaption::tr("%1 holds the lock, and %2 still believes that %2 holds it.")
                     .arg(contenderLabel(world, *queue.firstHolder()), believes);
}

ClientId newestActor(const LiveWorld &world, const QString &lock)
{
    constexpr quint64 farEnough = 400; // events; what others do in between
    const journal::Journal &journal = world.journal();
    const quint64 last = world.position();
    for (quint64 number = last; number > 0 && last - number < farEnough && number >= journal.firstNumber(); --number) {
        const journal::Payload &what = journal.event(number).what;
        const bool isDeed = std::holds_alternative<journal::ClientStep>(what)
                            || std::holds_alternative<journal::ClientLockState>(what)
                            || std::holds_alternative<journal::ClientFault>(what);
        const journal::Client *client = isDeed ? world.world().client(journal::clientOf(what)) : nullptr;
        if (client && client->spec.lock == lock)
            return client->spec.id;
    }
    return {};
}

PresentCaption::PresentCaption(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_sentence(makeLabel({}, Tone::Title, this, Wraps))
    , m_line(makeLabel({}, Tone::Mono, this, Wraps))
    , m_about(makeLabel({}, Tone::Normal, this, Wraps))
{
    makePanel(this);
    m_line->setFont(scaledFont(m_line->font(), 1.15)); // it is read from as far as the sentence
    m_about->setFont(scaledFont(m_about->font(), 1.15));
    m_sentence->setObjectName(u"presentSentence"_s);
    m_line->setObjectName(u"presentLine"_s);
    makeColumn(this, {14, 8, 14, 8}, 4, {m_sentence, m_line, m_about});
    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(100ms);
    connect(&m_coalesce, &QTimer::timeout, this, &PresentCaption::follow);
    const auto followSoon = [this] {
        if (m_isPresenting && !m_coalesce.isActive())
            m_coalesce.start();
    };
    connect(world, &LiveWorld::changed, this, followSoon);
    connect(world, &LiveWorld::appended, this, followSoon); // also that a run begins
    connect(world, &LiveWorld::cursorMoved, this, followSoon);
    connect(selection, &Selection::lockChanged, this, followSoon);
    connect(selection, &Selection::nodesChanged, this, followSoon);
    hide();
}

void PresentCaption::setPresenting(bool presenting)
{
    m_isPresenting = presenting;
    follow();
}

void PresentCaption::setHasSentence(bool has)
{
    m_hasSentence = has;
    showTexts();
}

void PresentCaption::showTexts()
{
    m_sentence->setVisible(m_hasSentence && !m_sentence->text().isEmpty());
    m_about->setVisible(m_hasSentence && !m_about->text().isEmpty());
    // Room is scarce: of a line without its neighbours a back row has less than of what it is about.
    const bool isWanted = m_about->isHidden() || !m_selection->client().isNull();
    m_line->setVisible(isWanted && !m_line->text().isEmpty());
    setVisible(m_isPresenting && !(m_sentence->isHidden() && m_line->isHidden() && m_about->isHidden()));
}

QString PresentCaption::sentence() const
{
    return m_sentence->text();
}

QString PresentCaption::line() const
{
    return m_line->text();
}

QString PresentCaption::about() const
{
    return m_about->text();
}

void PresentCaption::showAbout(bool isDuel)
{
    if (const QByteArray &request = m_world->world().runRequest(); request != m_request) { // which may be large
        m_request = request;
        m_inFile = visible(lab::aboutIn(request).shown());
    }
    m_about->setText(!m_inFile.isEmpty() ? m_inFile
                     : isDuel ? tr("The same clients on both sides. A sound lock gives out each number of its counter "
                                   "once, and a good one wakes one client at each release.")
                              : QString());
}

void PresentCaption::follow()
{
    if (!m_isPresenting)
        return showTexts();
    const bool isDuel = m_world->world().duel().contains(m_selection->lock());
    showAbout(isDuel);
    if (isDuel) {
        m_sentence->clear(); // each of the two has a head line of its own
        m_line->clear();
        return showTexts();
    }
    const QString &lock = m_selection->lock();
    m_sentence->setText(captionOf(m_world->world(), lock));
    const ClientId chosen = m_selection->client();
    const ClientId actor = chosen.isNull() ? newestActor(*m_world, lock) : chosen;
    const RecipeReading reading =
        actor.isNull() ? RecipeReading() : readRecipe(m_world->world(), {actor, {}, {}}, m_watches);
    const bool isKnown = reading.gap == RecipeReading::Gap::None && reading.line;
    const locks::RecipeCode code = isKnown ? locks::recipeCode(reading.recipe, reading.dialect) : locks::RecipeCode();
    m_line->setText(isKnown
                        ? u"%1: %2"_s.arg(visible(reading.who), code[static_cast<size_t>(*reading.line)].text.shown())
                        : QString());
    showTexts();
}

} // namespace lockscope::ui

#include "moc_presentcaption.cpp"
