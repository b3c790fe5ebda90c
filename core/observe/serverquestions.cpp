// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverquestions.h"

#include "core/observe/httpanswer.h"
#include "core/zk/tls.h"

#include <QFutureWatcher>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslSocket>
#include <QTcpSocket>
#include <QThreadPool>
#include <QTimer>

#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> noAnswer(const Text &why, ErrorCode code = ErrorCode::NotConnected)
{
    return failure(code, u"probe"_s, {}, why);
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
    case QAbstractSocket::ConnectionRefusedError: return Text::en("nothing listens there");
    case QAbstractSocket::HostNotFoundError: return Text::en("there is no such host");
    default: return Text::verbatim(otherwise);
    }
}

// ---- long answers ----

/// So much is read within one turn.
constexpr qsizetype mostBytesAtOnce = 64 * 1024;

/// Not the global one, where a name that is looked up may stand in the way for long. Never destroyed: an answer that is
/// still being read is no reason not to end the program.
QThreadPool &readers()
{
    static auto *const pool = new QThreadPool;
    return *pool;
}

// ---- redirects ----

/// From http to https, and from a path to the one that it stands for.
constexpr int mostRedirects = 3;

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == "https"_L1 ? 443 : 80);
}

/// Whether a redirect stays with the server that was named: with its host and its port, and never from TLS to none.
/// Anything else would let a server say whom this program calls.
bool isSameServer(const QUrl &from, const QUrl &to)
{
    const bool isWeb = to.scheme() == "https"_L1 || (to.scheme() == "http"_L1 && from.scheme() == "http"_L1);
    const bool isSamePort = portOf(to) == portOf(from) || to.port() == from.port(); // the latter: both the usual ones
    return isWeb && isSamePort && to.host() == from.host();
}

/// Where it leads, without what a server might have put behind that.
QString nameOf(const QUrl &url)
{
    return url.adjusted(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment)
        .toString(QUrl::FullyEncoded);
}

/// Beyond an SSH host a port on which nothing listens is one that hangs up at once.
Text notReached(const zk::SshTunnel &tunnel)
{
    return tunnel.lastRefusal().isEmpty() ? Text::en("it hangs up without an answer")
                                          : Text::en("%1 does not reach it").arg(tunnel.host());
}

} // namespace

ServerQuestions::ServerQuestions(QuestionLimits limits, zk::SshTunnel *tunnel, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
    , m_tunnel(tunnel)
{
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
    const auto working = std::exchange(m_working, {});
    for (const ReplyPromise<Done> &promise : working)
        promise.complete(failure(ErrorCode::Cancelled, u"probe"_s));
}

Reply<Done> ServerQuestions::beside(qsizetype size, std::function<void()> work)
{
    if (m_cancelled)
        return Result<Done>(failure(ErrorCode::Cancelled, u"probe"_s));
    if (size <= mostBytesAtOnce) {
        work();
        return Result<Done>(Done());
    }
    std::erase_if(m_working, [](const ReplyPromise<Done> &promise) { return promise.isComplete(); });
    const ReplyPromise<Done> promise = m_working.emplace_back();
    const auto working = std::make_shared<QPromise<void>>();
    working->start();
    auto *watcher = new QFutureWatcher<void>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [promise, watcher] {
        watcher->deleteLater();
        promise.complete(Done());
    });
    watcher->setFuture(working->future());
    readers().start([working, work = std::move(work)]() mutable {
        work();
        work = {}; // what it held is let go of here, before the other side goes on
        working->finish();
    });
    return Reply<Done>(promise);
}

ReplyPromise<QByteArray> ServerQuestions::begin()
{
    std::erase_if(m_pending, [](const ReplyPromise<QByteArray> &promise) { return promise.isComplete(); });
    const ReplyPromise<QByteArray> promise;
    if (m_cancelled)
        promise.complete(failure(ErrorCode::Cancelled, u"probe"_s));
    else
        m_pending.push_back(promise);
    return promise;
}

void ServerQuestions::end(const ReplyPromise<QByteArray> &question, Result<QByteArray> answer)
{
    if (answer && !question.isComplete())
        m_bytes += answer->size();
    question.complete(std::move(answer));
}

void ServerQuestions::ask(const zk::HostPort &server, const ReplyPromise<QByteArray> &question,
                          std::function<void(const zk::HostPort &)> at)
{
    if (!m_tunnel)
        return at(server);
    QTimer::singleShot(m_limits.patience, this,
                       [this, question] { end(question, noAnswer(tooLong(m_limits), ErrorCode::OperationTimeout)); });
    m_tunnel->reach(server).then([self = QPointer(this), question, at](const Result<zk::HostPort> &way) {
        if (!self || question.isComplete())
            return;
        if (way)
            at(*way);
        else
            self->end(question, noAnswer(way.error().detail));
    });
}

Reply<QByteArray> ServerQuestions::admin(const QUrl &url)
{
    const ReplyPromise<QByteArray> question = begin();
    if (!question.isComplete())
        askAdmin({url, question, QDeadlineTimer(m_limits.patience)});
    return Reply<QByteArray>(question);
}

Reply<QByteArray> ServerQuestions::word(const QString &host, quint16 port, const QByteArray &word)
{
    const ReplyPromise<QByteArray> question = begin();
    if (!question.isComplete())
        ask({host, port}, question,
            [this, word, question](const zk::HostPort &address) { askWord(address, word, question); });
    return Reply<QByteArray>(question);
}

void ServerQuestions::askAdmin(const AdminQuestion &question)
{
    const QUrl &url = question.url;
    ask({url.host(), static_cast<quint16>(portOf(url))}, question.promise,
        [this, question](const zk::HostPort &address) { get(address, question); });
}

