// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilejson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <initializer_list>
#include <optional>

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

/// Takes the keys of an object one by one; the first thing that is wrong is kept, and what is left over is wrong too.
class Taker
{
public:
    Taker(QJsonObject object, QString where)
        : m_left(std::move(object))
        , m_where(std::move(where))
    {
    }

    void take(const QString &key, QString &to)
    {
        with(key, &QJsonValue::isString, u"a text"_s, [&](const QJsonValue &value) { to = value.toString(); });
    }
    void take(const QString &key, bool &to)
    {
        with(key, &QJsonValue::isBool, u"true or false"_s, [&](const QJsonValue &value) { to = value.toBool(); });
    }
    template<typename Int>
    requires std::is_integral_v<Int> &&(!std::is_same_v<Int, bool>)void take(const QString &key, Int &to)
    {
        with(key, &QJsonValue::isDouble, u"a number"_s, [&](const QJsonValue &value) {
            const double number = value.toDouble();
            if (number != std::floor(number) || std::abs(number) > 2e9)
                complain(key, u"wants a whole number"_s);
            else
                to = static_cast<Int>(number);
        });
    }
    QJsonArray array(const QString &key)
    {
        QJsonArray found;
        with(key, &QJsonValue::isArray, u"a list"_s, [&](const QJsonValue &value) { found = value.toArray(); });
        return found;
    }
    Taker object(const QString &key)
    {
        QJsonObject found;
        with(key, &QJsonValue::isObject, u"an object"_s, [&](const QJsonValue &value) { found = value.toObject(); });
        return {found, m_where + key + u'.'};
    }
    void complain(const QString &key, const QString &what)
    {
        if (!m_problem)
            m_problem = u"%1%2 %3."_s.arg(m_where, key, what);
    }
    std::optional<QString> problem()
    {
        if (!m_problem && !m_left.isEmpty())
            complain(m_left.keys().constFirst(), u"is no key of a profile"_s);
        return m_problem;
    }

private:
    template<typename Is, typename F>
    void with(const QString &key, Is is, const QString &what, F found)
    {
        if (!m_left.contains(key))
            return;
        const QJsonValue value = m_left.take(key);
        if ((value.*is)())
            found(value);
        else
            complain(key, u"wants %1"_s.arg(what));
    }

    QJsonObject m_left;
    QString m_where;
    std::optional<QString> m_problem;
};

void readTls(Taker &taker, Profile &profile)
{
    Taker tls = taker.object(u"tls"_s);
    tls.take(u"enabled"_s, profile.tls.enabled);
    tls.take(u"verify"_s, profile.tls.verify);
    tls.take(u"ca"_s, profile.tls.caFile);
    tls.take(u"cert"_s, profile.tls.certFile);
    tls.take(u"key"_s, profile.tls.keyFile);
    if (const auto problem = tls.problem())
        taker.complain({}, u"— "_s + problem->chopped(1));
}

void readKeep(Taker &taker, Profile &profile)
{
    QString keep = keepName(profile.keep);
    taker.take(u"keep_password"_s, keep);
    for (const Keep one : {Keep::Nowhere, Keep::Session, Keep::Keychain}) {
        if (keep == keepName(one)) {
            profile.keep = one;
            return;
        }
    }
    taker.complain(u"keep_password"_s, u"is ask, session or keychain"_s);
}

std::optional<QString> readProfile(const QJsonValue &value, const QString &where, Profile &profile)
{
    if (!value.isObject())
        return u"%1 wants an object."_s.arg(where);
    Taker taker(value.toObject(), where + u'.');
    taker.take(u"id"_s, profile.id);
    taker.take(u"name"_s, profile.name);
    taker.take(u"color"_s, profile.color);
    taker.take(u"connect"_s, profile.connect);
    taker.take(u"root"_s, profile.root);
    taker.take(u"session_timeout_ms"_s, profile.sessionTimeoutMs);
    taker.take(u"connect_timeout_ms"_s, profile.connectTimeoutMs);
    taker.take(u"user"_s, profile.user);
    readKeep(taker, profile);
    readTls(taker, profile);
    taker.take(u"observe_only"_s, profile.observeOnly);
    taker.take(u"production"_s, profile.production);
    taker.take(u"stale_holder_ms"_s, profile.thresholds.staleHolderMs);
    taker.take(u"long_wait_ms"_s, profile.thresholds.longWaitMs);
    const QJsonArray admin = taker.array(u"admin"_s);
    for (const QJsonValue &url : admin)
        profile.adminUrls += url.toString();
    QString used;
    taker.take(u"used"_s, used);
    profile.usedAt = QDateTime::fromString(used, Qt::ISODateWithMs);
    if (const auto problem = taker.problem())
        return problem;
    const QString wrong = problemOf(profile);
    return wrong.isEmpty() ? std::nullopt : std::optional(u"%1 (\"%2\"): %3"_s.arg(where, profile.name, wrong));
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
    QJsonParseError parsing;
    const QJsonDocument document = QJsonDocument::fromJson(json, &parsing);
    if (parsing.error != QJsonParseError::NoError)
        return invalidInput(
            u"line %1: %2."_s.arg(json.left(parsing.offset).count('\n') + 1).arg(parsing.errorString()));
    const QJsonObject file = document.object();
    if (file[u"kind"_s].toString() != "profiles"_L1 || !file[u"profiles"_s].isArray())
        return invalidInput(u"this is no file of connection profiles: there is no \"kind\": \"profiles\" in it."_s);
    if (file[u"lockscope"_s].toInt() != formatVersion)
        return invalidInput(u"it is of version %1 of the format; this program reads version %2."_s
                                .arg(file[u"lockscope"_s].toVariant().toString())
                                .arg(formatVersion));
    QList<Profile> profiles;
    const QJsonArray list = file[u"profiles"_s].toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        Profile profile = newProfile(profiles);
        if (const auto problem = readProfile(list[i], u"profiles[%1]"_s.arg(i), profile))
            return invalidInput(*problem);
        if (findByName(profiles, profile.name) != nullptr)
            return invalidInput(u"profiles[%1].name: \"%2\" stands there twice."_s.arg(i).arg(profile.name));
        profiles += profile;
    }
    return profiles;
}

} // namespace lockscope::profiles
