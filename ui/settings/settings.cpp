// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/settings.h"

#include "core/locks/recipecatalog.h"

#include <QFileInfo>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

// Every key, once.
namespace key {
constexpr auto theme = "appearance/theme"_L1;
constexpr auto geometry = "window/geometry"_L1;
constexpr auto docks = "window/docks"_L1;
constexpr auto recent = "connections/recent"_L1;
constexpr auto connectString = "connectString"_L1;
constexpr auto root = "root"_L1;
constexpr auto sessionTimeout = "sessionTimeoutMs"_L1;
constexpr auto observeOnly = "observeOnly"_L1;
constexpr auto usedAt = "usedAt"_L1;
constexpr auto user = "user"_L1;
constexpr auto tlsVerify = "tls/verify"_L1;
constexpr auto tlsCa = "tls/ca"_L1;
constexpr auto tlsCert = "tls/cert"_L1;
constexpr auto tlsKey = "tls/key"_L1;
constexpr auto spawnCount = "spawn/count"_L1;
constexpr auto spawnRecipe = "spawn/recipe"_L1;
constexpr auto spawnDialect = "spawn/dialect"_L1;
constexpr auto spawnWriters = "spawn/writers"_L1;
constexpr auto spawnHold = "spawn/hold"_L1;
constexpr auto spawnHoldMin = "spawn/holdMinMs"_L1;
constexpr auto spawnHoldMax = "spawn/holdMaxMs"_L1;
constexpr auto spawnTimeout = "spawn/acquireTimeoutMs"_L1;
constexpr auto spawnRounds = "spawn/rounds"_L1;
constexpr auto spawnAtOnce = "spawn/acquireAtOnce"_L1;
constexpr auto spawnPrefix = "spawn/namePrefix"_L1;
constexpr auto spawnLeases = "spawn/leases"_L1;
constexpr auto spawnPaths = "spawn/paths"_L1;
constexpr auto spawnSorted = "spawn/sorted"_L1;
constexpr auto spawnEntries = "spawn/entries"_L1;
constexpr auto spawnThreads = "spawn/threads"_L1;
constexpr auto spawnFaults = "spawn/faults"_L1;
constexpr auto fault = "fault"_L1;
constexpr auto rate = "rate"_L1;
constexpr auto duration = "durationMs"_L1;
} // namespace key

QString themeName(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::System: return u"system"_s;
    case ThemeChoice::Light: return u"light"_s;
    case ThemeChoice::Dark: return u"dark"_s;
    }
    return {};
}

QString holdName(lab::HoldTime::Kind kind)
{
    switch (kind) {
    case lab::HoldTime::Kind::ByHand: return u"by-hand"_s;
    case lab::HoldTime::Kind::Fixed: return u"fixed"_s;
    case lab::HoldTime::Kind::Random: return u"random"_s;
    }
    return {};
}

lab::HoldTime::Kind holdFromName(const QString &name)
{
    if (name == "fixed"_L1)
        return lab::HoldTime::Kind::Fixed;
    return name == "random"_L1 ? lab::HoldTime::Kind::Random : lab::HoldTime::Kind::ByHand;
}

bool samePlace(const RecentConnection &a, const RecentConnection &b)
{
    return a.connectString == b.connectString && a.root == b.root;
}

void writeRecent(QSettings &store, const QList<RecentConnection> &connections)
{
    store.remove(key::recent);
    store.beginWriteArray(key::recent, static_cast<int>(connections.size()));
    for (int i = 0; i < connections.size(); ++i) {
        store.setArrayIndex(i);
        store.setValue(key::connectString, connections[i].connectString);
        store.setValue(key::root, connections[i].root);
        store.setValue(key::sessionTimeout, connections[i].sessionTimeoutMs);
        store.setValue(key::observeOnly, connections[i].observeOnly);
        store.setValue(key::usedAt, connections[i].usedAt.toUTC().toString(Qt::ISODateWithMs));
        store.setValue(key::user, connections[i].user);
        if (!connections[i].tls.enabled)
            continue;
        store.setValue(key::tlsVerify, connections[i].tls.verify);
        store.setValue(key::tlsCa, connections[i].tls.caFile);
        store.setValue(key::tlsCert, connections[i].tls.certFile);
        store.setValue(key::tlsKey, connections[i].tls.keyFile);
    }
    store.endArray();
}

