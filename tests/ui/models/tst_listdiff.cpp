// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/models/listdiff.h"

#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace lockscope::tst_listdiff {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

using Places = std::optional<std::vector<int>>;

/// "a b c" as its words.
std::vector<QStringView> wordsOf(const QString &text)
{
    std::vector<QStringView> words;
    for (const QStringView word : QStringView(text).split(u' ', Qt::SkipEmptyParts))
        words.push_back(word);
    return words;
}

Places places(const QString &before, const QString &after)
{
    return placesInOrder(wordsOf(before), wordsOf(after));
}

QString textOf(const std::vector<int> &names)
{
    QStringList words;
    for (const int name : names)
        words << QString::number(name);
    return words.join(u' ');
}

/// Where each of \a before is in \a after, looked up one by one.
std::vector<int> lookedUp(const std::vector<int> &before, const std::vector<int> &after)
{
    std::vector<int> found;
    for (const int name : before) {
        const auto at = std::find(after.begin(), after.end(), name);
        found.push_back(at == after.end() ? -1 : static_cast<int>(at - after.begin()));
    }
    return found;
}

} // namespace

class TestListDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whereSomebodyMovedNothingIsSaid()
    {
        QCOMPARE(places(u"a b"_s, u"b a"_s), Places());
        QCOMPARE(places(u"a b c d"_s, u"b c d a"_s), Places());
        QCOMPARE(places(u"a b c d"_s, u"d a b c"_s), Places());
    }

    void whereMuchDiffersNothingIsSaid()
    {
        std::vector<int> before(200);
        std::iota(before.begin(), before.end(), 0);
        const QString text = textOf(before);
        const auto without = [&](int count) { return textOf({before.begin() + count, before.end()}); };
        QVERIFY(places(text, without(60)));
        QCOMPARE(places(text, without(70)), Places());
        QCOMPARE(places({}, text), Places());
    }

    void aFewRemovalsAndInsertionsAreFound()
    {
        QVERIFY(rc::check("each keeps its place, or is gone", [] {
            const int length = *rc::gen::inRange(0, 200);
            std::vector<int> before(static_cast<size_t>(length));
            std::iota(before.begin(), before.end(), 0);
            const auto gone = *rc::gen::resize(15, rc::gen::container<std::set<int>>(rc::gen::inRange(0, 200)));
            std::vector<int> after;
            std::copy_if(before.begin(), before.end(), std::back_inserter(after),
                         [&](int name) { return !gone.contains(name); });
            const auto comers = *rc::gen::resize(15, rc::gen::container<std::set<int>>(rc::gen::inRange(1000, 2000)));
            for (const int name : comers) {
                const int place = *rc::gen::inRange(0, static_cast<int>(after.size()) + 1);
                after.insert(after.begin() + place, name);
            }
            const QString from = textOf(before);
            const QString to = textOf(after);
            RC_ASSERT(places(from, to) == Places(lookedUp(before, after)));
        }));
    }

    void whatIsSaidIsTrueOfAnyTwoLists()
    {
        QVERIFY(rc::check("a place is where it is", [](const std::set<quint8> &some, const std::set<quint8> &others) {
            std::vector<int> before(some.begin(), some.end());
            std::vector<int> after(others.begin(), others.end());
            const auto shuffles = *rc::gen::inRange(0, 3);
            for (int i = 0; i < shuffles && after.size() > 1; ++i) {
                const int from = *rc::gen::inRange(0, static_cast<int>(after.size()));
                const int to = *rc::gen::inRange(0, static_cast<int>(after.size()));
                std::swap(after[static_cast<size_t>(from)], after[static_cast<size_t>(to)]);
            }
            const QString from = textOf(before);
            const QString to = textOf(after);
            const Places found = places(from, to);
            RC_ASSERT(!found || *found == lookedUp(before, after));
        }));
    }
};

} // namespace lockscope::tst_listdiff

LOCKSCOPE_TEST(lockscope::tst_listdiff::TestListDiff)
#include "tst_listdiff.moc"
