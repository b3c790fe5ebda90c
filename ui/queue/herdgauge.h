// SPDX-License-Identifier: Apache-2.0
// The herd meter: one cell for each simulated client that waited, filled if the last leaving woke it, and the figures.
// Makes one of many against all of them plain at a glance; never colour alone, never traffic that is not in the
// journal.
#pragma once

#include "core/history/world.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace lockscope::ui {

/// What the last leaving of a lock set off among its simulated clients, as the gauge shows it.
/// Pure; counts nothing itself: the World does. Clients of other programs are in it only where a trial relays them.
struct HerdReading
{
    qint64 events = 0;   ///< watch events
    qint64 requests = 0; ///< of the woken clients
    int woken = 0;
    int inVain = 0;  ///< of these: do not hold
    int waiting = 0; ///< simulated clients that waited, those woken among them
    QString leaver;  ///< its name; empty where it is gone, or of another program
    journal::Leaving::Cause cause = journal::Leaving::Cause::NotKnown;
    bool underWay = false; ///< its effects may not all be there yet

    bool operator==(const HerdReading &) const = default;
};

/// Nothing where no contender has left this lock yet. The newest leaving counts once it had time for its effects, or
/// where there is no other; until then the one before it.
std::optional<HerdReading> readHerd(const journal::World &world, const QString &lock, qint64 nowNs);
/// True if simulated clients want this lock, or did.
bool hasSimulatedClients(const journal::World &world, const QString &lock);

class LiveWorld;

class HerdGauge : public QWidget
{
    Q_OBJECT
public:
    explicit HerdGauge(LiveWorld *world, QWidget *parent = nullptr);

    /// Hides itself while no simulated client has to do with the lock.
    void setLockPath(const QString &path);
    /// Where there is little room for the rows below, they come first.
    void setHasRoom(bool room);
    /// Hides itself also while there is nothing to show yet.
    void setPresenting(bool presenting);
    const std::optional<HerdReading> &reading() const { return m_reading; }
    /// "Last release", "Last expiry", …: by its cause.
    QString title() const;
    /// "woke 3 of 12, 2 in vain · 3 events · 2 requests", or why there is nothing to show.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    void refresh();
    QString explanation() const;
    void paintCells(QPainter *painter, const QRectF &box) const;

    LiveWorld *m_world;
    QString m_lock;
    bool m_hasRoom = true;
    bool m_isPresenting = false;
    std::optional<HerdReading> m_reading;
    bool m_isFresh = false; ///< the newest leaving may not have had all its effects when it was read
    QTimer m_pace;          ///< a burst of leavings is read a few times a second
};

} // namespace lockscope::ui
