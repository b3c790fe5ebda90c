// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverquestions.h"

#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTcpSocket>
#include <QTimer>

#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> noAnswer(const Text &why)
{
    return failure(ErrorCode::NotConnected, u"probe"_s, {}, why);
}

Text tooLong(const QuestionLimits &limits)
{
    return Text::en("it did not answer within %1 s").arg(static_cast<double>(limits.patience.count()) / 1000);
}

Text tooMuch(const QuestionLimits &limits)
{
    return Text::en("its answer is larger than %1 MB").arg(limits.mostBytes / (1024 * 1024));
}

/// Why no connection was made, in a few words: Qt's own are about sockets.
Text whyNot(QAbstractSocket::SocketError error, const QString &otherwise)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError: return Text::en("nobody listens there");
    case QAbstractSocket::HostNotFoundError: return Text::en("there is no such host");
    default: return Text::verbatim(otherwise);
    }
}

Text whyNot(QNetworkReply::NetworkError error, const QString &otherwise)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError: return Text::en("nobody listens there");
    case QNetworkReply::HostNotFoundError: return Text::en("there is no such host");
    default: return Text::verbatim(otherwise);
    }
}

} // namespace

ServerQuestions::ServerQuestions(QuestionLimits limits, QObject *parent)
    : QObject(parent)
    , m_network(this)
    , m_limits(limits)
{
    m_network.setProxy(QNetworkProxy::NoProxy); // the servers are where the ensemble is
}

ServerQuestions::~ServerQuestions()
{
    cancelAll();
}

void ServerQuestions::cancelAll()
{
    m_cancelled = true;
    const auto pending = std::exchange(m_pending, {});
    for (const ReplyPromise<QByteArray> &promise : pending)
        promise.complete(failure(ErrorCode::Cancelled, u"probe"_s));
}

ReplyPromise<QByteArray> ServerQuestions::begin(quint64 question)
{
    const ReplyPromise<QByteArray> promise;
    if (m_cancelled)
        promise.complete(failure(ErrorCode::Cancelled, u"probe"_s));
    else
        m_pending.insert(question, promise);
    return promise;
}

void ServerQuestions::end(quint64 question, Result<QByteArray> answer)
{
    const auto found = m_pending.constFind(question);
    if (found == m_pending.cend())
        return;
    const ReplyPromise<QByteArray> promise = *found;
    m_pending.erase(found);
    if (answer)
        m_bytes += answer->size();
    promise.complete(std::move(answer));
}

Reply<QByteArray> ServerQuestions::admin(const QUrl &url)
{
    const quint64 question = ++m_asked;
    const ReplyPromise<QByteArray> promise = begin(question);
    if (promise.isComplete())
        return Reply<QByteArray>(promise);
    QNetworkReply *reply = m_network.get(QNetworkRequest(url));
    auto *patience = new QTimer(reply);
    patience->setSingleShot(true);
    connect(patience, &QTimer::timeout, this, [this, question, reply] {
        reply->deleteLater();
        end(question, noAnswer(tooLong(m_limits)));
    });
    connect(reply, &QNetworkReply::downloadProgress, this, [this, question, reply](qint64 received) {
        if (received <= m_limits.mostBytes)
            return;
        reply->deleteLater();
        end(question, noAnswer(tooMuch(m_limits)));
    });
    connect(reply, &QNetworkReply::finished, this, [this, question, reply] {
        reply->deleteLater();
        // Whatever status it has: unknown commands are 200 or 404 by version, with the reason in the body.
        const QByteArray body = reply->readAll();
        if (body.isEmpty() && reply->error() != QNetworkReply::NoError)
            return end(question, noAnswer(whyNot(reply->error(), reply->errorString())));
        end(question, body);
    });
    patience->start(m_limits.patience);
    return Reply<QByteArray>(promise);
}

Reply<QByteArray> ServerQuestions::word(const QString &host, quint16 port, const QByteArray &word)
{
    const quint64 question = ++m_asked;
    const ReplyPromise<QByteArray> promise = begin(question);
    if (promise.isComplete())
        return Reply<QByteArray>(promise);
    auto *socket = new QTcpSocket(this);
    socket->setProxy(QNetworkProxy::NoProxy);
    auto *patience = new QTimer(socket);
    patience->setSingleShot(true);
    const auto finish = [this, question, socket](Result<QByteArray> answer) {
        socket->disconnect(this);
        socket->deleteLater();
        end(question, std::move(answer));
    };
    connect(patience, &QTimer::timeout, this, [this, finish] { finish(noAnswer(tooLong(m_limits))); });
    connect(socket, &QTcpSocket::connected, this, [socket, word] { socket->write(word); });
    connect(socket, &QTcpSocket::readyRead, this, [this, socket, finish] {
        if (socket->bytesAvailable() > m_limits.mostBytes)
            finish(noAnswer(tooMuch(m_limits)));
    });
    connect(socket, &QTcpSocket::errorOccurred, this, [socket, finish](QAbstractSocket::SocketError error) {
        // The server hangs up when it has said all.
        if (error == QAbstractSocket::RemoteHostClosedError)
            return finish(socket->readAll());
        finish(noAnswer(whyNot(error, socket->errorString())));
    });
    patience->start(m_limits.patience);
    socket->connectToHost(host, port);
    return Reply<QByteArray>(promise);
}

} // namespace lockscope::observe
