// SPDX-License-Identifier: Apache-2.0
#include "queuetext.h"

#include "core/locks/dialectregistry.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_patterns {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

/// With ' for ", so that one can read it.
Patterns parsed(QByteArray patterns)
{
    patterns.replace('\'', '"');
    return parsePatterns("{\"lockscope_patterns\": 1, \"patterns\": [" + patterns + "]}", u"p.json"_s);
}

constexpr auto acme = "{'name': 'acme', 'title': 'Acme lock', 'kind': 'readwrite', 'shared': 'r', 'child': "
                      "'acme!(?<token>[a-z]+)!(?<mode>[rw])!(?<seq>-?\\\\d+)', 'revoke': 'give it back' }";

} // namespace

class TestPatterns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { useDialects({}); }

    void namesOfAPatternAreAQueue()
    {
        const QString queue = u"acme!a!r!1 10 a\nacme!b!w!2 11 b\nacme!c!r!3 12 c\nreadme 1 0\n"_s;
        QCOMPARE(dialectName(queueFrom(queue).dialect), u"generic"_s); // before
        Patterns patterns = parsed(acme);
        QCOMPARE(Text::lines(patterns.problems).english(), QString());
        useDialects(std::move(patterns.dialects));
        const LockQueue read = queueFrom(queue);
        QCOMPARE(drawn(read), u"1H 2W<1 3W<2 readmeF"_s);
        QCOMPARE(dialectName(read.dialect), u"acme"_s);
        QCOMPARE(lockKindName(read.kind), u"readwrite"_s);
        QCOMPARE(read.title.english(), u"Acme lock"_s);
        QCOMPARE(read.contenders.front().parsed->token, u"a"_s);
        QVERIFY(looksLikeLock({u"acme!a!r!1"_s}));
    }

    /// Else one would be tried for minutes on a directory of thousands.
    void whatAPatternTriesForLongDoesNotFitIt()
    {
        useDialects(parsed("{'name': 'ours', 'child': '(?:(x+x+)+z|x+y)(?<seq>\\\\d+)'}").dialects);
        QCOMPARE(dialectName(queueFrom(u"xxxy1 10 a\nxxxy2 11 b\n"_s).dialect), u"ours"_s);
        const QString name = QString(24, u'x') + u"y1"_s;
        QCOMPARE(dialectName(queueFrom(name + u" 10 a\n"_s).dialect), u"generic"_s);
    }

    void aPatternComesBeforeWhatIsBuiltIn()
    {
        useDialects(parsed("{'name': 'ours', 'child': 'lock-(?<seq>\\\\d+)', 'kind': 'election'}").dialects);
        const LockQueue read = queueFrom(u"lock-0000000001 10 a\n"_s);
        QCOMPARE(dialectName(read.dialect), u"ours"_s);
        QCOMPARE(lockKindName(read.kind), u"election"_s);
        QVERIFY(dialectFromName(u"ours") == read.dialect);
        useDialects({});
        QCOMPARE(dialectName(queueFrom(u"lock-0000000001 10 a\n"_s).dialect), u"plain"_s);
    }

    void aNodeOfAPatternIsALock()
    {
        const ChildNode node = childrenFrom(u"owner 10 a\n"_s).front();
        QVERIFY(!isNodeLock(u"/jobs/nightly/owner"_s, node));
        useDialects(parsed("{'name': 'jobs', 'node': '/jobs/[^/]+/owner'}").dialects);
        QVERIFY(isNodeLock(u"/jobs/nightly/owner"_s, node));
        QVERIFY(!isNodeLock(u"/jobs/nightly/owner/of"_s, node));
        const LockQueue read = readNodeLock(u"/jobs/nightly/owner"_s, node, 0);
        QCOMPARE(dialectName(read.dialect), u"jobs"_s);
        QCOMPARE(read.holders, std::vector<int>{0});
    }

    void aPatternThatIsWrongIsNamedAndTheOthersHold_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char *name, const QByteArray &pattern, const QString &problem) {
            QTest::newRow(name) << pattern << u"p.json: pattern "_s + problem;
        };
        row("no name", "{'child': '(?<seq>\\\\d+)' }", u"2 is left out: \"name\" must be of a-z, 0-9 and -."_s);
        row("a name that is taken", "{'name': 'kazoo', 'child': '(?<seq>\\\\d+)' }",
            u"\"kazoo\" is left out: there is a dialect of this name already."_s);
        row("a name twice", acme, u"\"acme\" is left out: there is a dialect of this name already."_s);
        row("no regular expression", "{'name': 'a', 'child': 'x(?<seq>\\\\d+'}",
            u"\"a\" is left out: \"child\" is no regular expression: missing closing parenthesis at character 11."_s);
        row("no number", "{'name': 'a', 'child': 'x\\\\d+'}",
            u"\"a\" is left out: \"child\" needs a group (?<seq>…) for the sequence number."_s);
        row("neither", "{'name': 'a'}",
            u"\"a\" is left out: it needs \"child\", for the names of contenders, or \"node\", for the path of a lock "
            "of one node."_s);
        row("a kind that is none", "{'name': 'a', 'child': '(?<seq>\\\\d+)', 'kind': 'barrier' }",
            u"\"a\" is left out: \"kind\": it is \"barrier\", and must be one of \"mutex\", \"readwrite\", "
            "\"semaphore\", \"election\", \"queue\"."_s);
        row("a key that is none", "{'name': 'a', 'child': '(?<seq>\\\\d+)', 'colour': 'red' }",
            u"\"a\" is left out: \"colour\": it is no key of a pattern."_s);
        row("no text", "{'name': 'a', 'child': 7}", u"\"a\" is left out: \"child\": it must be a text."_s);
        row("a reader without a group", "{'name': 'a', 'child': '(?<seq>\\\\d+)', 'shared': 'r' }",
            u"\"a\" is left out: \"shared\" says what the group (?<mode>…) is for a reader, and \"child\" has no such "
            "group."_s);
        row("no object", "7", u"2 is left out: \"name\" must be of a-z, 0-9 and -."_s);
    }

    void aPatternThatIsWrongIsNamedAndTheOthersHold()
    {
        QFETCH(QByteArray, pattern);
        const Patterns patterns = parsed(QByteArray(acme) + ',' + pattern);
        QTEST(Text::lines(patterns.problems).english(), "problem");
        QCOMPARE(patterns.dialects.size(), size_t(1));
        QCOMPARE(patterns.dialects.front().id, u"acme"_s);
    }

    void whatIsNoFileOfPatternsIsSaidToBeNone()
    {
        QCOMPARE(parsePatterns("{", u"p.json"_s).problems.size(), 1);
        QVERIFY(parsePatterns("{", u"p.json"_s).problems.front().english().startsWith(u"p.json: no JSON: "_s));
        QCOMPARE(Text::lines(parsePatterns("{}", u"p.json"_s).problems).english(),
                 u"p.json: it must be {\"lockscope_patterns\": 1, \"patterns\": […]}."_s);
        QVERIFY(parsed({}).problems.isEmpty());
    }
};

} // namespace lockscope::tst_patterns

LOCKSCOPE_TEST(lockscope::tst_patterns::TestPatterns)
#include "tst_patterns.moc"
