// SPDX-License-Identifier: Apache-2.0
// A sandbox goes with its program, however the program ends.

#include "tests/support/livetest.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace lockscope::tst_sandboxkilled {

using namespace Qt::StringLiterals;
using namespace lockscope::test;

class TestSandboxKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aProgramThatEndsBadlyLeavesNothing_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("servers");
        QTest::addColumn<bool>("wholeGroup");
        QTest::newRow("killed") << SIGKILL << 1 << false;
        QTest::newRow("killed, three servers") << SIGKILL << 3 << false;
        QTest::newRow("killed with its whole process group") << SIGKILL << 1 << true;
        QTest::newRow("terminated") << SIGTERM << 1 << false;
        QTest::newRow("aborted") << SIGABRT << 1 << false;
        QTest::newRow("interrupted by Ctrl+C, as a terminal does") << SIGINT << 1 << true;
    }

    void aProgramThatEndsBadlyLeavesNothing()
    {
        QFETCH(int, signal);
        QFETCH(int, servers);
        QFETCH(bool, wholeGroup);
        QProcess holder;
        startHolder(holder, servers);
        const Held held = readHeld(holder);
        QCOMPARE(held.pids.size(), servers);
        QVERIFY(isAlive(held.pids.first()));
        QVERIFY(isListening(held.ports.first()));
        QVERIFY(QDir(held.directory).exists());

        const auto program = static_cast<pid_t>(holder.processId());
        QCOMPARE(::getpgid(program), program);
        for (const qint64 pid : held.pids) // in groups of their own: what befalls its group reaches the program first
            QCOMPARE(::getpgid(static_cast<pid_t>(pid)), static_cast<pid_t>(pid));
        ::kill(wholeGroup ? -program : program, signal);
        QVERIFY(holder.waitForFinished());
        for (const qint64 pid : held.pids)
            AWAIT_VERIFY2(!isAlive(pid), "the server still runs");
        for (const quint16 port : held.ports)
            AWAIT_VERIFY2(!isListening(port), "the port is still open");
        AWAIT_VERIFY2(!QDir(held.directory).exists(), "the directory is still there");
    }

    void aProgramKilledWhileItStartsASandboxLeavesNothing()
    {
        QTemporaryDir temporary; // the holder's, so that what is left there can only be its own
        QProcess holder;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TMPDIR"_s, temporary.path());
        holder.setProcessEnvironment(environment);
        startHolder(holder);
        const QDir directory(temporary.path());
        AWAIT_VERIFY(!directory.entryList({u"lockscope-sandbox-*"_s}).isEmpty());
        holder.kill();
        QVERIFY(holder.waitForFinished());
        AWAIT_COMPARE(directory.entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }

private:
    struct Held
    {
        QString directory;
        QList<qint64> pids;
        QList<quint16> ports;
    };

    static void startHolder(QProcess &holder, int servers = 1)
    {
        holder.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        holder.setChildProcessModifier([] { ::setpgid(0, 0); });
        holder.start(QCoreApplication::applicationDirPath() + u"/sandboxholder"_s, {QString::number(servers)});
        QVERIFY(holder.waitForStarted());
    }

    static Held readHeld(QProcess &holder)
    {
        while (!holder.canReadLine() && holder.waitForReadyRead(test::patienceMs())) { }
        const QJsonObject said = QJsonDocument::fromJson(holder.readLine()).object();
        if (said.contains(u"error"_s))
            qWarning("%s", qPrintable(said[u"error"_s].toString()));
        Held held{said[u"directory"_s].toString(), {}, {}};
        const auto servers = said[u"servers"_s].toArray();
        for (const auto &server : servers) {
            held.pids += server[u"pid"_s].toInteger();
            held.ports += server[u"address"_s].toString().section(u':', 1).toUShort();
        }
        return held;
    }
};

} // namespace lockscope::tst_sandboxkilled

LOCKSCOPE_TEST(lockscope::tst_sandboxkilled::TestSandboxKilled)
#include "tst_sandboxkilled.moc"
