// SPDX-License-Identifier: Apache-2.0
#include "core/zk/session.h"
#include "tests/support/livetest.h"

#include <functional>

namespace lockscope::tst_multi {

using namespace Qt::StringLiterals;
using test::await;
using test::codeOf;
using zk::WriteOp;

/// Several writes as one: all or nothing, and who is to blame; and the one place that refuses writes to observers.
class MultiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_sandbox.start(), m_sandbox.why()); }
    void init()
    {
        m_base = u"/m%1"_s.arg(++m_count);
        m_session = connect();
        QVERIFY(m_session && await(m_session->create(m_base, {}, NodeKind::Persistent)));
    }
    void cleanup() { m_session.reset(); }

    void allAreCarriedOutInOneTransaction()
    {
        QVERIFY(await(m_session->create(at(u"old"_s), "x", NodeKind::Persistent)));
        const auto answer =
            multi({WriteOp::create(at(u"new"_s), "data"), WriteOp::set(at(u"new"_s), "data again", 0),
                   WriteOp::check(at(u"new"_s), 1), WriteOp::create(at(u"ephemeral"_s), {}, NodeKind::Ephemeral),
                   WriteOp::remove(at(u"old"_s), 0)});
        QVERIFY(answer);
        QVERIFY2(!answer->refused, answer->refused ? qPrintable(answer->refused->sentence().english()) : "");
        QCOMPARE(answer->refusedAt, -1);
        QVERIFY(!exists(u"old"_s));
        const auto made = await(m_session->get(at(u"new"_s)));
        QVERIFY(made);
        QCOMPARE(made->data, "data again");
        QCOMPARE(answer->stats.size(), size_t(5));
        QVERIFY(answer->stats[1] && !answer->stats[0] && !answer->stats[4]);
        QCOMPARE(*answer->stats[1], made->stat);
        const auto ephemeral = await(m_session->exists(at(u"ephemeral"_s)));
        QVERIFY(ephemeral);
        QCOMPARE(ephemeral->ephemeralOwner, m_session->id());
        QCOMPARE(ephemeral->czxid, made->stat.czxid); // one transaction
    }

    void whereOneIsRefusedNoneIsCarriedOut()
    {
        QVERIFY(await(m_session->create(at(u"a"_s), {}, NodeKind::Persistent)));
        QVERIFY(await(m_session->create(at(u"b"_s), {}, NodeKind::Persistent)));
        QVERIFY(await(m_session->create(at(u"b/child"_s), {}, NodeKind::Persistent)));
        const auto refusal = [&](const zk::WriteOp &last) {
            const auto answer = multi(
                {WriteOp::create(at(u"new"_s)), WriteOp::remove(at(u"a"_s), 0), last, WriteOp::create(at(u"newer"_s))});
            if (!answer || !answer->refused || answer->refusedAt != 2 || exists(u"new"_s) || !exists(u"a"_s))
                return ErrorCode::Other;
            return answer->refused->code;
        };
        QCOMPARE(refusal(WriteOp::remove(at(u"absent"_s))), ErrorCode::NoNode);
        QCOMPARE(refusal(WriteOp::remove(at(u"b"_s))), ErrorCode::NotEmpty);
        QCOMPARE(refusal(WriteOp::remove(at(u"b/child"_s), 7)), ErrorCode::BadVersion);
        QCOMPARE(refusal(WriteOp::set(at(u"b"_s), "x", 7)), ErrorCode::BadVersion);
        QCOMPARE(refusal(WriteOp::check(at(u"b"_s), 7)), ErrorCode::BadVersion);
        QCOMPARE(refusal(WriteOp::create(at(u"b"_s))), ErrorCode::NodeExists);
        QVERIFY(await(m_session->setAcl(at(u"b"_s), {{1, u"world"_s, u"anyone"_s}})));
        QCOMPARE(refusal(WriteOp::remove(at(u"b/child"_s))), ErrorCode::NoAuth);
    }

    /// What the guard of a release rests on (docs/release.md): the number is the one that the parent's Stat foretells,
    /// and nobody ever lists the node.
    void aSequentialNodeThatIsDeletedAtOnceIsSeenByNobody()
    {
        for (int creates = 0; creates < 3; ++creates) {
            const auto before = await(m_session->exists(m_base));
            QVERIFY(before);
            const QString name = u"check-%1"_s.arg(createsUnder(*before), 10, 10, QLatin1Char('0'));
            const auto right = multi(
                {WriteOp::create(at(u"check-"_s), {}, NodeKind::PersistentSequential), WriteOp::remove(at(name))});
            QVERIFY(right && !right->refused);
            const auto wrong = multi(
                {WriteOp::create(at(u"check-"_s), {}, NodeKind::PersistentSequential), WriteOp::remove(at(name))});
            QVERIFY(wrong && wrong->refused);
            QCOMPARE(wrong->refused->code, ErrorCode::NoNode);
            QCOMPARE(wrong->refusedAt, 1);
            const auto listed = await(m_session->children(m_base));
            QVERIFY(listed && listed->names.isEmpty());
        }
    }

    void pathsAreBelowTheChroot()
    {
        auto below = connect({m_sandbox.connectString() + m_base});
        QVERIFY(below);
        const auto answer = await(
            below->multi({WriteOp::create(u"/a"_s), WriteOp::create(u"/a/b"_s, "x"), WriteOp::set(u"/a/b"_s, "y", 0)}));
        QVERIFY(answer && !answer->refused);
        QVERIFY(exists(u"a/b"_s));
        const auto refused = await(below->multi({WriteOp::check(u"/a"_s), WriteOp::remove(u"/a"_s)}));
        QVERIFY(refused && refused->refused);
        QCOMPARE(refused->refused->path, u"/a"_s);
    }

    void whatDoesNotFitIsNotSent()
    {
        QCOMPARE(codeOf(multi({})), ErrorCode::InvalidInput);
        const auto container = multi({WriteOp::create(at(u"container"_s), {}, NodeKind::Container)});
        QVERIFY(!container);
        QCOMPARE(container.error().code, ErrorCode::InvalidInput);
        std::vector<WriteOp> most{WriteOp::create(at(u"big"_s), QByteArray(zk::maxMultiBytes - 1000, 'x'))};
        auto tooMany = most;
        for (int i = 0; i < 20; ++i)
            tooMany.emplace_back(WriteOp::create(at(u"n%1"_s.arg(i))));
        QVERIFY(zk::multiBytes(most) <= zk::maxMultiBytes && zk::multiBytes(tooMany) > zk::maxMultiBytes);
        const auto refused = multi(tooMany);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().sentence().english().contains(u"nothing was sent"_s),
                 qPrintable(refused.error().sentence().english()));
        QVERIFY(!exists(u"big"_s));
        const auto taken = multi(most); // what is counted as fitting does
        QVERIFY(taken && !taken->refused && exists(u"big"_s));
    }

    void observeOnlyRefusesEveryWriteOfASession()
    {
        auto observer = connect({m_sandbox.connectString(), 10'000, {}, {}, true});
        QVERIFY(observer);
        const QString node = at(u"a"_s);
        QVERIFY(await(m_session->create(node, "x", NodeKind::Persistent)));
        // Every call of Session that is not a read. There is one place that knows the reads; all else is refused there.
        const std::pair<const char *, std::function<ErrorCode()>> writes[] = {
            {"create", [&] { return codeOf(await(observer->create(at(u"b"_s), {}, NodeKind::Persistent))); }},
            {"set", [&] { return codeOf(await(observer->set(node, "y", -1))); }},
            {"remove", [&] { return codeOf(await(observer->remove(node, -1))); }},
            {"setAcl",
             [&] {
                 return codeOf(await(observer->setAcl(node, {{31, u"world"_s, u"anyone"_s}})));
             }},
            {"multi of a create", [&] { return codeOf(await(observer->multi({WriteOp::create(at(u"b"_s))}))); }},
            {"multi of a set", [&] { return codeOf(await(observer->multi({WriteOp::set(node, "y")}))); }},
            {"multi of a delete", [&] { return codeOf(await(observer->multi({WriteOp::remove(node)}))); }},
            {"multi of a check", [&] { return codeOf(await(observer->multi({WriteOp::check(node)}))); }},
            {"expire",
             [&] { return codeOf(await(observer->expire(m_sandbox.connectString(), std::chrono::seconds(5)))); }},
        };
        for (const auto &[name, write] : writes) {
            const ErrorCode code = write();
            QVERIFY2(code == ErrorCode::ObserveOnly, name);
        }
        const auto left = await(m_session->get(node));
        QVERIFY(left && left->data == "x" && left->stat.version == 0 && left->stat.aversion == 0 && !exists(u"b"_s));
        // And it does read.
        QVERIFY(await(observer->get(node)) && await(observer->exists(node)) && await(observer->children(m_base)));
        QVERIFY(await(observer->acl(node)));
        const auto watched = await(observer->watchData(node));
        QVERIFY(watched);
        observer->cancel(watched->watch);
        QCOMPARE(codeOf(await(watched->watch.fired())), ErrorCode::Cancelled);
        AWAIT_COMPARE(observer->watchCount(), 0);
    }

private:
    std::unique_ptr<zk::Session> connect(zk::SessionSpec spec = {})
    {
        if (spec.hosts.isEmpty())
            spec.hosts = m_sandbox.connectString();
        auto session = std::make_unique<zk::Session>(spec);
        session->open();
        const auto id = await(session->connected());
        return id ? std::move(session) : nullptr;
    }
    QString at(const QString &name) const { return m_base + u'/' + name; }
    bool exists(const QString &name) { return test::isThere(*m_session, at(name)); }
    Result<zk::MultiAnswer> multi(std::vector<WriteOp> ops) { return await(m_session->multi(std::move(ops))); }

    test::SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_session;
    QString m_base;
    int m_count = 0;
};

} // namespace lockscope::tst_multi

LOCKSCOPE_TEST(lockscope::tst_multi::MultiTest)
#include "tst_multi.moc"
