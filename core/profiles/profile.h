// SPDX-License-Identifier: Apache-2.0
// A place to connect to again and again, under a name of its own: where, as whom, how careful.
// Never has a secret in it: passwords and passphrases are Secrets' matter.
#pragma once

#include "core/engine/engine.h"
#include "core/locks/findings.h"
#include "core/zk/tls.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace lockscope::profiles {

/// Where a password stays after it was typed.
enum class Keep {
    Nowhere, ///< asked for each time
    Session, ///< in memory, until the program ends
    Keychain,
};

struct Profile
{
    QString id;                                         ///< for good, through renaming: the keychain's entry goes by it
    QString name;                                       ///< unique among all
    QString color;                                      ///< "#0072b2"
    QString connect = QStringLiteral("127.0.0.1:2181"); ///< hosts, with the chroot at the end
    QString sshHost; ///< through which the servers are reached, as ssh takes it; empty: directly
    QString root = QStringLiteral("/");
    int sessionTimeoutMs = 10'000;
    int connectTimeoutMs = 10'000;
    QString user; ///< of the digest login; empty: none
    Keep keep = Keep::Keychain;
    zk::TlsSpec tls; ///< without its passphrase
    bool observeOnly = false;
    bool production = false; ///< a release asks for the lock's name
    locks::Thresholds thresholds;
    QString ownerLink;     ///< to more about an owner, with places (core/locks/ownerfacts.h); empty: none
    QStringList adminUrls; ///< of AdminServers, where they are not found by themselves
    QDateTime usedAt;      ///< the last time; not exported

    bool operator==(const Profile &) const = default;
};

/// The least and the most that a session timeout may be, in ms; servers have narrower limits of their own.
constexpr int leastTimeoutMs = 400;
constexpr int mostTimeoutMs = 600'000;

/// A new one, with an id of its own and the colour that the fewest of \a others have.
Profile newProfile(const QList<Profile> &others);
/// Of another name ("production copy"), with an id and colour as those of newProfile().
Profile duplicateOf(const Profile &profile, const QList<Profile> &others);
/// \a wanted, or with a number behind it if one of \a others has that name.
QString freeName(const QString &wanted, const QList<Profile> &others);
/// Colours to choose from, distinct to most eyes (Okabe and Ito).
QStringList profileColors();

/// What is wrong with it as a sentence; empty if nothing is. Says nothing about names that \a others have, too, unless
/// they are given.
Text problemOf(const Profile &profile, const QList<Profile> &others = {});

/// How the engine connects. Secrets may be empty: a login without a password is none that a server takes.
ConnectSpec connectSpecOf(const Profile &profile, const QByteArray &password, const QByteArray &passphrase);

/// Whether one of \a profiles calls a server of \a connectString, reached by \a sshHost or, where that is empty, from
/// here, one of production: by the addresses as they are written; names are not looked up.
bool isProduction(const QList<Profile> &profiles, const QString &connectString, const QString &sshHost);
/// By its name, whatever its case; null if there is none.
const Profile *findByName(const QList<Profile> &profiles, const QString &name);

/// Where the environment says to connect to. Both are empty if it does not say; it is not parsed here.
struct EnvironmentTarget
{
    QString connectString;
    QString variable; ///< that says so
};
/// The first that is set of LOCKSCOPE_CONNECT, our own, and ZOOKEEPER_CONNECT, ZK_HOSTS and ZK_HOST, usual elsewhere.
EnvironmentTarget connectStringFromEnvironment();

} // namespace lockscope::profiles
