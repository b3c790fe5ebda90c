// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"
#include "tests/support/await.h"
#include "tests/support/lettingin.h"
#include "tests/support/testprogram.h"

#include <optional>
#include <vector>

namespace lockscope::tst_brokensend {

using namespace Qt::StringLiterals;
using test::await;
using test::patienceMs;

namespace {

constexpr qint32 noNode = -101;
constexpr qint32 existsType = 3;

} // namespace

/// A connection that is reset while a request is half sent, and is found so by the next request.
class TestBrokenSend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNextConnectionBeginsWithAWholeRequest()
    {
        test::LettingIn server;
        server.onConnected = [](test::LettingIn::Connection &connection) {
            if (connection.number == 1)
                connection.socket->setReadBufferSize(64); // the rest stays where it is
        };
        zk::Session session({.hosts = server.place(), .timeoutMs = 30'000});
        session.open();
        QVERIFY(await(session.connected()));

        const QByteArray large(1'000'000, 'x');
        std::vector<Reply<NodeStat>> sent;
        for (int i = 0; i < 24; ++i) // more than two sockets hold
            sent.push_back(session.set(u"/half"_s, large, -1));
        server.newest().socket->abort(); // what was not read makes that a reset, which is there at once
        sent.push_back(session.set(u"/half"_s, large, -1));
        for (const auto &reply : sent) {
            const auto answer = await(reply);
            QVERIFY(!answer);
            QCOMPARE(answer.error().code, ErrorCode::ConnectionLoss);
        }

        std::optional<QByteArray> request;
        server.onRequest = [&](const test::LettingIn::Connection &connection, const QByteArray &whole) {
            request = request.value_or(whole);
            connection.refuse(whole, noNode);
        };
        QVERIFY(await(session.connected()));
        const auto after = session.exists(u"/after"_s);
        const auto answer = await(after);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::NoNode);
        QCOMPARE(qFromBigEndian<qint32>(request->constData() + 4), existsType);
        QVERIFY(request->contains("/after"));
        QCOMPARE(server.connections(), 2);
    }
};

} // namespace lockscope::tst_brokensend

LOCKSCOPE_TEST(lockscope::tst_brokensend::TestBrokenSend)
#include "tst_brokensend.moc"
