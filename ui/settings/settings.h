// SPDX-License-Identifier: Apache-2.0
// What the program remembers between runs, as typed values: the only place that knows the keys and their file.
// Never holds a password, a credential or anything else that opens a door.
#pragma once

#include "core/lab/clientspec.h"
#include "core/profiles/profile.h"
#include "core/trial/trialspec.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QSettings>
#include <QString>

namespace lockscope::ui {

/// Where the window was and how its docks were arranged; empty before the first run.
struct WindowLayout
{
    QByteArray geometry;
    QByteArray docks;

    bool operator==(const WindowLayout &) const = default;
};

class Settings
{
public:
    static constexpr int maxRecentConnections = 8;

    /// The user's own settings, or \a file (an INI file) where given: tests pass a temporary one.
    explicit Settings(const QString &file = {});

    /// Each change is written at once. Where one could not be, the file is as it was before, and this says so.
    Result<Done> kept() const;

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// Before a sandbox ends or the program, with events that no recording has.
    bool asksBeforeLoss() const;
    void setAsksBeforeLoss(bool asks);

    /// Of all type; 1 unless another was chosen, and never beyond these.
    static constexpr double smallestType = 0.8;
    static constexpr double largestType = 2;
    double typeScale() const;
    void setTypeScale(double scale);

    /// From step to step of a scenario; a second unless another was chosen.
    std::chrono::milliseconds pace() const;
    void setPace(std::chrono::milliseconds pace);

    /// So many pages of a lesson are done.
    int lessonReached(const QString &lesson) const;
    void setLessonReached(const QString &lesson, int pages);

    /// "en", "zh_CN", or empty: the system's.
    QString language() const;
    void setLanguage(const QString &language);

    WindowLayout layout() const;
    void setLayout(const WindowLayout &layout);

    /// Somewhere that was connected to without keeping it under a name, so that it is one click away the next time: an
    /// unnamed profile each, without an id. Newest first.
    QList<profiles::Profile> recentConnections() const;
    /// Puts it in front; the same endpoint and root is kept once.
    void addRecentConnection(const profiles::Profile &connection);
    void removeRecentConnection(const profiles::Profile &connection);

    /// Where the connection profiles are: $LOCKSCOPE_PROFILES, else beside the settings' own file.
    QString profilesFile() const;

    /// The values last used in the Spawn dialog, without the lock's path, which comes from the selection, and without
    /// the seed, which is for one repetition.
    lab::SpawnRequest spawn() const;
    void setSpawn(const lab::SpawnRequest &request);

    /// The values last used in the dialog of a trial, without the seed.
    trial::TrialSpec trial() const;
    void setTrial(const trial::TrialSpec &spec);

private:
    void write();
    bool isInFile() const;

    mutable QSettings m_store; ///< QSettings' groups and arrays are not const
    bool m_isLost = false;     ///< a change could not be kept
};

} // namespace lockscope::ui
