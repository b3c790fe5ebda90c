// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"

#include <QImage>

namespace lockscope::ui::tst_windowprogram {

using namespace Qt::StringLiterals;

/// The built program of the window, as it is started.
class TestWindowProgram : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    /// A line of the shell, in which $WINDOW is the program.
    void run(QProcess &process, const QString &line) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"WINDOW"_s, QStringLiteral(LOCKSCOPE_WINDOW));
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const auto &name : {u"HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_CACHE_HOME"_s})
            environment.insert(name, m_home.path());
        process.setProcessEnvironment(environment);
        process.start(u"/bin/sh"_s, {u"-c"_s, line});
        QVERIFY(QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, test::patienceMs()));
    }

private Q_SLOTS:
    void aFileThatMayNotGrowIsToldOf()
    {
        const QString file = m_home.filePath(u"cut.png"_s);
        QProcess process;
        run(process, u"ulimit -f 1; exec \"$WINDOW\" --screenshot '%1' --after 0"_s.arg(file));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit); // not by SIGXFSZ
        QCOMPARE(process.exitCode(), 1);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains(qPrintable(file + u" cannot be written"_s)), said.constData());
        QVERIFY(!QFile::exists(file));
    }

    void aPictureIsItsOwnersAloneAndTakenWithoutAWordOfQt()
    {
        const QString file = m_home.filePath(u"whole.png"_s);
        QProcess process;
        run(process, u"umask 0; unset XDG_RUNTIME_DIR; exec \"$WINDOW\" --screenshot '%1' --after 0"_s.arg(file));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0, said.constData());
        QCOMPARE(said, "");
        QVERIFY(!QImage(file).isNull());
        QVERIFY(!(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther)));
    }

    /// What it made in a database of the user's own is put away, as when its window is closed.
    void aSignalEndsItInOrder()
    {
        const QString script = m_home.filePath(u"tables"_s);
        QVERIFY(test::writeFile(script,
                                "import sqlite3, sys\n"
                                "for row in sqlite3.connect(sys.argv[1]).execute('SELECT name FROM sqlite_master'):\n"
                                "    print(row[0])\n"));
        const QString line = u"DB='%1'; tables() { python3 '%2' \"$DB\"; }; "
                             "\"$WINDOW\" --backend sqlite --at sqlite=sqlite:\"$DB\" --spawn 2 & "
                             "until tables | grep -q lockscope_log; do kill -0 $! || exit 9; done; "
                             "kill -TERM $!; wait $!; echo \"ended $?\"; tables"_s;
        QProcess process;
        run(process, line.arg(m_home.filePath(u"own.sqlite"_s), script));
        QCOMPARE(process.readAllStandardOutput(), "ended 1\n");
    }

    void whatIsWrongIsSaidAllTheSame()
    {
        const QString patterns = m_home.filePath(u"patterns.json"_s);
        QProcess process;
        run(process,
            u"unset XDG_RUNTIME_DIR; LOCKSCOPE_PATTERNS='%1' exec \"$WINDOW\" --screenshot '%2' --after 0"_s.arg(
                patterns, m_home.filePath(u"told.png"_s)));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.startsWith("lockscope: ") && said.contains("patterns.json"), said.constData());
        QCOMPARE(said.count('\n'), 1);
    }
};

} // namespace lockscope::ui::tst_windowprogram

LOCKSCOPE_TEST(lockscope::ui::tst_windowprogram::TestWindowProgram)
#include "tst_windowprogram.moc"
