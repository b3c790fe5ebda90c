// SPDX-License-Identifier: Apache-2.0
// The GUI thread's own history and ledger, folded from the engine's batches, and the one cursor in it: the World that
// all panels show, which is the newest one or, rewound, that at any event before. A recording has one of its own.
// Never reads ZooKeeper, never changes a World but by events.
#pragma once

#include "core/history/history.h"
#include "core/journal/bookmarks.h"
#include "core/ledger/ledger.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockscope::ui {

/// How much of the past a window keeps: of more than that the oldest goes. The usual takes some 150 MB in the end.
struct PastKept
{
    journal::History::Limits history = {};
    size_t acquisitions = 200'000; ///< in the ledger
    size_t marks = 3'000'000;      ///< in the Timeline
    size_t lanes = 5'000;          ///< there, of sessions and clients that have ended
};

class LiveWorld : public QObject
{
    Q_OBJECT
public:
    explicit LiveWorld(QObject *parent = nullptr, const PastKept &kept = {});

    const PastKept &kept() const { return m_kept; }

    /// At the cursor: what is shown.
    const journal::World &world() const { return m_past ? *m_past : m_history.head(); }
    /// The newest there is, whatever is shown: for what is about the connection and not about the picture.
    const journal::World &head() const { return m_history.head(); }
    /// Of all that happened, also after the cursor.
    const journal::Journal &journal() const { return m_history.journal(); }
    const journal::History &history() const { return m_history; }
    /// Who asked, held and left, of all that happened.
    const journal::Ledger &ledger() const { return m_ledger; }
    /// Calls \a read for each event that is in the journal, and for each that comes, when the ledger has just taken it.
    void followLedger(QObject *context, std::function<void(const journal::Event &, const journal::Ledger &)> read);

    // ---- how true what is shown is ----

    /// From when on something is a finding; stays for what comes.
    void setThresholds(const locks::Thresholds &thresholds) { m_history.setThresholds(thresholds); }

    /// Milliseconds since the picture stopped being live; 0 while it is live, or while nothing was ever read.
    qint64 staleForMs() const;
    bool isStale() const { return isPast() || head().staleSinceNs() != 0; }
    /// What is shown was so when the connection was lost: what came after it was not seen.
    bool isDisconnected() const { return isPast() ? world().staleSinceNs() != 0 : isStale(); }
    qint64 staleSinceNs() const { return isPast() ? positionNs() : head().staleSinceNs(); }
    /// The same of the newest picture, though another may be shown.
    qint64 headStaleForMs() const;

    /// What comes is a recording's: never live, and its time stands still after its last event.
    void setRecorded() { m_source = Source::Recording; }
    /// The same of a model, whose time goes on by what is chosen in it.
    void setModel() { m_source = Source::Model; }
    /// Shows a recording that was read elsewhere, at its end; \a ledger is of all its events. Before anything follows.
    void setRecording(journal::History history, journal::Ledger ledger);
    /// Shows what these events tell, from the first one on, in the place of what was before; at its end.
    void restart(const journal::EventBatch &events);
    /// Another place is looked at from now on: nothing of what was is left.
    void begin();
    bool isRecorded() const { return m_source != Source::Live; }
    bool isModel() const { return m_source == Source::Model; }
    /// What is shown was so once, and nothing can be done about it: a recording, or rewound.
    bool isPast() const { return isRecorded() || isRewound(); }
    /// Why nothing may be done just now, as a sentence; empty if it may. Whatever acts asks here.
    QString whyNoActing() const;
    /// The present of what is shown, for durations: one instant for all of a frame, until the next tick().
    qint64 nowNs() const { return isPast() ? positionNs() : m_nowNs; }
    /// The instant for which all durations stand: nowNs() while live, when the connection was lost while stale.
    qint64 asOfNs() const { return isStale() ? staleSinceNs() : m_nowNs; }
    /// Nanoseconds; by default the system's clock.
    void setClock(std::function<qint64()> clock);
    /// Reads the clock and emits ticked(). Happens by itself twice a second.
    void tick();

