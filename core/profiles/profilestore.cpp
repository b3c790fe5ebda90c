// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilestore.h"

#include "core/base/strictjson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockscope::profiles {

using namespace Qt::StringLiterals;

namespace {

constexpr int formatVersion = 1;

QString keepName(Keep keep)
{
    switch (keep) {
    case Keep::Nowhere: return u"ask"_s;
    case Keep::Session: return u"session"_s;
    case Keep::Keychain: return u"keychain"_s;
    }
    return {};
}

QJsonObject tlsJson(const zk::TlsSpec &tls)
{
    return {{u"enabled"_s, tls.enabled},
            {u"verify"_s, tls.verify},
            {u"ca"_s, tls.caFile},
            {u"cert"_s, tls.certFile},
            {u"key"_s, tls.keyFile}};
}

QJsonObject profileJson(const Profile &profile, Form form)
{
    QJsonObject json{
        {u"id"_s, profile.id},
        {u"name"_s, profile.name},
        {u"color"_s, profile.color},
        {u"connect"_s, profile.connect},
        {u"root"_s, profile.root},
        {u"session_timeout_ms"_s, profile.sessionTimeoutMs},
        {u"connect_timeout_ms"_s, profile.connectTimeoutMs},
        {u"user"_s, profile.user},
        {u"keep_password"_s, keepName(profile.keep)},
        {u"tls"_s, tlsJson(profile.tls)},
        {u"observe_only"_s, profile.observeOnly},
        {u"production"_s, profile.production},
        {u"stale_holder_ms"_s, profile.thresholds.staleHolderMs},
        {u"long_wait_ms"_s, profile.thresholds.longWaitMs},
        {u"admin"_s, QJsonArray::fromStringList(profile.adminUrls)},
    };
    if (form == Form::Stored && profile.usedAt.isValid())
        json[u"used"_s] = profile.usedAt.toUTC().toString(Qt::ISODateWithMs);
    return json;
}

/// Complaints name the place as a program's user would, and never show a value: it might be a secret.
JsonWords profileWords()
{
    JsonWords words;
    words.complaint = Text::en("line %1: %2: %3.");
    words.object = Text::en("wants an object");
    words.list = Text::en("wants a list");
    words.text = Text::en("wants a text");
    words.flag = Text::en("wants true or false");
    words.wholeNumber = words.wholeNumberOfAtLeast = words.wholeNumberWithin = Text::en("wants a whole number");
    words.unknownKey = Text::en("it is no key of a profile");
    return words;
}

template<typename T>
void take(T &to, const std::optional<T> &read)
{
    if (read)
        to = *read;
}

template<typename Int>
void takeNumber(JsonFields &fields, const QString &key, Int &to)
{
    take(to, fields.wholeNumber<Int>(key, -2'000'000'000, 2'000'000'000));
}

void readTls(JsonFields &fields, zk::TlsSpec &to)
{
    const auto given = fields.value(u"tls"_s);
    if (!given)
        return;
    JsonFields tls(*given, fields.pathOf(u"tls"_s), fields.complaints());
    take(to.enabled, tls.flag(u"enabled"_s));
    take(to.verify, tls.flag(u"verify"_s));
    take(to.caFile, tls.text(u"ca"_s));
    take(to.certFile, tls.text(u"cert"_s));
    take(to.keyFile, tls.text(u"key"_s));
    tls.end();
}

void readKeep(JsonFields &fields, Keep &to)
{
    const auto given = fields.text(u"keep_password"_s);
    if (!given)
        return;
    for (const Keep one : {Keep::Nowhere, Keep::Session, Keep::Keychain}) {
        if (*given == keepName(one)) {
            to = one;
            return;
        }
    }
    fields.complain(u"keep_password"_s, Text::en("it is ask, session or keychain"));
}

void readAdminUrls(JsonFields &fields, QStringList &to)
{
    const QJsonArray urls = fields.list(u"admin"_s).value_or(QJsonArray());
    for (qsizetype i = 0; i < urls.size(); ++i) {
        if (!urls[i].isString())
            fields.complain(u"admin[%1]"_s.arg(i), fields.complaints().words().text);
        to += urls[i].toString();
    }
}

/// \a fields: of one profile; what is not there stays as it is.
void readProfile(JsonFields &fields, Profile &profile)
{
    take(profile.id, fields.text(u"id"_s));
    take(profile.name, fields.text(u"name"_s));
    take(profile.color, fields.text(u"color"_s));
    take(profile.connect, fields.text(u"connect"_s));
    take(profile.root, fields.text(u"root"_s));
    takeNumber(fields, u"session_timeout_ms"_s, profile.sessionTimeoutMs);
    takeNumber(fields, u"connect_timeout_ms"_s, profile.connectTimeoutMs);
    take(profile.user, fields.text(u"user"_s));
    readKeep(fields, profile.keep);
    readTls(fields, profile.tls);
    take(profile.observeOnly, fields.flag(u"observe_only"_s));
    take(profile.production, fields.flag(u"production"_s));
    takeNumber(fields, u"stale_holder_ms"_s, profile.thresholds.staleHolderMs);
    takeNumber(fields, u"long_wait_ms"_s, profile.thresholds.longWaitMs);
    readAdminUrls(fields, profile.adminUrls);
    profile.usedAt = QDateTime::fromString(fields.text(u"used"_s).value_or(QString()), Qt::ISODateWithMs);
    fields.end();
}

// ---- the file ----

constexpr int lockPatienceMs = 5'000;

QString standardFile()
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_PROFILES");
    if (!named.isEmpty())
        return named;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/lockscope/profiles.json"_L1;
}

