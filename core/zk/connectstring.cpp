// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connectstring.h"

#include "core/base/descriptors.h"
#include "core/base/path.h"
#include "core/base/reply.h"

#include <QFutureWatcher>
#include <QHostAddress>
#include <QHostInfo>
#include <QPromise>
#include <QRegularExpression>
#include <QStringList>
#include <QThreadPool>

#include <algorithm>
#include <memory>
#include <optional>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> malformed(const Text &detail)
{
    return failure(ErrorCode::MalformedConnectString, u"connect"_s, {}, detail);
}

/// \a port: what follows the host, a colon and the number; empty: the usual one.
Result<HostPort> withPort(const QString &host, QStringView port, QStringView whole)
{
    if (port.isEmpty())
        return HostPort{host, defaultPort};
    // toInt() would let a sign and spaces pass.
    const QStringView digits = port.mid(1);
    bool ok = std::all_of(digits.begin(), digits.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    const int number = ok ? digits.toInt(&ok) : 0;
    if (!ok || number < 1 || number > 65535)
        return malformed(Text::en("\"%1\" has no port between 1 and 65535").arg(whole));
    return HostPort{host, static_cast<quint16>(number)};
}

bool isHostName(QStringView host)
{
    return !host.isEmpty() && std::all_of(host.begin(), host.end(), [](QChar c) {
        return c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_';
    });
}

/// "[::1]:2181" or "[::1]"
Result<HostPort> parseBracketed(QStringView text)
{
    const qsizetype end = text.indexOf(u']');
    if (end < 0)
        return malformed(Text::en("\"%1\" lacks a closing ]").arg(text));
    const QString host = text.mid(1, end - 1).toString();
    if (QHostAddress(host).protocol() != QAbstractSocket::IPv6Protocol)
        return malformed(Text::en("\"%1\" is not an IPv6 address").arg(host));
    const QStringView rest = text.mid(end + 1);
    if (!rest.isEmpty() && rest.front() != u':')
        return malformed(Text::en("\"%1\" has something other than a port after the ]").arg(text));
    return withPort(host, rest, text);
}

Result<HostPort> parseHost(QStringView text)
{
    if (text.isEmpty())
        return malformed(Text::en("there is an empty host"));
    if (text.front() == u'[')
        return parseBracketed(text);
    const qsizetype colon = text.indexOf(u':');
    if (colon != text.lastIndexOf(u':'))
        return malformed(Text::en("\"%1\": write an IPv6 address in brackets").arg(text));
    const QString host = (colon < 0 ? text : text.left(colon)).toString();
    if (!isHostName(host))
        return malformed(Text::en("\"%1\" is not a host name").arg(host));
    return withPort(host, colon < 0 ? QStringView() : text.mid(colon), text);
}

/// Without what stands around it in the places from which people paste it.
QString withoutWrapping(const QString &text)
{
    static const QRegularExpression key(u"^\\s*(?:export\\s+)?[A-Za-z_][A-Za-z0-9_.-]*\\s*[=]\\s*"_s);
    static const QRegularExpression option(u"^\\s*--?server\\s+"_s);
    static const QRegularExpression lineEnds(u"\\s*[,;]?\\s*\\n\\s*"_s);
    QString rest = text;
    rest.remove(key).remove(option);
    rest = rest.trimmed();
    if (rest.size() > 1 && (rest.front() == u'"' || rest.front() == u'\'') && rest.back() == rest.front())
        rest = rest.mid(1, rest.size() - 2).trimmed();
    return rest.replace(lineEnds, u","_s);
}

/// Whether a URL of this scheme is to be spoken to over TLS; nothing for a scheme that is not ZooKeeper's.
std::optional<bool> tlsOfScheme(const QString &scheme)
{
    if (scheme == "zk"_L1 || scheme == "zookeeper"_L1)
        return false;
    if (scheme == "zk+tls"_L1 || scheme == "zookeeper+tls"_L1)
        return true;
    return std::nullopt;
}

/// "a:1/x,b:2/x" is what is meant by "a:1,b:2/x". A comma may stand in a chroot: only "host:port" begins a host.
QString withOneChroot(const QString &text)
{
    static const QRegularExpression nextHost(u"[,;]\\s*(?=(?:[^/,;:\\[\\]]+|\\[[^\\]/]+\\]):[0-9]+)"_s);
    const QStringList parts = text.split(nextHost);
    QStringList hosts;
    const QString last = parts.constLast().contains(u'/') ? u'/' + parts.constLast().section(u'/', 1) : QString();
    for (const QString &part : parts) {
        const QString own = part.contains(u'/') ? u'/' + part.section(u'/', 1) : QString();
        if (!own.isEmpty() && own != last)
            return text; // two different ones: said below, as a chroot that is none
        hosts << part.section(u'/', 0, 0);
    }
    return hosts.join(u',') + last;
}

/// Looks up on a thread of the global pool and answers on this one. Not with QHostInfo::lookupHost(): with Qt 6.4.2, on
/// a busy machine, one program in fifty that ended right after it aborted with a corrupt heap in Qt's lookup thread.
Reply<QList<QHostAddress>> lookUp(const QString &host, QObject *context)
{
    const ReplyPromise<QList<QHostAddress>> promise;
    const auto looking = std::make_shared<QPromise<QList<QHostAddress>>>();
    looking->start();
    auto *asking = new QFutureWatcher<QList<QHostAddress>>(context); // goes with the answer, or with the context
    QObject::connect(asking, &QFutureWatcherBase::finished, asking, [promise, asking] {
        asking->deleteLater();
        promise.complete(asking->result());
    });
    QObject::connect(asking, &QObject::destroyed,
                     [promise] { promise.complete(failure(ErrorCode::Cancelled, u"connect"_s)); });
    asking->setFuture(looking->future());
    QThreadPool::globalInstance()->start([looking, host] {
        looking->addResult(QHostInfo::fromName(host).addresses());
        looking->finish();
    });
    return Reply<QList<QHostAddress>>(promise);
}

} // namespace

