// SPDX-License-Identifier: Apache-2.0
#include "core/lab/clientspec.h"
#include "core/lab/opensessions.h"
#include "tests/support/testprogram.h"

#include <cmath>

namespace lockscope::tst_clientspec {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Change = void (*)(SpawnRequest &);
namespace {

SpawnRequest good()
{
    SpawnRequest request;
    request.lock = u"/locks/orders"_s;
    return request;
}

} // namespace

class TestClientSpec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlainRequestIsGood() { QVERIFY(!validate(good())); }

    void whatCannotBeCarriedOutIsSaid_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QString &says, Change change) {
            QTest::newRow(name) << change << says;
        };
        row("no clients", u"at least 1"_s, [](SpawnRequest &r) { r.count = 0; });
        row("negative clients", u"at least 1"_s, [](SpawnRequest &r) { r.count = -3; });
        row("too many clients", u"at most"_s, [](SpawnRequest &r) { r.count = 2'000'000'000; });
        row("no path", u"missing"_s, [](SpawnRequest &r) { r.lock.clear(); });
        row("relative path", u"\"locks\""_s, [](SpawnRequest &r) { r.lock = u"locks"_s; });
        row("empty element", u"/a//b"_s, [](SpawnRequest &r) { r.lock = u"/a//b"_s; });
        row("slash at the end", u"/a/"_s, [](SpawnRequest &r) { r.lock = u"/a/"_s; });
        row("dots", u"/a/../b"_s, [](SpawnRequest &r) { r.lock = u"/a/../b"_s; });
        row("control character", u"lock path"_s, [](SpawnRequest &r) { r.lock = u"/a\u0001"_s; });
        row("the root", u"root"_s, [](SpawnRequest &r) { r.lock = u"/"_s; });
        row("ZooKeeper's own", u"/zookeeper"_s, [](SpawnRequest &r) { r.lock = u"/zookeeper/quota"_s; });
        row("generic names", u"dialect"_s, [](SpawnRequest &r) { r.dialect = locks::Dialect::Generic; });
        row("writers above one", u"between 0 and 1"_s, [](SpawnRequest &r) { r.writers = 1.5; });
        row("writers below zero", u"between 0 and 1"_s, [](SpawnRequest &r) { r.writers = -0.1; });
        row("writers not a number", u"between 0 and 1"_s, [](SpawnRequest &r) { r.writers = std::nan(""); });
        row("negative hold", u"negative"_s, [](SpawnRequest &r) { r.hold = {HoldTime::Kind::Fixed, -1ms, 0ms}; });
        row("least above greatest", u"20 ms"_s, [](SpawnRequest &r) { r.hold = {HoldTime::Kind::Random, 20ms, 10ms}; });
        row("hold too long", u"24 days"_s, [](SpawnRequest &r) { r.hold = {HoldTime::Kind::Fixed, 24h * 365, 0ms}; });
        row("no timeout", u"at least 1 ms"_s, [](SpawnRequest &r) { r.acquireTimeout = 0ms; });
        row("negative timeout", u"at least 1 ms"_s, [](SpawnRequest &r) { r.acquireTimeout = -5ms; });
        row("timeout too long", u"24 days"_s, [](SpawnRequest &r) { r.acquireTimeout = 24h * 365; });
        row("negative rounds", u"rounds"_s, [](SpawnRequest &r) { r.rounds = -1; });
    }
    void whatCannotBeCarriedOutIsSaid()
    {
        QFETCH(Change, change);
        QFETCH(QString, says);
        SpawnRequest request = good();
        change(request);
        const auto problem = validate(request);
        QVERIFY(problem);
        QCOMPARE(problem->code, ErrorCode::InvalidInput);
        QVERIFY2(problem->sentence().english().contains(says), qPrintable(problem->sentence().english()));
    }

    void theLimitsThemselvesAreGood()
    {
        SpawnRequest request = good();
        request.writers = 0;
        request.rounds = 0;
        request.acquireTimeout = 1ms;
        request.hold = {HoldTime::Kind::Random, 10ms, 10ms};
        QVERIFY(!validate(request));
        request.hold = {HoldTime::Kind::Fixed, 20ms, 0ms}; // the greatest means nothing here
        QVERIFY(!validate(request));
    }

    void tooFewDescriptorsAreNamed()
    {
        const auto problem = judgeRoom(5000, 1, 20, 4096);
        QVERIFY(problem);
        QCOMPARE(problem->sentence().english(),
                 u"5,000 clients need 5,052 file descriptors and this process may open 4,096: raise "
                 "the limit (ulimit -n) or start at most 4,044 clients."_s);
        QVERIFY(!judgeRoom(4044, 1, 20, 4096));
        QVERIFY(judgeRoom(4045, 1, 20, 4096));
        const auto relayed = judgeRoom(2000, 4, 20, 4096);
        QVERIFY(relayed);
        QCOMPARE(relayed->sentence().english(),
                 u"2,000 clients need 8,052 file descriptors, 4 for each with its relay, and this process may open "
                 "4,096: raise the limit (ulimit -n) or start at most 1,011 clients."_s);
        QVERIFY(!judgeRoom(1011, 4, 20, 4096));
        QVERIFY(judgeRoom(1012, 4, 20, 4096));
    }

    void thisProcessHasRoomForAFew() { QVERIFY(!makeRoomForSessions(3)); }
};

} // namespace lockscope::tst_clientspec

LOCKSCOPE_TEST(lockscope::tst_clientspec::TestClientSpec)
#include "tst_clientspec.moc"