QList<lab::RandomFault> readFaults(QSettings &store)
{
    QList<lab::RandomFault> faults;
    const int size = store.beginReadArray(key::spawnFaults);
    for (int i = 0; i < size; ++i) {
        store.setArrayIndex(i);
        if (const auto fault = journal::faultFromName(store.value(key::fault).toString()))
            faults.append(
                {*fault, store.value(key::rate).toDouble(), milliseconds(store.value(key::duration).toLongLong())});
    }
    store.endArray();
    return faults;
}

void writeFaults(QSettings &store, const QList<lab::RandomFault> &faults)
{
    store.remove(key::spawnFaults);
    store.beginWriteArray(key::spawnFaults, static_cast<int>(faults.size()));
    for (int i = 0; i < faults.size(); ++i) {
        store.setArrayIndex(i);
        store.setValue(key::fault, journal::faultName(faults[i].fault));
        store.setValue(key::rate, faults[i].rate);
        store.setValue(key::duration, static_cast<qint64>(faults[i].duration.count()));
    }
    store.endArray();
}

} // namespace

Settings::Settings(const QString &file)
    : m_store(file.isEmpty()
                  ? QSettings(QSettings::IniFormat, QSettings::UserScope, u"lockscope"_s, u"lockscope"_s).fileName()
                  : file,
              QSettings::IniFormat)
{
}

QString Settings::profilesFile() const
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_PROFILES");
    return named.isEmpty() ? QFileInfo(m_store.fileName()).absolutePath() + "/profiles.json"_L1 : named;
}

ThemeChoice Settings::theme() const
{
    const QString name = m_store.value(key::theme).toString();
    if (name == "light"_L1)
        return ThemeChoice::Light;
    return name == "dark"_L1 ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice)
{
    m_store.setValue(key::theme, themeName(choice));
}

WindowLayout Settings::layout() const
{
    return {m_store.value(key::geometry).toByteArray(), m_store.value(key::docks).toByteArray()};
}

void Settings::setLayout(const WindowLayout &layout)
{
    m_store.setValue(key::geometry, layout.geometry);
    m_store.setValue(key::docks, layout.docks);
}

QList<RecentConnection> Settings::recentConnections() const
{
    QList<RecentConnection> connections;
    const int size = m_store.beginReadArray(key::recent);
    for (int i = 0; i < size; ++i) {
        m_store.setArrayIndex(i);
        RecentConnection one;
        one.connectString = m_store.value(key::connectString).toString();
        one.root = m_store.value(key::root).toString();
        one.sessionTimeoutMs = m_store.value(key::sessionTimeout, one.sessionTimeoutMs).toInt();
        one.observeOnly = m_store.value(key::observeOnly).toBool();
        one.usedAt = QDateTime::fromString(m_store.value(key::usedAt).toString(), Qt::ISODateWithMs);
        one.user = m_store.value(key::user).toString();
        one.tls.enabled = m_store.contains(key::tlsVerify);
        one.tls.verify = m_store.value(key::tlsVerify, true).toBool();
        one.tls.caFile = m_store.value(key::tlsCa).toString();
        one.tls.certFile = m_store.value(key::tlsCert).toString();
        one.tls.keyFile = m_store.value(key::tlsKey).toString();
        if (!one.connectString.isEmpty())
            connections.append(one);
    }
    m_store.endArray();
    return connections;
}

