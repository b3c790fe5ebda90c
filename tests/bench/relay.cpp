// SPDX-License-Identifier: Apache-2.0
// What a relay costs: 20 clients of kazoo's Lock, each a process, behind the relays of `lockscope-cli try`, beside the
// same processes that connect to the server themselves. Processes start and connect before the clock does.
#include "core/base/guard.h"
#include "tests/bench/bench.h"
#include "tests/bench/curatorpeer.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 20;
constexpr int rounds = 50;
constexpr int standardRepetitions = 7;
constexpr double leastOfDirect = 0.9;

struct Side
{
    QString name;
    std::vector<double> perSecond = {};
    std::vector<double> p50Us = {};
    std::vector<double> p99Us = {};

    QJsonObject toJson() const
    {
        return {{u"name"_s, name},
                {u"acquisitions_per_s"_s, rounded(median(perSecond), 1)},
                {u"p50_us"_s, rounded(median(p50Us), 1)},
                {u"p99_us"_s, rounded(median(p99Us), 1)},
                {u"acquisitions_per_s_runs"_s, readingsJson(perSecond, 1)}};
    }
    QString line() const
    {
        return u"%1 %2 acquisitions a second, a hand-over p50 %3 µs, p99 %4 µs"_s.arg(name.leftJustified(14))
            .arg(median(perSecond), 7, 'f', 1)
            .arg(median(p50Us), 7, 'f', 0)
            .arg(median(p99Us), 7, 'f', 0);
    }
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
        std::vector<std::pair<double, double>> held;
        double began = 0;
        double ended = 0;
        const QDir folder(m_folder.path());
        for (const QString &name : folder.entryList({u"*.json"_s})) {
            QFile file(folder.filePath(name));
            file.open(QIODevice::ReadOnly);
            const QJsonObject told = QJsonDocument::fromJson(file.readAll()).object();
            began = held.empty() ? told[u"began"].toDouble() : std::min(began, told[u"began"].toDouble());
            ended = std::max(ended, told[u"ended"].toDouble());
            for (const QJsonValue &each : told[u"held"].toArray())
                held.emplace_back(each[0].toDouble(), each[1].toDouble());
        }
        if (held.size() != size_t(clients) * rounds)
            return noFigures(u"%1: kazoo acquired %2 times only."_s.arg(side.name).arg(held.size()));
        std::sort(held.begin(), held.end());
        std::vector<double> handoffs;
        for (size_t i = 1; i < held.size(); ++i)
            handoffs.push_back((held[i].first - held[i - 1].second) / 1000);
        side.perSecond.push_back(double(held.size()) * 1e9 / (ended - began));
        side.p50Us.push_back(percentile(handoffs, 0.5));
        side.p99Us.push_back(percentile(handoffs, 0.99));
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
    const QString base = u"/lockscope-bench-%1"_s.arg(QCoreApplication::applicationPid());
    const int repetitions = options.repetitions > 0 ? options.repetitions : standardRepetitions;
    const auto ran =
        inTurns({[&](int turn) { return runDirectly(options, u"%1-%2-directly"_s.arg(base).arg(turn), direct); },
                 [&](int turn) { return runBehindRelays(options, u"%1-%2-relayed"_s.arg(base).arg(turn), relayed); }},
                repetitions);
    if (!ran)
        return tl::unexpected(ran.error());

    const double ratio = median(relayed.perSecond) / median(direct.perSecond);
    std::vector<double> ratios; // of runs that came one after the other
    for (size_t i = 0; i < direct.perSecond.size(); ++i)
        ratios.push_back(relayed.perSecond[i] / direct.perSecond[i]);
    Report report;
    report.lines +=
        u"%1 processes of kazoo × %2 rounds, hold 0, medians of %3 runs each, in turns"_s.arg(clients).arg(rounds).arg(
            repetitions);
    report.lines += direct.line();
    report.lines += relayed.line();
    report.lines += u"acquisitions a second beside those directly: %1 / %2 = %3 (bound %4: %5); turn by turn %6"_s
                        .arg(median(relayed.perSecond), 0, 'f', 1)
                        .arg(median(direct.perSecond), 0, 'f', 1)
                        .arg(ratio, 0, 'f', 2)
                        .arg(leastOfDirect, 0, 'f', 2)
                        .arg(ratio >= leastOfDirect ? u"met"_s : u"missed"_s)
                        .arg(median(ratios), 0, 'f', 2);
    report.json = {{u"clients"_s, clients},
                   {u"rounds"_s, rounds},
                   {u"sides"_s, QJsonArray{direct.toJson(), relayed.toJson()}},
                   {u"ratio"_s, rounded(ratio)},
                   {u"ratio_runs"_s, readingsJson(ratios)},
                   {u"bound"_s, leastOfDirect},
                   {u"met"_s, ratio >= leastOfDirect}};
    return report;
}

} // namespace lockscope::bench