    /// When a contender that holds now began to, as its client reports, else as it was seen.
    std::optional<journal::HeldSince> heldSince(const locks::LockQueue &queue, const locks::Contender &holder) const;

    // ---- the cursor ----

    /// Before the newest event; later ones do not move what is shown.
    bool isRewound() const { return m_past.has_value(); }
    /// The number of the newest event of what is shown; 0 before the first.
    quint64 position() const { return m_past ? m_position : m_history.lastState(); }
    /// The instant of what is shown: that of its newest event, or later, up to the next one's; the present while live.
    qint64 positionNs() const;
    quint64 firstPosition() const { return m_history.firstState(); }
    quint64 lastPosition() const { return m_history.lastState(); }
    /// Of the oldest state that can be shown, and of the newest; both 0 while there is none.
    qint64 beginNs() const { return instantOf(firstPosition()); }
    qint64 endNs() const { return head().atNs(); }
    /// The instant of the state after an event; bounded to what there is.
    qint64 instantOf(quint64 number) const;

    /// Shows the World after the event with this number; the last one's is live.
    void seek(quint64 number);
    void seekToInstant(qint64 ns);
    void seek(const journal::Bookmark &bookmark);
    /// So many events forward or, below zero, back; the program's own questions to servers count if showsProbes().
    void step(qint64 events);
    /// Whether steps and the Journal have the program's own questions to servers, too.
    bool showsProbes() const { return m_showsProbes; }
    void setShowsProbes(bool shows);
    void goLive();

    // ---- bookmarks ----

    const QList<journal::Bookmark> &bookmarks() const { return m_bookmarks; }
    void setBookmarks(QList<journal::Bookmark> bookmarks);
    /// At the cursor; one that is there already gets the new name.
    void addBookmark(const QString &name);
    void removeBookmark(quint64 number);
    /// To the nearest one after the cursor or, below zero, before it; false if there is none.
    bool seekBookmark(int direction);

public Q_SLOTS:
    /// Connect Engine::batchReady here. Emits appended(), then changed() if what is shown did change.
    void apply(const lockscope::journal::EventBatch &batch);

Q_SIGNALS:
    /// By begin(): what is chosen and kept of events of this history is to be let go. Before restarted().
    void aboutToBegin();
    /// What was emitted before is void: the events of another history come next.
    void aboutToRestart();
    /// It is all there. Before changed().
    void restarted();
    /// The ledger has just taken the event.
    void happened(const lockscope::journal::Event &event);
    /// What differs from before; the world already stands so.
    void changed(const lockscope::journal::Changes &changes);
    /// The batch is in the journal; of more than its capacity the oldest events are not.
    void appended(const lockscope::journal::EventBatch &batch);
    /// The present moved on: durations on screen change.
    void ticked();
    /// Another instant is shown, or it is live again. After changed().
    void cursorMoved();
    void bookmarksChanged();
    void showsProbesChanged();

private:
    journal::Changes append(const journal::EventBatch &batch);
    void moveTo(quint64 number, qint64 ns);
    void show(std::optional<journal::World> past, quint64 number, qint64 ns);
    void tellMoved(const journal::Changes &changes, quint64 number, qint64 ns);

    const PastKept m_kept;
    journal::History m_history;
    journal::Ledger m_ledger;
    std::optional<journal::World> m_past; ///< while rewound
    quint64 m_position = 0;               ///< while rewound
    qint64 m_positionNs = 0;
    std::function<qint64()> m_clock;
    QTimer m_ticks;
    qint64 m_nowNs;
    enum class Source { Live, Recording, Model };
    Source m_source = Source::Live;
    bool m_showsProbes = false;
    QList<journal::Bookmark> m_bookmarks; ///< by number
};

} // namespace lockscope::ui
