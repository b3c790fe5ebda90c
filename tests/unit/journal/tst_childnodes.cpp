// SPDX-License-Identifier: Apache-2.0
// Children as they are kept in few bytes, against a plain map of them.
#include "core/history/childnodes.h"
#include "tests/support/testprogram.h"

#include <QHash>
#include <QTest>

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::tst_childnodes {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;
using locks::ChildNode;

namespace {

using Model = QHash<QString, ChildNode>;

QString anyName()
{
    const QString stems[] = {u"setting-"_s, u"größe-"_s, u"名前-"_s, u"lock-000000000"_s};
    return stems[*rc::gen::inRange<size_t>(0, std::size(stems))] + QString::number(*rc::gen::inRange(0, 30));
}

NodeStat anyStat(qsizetype size)
{
    NodeStat stat;
    stat.czxid.value = *rc::gen::inRange<qint64>(1, 1LL << 40);
    stat.mzxid = stat.pzxid = stat.czxid;
    stat.ctimeMs = stat.mtimeMs = *rc::gen::inRange<qint64>(0, 2'000'000'000'000);
    stat.dataLength = static_cast<qint32>(size);
    if (*rc::gen::inRange(0, 3) == 0)
        stat.ephemeralOwner.value = *rc::gen::arbitrary<qint64>();
    if (*rc::gen::inRange(0, 3) == 0) {
        stat.mzxid.value += 7;
        stat.mtimeMs += 1;
        stat.version = *rc::gen::inRange(-1, 4);
        stat.cversion = -3;
        stat.numChildren = 2;
    }
    return stat;
}

ChildNode anyChild()
{
    ChildNode child{anyName(), {}, ChildNode::Data::NotRead, {}, false};
    if (*rc::gen::inRange(0, 4) == 0)
        return child;
    child.data = QByteArray(*rc::gen::inRange(0, 200), *rc::gen::element('x', '\0', '\xff'));
    child.stat = anyStat(child.data.size());
    child.access = *rc::gen::element(ChildNode::Data::Read, ChildNode::Data::NoPermission);
    child.truncated = *rc::gen::arbitrary<bool>();
    return child;
}

void assertSame(const ChildNodes &children, const Model &model)
{
    RC_ASSERT(children.size() == model.size());
    for (const ChildNode &child : model)
        RC_ASSERT(children.find(child.name) == child);
    const auto all = children.all();
    RC_ASSERT(qsizetype(all.size()) == model.size());
    RC_ASSERT(std::ranges::all_of(all, [&](const ChildNode &child) { return model.value(child.name) == child; }));
    QStringList names = children.names();
    QStringList expected = model.keys();
    names.sort();
    expected.sort();
    RC_ASSERT(names == expected);
}

} // namespace

class TestChildNodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasPutInIsFoundWhateverElseComesAndGoes()
    {
        QVERIFY(rc::check("any changes", [] {
            ChildNodes children;
            Model model;
            for (int left = *rc::gen::inRange(0, 120); left > 0; --left) {
                if (*rc::gen::inRange(0, 3) == 0) {
                    const QString name = anyName();
                    RC_ASSERT(children.contains(name) == model.contains(name));
                    RC_ASSERT(children.remove(name) == (model.remove(name) > 0));
                    RC_ASSERT(!children.find(name));
                } else {
                    const ChildNode child = anyChild();
                    children.put(child);
                    model.insert(child.name, child);
                }
            }
            assertSame(children, model);
        }));
    }

    void aCopyStaysAsItWas()
    {
        QVERIFY(rc::check("changes of the other", [] {
            ChildNodes children;
            Model model;
            for (int i = 0; i < 20; ++i) {
                const ChildNode child = anyChild();
                children.put(child);
                model.insert(child.name, child);
            }
            const ChildNodes copy = children;
            RC_ASSERT(copy == children);
            for (int i = 0; i < 20; ++i) {
                children.put(anyChild());
                children.remove(anyName());
            }
            assertSame(copy, model);
        }));
    }

    void theSameChildrenAreEqualInWhicheverOrderTheyCame()
    {
        ChildNodes one;
        ChildNodes other;
        for (int i = 0; i < 50; ++i) {
            one.put({QString::number(i), {}, ChildNode::Data::NotRead, {}, false});
            other.put({QString::number(49 - i), {}, ChildNode::Data::NotRead, {}, false});
        }
        QVERIFY(one == other);
        other.put({u"7"_s, {}, ChildNode::Data::NoPermission, {}, false});
        QVERIFY(!(one == other));
        other.remove(u"7"_s);
        QVERIFY(!(one == other));
    }

    void aMillionSettingsTakeSomeDozensOfBytesEach()
    {
        ChildNodes children;
        constexpr int count = 10'000;
        for (int i = 0; i < count; ++i)
            children.put({u"setting-%1"_s.arg(i), {}, ChildNode::Data::NotRead, {}, false});
        for (int i = 0; i < count; ++i) {
            NodeStat stat;
            stat.czxid = stat.mzxid = stat.pzxid = Zxid{0x100000000 + i};
            stat.ctimeMs = stat.mtimeMs = 1'795'233'600'000;
            stat.dataLength = 10;
            children.put({u"setting-%1"_s.arg(i), stat, ChildNode::Data::Read, "0123456789", false});
        }
        QCOMPARE(children.size(), count);
        QVERIFY2(children.bytes() < 80 * count, qPrintable(QString::number(children.bytes() / count)));
    }
};

} // namespace lockscope::tst_childnodes

LOCKSCOPE_TEST(lockscope::tst_childnodes::TestChildNodes)
#include "tst_childnodes.moc"
