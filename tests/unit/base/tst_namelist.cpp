// SPDX-License-Identifier: Apache-2.0
#include "core/base/namelist.h"
#include "tests/support/testprogram.h"

#include <rapidcheck.h>

#include <array>
#include <string>
#include <vector>

namespace lockscope::tst_namelist {

using namespace Qt::StringLiterals;

class TestNameList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyOneHasNoName()
    {
        const NameList names;
        QVERIFY(names.isEmpty() && names.begin() == names.end());
        QVERIFY(!names.contains(u""));
    }

    void namesAreReadAsTheyWereAppended()
    {
        NameList names;
        for (const auto *name : {u"lock-0000000001", u"", u"b"})
            names.append(name);
        QCOMPARE(names.toList(), (QList<QString>{u"lock-0000000001"_s, QString(), u"b"_s}));
        QVERIFY(names.contains(u"b") && !names.contains(u"lock-000000000"));
    }

    void namesOfAServerAreUtf8()
    {
        const std::array names{"lock-0000000001", "", "schl\xc3\xb6sser-\xf0\x9f\x94\x92", "b", "\xef\xbb\xbflock"};
        const NameList read = NameList::fromUtf8(names.data(), names.size());
        QCOMPARE(read.toList(),
                 (QList<QString>{u"lock-0000000001"_s, QString(), u"schlösser-🔒"_s, u"b"_s, u"\ufefflock"_s}));
        QCOMPARE(read[2], u"schlösser-🔒");
        QVERIFY(NameList::fromUtf8(nullptr, 0).isEmpty());
    }

    void oneNameIsNotTwoThatMakeTheSameText()
    {
        QVERIFY(NameList({u"ab"_s, u"c"_s}) != NameList({u"a"_s, u"bc"_s}));
        QVERIFY(NameList({u"ab"_s, u"c"_s}) == NameList({u"ab"_s, u"c"_s}));
    }

    void anyNamesComeBack()
    {
        QVERIFY(rc::check("any names", [](const std::vector<std::string> &anyBytes) {
            QList<QString> expected;
            std::vector<const char *> names;
            for (const std::string &name : anyBytes) {
                expected.append(QString::fromUtf8("/" + QByteArray(name.c_str())).sliced(1)); // up to a zero in it
                names.push_back(name.c_str());
            }
            const NameList read = NameList::fromUtf8(names.data(), qsizetype(names.size()));
            RC_ASSERT(read.toList() == expected);
            RC_ASSERT(read == NameList(expected));
            RC_ASSERT(std::distance(read.begin(), read.end()) == read.size());
        }));
    }
};

} // namespace lockscope::tst_namelist

LOCKSCOPE_TEST(lockscope::tst_namelist::TestNameList)
#include "tst_namelist.moc"
