// SPDX-License-Identifier: Apache-2.0
#include "core/zk/connectstring.h"

#include "core/base/path.h"
#include "core/base/reply.h"

#include <QFutureWatcher>
#include <QHostAddress>
#include <QHostInfo>
#include <QPromise>
#include <QStringList>
#include <QThreadPool>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> malformed(const QString &detail)
{
    return failure(ErrorCode::MalformedConnectString, u"connect"_s, {}, detail);
}

Result<quint16> parsePort(QStringView text, QStringView whole)
{
    // toInt() would let a sign and spaces pass.
    bool ok = std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    const int port = ok ? text.toInt(&ok) : 0;
    if (!ok || port < 1 || port > 65535)
        return malformed(u"\"%1\" has no port between 1 and 65535"_s.arg(whole));
    return static_cast<quint16>(port);
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
        return malformed(u"\"%1\" lacks a closing ]"_s.arg(text));
    HostPort result{text.mid(1, end - 1).toString(), defaultPort};
    if (QHostAddress(result.host).protocol() != QAbstractSocket::IPv6Protocol)
        return malformed(u"\"%1\" is not an IPv6 address"_s.arg(result.host));
    const QStringView rest = text.mid(end + 1);
    if (rest.isEmpty())
        return result;
    if (rest.front() != u':')
        return malformed(u"\"%1\" has something other than a port after the ]"_s.arg(text));
    const auto port = parsePort(rest.mid(1), text);
    if (!port)
        return tl::unexpected(port.error());
    result.port = *port;
    return result;
}

Result<HostPort> parseHost(QStringView text)
{
    if (text.isEmpty())
        return malformed(u"there is an empty host"_s);
    if (text.front() == u'[')
        return parseBracketed(text);
    const qsizetype colon = text.indexOf(u':');
    if (colon != text.lastIndexOf(u':'))
        return malformed(u"\"%1\": write an IPv6 address in brackets"_s.arg(text));
    HostPort result{(colon < 0 ? text : text.left(colon)).toString(), defaultPort};
    if (!isHostName(result.host))
        return malformed(u"\"%1\" is not a host name"_s.arg(result.host));
    if (colon >= 0) {
        const auto port = parsePort(text.mid(colon + 1), text);
        if (!port)
            return tl::unexpected(port.error());
        result.port = *port;
    }
    return result;
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
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host).arg(port);
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
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty())
        return malformed(u"it is empty"_s);
    if (trimmed.contains("://"_L1))
        return malformed(u"leave out the \"%1\""_s.arg(trimmed.left(trimmed.indexOf("://"_L1) + 3)));
    const qsizetype slash = trimmed.indexOf(u'/');
    ConnectString result;
    if (slash >= 0) {
        result.chroot = trimmed.mid(slash);
        if (result.chroot == "/"_L1)
            result.chroot.clear();
        else if (const auto problem = pathProblem(result.chroot))
            return malformed(u"the chroot %1"_s.arg(*problem));
    }
    const QString hosts = slash < 0 ? trimmed : trimmed.left(slash);
    for (const QStringView part : QStringView(hosts).tokenize(u',')) {
        auto host = parseHost(part.trimmed());
        if (!host)
            return tl::unexpected(host.error());
        result.hosts.append(*host);
    }
    return result;
}

Task<Result<ConnectString>> resolve(ConnectString text, QObject *context)
{
    ConnectString resolved{{}, text.chroot};
    QStringList unknown;
    for (const HostPort &host : text.hosts) {
        if (!QHostAddress(host.host).isNull()) {
            resolved.hosts.append(host);
            continue;
        }
        auto lookup = lookUp(host.host, context);
        const auto addresses = co_await lookup;
        if (!addresses) // the context is gone
            co_return tl::unexpected(addresses.error());
        for (const QHostAddress &address : *addresses)
            resolved.hosts.append({address.toString(), host.port});
        if (addresses->isEmpty())
            unknown << host.host;
    }
    if (resolved.hosts.isEmpty())
        co_return failure(ErrorCode::UnknownHost, u"connect"_s, {}, unknown.join(", "_L1));
    co_return resolved;
}

} // namespace lockscope::zk