void Settings::addRecentConnection(const RecentConnection &connection)
{
    QList<RecentConnection> connections = recentConnections();
    connections.removeIf([&](const RecentConnection &other) { return samePlace(other, connection); });
    connections.prepend(connection);
    connections.resize(std::min<qsizetype>(connections.size(), maxRecentConnections));
    writeRecent(m_store, connections);
}

void Settings::removeRecentConnection(const RecentConnection &connection)
{
    QList<RecentConnection> connections = recentConnections();
    connections.removeIf([&](const RecentConnection &other) { return samePlace(other, connection); });
    writeRecent(m_store, connections);
}

lab::SpawnRequest Settings::spawn() const
{
    lab::SpawnRequest request;
    request.count = m_store.value(key::spawnCount, 5).toInt();
    request.recipe = locks::recipeFromName(m_store.value(key::spawnRecipe).toString()).value_or(request.recipe);
    request.dialect = locks::dialectFromName(m_store.value(key::spawnDialect).toString()).value_or(request.dialect);
    request.writers = m_store.value(key::spawnWriters, request.writers).toDouble();
    request.hold.kind = holdFromName(m_store.value(key::spawnHold).toString());
    request.hold.min = milliseconds(m_store.value(key::spawnHoldMin, 1000).toLongLong());
    request.hold.max = milliseconds(m_store.value(key::spawnHoldMax, 3000).toLongLong());
    if (const auto timeout = m_store.value(key::spawnTimeout); timeout.isValid())
        request.acquireTimeout = milliseconds(timeout.toLongLong());
    request.rounds = m_store.value(key::spawnRounds, request.rounds).toInt();
    request.acquireAtOnce = m_store.value(key::spawnAtOnce, request.acquireAtOnce).toBool();
    request.namePrefix = m_store.value(key::spawnPrefix, request.namePrefix).toString();
    request.leases = m_store.value(key::spawnLeases, 2).toInt();
    request.paths = m_store.value(key::spawnPaths).toStringList();
    request.sorted = m_store.value(key::spawnSorted, request.sorted).toBool();
    request.entries = m_store.value(key::spawnEntries, request.entries).toInt();
    request.threads = m_store.value(key::spawnThreads, request.threads).toInt();
    request.faults = readFaults(m_store);
    return request;
}

void Settings::setSpawn(const lab::SpawnRequest &request)
{
    m_store.setValue(key::spawnCount, request.count);
    m_store.setValue(key::spawnRecipe, locks::recipeName(request.recipe));
    m_store.setValue(key::spawnDialect, locks::dialectName(request.dialect));
    m_store.setValue(key::spawnHold, holdName(request.hold.kind));
    m_store.setValue(key::spawnHoldMin, static_cast<qint64>(request.hold.min.count()));
    m_store.setValue(key::spawnHoldMax, static_cast<qint64>(request.hold.max.count()));
    if (request.acquireTimeout)
        m_store.setValue(key::spawnTimeout, static_cast<qint64>(request.acquireTimeout->count()));
    else
        m_store.remove(key::spawnTimeout);
    m_store.setValue(key::spawnRounds, request.rounds);
    m_store.setValue(key::spawnAtOnce, request.acquireAtOnce);
    m_store.setValue(key::spawnPrefix, request.namePrefix);
    writeFaults(m_store, request.faults);
    // What this recipe had no use for stays as it was for another one.
    const locks::Options &options = locks::recipeInfo(request.recipe).options;
    if (options.writers)
        m_store.setValue(key::spawnWriters, request.writers);
    if (options.leases)
        m_store.setValue(key::spawnLeases, request.leases);
    if (options.entries)
        m_store.setValue(key::spawnEntries, request.entries);
    if (options.threads)
        m_store.setValue(key::spawnThreads, request.threads);
    if (options.paths) {
        m_store.setValue(key::spawnPaths, request.paths);
        m_store.setValue(key::spawnSorted, request.sorted);
    }
}

} // namespace lockscope::ui