QString HostPort::toString() const
{
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host, QString::number(port));
}

QString ConnectString::toString() const
{
    QStringList parts;
    for (const HostPort &host : hosts)
        parts << host.toString();
    return parts.join(u',') + chroot;
}

Result<ConnectString> parseConnectString(const QString &text)
{
    ConnectString result;
    QString rest = withoutWrapping(text);
    if (rest.isEmpty())
        return malformed(Text::en("it is empty"));
    if (rest.section(u'/', 0, rest.contains("://"_L1) ? 2 : 0).contains(u'@')) // before it is quoted anywhere
        return malformed(Text::en("a login does not belong there: leave out all up to the @, and log in by digest"));
    if (const qsizetype end = rest.indexOf("://"_L1); end >= 0) {
        const auto tls = tlsOfScheme(rest.left(end).toLower());
        if (!tls)
            return malformed(Text::en("\"%1\" is no URL of ZooKeeper: write zk:// or zk+tls://, or leave it out")
                                 .arg(rest.left(end + 3)));
        result.tls = *tls;
        rest = rest.mid(end + 3);
    }
    rest = withOneChroot(rest);
    const qsizetype slash = rest.indexOf(u'/');
    if (slash >= 0) {
        result.chroot = rest.mid(slash);
        if (result.chroot.endsWith(u'/') && result.chroot != "//"_L1) // what is left of that would be a path
            result.chroot.chop(1);
        if (const auto problem = pathProblem(result.chroot); problem && !result.chroot.isEmpty())
            return malformed(Text::en("the chroot is not valid: %1").arg(*problem));
        if (!result.chroot.isEmpty() && result.chroot.back().isSpace()) // "a:1/app /": "a:1/app " would be trimmed
            return malformed(Text::en("the chroot must not end with a space"));
    }
    QString hosts = slash < 0 ? rest : rest.left(slash);
    hosts.replace(u';', u',').replace(u'\n', u',');
    for (const QStringView part : QStringView(hosts).tokenize(u',')) {
        auto host = parseHost(part.trimmed());
        if (!host)
            return tl::unexpected(host.error());
        result.hosts.append(*host);
    }
    return result;
}

Task<Result<QList<ResolvedHost>>> resolveHosts(QList<HostPort> hosts, QObject *context)
{
    QList<ResolvedHost> resolved;
    QStringList unknown;
    for (const HostPort &host : hosts) {
        if (!QHostAddress(host.host).isNull()) {
            resolved.append({host, host.host});
            continue;
        }
        const auto addresses = co_await lookUp(host.host, context);
        if (!addresses) // the context is gone
            co_return tl::unexpected(addresses.error());
        for (const QHostAddress &address : *addresses)
            resolved.append({{address.toString(), host.port}, host.host});
        if (addresses->isEmpty())
            unknown << host.host;
    }
    if (resolved.isEmpty() && !hasDescriptors()) // a look-up needs some too
        co_return tl::unexpected(tooFewDescriptors());
    if (resolved.isEmpty())
        co_return failure(ErrorCode::UnknownHost, u"connect"_s, {}, Text::verbatim(unknown.join(", "_L1)));
    co_return resolved;
}

} // namespace lockscope::zk
