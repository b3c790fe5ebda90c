// SPDX-License-Identifier: Apache-2.0
#include "core/zk/diagnose.h"

#include "core/base/reply.h"

#include <QNetworkProxy>
#include <QPointer>
#include <QSslSocket>
#include <QStringList>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

using Finding = Diagnosis::Finding;

Finding readAnswer(const QByteArray &answer)
{
    if (answer.isEmpty())
        return Finding::Silent;
    if (answer.contains("Zookeeper version") || answer.contains("is not executed because it is not in the whitelist"))
        return Finding::ZooKeeper;
    if (answer.contains("is not currently serving requests"))
        return Finding::NotServing;
    return Finding::Foreign;
}

QString describe(const Diagnosis &diagnosis)
{
    const QString host = diagnosis.host.toString();
    switch (diagnosis.finding) {
    case Finding::Refused: return u"%1 refused the connection"_s.arg(host);
    case Finding::Unreachable: return u"%1 cannot be reached"_s.arg(host);
    case Finding::Silent: return u"%1 does not answer"_s.arg(host);
    case Finding::NotServing: return u"%1 is a ZooKeeper without a quorum, not serving yet"_s.arg(host);
    case Finding::ZooKeeper: return u"%1 is a ZooKeeper but gives no session"_s.arg(host);
    case Finding::Tls: return u"%1 speaks TLS: switch TLS on for this connection"_s.arg(host);
    case Finding::Foreign: return u"%1 speaks another protocol"_s.arg(host);
    }
    return host;
}

} // namespace

namespace {

/// Whether there is TLS behind a port that keeps silent in plain words. What its certificate says is not the question.
Task<bool> speaksTls(HostPort host, int timeoutMs, QObject *context)
{
    const ReplyPromise<Done> promise;
    auto *raw = new QSslSocket(context);
    const QPointer<QSslSocket> alive(raw);
    const auto silent = failure(ErrorCode::ConnectTimeout);
    QObject::connect(raw, &QObject::destroyed, [promise, silent] { promise.complete(silent); });
    QObject::connect(raw, &QSslSocket::encrypted, raw, [promise] { promise.complete(Done()); });
    QObject::connect(raw, &QSslSocket::sslErrors, raw, [promise] { promise.complete(Done()); });
    QObject::connect(raw, &QSslSocket::errorOccurred, raw, [raw, promise, silent] {
        // It may refuse us for want of a certificate: in TLS all the same.
        promise.complete(raw->errorString().contains("alert"_L1) ? Result<Done>(Done()) : silent);
    });
    QTimer::singleShot(timeoutMs, raw, [promise, silent] { promise.complete(silent); });
    raw->setProxy(QNetworkProxy::NoProxy);
    raw->setPeerVerifyMode(QSslSocket::VerifyNone);
    raw->connectToHostEncrypted(host.host, host.port);
    const Reply<Done> reply(promise);
    const auto spoken = co_await reply;
    if (alive) {
        raw->disconnect();
        raw->deleteLater(); // we may be inside one of its signals
    }
    co_return spoken.has_value();
}

} // namespace

Task<Diagnosis> diagnose(HostPort host, int timeoutMs, QObject *context)
{
    const ReplyPromise<Finding> promise;
    auto *raw = new QTcpSocket(context);
    const QPointer<QTcpSocket> alive(raw);
    QObject::connect(raw, &QObject::destroyed, [promise] { promise.complete(Finding::Silent); });
    QObject::connect(raw, &QTcpSocket::connected, raw, [raw] { raw->write("srvr"); });
    // A ZooKeeper answers and closes.
    QObject::connect(raw, &QTcpSocket::readChannelFinished, raw,
                     [raw, promise] { promise.complete(readAnswer(raw->peek(64 * 1024))); });
    QObject::connect(raw, &QTcpSocket::errorOccurred, raw, [raw, promise](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::ConnectionRefusedError)
            promise.complete(Finding::Refused);
        else if (error == QAbstractSocket::RemoteHostClosedError)
            promise.complete(readAnswer(raw->peek(64 * 1024)));
        else
            promise.complete(Finding::Unreachable);
    });
    QTimer::singleShot(timeoutMs, raw, [raw, promise] {
        promise.complete(raw->state() == QAbstractSocket::ConnectedState ? readAnswer(raw->peek(64 * 1024))
                                                                         : Finding::Unreachable);
    });
    raw->connectToHost(host.host, host.port);
    const Reply<Finding> reply(promise);
    const auto finding = co_await reply;
    if (!alive)
        co_return Diagnosis{host, *finding};
    raw->disconnect();
    raw->deleteLater(); // we may be inside one of its signals
    if (*finding == Finding::Silent && QSslSocket::supportsSsl()) {
        auto asking = speaksTls(host, timeoutMs, context);
        const bool tls = co_await asking;
        if (tls)
            co_return Diagnosis{host, Finding::Tls};
    }
    co_return Diagnosis{host, *finding};
}

Error connectError(const QList<Diagnosis> &findings)
{
    QStringList facts;
    for (const Diagnosis &diagnosis : findings)
        facts << describe(diagnosis);
    const bool tls = std::any_of(findings.begin(), findings.end(),
                                 [](const Diagnosis &d) { return d.finding == Diagnosis::Finding::Tls; });
    if (tls)
        return {ErrorCode::TlsFailed, u"connect"_s, {}, facts.join(u"; "_s)};
    const bool foreign = !findings.isEmpty() && std::all_of(findings.begin(), findings.end(), [](const Diagnosis &d) {
        return d.finding == Finding::Foreign;
    });
    return {foreign ? ErrorCode::NotZooKeeper : ErrorCode::ConnectTimeout, u"connect"_s, {}, facts.join(u"; "_s)};
}

} // namespace lockscope::zk
