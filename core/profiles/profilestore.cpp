// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilestore.h"

#include "core/base/smallfile.h"
#include "core/base/strictjson.h"
#include "core/base/wholefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>
#include <QStandardPaths>

namespace lockscope::profiles {

using namespace Qt::StringLiterals;

namespace {

constexpr int formatVersion = 1;

/// In the order of Keep.
const QStringList &keepNames()
{
    static const QStringList names{u"ask"_s, u"session"_s, u"keychain"_s};
    return names;
}

/// The keys of a profile: one list, which writing and reading both walk.
void walk(auto &fields, auto &profile)
{
    fields(u"id"_s, profile.id);
    fields(u"name"_s, profile.name);
    fields(u"color"_s, profile.color);
    fields(u"connect"_s, profile.connect);
    fields(u"ssh"_s, profile.sshHost);
    fields(u"root"_s, profile.root);
    fields(u"session_timeout_ms"_s, profile.sessionTimeoutMs);
    fields(u"connect_timeout_ms"_s, profile.connectTimeoutMs);
    fields(u"user"_s, profile.user);
    fields(u"keep_password"_s, profile.keep);
    fields.inside(u"tls"_s, [&profile](auto &tls) {
        tls(u"enabled"_s, profile.tls.enabled);
        tls(u"verify"_s, profile.tls.verify);
        tls(u"ca"_s, profile.tls.caFile);
        tls(u"cert"_s, profile.tls.certFile);
        tls(u"key"_s, profile.tls.keyFile);
    });
    fields(u"observe_only"_s, profile.observeOnly);
    fields(u"production"_s, profile.production);
    fields(u"stale_holder_ms"_s, profile.thresholds.staleHolderMs);
    fields(u"long_wait_ms"_s, profile.thresholds.longWaitMs);
    fields(u"owner_link"_s, profile.ownerLink);
    fields(u"admin"_s, profile.adminUrls);
    fields(u"used"_s, profile.usedAt);
}

struct ProfileWriter
{
    QJsonObject json = {};

    void operator()(const QString &key, const auto &value) { json[key] = value; }
    void operator()(const QString &key, Keep keep) { json[key] = keepNames()[static_cast<int>(keep)]; }
    void operator()(const QString &key, const QStringList &texts) { json[key] = QJsonArray::fromStringList(texts); }
    void operator()(const QString &key, const QDateTime &at)
    {
        if (at.isValid())
            json[key] = at.toUTC().toString(Qt::ISODateWithMs);
    }
    void inside(const QString &key, auto walkInner)
    {
        ProfileWriter inner;
        walkInner(inner);
        json[key] = inner.json;
    }
};

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

/// What is not there stays as it is.
struct ProfileReader
{
    JsonFields &fields;

    void operator()(const QString &key, QString &to) { to = fields.text(key).value_or(to); }
    void operator()(const QString &key, bool &to) { to = fields.flag(key).value_or(to); }
    template<std::integral Int>
    void operator()(const QString &key, Int &to)
    {
        to = fields.wholeNumber<Int>(key, -2'000'000'000, 2'000'000'000).value_or(to);
    }
    void operator()(const QString &key, QDateTime &to)
    {
        to = QDateTime::fromString(fields.text(key).value_or(QString()), Qt::ISODateWithMs);
    }
    void operator()(const QString &key, Keep &to)
    {
        const auto given = fields.text(key);
        const qsizetype place = given ? keepNames().indexOf(*given) : static_cast<int>(to);
        if (place < 0)
            fields.complain(key, Text::en("it is ask, session or keychain"));
        else
            to = static_cast<Keep>(place);
    }
    void operator()(const QString &key, QStringList &to)
    {
        const QJsonArray texts = fields.list(key).value_or(QJsonArray());
        for (qsizetype i = 0; i < texts.size(); ++i) {
            if (!texts[i].isString())
                fields.complain(u"%1[%2]"_s.arg(key).arg(i), fields.complaints().words().text);
            to += texts[i].toString();
        }
    }

    void inside(const QString &key, auto walkInner)
    {
        const auto given = fields.value(key);
        if (!given)
            return;
        JsonFields inner(*given, fields.pathOf(key), fields.complaints());
        ProfileReader reader{inner};
        walkInner(reader);
        inner.end();
    }
};

// ---- the file ----

constexpr int lockPatienceMs = 5'000;

QString standardFile()
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_PROFILES");
    if (!named.isEmpty())
        return named;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/lockscope/profiles.json"_L1;
}

Result<Done> writeFile(const QString &fileName, const QByteArray &content)
{
    WholeFile file(fileName);
    const bool written = file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
                         && file.write(content) == content.size() && file.commit();
    if (!written)
        return invalidInput(Text::en("%1 cannot be written: %2.").arg(fileName, file.errorString()));
    return Done();
}

} // namespace

QByteArray toJson(const QList<Profile> &profiles)
{
    QJsonArray list;
    for (const Profile &profile : profiles) {
        ProfileWriter writer;
        walk(writer, profile);
        list.append(writer.json);
    }
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
                                .arg(file[u"lockscope"_s].toVariant().toString(), formatVersion));
    QList<Profile> profiles;
    const QJsonArray list = file[u"profiles"_s].toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString where = u"profiles[%1]"_s.arg(i);
        JsonComplaints complaints(text->lines, profileWords());
        Profile profile = newProfile(profiles);
        JsonFields fields(list[i], where, complaints);
        ProfileReader reader{fields};
        walk(reader, profile);
        fields.end();
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
    return importFrom(m_fileName);
}

Result<QList<Profile>> ProfileStore::change(const std::function<void(QList<Profile> &)> &how, QString *movedTo)
{
    if (!QDir().mkpath(QFileInfo(m_fileName).absolutePath()))
        return invalidInput(Text::en("The folder of %1 cannot be made.").arg(m_fileName));
    QLockFile lock(m_fileName + u".lock"_s);
    if (!lock.tryLock(lockPatienceMs))
        return invalidInput(
            lock.error() == QLockFile::LockFailedError
                ? Text::en("%1 is in use by another program: try again.").arg(m_fileName)
                : Text::en("%1 cannot be written, as no lock can be put beside it: look whether there is "
                           "room and the folder is yours.")
                      .arg(m_fileName));
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
    if (const auto written = writeFile(m_fileName, toJson(*profiles)); !written)
        return tl::unexpected(written.error());
    return profiles;
}

Result<Done> exportTo(const QString &fileName, QList<Profile> profiles)
{
    for (Profile &profile : profiles)
        profile.usedAt = {};
    return writeFile(fileName, toJson(profiles));
}

Result<QList<Profile>> importFrom(const QString &fileName)
{
    const auto content = readSmallFile(fileName);
    if (!content)
        return tl::unexpected(content.error());
    const auto profiles = fromJson(*content);
    if (!profiles)
        return invalidInput(Text::en("%1: %2").arg(fileName, profiles.error().detail));
    return profiles;
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
