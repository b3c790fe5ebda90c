// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/settings.h"

#include "core/base/privatefile.h"
#include "core/locks/recipecatalog.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <unistd.h>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;
using std::chrono::milliseconds;

namespace {

constexpr auto themeKey = "appearance/theme"_L1;
constexpr auto asksBeforeLossKey = "window/asksBeforeLoss"_L1;
constexpr auto paceKey = "scenarios/paceMs"_L1;
constexpr auto typeScaleKey = "window/typeScale"_L1;
constexpr auto lessonsKey = "lessons/"_L1;
constexpr auto languageKey = "appearance/language"_L1;
constexpr auto geometryKey = "window/geometry"_L1;
constexpr auto docksKey = "window/docks"_L1;
constexpr auto recentKey = "connections/recent"_L1;
constexpr auto faultsKey = "spawn/faults"_L1;

/// What enumerators are called in the file, in their order.
const QStringList themeNames{u"system"_s, u"light"_s, u"dark"_s};
const QStringList holdNames{u"by-hand"_s, u"fixed"_s, u"random"_s};

/// The first one for a name that is not known.
template<typename Enum>
Enum named(const QStringList &names, const QVariant &name)
{
    return static_cast<Enum>(std::max<qsizetype>(0, names.indexOf(name.toString())));
}

/// From the store into a value, which stays as it is where the store has none.
struct Reading
{
    QSettings &store;

    template<typename Value>
    void operator()(QLatin1StringView key, Value &value) const
    {
        value = store.value(key, value).template value<Value>();
    }
    void operator()(QLatin1StringView key, milliseconds &value) const
    {
        value = milliseconds(store.value(key, qint64(value.count())).toLongLong());
    }
};

/// From a value into the store.
struct Writing
{
    QSettings &store;

    template<typename Value>
    void operator()(QLatin1StringView key, const Value &value) const
    {
        store.setValue(key, value);
    }
    void operator()(QLatin1StringView key, milliseconds value) const { store.setValue(key, qint64(value.count())); }
};

/// Every key of what is stored in the same way as it is read, once. \a profile is const where it is written.
template<typename Field, typename Connection>
void eachField(const Field &field, Connection &profile)
{
    field("connectString"_L1, profile.connect);
    field("ssh"_L1, profile.sshHost);
    field("root"_L1, profile.root);
    field("sessionTimeoutMs"_L1, profile.sessionTimeoutMs);
    field("observeOnly"_L1, profile.observeOnly);
    field("user"_L1, profile.user);
    if (!profile.tls.enabled)
        return;
    field("tls/verify"_L1, profile.tls.verify);
    field("tls/ca"_L1, profile.tls.caFile);
    field("tls/cert"_L1, profile.tls.certFile);
    field("tls/key"_L1, profile.tls.keyFile);
}

/// What a recipe has no use for is left as it was for another one.
template<typename Field, typename Request>
void eachField(const Field &field, Request &request, const locks::Options &used)
{
    field("spawn/count"_L1, request.count);
    field("spawn/holdMinMs"_L1, request.hold.min);
    field("spawn/holdMaxMs"_L1, request.hold.max);
    field("spawn/rounds"_L1, request.rounds);
    field("spawn/acquireAtOnce"_L1, request.acquireAtOnce);
    field("spawn/namePrefix"_L1, request.namePrefix);
    if (used.writers)
        field("spawn/writers"_L1, request.writers);
    if (used.leases)
        field("spawn/leases"_L1, request.leases);
    if (used.entries)
        field("spawn/entries"_L1, request.entries);
    if (used.threads)
        field("spawn/threads"_L1, request.threads);
    if (used.paths) {
        field("spawn/paths"_L1, request.paths);
        field("spawn/sorted"_L1, request.sorted);
    }
}

template<typename Field, typename Spec>
void eachField(const Field &field, Spec &spec) requires std::is_same_v<std::remove_const_t<Spec>, trial::TrialSpec>
{
    field("trial/command"_L1, spec.command);
    field("trial/lock"_L1, spec.lock);
    field("trial/clients"_L1, spec.clients);
    field("trial/rounds"_L1, spec.rounds);
    field("trial/leases"_L1, spec.leases);
    field("trial/limitMs"_L1, spec.limit);
    field("trial/byHand"_L1, spec.byHand);
}

constexpr auto trialRecipeKey = "trial/recipe"_L1;
constexpr auto trialFaultsKey = "trial/faults"_L1;
constexpr auto usedAtKey = "usedAt"_L1;
constexpr auto faultKey = "fault"_L1;
constexpr auto rateKey = "rate"_L1;
constexpr auto durationKey = "durationMs"_L1;
constexpr auto recipeKey = "spawn/recipe"_L1;
constexpr auto dialectKey = "spawn/dialect"_L1;
constexpr auto holdKey = "spawn/hold"_L1;
constexpr auto sessionTimeoutKey = "spawn/sessionTimeoutMs"_L1;
constexpr auto timeoutKey = "spawn/acquireTimeoutMs"_L1;

template<typename List, typename Write>
void writeArray(QSettings &store, QLatin1StringView key, const List &list, const Write &write)
{
    store.remove(key);
    store.beginWriteArray(key, static_cast<int>(list.size()));
    for (int i = 0; i < list.size(); ++i) {
        store.setArrayIndex(i);
        write(list[i]);
    }
    store.endArray();
}

template<typename Read>
void readArray(QSettings &store, QLatin1StringView key, const Read &read)
{
    constexpr int most = 100; // more than is ever written: a size in a file proves no entries
    const int size = std::min(store.beginReadArray(key), most);
    for (int i = 0; i < size; ++i) {
        store.setArrayIndex(i);
        read();
    }
    store.endArray();
}

void writeRecent(QSettings &store, const QList<Profile> &connections)
{
    writeArray(store, recentKey, connections, [&store](const Profile &one) {
        eachField(Writing{store}, one);
        store.setValue(usedAtKey, one.usedAt.toUTC().toString(Qt::ISODateWithMs));
    });
}

QList<Profile> without(QList<Profile> connections, const Profile &connection)
{
    connections.removeIf([&](const Profile &other) {
        return other.connect == connection.connect && other.sshHost == connection.sshHost
               && other.root == connection.root;
    });
    return connections;
}

} // namespace

