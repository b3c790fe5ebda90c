// SPDX-License-Identifier: Apache-2.0
#include "ui/world/liveworld.h"

#include "core/base/clock.h"

#include <algorithm>

namespace lockscope::ui {

LiveWorld::LiveWorld(QObject *parent, const PastKept &kept)
    : QObject(parent)
    , m_kept(kept)
    , m_history(kept.history)
    , m_ledger(kept.acquisitions)
    , m_clock(&lockscope::nowNs)
    , m_nowNs(m_clock())
{
    m_ticks.setInterval(500);
    connect(&m_ticks, &QTimer::timeout, this, &LiveWorld::tick);
    m_ticks.start();
}

void LiveWorld::apply(const journal::EventBatch &batch)
{
    if (batch.isEmpty())
        return;
    const journal::Changes changes = append(batch);
    Q_EMIT appended(batch);
    if (!isRewound() && !changes.isEmpty())
        Q_EMIT changed(changes);
}

journal::Changes LiveWorld::append(const journal::EventBatch &batch)
{
    return m_history.append(batch, [this](const journal::Event &event, const journal::Changes &changed) {
        m_ledger.append(event, head(), changed);
        Q_EMIT happened(event);
    });
}

void LiveWorld::setRecording(journal::History history, journal::Ledger ledger)
{
    setRecorded();
    m_history = std::move(history);
    m_ledger = std::move(ledger);
}

void LiveWorld::restart(const journal::EventBatch &events)
{
    const journal::World before = world();
    Q_EMIT aboutToRestart();
    m_history = journal::History(isRecorded() ? journal::History::unlimited() : m_kept.history);
    m_history.setThresholds(before.thresholds());
    m_ledger = journal::Ledger(m_kept.acquisitions);
    m_past.reset();
    append(events);
    Q_EMIT restarted();
    Q_EMIT changed(journal::differences(before, head()));
    Q_EMIT cursorMoved();
}

void LiveWorld::begin()
{
    if (journal().isEmpty())
        return;
    Q_EMIT aboutToBegin();
    setBookmarks({});
    restart({});
}

void LiveWorld::followLedger(QObject *context,
                             std::function<void(const journal::Event &, const journal::Ledger &)> read)
{
    journal::World past;
    journal::Ledger ledger;
    for (qsizetype i = 0; i < journal().size(); ++i) {
        const journal::Event event = journal().at(i);
        ledger.append(event, past);
        read(event, ledger);
    }
    connect(this, &LiveWorld::happened, context,
            [this, read = std::move(read)](const journal::Event &event) { read(event, m_ledger); });
}

QString LiveWorld::whyNoActing() const
{
    if (m_source == Source::Recording)
        return tr("This is a recording: there is no server to ask.");
    if (m_source == Source::Model)
        return tr("This is a model: what happens in it is chosen in Steps.");
    if (isRewound())
        return tr("What is shown is the past, which cannot be changed: return to live first.");
    return {};
}

void LiveWorld::setClock(std::function<qint64()> clock)
{
    m_clock = std::move(clock);
    tick();
}

void LiveWorld::tick()
{
    m_nowNs = m_clock();
    Q_EMIT ticked();
}

qint64 LiveWorld::staleForMs() const
{
    return isStale() ? std::max<qint64>(0, (m_nowNs - staleSinceNs()) / 1'000'000) : 0;
}

qint64 LiveWorld::headStaleForMs() const
{
    const qint64 since = isRecorded() ? head().atNs() : head().staleSinceNs();
    return since == 0 ? 0 : std::max<qint64>(0, (m_nowNs - since) / 1'000'000);
}

std::optional<journal::HeldSince> LiveWorld::heldSince(const locks::LockQueue &queue,
                                                       const locks::Contender &holder) const
{
    const journal::Client *client = world().clientBehind(holder);
    if (client && client->holds())
        return journal::HeldSince{client->stateSinceNs, false};
    return m_ledger.heldSince(queue.path, queue.pathOf(holder), position());
}

// ---- the cursor ----

qint64 LiveWorld::positionNs() const
{
    if (m_past)
        return m_positionNs;
    return isRecorded() ? head().atNs() : std::max(head().atNs(), m_nowNs);
}

qint64 LiveWorld::instantOf(quint64 number) const
{
    if (journal().isEmpty())
        return 0;
    return journal().atNs(std::clamp(number, journal().firstNumber(), journal().lastNumber()));
}

void LiveWorld::seek(quint64 number)
{
    number = std::clamp(number, firstPosition(), lastPosition());
    moveTo(number, instantOf(number));
}

void LiveWorld::seekToInstant(qint64 ns)
{
    if (journal().isEmpty())
        return;
    const quint64 number = std::clamp(journal().numberAt(ns), firstPosition(), lastPosition());
    moveTo(number, std::max(ns, instantOf(number)));
}

/// To the instant at which it was set, which may be later than that of its event.
void LiveWorld::seek(const journal::Bookmark &bookmark)
{
    const quint64 number = std::clamp(bookmark.number, firstPosition(), lastPosition());
    moveTo(number, std::clamp(bookmark.atNs, instantOf(number), instantOf(number + 1)));
}

void LiveWorld::step(qint64 events)
{
    const qint64 direction = events < 0 ? -1 : 1;
    const auto first = qint64(firstPosition());
    const auto last = qint64(lastPosition());
    const auto isPassedOver = [&](qint64 number) {
        if (number <= first || number >= last)
            return false;
        return !m_showsProbes && std::holds_alternative<journal::ServersProbed>(journal().event(quint64(number)).what);
    };
    auto number = qint64(position());
    for (; events != 0 && number >= first && number <= last; events -= direction) {
        do
            number += direction;
        while (isPassedOver(number));
    }
    seek(quint64(std::clamp(number, first, last)));
}

void LiveWorld::setShowsProbes(bool shows)
{
    if (std::exchange(m_showsProbes, shows) != shows)
        Q_EMIT showsProbesChanged();
}

void LiveWorld::goLive()
{
    if (isRewound())
        show(std::nullopt, lastPosition(), endNs());
}

void LiveWorld::moveTo(quint64 number, qint64 ns)
{
    if (number == lastPosition())
        return goLive();
    if (!isRewound() || number < m_position || !m_history.isNear(*m_past, number))
        return show(m_history.at(number), number, ns);
    // Near, and forward: the World goes on where it stands.
    journal::Changes changes;
    m_history.advance(*m_past, number, changes);
    tellMoved(changes, number, ns);
}

void LiveWorld::show(std::optional<journal::World> past, quint64 number, qint64 ns)
{
    const journal::World &to = past ? *past : head();
    journal::Changes changes = journal::differences(world(), to);
    const QSet<QString> directories = changes.directories;
    for (const QString &path : directories) { // and the semaphores that they are parts of
        for (const journal::World *either : {&world(), &to})
            changes.directories.insert(either->lockOf(path));
    }
    const QSet<ClientId> clients = changes.clients + changes.clientsRemoved;
    for (const ClientId id : clients) { // their locks are shown as they report them
        const journal::Client *client = to.client(id) ? to.client(id) : world().client(id);
        for (const QString &lock : journal::locksOf(client->spec)) {
            if (to.directory(lock))
                changes.directories.insert(lock);
        }
    }
    // Whether it is live is part of what panels say of the connection.
    if (past.has_value() != m_past.has_value())
        changes.connection = changes.observation = true;
    m_past = std::move(past);
    tellMoved(changes, number, ns);
}

void LiveWorld::tellMoved(const journal::Changes &changes, quint64 number, qint64 ns)
{
    m_position = number;
    m_positionNs = ns;
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
    Q_EMIT cursorMoved();
}

// ---- bookmarks ----

void LiveWorld::setBookmarks(QList<journal::Bookmark> bookmarks)
{
    std::sort(bookmarks.begin(), bookmarks.end(),
              [](const auto &one, const auto &other) { return one.number < other.number; });
    m_bookmarks = std::move(bookmarks);
    Q_EMIT bookmarksChanged();
}

void LiveWorld::addBookmark(const QString &name)
{
    QList<journal::Bookmark> bookmarks = m_bookmarks;
    bookmarks.removeIf([this](const journal::Bookmark &bookmark) { return bookmark.number == position(); });
    bookmarks += {position(), positionNs(), name};
    setBookmarks(bookmarks);
}

void LiveWorld::removeBookmark(quint64 number)
{
    QList<journal::Bookmark> bookmarks = m_bookmarks;
    if (bookmarks.removeIf([number](const journal::Bookmark &bookmark) { return bookmark.number == number; }) > 0)
        setBookmarks(bookmarks);
}

bool LiveWorld::seekBookmark(int direction)
{
    std::optional<journal::Bookmark> wanted;
    for (const journal::Bookmark &bookmark : std::as_const(m_bookmarks)) {
        if (direction < 0 && bookmark.number < position())
            wanted = bookmark;
        else if (direction > 0 && bookmark.number > position() && !wanted)
            wanted = bookmark;
    }
    if (wanted)
        seek(*wanted);
    return wanted.has_value();
}

} // namespace lockscope::ui

#include "moc_liveworld.cpp"
