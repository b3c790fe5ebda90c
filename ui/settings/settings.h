// SPDX-License-Identifier: Apache-2.0
// What the program remembers between runs, as typed values: the only place that knows the keys and their file.
// Never holds a password, a credential or anything else that opens a door.
#pragma once

#include "core/lab/clientspec.h"
#include "core/zk/tls.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QSettings>
#include <QString>

namespace lockscope::ui {

/// Somewhere that was connected to, so that it is one click away the next time.
struct RecentConnection
{
    QString connectString;
    QString root;
    int sessionTimeoutMs = 10'000;
    bool observeOnly = false;
    QDateTime usedAt;
    QString user = {};    ///< of the digest login; its password is not kept
    zk::TlsSpec tls = {}; ///< without its passphrase

    bool operator==(const RecentConnection &) const = default;
};

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

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    WindowLayout layout() const;
    void setLayout(const WindowLayout &layout);

    /// Newest first.
    QList<RecentConnection> recentConnections() const;
    /// Puts it in front; the same endpoint and root is kept once.
    void addRecentConnection(const RecentConnection &connection);
    void removeRecentConnection(const RecentConnection &connection);

    /// Where the connection profiles are: $LOCKSCOPE_PROFILES, else beside the settings' own file.
    QString profilesFile() const;

    /// The values last used in the Spawn dialog, without the lock's path, which comes from the selection, and without
    /// the seed, which is for one repetition.
    lab::SpawnRequest spawn() const;
    void setSpawn(const lab::SpawnRequest &request);

private:
    mutable QSettings m_store; ///< QSettings' groups and arrays are not const
};

} // namespace lockscope::ui
