// SPDX-License-Identifier: Apache-2.0
// The herd meter: one cell for each simulated client that waited, filled if the last release woke it, and the figures.
// Makes one of many against all of them plain at a glance; never colour alone, never anybody's traffic but our own.
#pragma once

#include "ui/queue/herdreading.h"

#include <QTimer>
#include <QWidget>

namespace lockscope::ui {

class LiveWorld;

class HerdGauge : public QWidget
{
    Q_OBJECT
public:
    explicit HerdGauge(LiveWorld *world, QWidget *parent = nullptr);

    /// Hides itself while no simulated client has to do with the lock.
    void setLockPath(const QString &path);
    const std::optional<HerdReading> &reading() const { return m_reading; }
    /// "woke 1 of 12 · 1 event · 2 requests", or why there is nothing to tell.
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
    std::optional<HerdReading> m_reading;
    QTimer m_pace;   ///< a burst of releases is read a few times a second
    QTimer m_settle; ///< once more when the newest release has had its effects
};

} // namespace lockscope::ui
