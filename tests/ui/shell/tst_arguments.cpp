// SPDX-License-Identifier: Apache-2.0
#include "app/gui/arguments.h"
#include "tests/ui/uitest.h"

namespace lockscope::tst_arguments {

using namespace Qt::StringLiterals;

class TestArguments : public QObject
{
    Q_OBJECT

    static Result<Arguments> parse(const QString &line)
    {
        return parseArguments(QStringList(u"lockscope"_s) + line.split(u' ', Qt::SkipEmptyParts));
    }

private Q_SLOTS:
    void withoutArgumentsThereIsTheStartPage()
    {
        const auto arguments = parse({});
        QVERIFY(arguments);
        QVERIFY(!arguments->target);
        QCOMPARE(arguments->screenshotAfterMs, 2000);
    }

    void helpNamesTheOptionsOfTheContractAndThereIsNoOther()
    {
        const auto help = parse(u"--help"_s);
        QVERIFY(help);
        for (const char *option :
             {"--connect", "--sandbox", "--root", "--select", "--observe-only", "--lang", "--screenshot", "--after"})
            QVERIFY2(help->output.contains(QString::fromLatin1(option)), option);
        QVERIFY(!help->output.contains(u"--help-all"_s));
        QVERIFY(!parse(u"--help-all"_s));
    }

    void theSandboxTakesItsSizeInEveryForm_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("servers"); // 0: refused
        QTest::newRow("alone") << u"--sandbox"_s << 1;
        QTest::newRow("3") << u"--sandbox 3"_s << 3;
        QTest::newRow("=5") << u"--sandbox=5"_s << 5;
        QTest::newRow("before another option") << u"--sandbox --root /a"_s << 1;
        QTest::newRow("2") << u"--sandbox=2"_s << 0;
        QTest::newRow("word") << u"--sandbox=x"_s << 0;
    }
    void theSandboxTakesItsSizeInEveryForm()
    {
        QFETCH(QString, line);
        QFETCH(int, servers);
        const auto arguments = parse(line);
        QCOMPARE(arguments.has_value(), servers > 0);
        if (servers > 0)
            QCOMPARE(arguments->target->sandboxServers, servers);
    }

    void aConnectionTakesItsOptions()
    {
        const auto arguments =
            parse(u"--connect zk1:2181,zk2:2181/app --ssh bastion --root /locks --observe-only --select /locks/a"_s);
        QVERIFY(arguments);
        QCOMPARE(arguments->target->spec.connectString, u"zk1:2181,zk2:2181/app"_s);
        QCOMPARE(arguments->target->spec.sshHost, u"bastion"_s);
        QCOMPARE(arguments->target->root, u"/locks"_s);
        QVERIFY(arguments->target->spec.observeOnly);
        QCOMPARE(arguments->select, u"/locks/a"_s);
    }

    void aWindowHasASize()
    {
        QVERIFY(!parse(u"--theme dark"_s)->size);
        QCOMPARE(parse(u"--size 1280x720"_s)->size, QSize(1280, 720));
    }

    void aRedisIsPrivateOrHasAnAddress()
    {
        const auto own = parse(u"--backend redis"_s);
        QVERIFY(own && own->target && own->target->other);
        QVERIFY(own->target->isPrivate());
        const auto other = parse(u"--backend redis --at redis=redis://127.0.0.1:7000"_s);
        QVERIFY(other && other->target && other->target->other);
        QCOMPARE(other->target->other->address, u"redis://127.0.0.1:7000"_s);
        QVERIFY(!other->target->isPrivate());
    }

    void whatCannotBeIsRefusedWithASentence_data()
    {
        QTest::addColumn<QString>("line");
        for (const char *line : {"--connect zk1:port",
                                 "--connect a:1 --ssh=-oX",
                                 "--connect a:1 --sandbox",
                                 "--root a --sandbox",
                                 "--select a",
                                 "--after soon",
                                 "--size 1280",
                                 "--size 1280x",
                                 "--size 100x100",
                                 "--size 1280x720x2",
                                 "--lang fr",
                                 "--theme pink",
                                 "--spawn 3",
                                 "--spawn x --sandbox",
                                 "--nonsense",
                                 "word",
                                 "--replay a.lockscope",
                                 "--event 5 --sandbox",
                                 "--view clock --sandbox",
                                 "--scenario s.json",
                                 "--lesson 1",
                                 "--lesson crash --sandbox",
                                 "--backend etcd",
                                 "--at redis=redis://a:1",
                                 "--backend redis --at a:1",
                                 "--backend redis --sandbox",
                                 "--backend redis --at redis=nowhere",
                                 "--backend redis --observe-only",
                                 "--backend sqlite --at sqlite=mysql",
                                 "--backend mariadb --at postgresql=postgresql://u@a/d"})
            QTest::newRow(line) << QString::fromLatin1(line);
        const QTemporaryDir gone; // when this function ends
        QTest::newRow("--auth-file") << u"--auth-file %1/login --connect a:1"_s.arg(gone.path());
    }
    void whatCannotBeIsRefusedWithASentence()
    {
        QFETCH(QString, line);
        const auto arguments = parse(line);
        QVERIFY(!arguments);
        QVERIFY(arguments.error().sentence().english().size() > 10);
    }

    void aLoginIsReadFromAFile()
    {
        QTemporaryDir dir;
        const QString name = dir.filePath(u"auth"_s);
        QVERIFY(test::writeFile(name, "digest:ann:se:cret\n"));
        const auto arguments = parse(u"--connect a:1 --auth-file "_s + name);
        QVERIFY(arguments);
        QCOMPARE(arguments->target->spec.authScheme, u"digest"_s);
        QCOMPARE(arguments->target->spec.authCredential, QByteArray("ann:se:cret"));
        QVERIFY(test::writeFile(name, "{\"version\": 1}\n")); // some other file, in which there is a colon
        QVERIFY(!parse(u"--connect a:1 --auth-file "_s + name));
    }
};

} // namespace lockscope::tst_arguments

LOCKSCOPE_TEST(lockscope::tst_arguments::TestArguments)
#include "tst_arguments.moc"
