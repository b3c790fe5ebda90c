// SPDX-License-Identifier: Apache-2.0
#include "core/base/descriptors.h"
#include "core/zk/connection.h"
#include "core/zk/connectstring.h"
#include "tests/support/await.h"
#include "tests/support/testprogram.h"

#include <QSslSocket>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace lockscope::tst_fewdescriptors {

using namespace Qt::StringLiterals;
using test::await;

namespace {

constexpr rlim_t limitHere = 200;

/// While it lives, this process has as many descriptors as it may have, but for \a left.
class Exhausted
{
public:
    explicit Exhausted(int left)
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const rlimit now{limitHere, m_before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &now);
        for (int one = take(); one >= 0; one = take())
            m_taken.push_back(one);
        for (; left > 0; --left) {
            ::close(m_taken.back());
            m_taken.pop_back();
        }
    }
    ~Exhausted()
    {
        for (const int one : m_taken)
            ::close(one);
        ::setrlimit(RLIMIT_NOFILE, &m_before);
    }
    Exhausted(const Exhausted &) = delete;
    Exhausted &operator=(const Exhausted &) = delete;

private:
    static int take() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

    rlimit m_before{};
    std::vector<int> m_taken;
};

zk::ConnectionSpec specOf(const QString &place, bool tls = false)
{
    zk::ConnectionSpec spec;
    spec.target = *zk::parseConnectString(place);
    spec.tls.enabled = tls;
    spec.tls.verify = false;
    return spec;
}

} // namespace

/// Who cannot connect for want of file descriptors is told that, not of firewalls.
class TestFewDescriptors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsLeftIsTried()
    {
        QVERIFY(hasDescriptors(3));
        const Exhausted exhausted(2);
        QVERIFY(hasDescriptors(2));
        QVERIFY(hasDescriptors(2)); // none stayed open
        QVERIFY(!hasDescriptors(3));
    }

    void aConnectionSaysThatThereAreTooFew_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<bool>("tls");
        QTest::addColumn<int>("left");
        QTest::newRow("none") << u"127.0.0.1:1"_s << false << 0;
        QTest::newRow("one, for the client's own waiting") << u"127.0.0.1:1"_s << false << 1;
        QTest::newRow("of a name") << u"localhost:1"_s << false << 0;
        QTest::newRow("over TLS") << u"127.0.0.1:1"_s << true << 0;
        QTest::newRow("over TLS, for its thread") << u"127.0.0.1:1"_s << true << 2;
    }
    void aConnectionSaysThatThereAreTooFew()
    {
        QFETCH(QString, place);
        QFETCH(bool, tls);
        QFETCH(int, left);
        QVERIFY(QSslSocket::supportsSsl()); // its library is loaded before
        const Exhausted exhausted(left);
        zk::Connection connection(specOf(place, tls));
        const auto id = await(connection.open());
        QVERIFY(!id);
        const QString said = id.error().sentence().english();
        QVERIFY2(id.error().code == ErrorCode::TooFewDescriptors, qPrintable(said));
        QVERIFY2(said.contains(u"ulimit -n"_s) && said.contains(u"the limit is %1"_s.arg(limitHere)), qPrintable(said));
    }
};

} // namespace lockscope::tst_fewdescriptors

LOCKSCOPE_TEST(lockscope::tst_fewdescriptors::TestFewDescriptors)
#include "tst_fewdescriptors.moc"