Settings::Settings(const QString &file)
    : m_store(file.isEmpty()
                  ? QSettings(QSettings::IniFormat, QSettings::UserScope, u"lockscope"_s, u"lockscope"_s).fileName()
                  : file,
              QSettings::IniFormat)
{
}

Result<Done> Settings::kept() const
{
    if (m_isLost)
        return invalidInput(
            Text::en("The settings cannot be kept in %1: look whether there is room and the folder is yours.")
                .arg(m_store.fileName()));
    return Done();
}

namespace {

/// QSettings makes its file readable by all, and keeps the permissions of one that is there: hosts and paths are in it.
void makePrivately(const QString &fileName)
{
    QDir().mkpath(QFileInfo(fileName).absolutePath());
    QFile file(fileName);
    openPrivately(file, QIODevice::WriteOnly | QIODevice::NewOnly);
}

} // namespace

void Settings::write()
{
    // QSettings of Qt 6.4 replaces its file by what a full disk let through. The earlier one has a second name until
    // what is there is whole.
    const QByteArray file = QFile::encodeName(m_store.fileName());
    const QByteArray before = file + ".before";
    ::unlink(before.constData());
    const bool wasThere = ::link(file.constData(), before.constData()) == 0;
    if (!wasThere)
        makePrivately(m_store.fileName());
    m_store.sync();
    const bool isKept = m_store.status() == QSettings::NoError && isInFile();
    if (wasThere && !isKept)
        ::rename(before.constData(), file.constData());
    else
        ::unlink(before.constData());
    m_isLost = m_isLost || !isKept;
}

/// Read under another name, since QSettings remembers what it wrote under this one.
bool Settings::isInFile() const
{
    const QString after = m_store.fileName() + ".after"_L1;
    QFile::remove(after);
    if (::link(QFile::encodeName(m_store.fileName()).constData(), QFile::encodeName(after).constData()) != 0)
        return errno == EPERM || errno == EOPNOTSUPP; // a file system without second names: nothing can be said
    QFile written(after);
    const bool isEnded = written.open(QIODevice::ReadOnly) && written.readAll().endsWith('\n');
    const bool isWhole = isEnded && QSettings(after, QSettings::IniFormat).allKeys() == m_store.allKeys();
    QFile::remove(after);
    return isWhole;
}

QString Settings::profilesFile() const
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_PROFILES");
    return named.isEmpty() ? QFileInfo(m_store.fileName()).absolutePath() + "/profiles.json"_L1 : named;
}

ThemeChoice Settings::theme() const
{
    return named<ThemeChoice>(themeNames, m_store.value(themeKey));
}

void Settings::setTheme(ThemeChoice choice)
{
    m_store.setValue(themeKey, themeNames[static_cast<int>(choice)]);
    write();
}

bool Settings::asksBeforeLoss() const
{
    return m_store.value(asksBeforeLossKey, true).toBool();
}

void Settings::setAsksBeforeLoss(bool asks)
{
    m_store.setValue(asksBeforeLossKey, asks);
    write();
}

double Settings::typeScale() const
{
    const double scale = m_store.value(typeScaleKey, 1.0).toDouble();
    return scale > 0 ? std::clamp(scale, smallestType, largestType) : 1; // also what is no number
}

void Settings::setTypeScale(double scale)
{
    m_store.setValue(typeScaleKey, std::clamp(scale, smallestType, largestType));
    write();
}

