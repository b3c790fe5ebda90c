// SPDX-License-Identifier: Apache-2.0
// Every dialect has a file of queues that are made by its naming, and each is read as the file says.
#include "queuetext.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "tests/support/files.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope::tst_fixtures {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

/// When locks of one node are read.
const QDateTime readAt = QDateTime::fromString(u"2026-11-21T12:00:00Z"_s, Qt::ISODate);

/// None where the dialect has no file.
QJsonArray casesOf(const DialectRules &rules)
{
    const QByteArray content = lockscope::test::contentOf(QStringLiteral(LOCK_FIXTURES) + u'/' + rules.id + u".json"_s);
    return QJsonDocument::fromJson(content).object()["cases"_L1].toArray();
}

/// A child is its name, or an object where more is to be said; unless it says so it is ephemeral, of a session of its
/// own, and made after the one before it in the list.
ChildNode childFrom(const QJsonValue &json, int at)
{
    const QJsonObject more = json.toObject();
    ChildNode child;
    child.name = json.isString() ? json.toString() : more["name"_L1].toString();
    if (!more["unread"_L1].toBool()) {
        child.stat.emplace();
        child.stat->czxid.value = more["czxid"_L1].toInteger(0x100 + at);
        child.stat->ephemeralOwner.value = more["session"_L1].toInteger(0xa00 + at);
        child.access = more["closed"_L1].toBool() ? ChildNode::Data::NoPermission : ChildNode::Data::Read;
        child.data = more["data"_L1].toString().toUtf8();
    }
    return child;
}

std::vector<ChildNode> childrenOf(const QJsonArray &list, int first = 0)
{
    std::vector<ChildNode> children;
    for (const QJsonValue &json : list)
        children.push_back(childFrom(json, first++));
    return children;
}

std::optional<LockSource::Part> partOf(const QJsonObject &test, QLatin1StringView key, int first)
{
    if (!test.contains(key))
        return std::nullopt;
    const QJsonObject part = test[key].toObject();
    return LockSource::Part{part["path"_L1].toString(), childrenOf(part["children"_L1].toArray(), first)};
}

LockQueue read(const QJsonObject &test)
{
    LockSource source;
    source.path = test["path"_L1].toString(u"/lock"_s);
    if (test.contains("data"_L1))
        source.data = test["data"_L1].toString().toUtf8();
    source.children = childrenOf(test["children"_L1].toArray());
    source.isLine = test["line"_L1].toBool();
    source.leases = partOf(test, "leases"_L1, 0x20);
    source.queue = partOf(test, "queue"_L1, 0x40);
    return readQueue(std::move(source));
}

/// X, S, L of each contender in order; - for foreign children.
QString modes(const LockQueue &queue)
{
    QString letters;
    for (const Contender &contender : queue.contenders) {
        const bool foreign = contender.state == ContenderState::Foreign;
        letters += foreign                                     ? u'-'
                   : contender.parsed->kind == NameKind::Lease ? u'L'
                   : contender.parsed->mode == Mode::Shared    ? u'S'
                                                               : u'X';
    }
    return letters;
}

/// Of a lock of one node, which has no number.
QString drawnByName(const LockQueue &queue)
{
    QStringList words;
    for (const Contender &contender : queue.contenders)
        words += baseName(contender.node.name) + contenderStateName(contender.state).at(0).toUpper();
    return words.join(u' ');
}

QString places(const LockQueue &queue)
{
    QStringList list;
    for (int index = 0; index < static_cast<int>(queue.contenders.size()); ++index) {
        const auto shift = queue.contenders[static_cast<size_t>(index)].placeShift;
        list += QString::number(shift ? index + *shift : -1);
    }
    return list.join(u' ');
}

QString whoIsNext(const LockQueue &queue, int index)
{
    QStringList next;
    for (const int i : queue.nextAfterRemoval({index}))
        next += shortName(queue.contenders[static_cast<size_t>(i)]);
    return next.join(u' ');
}

QStringList askedToRelease(const LockQueue &queue)
{
    QStringList asked;
    for (const Contender &contender : queue.contenders) {
        if (contender.askedToRelease)
            asked += shortName(contender);
    }
    return asked;
}

} // namespace

