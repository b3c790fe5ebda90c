// SPDX-License-Identifier: Apache-2.0
// What a relay costs: 20 clients of kazoo's Lock, each a process, behind the relays of `lockscope-cli try`, beside the
// same processes that connect to the server themselves. Processes start and connect before the clock does.
#include "core/base/guard.h"
#include "tests/bench/bench.h"
#include "tests/bench/curatorpeer.h"
#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 20;
constexpr int rounds = 50;
constexpr double leastOfDirect = 0.9;

struct Side
{
    QString name;
    std::vector<double> perSecond = {};
};

/// Where the clients of one run meet: they begin at once, and leave what they measured.
class Meeting
{
public:
    Meeting()
    {
        QFile::copy(u":/bench/kazooclient.py"_s, script());
        ::mkfifo(QFile::encodeName(m_folder.filePath(u"go"_s)).constData(), 0600);
    }
    ~Meeting()
    {
        if (m_go >= 0)
            ::close(m_go);
    }
    Meeting(const Meeting &) = delete;
    Meeting &operator=(const Meeting &) = delete;

    QStringList command() const { return {u"/usr/bin/python3"_s, script(), m_folder.path()}; }

    /// \a isRunning: false once they cannot come any more.
    Result<Done> begin(const std::function<bool()> &isRunning)
    {
        waitUntil([&] { return count(u"*.ready"_s) == clients || !isRunning(); });
        // Those that open the pipe later find it open, too.
        m_go = ::open(QFile::encodeName(m_folder.filePath(u"go"_s)).constData(), O_WRONLY | O_NONBLOCK);
        if (count(u"*.ready"_s) != clients || m_go < 0)
            return noFigures(u"Not all clients of kazoo have connected."_s);
        return Done();
    }

    Result<Done> end(const std::function<bool()> &isRunning, Side &side) const
    {
        waitUntil([&] { return !isRunning(); });
        double began = std::numeric_limits<double>::max();
        double ended = 0;
        int acquired = 0;
        const QDir folder(m_folder.path());
        for (const QString &name : folder.entryList({u"*.json"_s})) {
            const QJsonObject timing = QJsonDocument::fromJson(test::contentOf(folder.filePath(name))).object();
            began = std::min(began, timing[u"began"].toDouble());
            ended = std::max(ended, timing[u"ended"].toDouble());
            acquired += timing[u"acquired"].toInt();
        }
        if (acquired != clients * rounds)
            return noFigures(u"%1: kazoo acquired %2 times only."_s.arg(side.name).arg(acquired));
        side.perSecond.push_back(acquired * 1e9 / (ended - began));
        return Done();
    }

private:
    QString script() const { return m_folder.filePath(u"kazooclient.py"_s); }
    qsizetype count(const QString &pattern) const { return QDir(m_folder.path()).entryList({pattern}).size(); }

    QTemporaryDir m_folder;
    int m_go = -1;
};

Result<Done> runDirectly(const Options &options, const QString &lock, Side &side)
{
    Meeting meeting;
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < clients; ++i) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LOCKSCOPE_CONNECT"_s, options.connectString);
        environment.insert(u"LOCKSCOPE_LOCK"_s, lock);
        environment.insert(u"LOCKSCOPE_CLIENT"_s, u"client-%1"_s.arg(i));
        environment.insert(u"LOCKSCOPE_ROUNDS"_s, QString::number(rounds));
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(environment);
        process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process->setStandardOutputFile(QProcess::nullDevice());
        tieToThisThread(*process);
        process->start(meeting.command().first(), meeting.command().mid(1));
        processes.push_back(std::move(process));
    }
    const auto isRunning = [&] {
        return std::any_of(processes.begin(), processes.end(),
                           [](const auto &process) { return process->state() != QProcess::NotRunning; });
    };
    if (const auto begun = meeting.begin(isRunning); !begun)
        return begun;
    return meeting.end(isRunning, side);
}

Result<Done> runBehindRelays(const Options &options, const QString &lock, Side &side)
{
    Meeting meeting;
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    tieToThisThread(process);
    process.start(programBeside(u"lockscope-cli"_s),
                  QStringList{u"try"_s, u"--connect"_s, options.connectString, u"--lock"_s, lock, u"--clients"_s,
                              QString::number(clients), u"--rounds"_s, QString::number(rounds), u"--exec"_s}
                      + meeting.command());
    const auto isRunning = [&] { return process.state() != QProcess::NotRunning; };
    if (const auto begun = meeting.begin(isRunning); !begun)
        return begun;
    if (const auto ended = meeting.end(isRunning, side); !ended)
        return ended;
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return noFigures(QString::fromUtf8(process.readAllStandardOutput()));
    return Done();
}

} // namespace

Result<Report> relay(const Options &options)
{
    if (const QString why = kazooMissing(); !why.isEmpty())
        return noFigures(why);
    Side direct{u"directly"_s};
    Side relayed{u"behind relays"_s};
    const int repetitions = options.repetitionsOr(7);
    const auto ran = inTurns(
        {[&](int turn) { return runDirectly(options, u"%1-%2-directly"_s.arg(ownPath()).arg(turn), direct); },
         [&](int turn) { return runBehindRelays(options, u"%1-%2-relayed"_s.arg(ownPath()).arg(turn), relayed); }},
        repetitions);
    if (!ran)
        return tl::unexpected(ran.error());

    Report report;
    report.lines +=
        u"%1 processes of kazoo × %2 rounds, hold 0, medians of %3 runs each, in turns"_s.arg(clients).arg(rounds).arg(
            repetitions);
    report.compare(u"acquisitions behind relays beside those directly"_s, median(relayed.perSecond),
                   median(direct.perSecond), u"per s"_s, leastOfDirect, Better::More);
    for (const Side *side : {&direct, &relayed})
        report.json[side->name] = readingsJson(side->perSecond, 1);
    return report;
}

} // namespace lockscope::bench
