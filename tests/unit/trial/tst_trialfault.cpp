// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialfault.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_trialfault {

using namespace lockscope::trial;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

/// The words for what is done to a trial's clients.
class TrialFaultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFaultIsReadAndWritten_data()
    {
        QTest::addColumn<TrialFault>("fault");
        QTest::addColumn<QString>("written");
        const auto row = [](const char *text, const TrialFault &fault, const QString &written = {}) {
            QTest::newRow(text) << fault << (written.isEmpty() ? QString::fromLatin1(text) : written);
        };
        const auto client = [](Fault fault, std::chrono::milliseconds time = {}) {
            return lab::FaultRequest{fault, time};
        };
        row("crash@0.25", {client(Fault::Crash), 0.25});
        row("lose-reply@1", {client(Fault::LoseReply), 1.0});
        row("pause@0.5", {client(Fault::Pause, 500ms), 0.5});
        row("pause@0.5:500ms", {client(Fault::Pause, 500ms), 0.5}, u"pause@0.5"_s);
        row("partition@create:20s", {client(Fault::Partition, 20s), Moment{{}, u"create"_s, 1, false}},
            u"partition@create:20s"_s);
        row("crash@create-reply", {client(Fault::Crash), Moment{{}, u"create"_s, 1, true}});
        row("expire@client-2/get_children-reply#3",
            {client(Fault::Expire), Moment{u"client-2"_s, u"get_children"_s, 3, true}});
        row("kill-server@create#4:2s", {ServerFault{ServerCommand::Kill, 2s}, Moment{{}, u"create"_s, 4, false}},
            u"kill-server@create#4:2s"_s);
        row("restart-server@0.01", {ServerFault{ServerCommand::Restart, 0ms}, 0.01});
        row("pause-server@delete", {ServerFault{ServerCommand::Pause, 1s}, Moment{{}, u"delete"_s, 1, false}});
        row("hold@event#2", {Hold(), Moment{{}, u"event"_s, 2, true}});
        row("hold@0.1:200ms", {Hold{200ms}, 0.1});
    }
    void aFaultIsReadAndWritten()
    {
        QFETCH(TrialFault, fault);
        QFETCH(QString, written);
        const auto read = TrialFault::read(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(read);
        QVERIFY(*read == fault);
        QCOMPARE(read->toString(), written);
        const auto again = TrialFault::read(written);
        QVERIFY(again && *again == fault);
    }

    void whatIsNoneIsSaid_data()
    {
        QTest::addColumn<QString>("named");
        QTest::newRow("") << u"NAME@RATE"_s;
        QTest::newRow("fire@0.1") << u"lose-create-reply"_s;
        QTest::newRow("crash") << u"NAME@RATE"_s;
        QTest::newRow("resume@0.1") << u"NAME@RATE"_s; // is no fault, but the end of one
        QTest::newRow("resume-server@0.1") << u"NAME@RATE"_s;
        QTest::newRow("crash@2") << u"from 0 to 1"_s;
        QTest::newRow("crash@-0.1") << u"from 0 to 1"_s;
        QTest::newRow("crash@nan") << u"from 0 to 1"_s;
        QTest::newRow("crash@lunch") << u"lunch"_s;
        QTest::newRow("crash@event-reply") << u"event-reply"_s;
        QTest::newRow("crash@create#0") << u"create#0"_s;
        QTest::newRow("crash@somebody/create") << u"somebody/create"_s;
        QTest::newRow("pause@create:soon") << u"soon"_s;
        QTest::newRow("pause@create:-5s") << u"-5s"_s;
    }
    void whatIsNoneIsSaid()
    {
        QFETCH(QString, named);
        const auto read = TrialFault::read(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(!read);
        QVERIFY2(read.error().sentence().english().contains(named), qPrintable(read.error().sentence().english()));
    }
};

} // namespace lockscope::tst_trialfault

LOCKSCOPE_TEST(lockscope::tst_trialfault::TrialFaultTest)
#include "tst_trialfault.moc"