Result<QList<Profile>> readFile(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return invalidInput(Text::en("%1: %2.").arg(fileName, file.errorString()));
    const auto profiles = fromJson(file.readAll());
    if (!profiles)
        return invalidInput(Text::en("%1: %2").arg(fileName, profiles.error().detail));
    return profiles;
}

Result<Done> writeFile(const QString &fileName, const QByteArray &content)
{
    QSaveFile file(fileName);
    const bool written = file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
                         && file.write(content) == content.size() && file.commit();
    if (!written)
        return invalidInput(Text::en("%1 cannot be written: %2.").arg(fileName, file.errorString()));
    return Done();
}

} // namespace

QByteArray toJson(const QList<Profile> &profiles, Form form)
{
    QJsonArray list;
    for (const Profile &profile : profiles)
        list.append(profileJson(profile, form));
    return QJsonDocument(
               QJsonObject{{u"lockscope"_s, formatVersion}, {u"kind"_s, u"profiles"_s}, {u"profiles"_s, list}})
        .toJson();
}

Result<QList<Profile>> fromJson(const QByteArray &json)
{
    const auto text = JsonText::read(json);
    if (!text)
        return invalidInput(Text::en("%1.").arg(text.error().detail));
    const QJsonObject file = text->top.toObject();
    if (file[u"kind"_s].toString() != "profiles"_L1 || !file[u"profiles"_s].isArray())
        return invalidInput(
            Text::en("this is no file of connection profiles: there is no \"kind\": \"profiles\" in it."));
    if (file[u"lockscope"_s].toInt() != formatVersion)
        return invalidInput(Text::en("it is of version %1 of the format; this program reads version %2.")
                                .arg(file[u"lockscope"_s].toVariant().toString())
                                .arg(formatVersion));
    QList<Profile> profiles;
    const QJsonArray list = file[u"profiles"_s].toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString where = u"profiles[%1]"_s.arg(i);
        JsonComplaints complaints(text->lines, profileWords());
        Profile profile = newProfile(profiles);
        JsonFields fields(list[i], where, complaints);
        readProfile(fields, profile);
        if (!complaints.isEmpty())
            return invalidInput(complaints.first());
        if (const Text wrong = problemOf(profile); !wrong.isEmpty())
            return invalidInput(Text::en("%1 (\"%2\"): %3").arg(where, profile.name, wrong));
        if (findByName(profiles, profile.name) != nullptr)
            return invalidInput(Text::en("%1.name: \"%2\" stands there twice.").arg(where, profile.name));
        profiles += profile;
    }
    return profiles;
}

ProfileStore::ProfileStore(QString fileName)
    : m_fileName(fileName.isEmpty() ? standardFile() : std::move(fileName))
{
}

Result<QList<Profile>> ProfileStore::load() const
{
    if (!QFileInfo::exists(m_fileName))
        return QList<Profile>();
    return readFile(m_fileName);
}

Result<QList<Profile>> ProfileStore::change(const std::function<void(QList<Profile> &)> &how, QString *movedTo)
{
    if (!QDir().mkpath(QFileInfo(m_fileName).absolutePath()))
        return invalidInput(Text::en("The folder of %1 cannot be made.").arg(m_fileName));
    QLockFile lock(m_fileName + u".lock"_s);
    if (!lock.tryLock(lockPatienceMs))
        return invalidInput(Text::en("%1 is in use by another program: try again.").arg(m_fileName));
    auto profiles = load();
    if (!profiles) {
        const QString aside =
            u"%1.unreadable-%2"_s.arg(m_fileName, QDateTime::currentDateTime().toString(u"yyyyMMdd-hhmmss-zzz"_s));
        if (!QFile::rename(m_fileName, aside))
            return tl::unexpected(profiles.error());
        if (movedTo)
            *movedTo = aside;
        profiles = QList<Profile>();
    }
    how(*profiles);
    if (const auto written = writeFile(m_fileName, toJson(*profiles, Form::Stored)); !written)
        return tl::unexpected(written.error());
    return profiles;
}

Result<Done> exportTo(const QString &fileName, const QList<Profile> &profiles)
{
    return writeFile(fileName, toJson(profiles, Form::Exported));
}

Result<QList<Profile>> importFrom(const QString &fileName)
{
    return readFile(fileName);
}

QList<Profile> merged(const QList<Profile> &present, const QList<Profile> &imported)
{
    QList<Profile> all = present;
    for (Profile profile : imported) {
        profile.id = newProfile({}).id; // the secrets of another machine's entry are not ours
        profile.name = freeName(profile.name, all);
        profile.usedAt = {};
        all += profile;
    }
    return all;
}

} // namespace lockscope::profiles
