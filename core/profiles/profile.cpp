// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profile.h"

#include "core/base/path.h"
#include "core/locks/ownerfacts.h"
#include "core/zk/connectstring.h"
#include "core/zk/sshtunnel.h"

#include <QHostAddress>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>
#include <QUuid>

#include <algorithm>

namespace lockscope::profiles {

using namespace Qt::StringLiterals;

namespace {

/// The colour that the fewest have.
QString freeColor(const QList<Profile> &others)
{
    const QStringList colors = profileColors();
    const auto users = [&](const QString &color) { return std::ranges::count(others, color, &Profile::color); };
    return *std::ranges::min_element(colors, {}, users);
}

Text urlProblem(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    if (url.isValid() && (url.scheme() == "http"_L1 || url.scheme() == "https"_L1) && !url.host().isEmpty()) {
        return url.userInfo().isEmpty()
                   ? Text()
                   : Text::en("An AdminServer's address has no login in it: profiles keep no secrets.");
    }
    return Text::en("\"%1\" is no address of an AdminServer: write http://host:8080.").arg(text);
}

} // namespace

QStringList profileColors()
{
    return {u"#0072b2"_s, u"#009e73"_s, u"#e69f00"_s, u"#cc79a7"_s,
            u"#56b4e9"_s, u"#d55e00"_s, u"#f0e442"_s, u"#7f7f7f"_s};
}

QString freeName(const QString &wanted, const QList<Profile> &others)
{
    QString name = wanted;
    for (int number = 2; findByName(others, name) != nullptr; ++number)
        name = u"%1 %2"_s.arg(wanted, QString::number(number));
    return name;
}

Profile newProfile(const QList<Profile> &others)
{
    Profile profile;
    profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    profile.color = freeColor(others);
    profile.name = freeName(Text::en("New connection").shown(), others);
    return profile;
}

Profile duplicateOf(const Profile &profile, const QList<Profile> &others)
{
    Profile copy = profile;
    copy.id = newProfile({}).id;
    copy.name = freeName(Text::en("%1 copy").arg(profile.name).shown(), others);
    copy.color = freeColor(others);
    copy.usedAt = {};
    return copy;
}

Text problemOf(const Profile &profile, const QList<Profile> &others)
{
    static const QRegularExpression color(u"^#[0-9a-f]{6}$"_s);
    if (profile.name.trimmed().isEmpty())
        return Text::en("The profile has no name.");
    for (const Profile &other : others) {
        if (other.id != profile.id && other.name.compare(profile.name, Qt::CaseInsensitive) == 0)
            return Text::en("There is another profile with the name \"%1\".").arg(profile.name);
    }
    if (!color.match(profile.color).hasMatch())
        return Text::en("\"%1\" is no colour: write #rrggbb.").arg(profile.color);
    if (const auto parsed = zk::parseConnectString(profile.connect); !parsed)
        return parsed.error().sentence();
    if (const Text wrong = zk::sshHostProblem(profile.sshHost); !wrong.isEmpty())
        return wrong;
    if (const auto wrong = pathProblem(profile.root))
        return Text::en("The root is not valid: %1.").arg(*wrong);
    for (const int timeout : {profile.sessionTimeoutMs, profile.connectTimeoutMs}) {
        if (timeout < leastTimeoutMs || timeout > mostTimeoutMs)
            return Text::en("A timeout is %1 to %2 ms, not %3.").arg(leastTimeoutMs, mostTimeoutMs, timeout);
    }
    if (profile.user.contains(u':'))
        return Text::en("A user's name has no colon.");
    if (!profile.tls.keyFile.isEmpty() && profile.tls.certFile.isEmpty())
        return Text::en("The key needs the certificate that it belongs to.");
    if (profile.thresholds.staleHolderMs < 0 || profile.thresholds.longWaitMs < 0)
        return Text::en("A threshold is not negative.");
    if (const Text wrong = locks::linkProblem(profile.ownerLink); !wrong.isEmpty())
        return wrong;
    for (const QString &url : profile.adminUrls) {
        if (const Text wrong = urlProblem(url); !wrong.isEmpty())
            return wrong;
    }
    return {};
}

ConnectSpec connectSpecOf(const Profile &profile, const QByteArray &password, const QByteArray &passphrase)
{
    ConnectSpec spec;
    spec.connectString = profile.connect;
    spec.sessionTimeoutMs = profile.sessionTimeoutMs;
    spec.connectTimeoutMs = profile.connectTimeoutMs;
    spec.observeOnly = profile.observeOnly;
    spec.production = profile.production;
    if (!profile.user.isEmpty()) {
        spec.authScheme = u"digest"_s;
        spec.authCredential = profile.user.toUtf8() + ':' + password;
    }
    spec.adminUrls = profile.adminUrls;
    spec.sshHost = profile.sshHost;
    spec.tls = profile.tls;
    spec.tls.passphrase = passphrase;
    return spec;
}

namespace {

/// One name for what is one place from here.
QString plainHost(QString host)
{
    host = host.toLower();
    while (host.endsWith(u'.'))
        host.chop(1);
    const QHostAddress address(host == "localhost"_L1 ? u"127.0.0.1"_s : host);
    if (address.isNull())
        return host;
    const bool isHere = address.isLoopback() || address == QHostAddress(QHostAddress::AnyIPv4)
                        || address == QHostAddress(QHostAddress::AnyIPv6);
    bool isIPv4 = false;
    const QHostAddress plain(address.toIPv4Address(&isIPv4));
    return isHere ? u"127.0.0.1"_s : isIPv4 ? plain.toString() : address.toString();
}

} // namespace

bool isProduction(const QList<Profile> &profiles, const QString &connectString, const QString &sshHost)
{
    const auto addresses = [](const QString &text) {
        QSet<QString> found;
        if (const auto parsed = zk::parseConnectString(text)) {
            for (zk::HostPort host : parsed->hosts) {
                host.host = plainHost(host.host);
                found.insert(host.toString());
            }
        }
        return found;
    };
    const QSet<QString> wanted = addresses(connectString);
    return std::ranges::any_of(profiles, [&](const Profile &profile) {
        return profile.production && profile.sshHost == sshHost && addresses(profile.connect).intersects(wanted);
    });
}

const Profile *findByName(const QList<Profile> &profiles, const QString &name)
{
    for (const Profile &profile : profiles) {
        if (profile.name.compare(name, Qt::CaseInsensitive) == 0)
            return &profile;
    }
    return nullptr;
}

EnvironmentTarget connectStringFromEnvironment()
{
    for (const char *variable : {"LOCKSCOPE_CONNECT", "ZOOKEEPER_CONNECT", "ZK_HOSTS", "ZK_HOST"}) {
        const QString text = qEnvironmentVariable(variable);
        if (!text.trimmed().isEmpty())
            return {text, QString::fromLatin1(variable)};
    }
    return {};
}

} // namespace lockscope::profiles