void ServerQuestions::get(const zk::HostPort &address, const AdminQuestion &question)
{
    const bool isSecret = question.url.scheme() == "https"_L1;
    auto *socket = new QSslSocket(this);
    socket->setProxy(QNetworkProxy::NoProxy); // the servers are where the ensemble is
    // Qt decrypts no more than there is room for, and what is left when the server hangs up may be lost.
    socket->setReadBufferSize(isSecret ? m_limits.mostBytes + 1 : mostBytesAtOnce);
    const auto hangUp = [this, socket] {
        socket->disconnect(this);
        socket->abort();
        socket->deleteLater();
    };
    const auto finish = [this, question, hangUp](Result<QByteArray> answer) {
        hangUp();
        end(question.promise, std::move(answer));
    };
    const auto coming = std::make_shared<HttpAnswer>(m_limits.mostBytes);
    const auto conclude = [this, question, hangUp, finish, coming](HttpAnswer::State state) {
        switch (state) {
        case HttpAnswer::State::Coming: return;
        case HttpAnswer::State::TooLarge: return finish(noAnswer(tooMuch(m_limits)));
        case HttpAnswer::State::Wrong:
            return finish(noAnswer(m_tunnel && coming->isEmpty() ? notReached(*m_tunnel) : coming->problem()));
        case HttpAnswer::State::Whole: break;
        }
        if (const QByteArray target = coming->location(); !target.isEmpty()) {
            hangUp();
            return redirect(question, question.url.resolved(QUrl::fromEncoded(target)));
        }
        // Whatever status it has: unknown commands are 200 or 404 by version, with the reason in the body.
        const QByteArray body = coming->body();
        if (body.isEmpty() && coming->status() >= 400)
            return finish(noAnswer(Text::en("it answers with the status %1, and no word more").arg(coming->status())));
        finish(body);
    };
    QTimer::singleShot(std::chrono::milliseconds(question.until.remainingTime()), socket,
                       [this, finish] { finish(noAnswer(tooLong(m_limits), ErrorCode::OperationTimeout)); });
    const auto say = [socket, question] {
        const QUrl url = question.url.adjusted(QUrl::RemoveUserInfo);
        const QString target = url.adjusted(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment)
                                   .toString(QUrl::FullyEncoded);
        socket->write(httpRequest(url.authority(QUrl::FullyEncoded).toLatin1(),
                                  target.startsWith(u'/') ? target.toLatin1() : '/' + target.toLatin1()));
    };
    if (isSecret)
        connect(socket, &QSslSocket::encrypted, this, [socket, question, finish, say] {
            if (!zk::isFor(socket->peerCertificate(), question.url.host()))
                return finish(noAnswer(Text::en("its certificate is for another name")));
            say();
        });
    else
        connect(socket, &QSslSocket::connected, this, say);
    connect(socket, &QSslSocket::readyRead, this,
            [socket, coming, conclude] { conclude(coming->take(socket->readAll())); });
    connect(socket, &QSslSocket::errorOccurred, this,
            [socket, coming, conclude, finish](QAbstractSocket::SocketError error) {
                if (error != QAbstractSocket::RemoteHostClosedError)
                    return finish(noAnswer(whyNot(error, socket->errorString())));
                coming->take(socket->readAll());
                conclude(coming->end());
            });
    if (isSecret) // it is asked at another address, and by its name all the same
        socket->connectToHostEncrypted(address.host, address.port, question.url.host());
    else
        socket->connectToHost(address.host, address.port);
}

void ServerQuestions::redirect(const AdminQuestion &question, const QUrl &target)
{
    if (question.promise.isComplete())
        return;
    if (!isSameServer(question.url, target))
        return end(
            question.promise,
            noAnswer(Text::en("it redirects to %1, which is another server and is not asked").arg(nameOf(target))));
    if (question.redirects == mostRedirects)
        return end(question.promise, noAnswer(Text::en("it redirects again and again")));
    askAdmin({target, question.promise, question.until, question.redirects + 1});
}

void ServerQuestions::askWord(const zk::HostPort &address, const QByteArray &word,
                              const ReplyPromise<QByteArray> &question)
{
    auto *socket = new QTcpSocket(this);
    socket->setProxy(QNetworkProxy::NoProxy);
    const auto finish = [this, question, socket](Result<QByteArray> answer) {
        socket->disconnect(this);
        socket->deleteLater();
        end(question, std::move(answer));
    };
    QTimer::singleShot(m_limits.patience, socket,
                       [this, finish] { finish(noAnswer(tooLong(m_limits), ErrorCode::OperationTimeout)); });
    connect(socket, &QTcpSocket::connected, this, [socket, word] { socket->write(word); });
    connect(socket, &QTcpSocket::readyRead, this, [this, socket, finish] {
        if (socket->bytesAvailable() > m_limits.mostBytes)
            finish(noAnswer(tooMuch(m_limits)));
    });
    connect(socket, &QTcpSocket::errorOccurred, this, [this, socket, finish](QAbstractSocket::SocketError error) {
        // The server hangs up when it has said all.
        if (error == QAbstractSocket::RemoteHostClosedError) {
            const QByteArray answer = socket->readAll();
            return finish(answer.isEmpty() && m_tunnel ? noAnswer(notReached(*m_tunnel)) : Result<QByteArray>(answer));
        }
        const bool isUnknown = error == QAbstractSocket::HostNotFoundError;
        finish(noAnswer(whyNot(error, socket->errorString()),
                        isUnknown ? ErrorCode::UnknownHost : ErrorCode::NotConnected));
    });
    socket->connectToHost(address.host, address.port);
}

} // namespace lockscope::observe

#include "moc_serverquestions.cpp"