milliseconds Settings::pace() const
{
    return milliseconds(m_store.value(paceKey, 1000).toLongLong());
}

void Settings::setPace(milliseconds pace)
{
    m_store.setValue(paceKey, qint64(pace.count()));
    write();
}

int Settings::lessonReached(const QString &lesson) const
{
    return m_store.value(lessonsKey + lesson, 0).toInt();
}

void Settings::setLessonReached(const QString &lesson, int pages)
{
    m_store.setValue(lessonsKey + lesson, pages);
    write();
}

QString Settings::language() const
{
    return m_store.value(languageKey).toString();
}

void Settings::setLanguage(const QString &language)
{
    m_store.setValue(languageKey, language);
    write();
}

WindowLayout Settings::layout() const
{
    return {m_store.value(geometryKey).toByteArray(), m_store.value(docksKey).toByteArray()};
}

void Settings::setLayout(const WindowLayout &layout)
{
    m_store.setValue(geometryKey, layout.geometry);
    m_store.setValue(docksKey, layout.docks);
    write();
}

QList<Profile> Settings::recentConnections() const
{
    QList<Profile> connections;
    readArray(m_store, recentKey, [&] {
        Profile one;
        one.connect.clear();
        one.tls.enabled = m_store.contains("tls/verify"_L1);
        eachField(Reading{m_store}, one);
        one.usedAt = QDateTime::fromString(m_store.value(usedAtKey).toString(), Qt::ISODateWithMs);
        if (!one.connect.isEmpty())
            connections.append(one);
    });
    return connections;
}

void Settings::addRecentConnection(const Profile &connection)
{
    QList<Profile> connections = without(recentConnections(), connection);
    connections.prepend(connection);
    connections.resize(std::min<qsizetype>(connections.size(), maxRecentConnections));
    writeRecent(m_store, connections);
    write();
}

void Settings::removeRecentConnection(const Profile &connection)
{
    writeRecent(m_store, without(recentConnections(), connection));
    write();
}

lab::SpawnRequest Settings::spawn() const
{
    lab::SpawnRequest request;
    request.count = 5;
    request.hold.min = milliseconds(1000);
    request.hold.max = milliseconds(3000);
    request.leases = 2;
    eachField(Reading{m_store}, request, {true, true, true, true, true});
    request.recipe = locks::recipeFromName(m_store.value(recipeKey).toString()).value_or(request.recipe);
    request.dialect = locks::dialectFromName(m_store.value(dialectKey).toString()).value_or(request.dialect);
    request.hold.kind = named<lab::HoldTime::Kind>(holdNames, m_store.value(holdKey));
    if (const auto timeout = m_store.value(timeoutKey); timeout.isValid())
        request.acquireTimeout = milliseconds(timeout.toLongLong());
    if (const auto timeout = m_store.value(sessionTimeoutKey); timeout.isValid())
        request.sessionTimeout = milliseconds(timeout.toLongLong());
    readArray(m_store, faultsKey, [&] {
        if (const auto fault = journal::faultFromName(m_store.value(faultKey).toString()))
            request.faults.append(
                {*fault, m_store.value(rateKey).toDouble(), milliseconds(m_store.value(durationKey).toLongLong())});
    });
    return request;
}

void Settings::setSpawn(const lab::SpawnRequest &request)
{
    const Writing set{m_store};
    eachField(set, request, locks::recipeInfo(request.recipe).options);
    set(recipeKey, locks::recipeName(request.recipe));
    set(dialectKey, locks::dialectName(request.dialect));
    set(holdKey, holdNames[static_cast<int>(request.hold.kind)]);
    for (const auto &[key, timeout] :
         {std::pair(timeoutKey, request.acquireTimeout), std::pair(sessionTimeoutKey, request.sessionTimeout)}) {
        if (timeout)
            set(key, *timeout);
        else
            m_store.remove(key);
    }
    writeArray(m_store, faultsKey, request.faults, [&](const lab::RandomFault &fault) {
        set(faultKey, journal::faultName(fault.fault));
        set(rateKey, fault.rate);
        set(durationKey, fault.duration);
    });
    write();
}

trial::TrialSpec Settings::trial() const
{
    trial::TrialSpec spec;
    spec.lock = u"/lockscope/try"_s;
    spec.clients = 3;
    spec.rounds = 5;
    eachField(Reading{m_store}, spec);
    spec.recipe = locks::recipeFromName(m_store.value(trialRecipeKey).toString()).value_or(spec.recipe);
    spec.faults = trial::readFaults(m_store.value(trialFaultsKey).toStringList()).value_or(QList<trial::TrialFault>());
    return spec;
}

void Settings::setTrial(const trial::TrialSpec &spec)
{
    const Writing set{m_store};
    eachField(set, spec);
    set(trialRecipeKey, locks::recipeName(spec.recipe));
    set(trialFaultsKey, trial::toStrings(spec.faults));
    write();
}

} // namespace lockscope::ui