class TestFixtures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyDialectHasAFixture_data()
    {
        QTest::addColumn<DialectRules>("rules");
        for (const DialectRules &rules : dialectRegistry().all())
            QTest::newRow(qPrintable(rules.id)) << rules;
    }

    /// And one in which its clients are named.
    void everyDialectHasAFixture()
    {
        QFETCH(DialectRules, rules);
        QVERIFY(!rules.label.isEmpty());
        const QJsonArray cases = casesOf(rules);
        QVERIFY2(!cases.isEmpty(), qPrintable(u"tests/unit/locks/fixtures/%1.json has no cases"_s.arg(rules.id)));
        const bool isNamed = std::any_of(cases.begin(), cases.end(), [&rules](const QJsonValue &test) {
            return test["dialect"_L1] == rules.id || test["title"_L1].toString().contains(rules.label.english());
        });
        QVERIFY2(isNamed, "no case is said to be of this dialect");
    }

    void everyQueueIsReadAsItIs_data() { eachCase(false); }
    void everyQueueIsReadAsItIs()
    {
        QFETCH(QJsonObject, test);
        const LockQueue queue = read(test);
        QCOMPARE(drawn(queue), test["reads"_L1].toString());
        QCOMPARE(dialectName(queue.dialect), test["dialect"_L1].toString());
        QCOMPARE(lockKindName(queue.kind), test["kind"_L1].toString());
        QCOMPARE(modes(queue), test["modes"_L1].toString());
        if (test.contains("title"_L1))
            QCOMPARE(queue.title.english(), test["title"_L1].toString());
        if (test.contains("max"_L1))
            QCOMPARE(queue.maxLeases.value_or(-1), test["max"_L1].toInt());
        else
            QVERIFY(!queue.maxLeases);
        QCOMPARE(queue.clientName, test["client_name"_L1].toString());
        if (test.contains("places"_L1))
            QCOMPARE(places(queue), test["places"_L1].toString());
        QCOMPARE(askedToRelease(queue), test["asked"_L1].toString().split(u' ', Qt::SkipEmptyParts));
        QCOMPARE(findingIds(queue), test["findings"_L1].toString().split(u' ', Qt::SkipEmptyParts));
        const QJsonObject next = test["next"_L1].toObject();
        for (auto after = next.begin(); after != next.end(); ++after)
            QCOMPARE(whoIsNext(queue, after.key().toInt()), after.value().toString());
    }

    void everyLockOfOneNodeIsReadAsItIs_data() { eachCase(true); }
    void everyLockOfOneNodeIsReadAsItIs()
    {
        QFETCH(QJsonObject, test);
        const QString path = test["path"_L1].toString();
        const ChildNode node = childFrom(test["node"_L1], 0);
        QCOMPARE(isNodeLock(path, node), test["lock"_L1].toBool());
        const LockQueue queue = readNodeLock(path, node, readAt.toMSecsSinceEpoch());
        QCOMPARE(drawnByName(queue), test["reads"_L1].toString());
        QCOMPARE(dialectName(queue.dialect), test["dialect"_L1].toString());
        QCOMPARE(lockKindName(queue.kind), test["kind"_L1].toString());
        if (queue.contenders.empty())
            return;
        const Contender &holder = queue.contenders.front();
        const QString until = holder.untilMs
                                  ? QDateTime::fromMSecsSinceEpoch(*holder.untilMs, Qt::UTC).toString(Qt::ISODateWithMs)
                                  : QString();
        QCOMPARE(until, test["until"_L1].toString());
        QCOMPARE(holder.parsed->token, test["owner"_L1].toString());
    }

private:
    static void eachCase(bool ofOneNode)
    {
        QTest::addColumn<QJsonObject>("test");
        for (const DialectRules &rules : dialectRegistry().all()) {
            const QJsonArray cases = casesOf(rules);
            for (const QJsonValue &test : cases) {
                if (test.toObject().contains("node"_L1) == ofOneNode)
                    QTest::newRow(qPrintable(rules.id + u": "_s + test["what"_L1].toString())) << test.toObject();
            }
        }
    }
};

} // namespace lockscope::tst_fixtures

LOCKSCOPE_TEST(lockscope::tst_fixtures::TestFixtures)
#include "tst_fixtures.moc"
