// SPDX-License-Identifier: Apache-2.0
// lockscope-soak: a window and `lockscope-cli watch` on a busy lock table for an hour, with one of three servers
// restarted each minute. Each minute the clients are held still, and what both show is held against what another client
// reads; memory and descriptors are read at that moment. See scripts/soak.
#include "tests/chaos/shown.h"
#include "tests/chaos/soakclients.h"
#include "tests/chaos/waiting.h"
#include "tests/support/files.h"
#include "tests/support/offscreen.h"
#include "tests/support/sandboxfortest.h"

#include "core/base/guard.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "ui/world/liveworld.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace lockscope;
using namespace lockscope::chaos;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

enum Exit { Ok = 0, Failed = 1, WrongUsage = 2 };

constexpr int settledAfter = 10;    // minutes
constexpr double mostGrowth = 1.05; // from then on
constexpr int spareDescriptors = 2; // of a question to a server that is under way as they are counted
constexpr auto busyTime = 45s;      // of each minute
constexpr auto patience = 120s;
constexpr auto quietTime = 1s;

/// A small part of what a window keeps of the past: what usually takes hours to fill is full before it has settled
/// here, and whatever grows after that grows without a bound.
constexpr ui::PastKept keptHere{{1024 * 1024, 20'000}, 5'000, 40'000, 200};

struct SoakOptions
{
    int minutes = 60;
    int locks = 1'000;
    int clients = 200;
};

// ---- what a process takes ----

struct Taken
{
    double residentMb = 0;
    double shareMb = 0; ///< with its share of what others have too: PSS
    double ownMb = 0;   ///< what is nobody else's: another program that ends does not change it
    qsizetype descriptors = 0;
};

Taken takenBy(qint64 pid)
{
    const QString process = u"/proc/%1/"_s.arg(pid);
    Taken taken;
    taken.descriptors = QDir(process + u"fd"_s).entryList(QDir::Files | QDir::System).size();
    for (const QByteArray &line : test::contentOf(process + u"smaps_rollup"_s).split('\n')) {
        const double megabytes = line.simplified().split(' ').value(1).toDouble() / 1024;
        if (line.startsWith("Rss:"))
            taken.residentMb = megabytes;
        else if (line.startsWith("Pss:"))
            taken.shareMb = megabytes;
        else if (line.startsWith("Anonymous:"))
            taken.ownMb = megabytes;
    }
    return taken;
}

QString text(const QString &who, const Taken &taken)
{
    return u"%1 %2 MB (PSS %3, own %4), %5 descriptors"_s.arg(who)
        .arg(taken.residentMb, 0, 'f', 1)
        .arg(taken.shareMb, 0, 'f', 1)
        .arg(taken.ownMb, 0, 'f', 1)
        .arg(taken.descriptors);
}

/// What is wrong with the readings from \a settledAfter on; empty if nothing is.
QString whyNotFlat(const QString &who, const QList<Taken> &minutes)
{
    if (minutes.size() <= settledAfter)
        return {};
    const Taken &settled = minutes[settledAfter - 1];
    const auto byDescriptors = [](const Taken &a, const Taken &b) { return a.descriptors < b.descriptors; };
    const qsizetype descriptors =
        std::max_element(minutes.begin(), minutes.begin() + settledAfter, byDescriptors)->descriptors;
    for (qsizetype i = settledAfter; i < minutes.size(); ++i) {
        const Taken &taken = minutes[i];
        if (taken.ownMb > mostGrowth * settled.ownMb)
            return u"the memory of %1 (its own) grew from %2 MB to %3 by minute %4"_s.arg(who)
                .arg(settled.ownMb, 0, 'f', 1)
                .arg(taken.ownMb, 0, 'f', 1)
                .arg(i + 1);
        if (taken.descriptors > descriptors + spareDescriptors)
            return u"%1 has %2 descriptors in minute %3, it had %4 at most"_s.arg(who)
                .arg(taken.descriptors)
                .arg(i + 1)
                .arg(descriptors);
    }
    return {};
}

// ---- what is there, and what is told ----

QList<TrueLock> tableIn(const TrueTree &tree, int count)
{
    QList<TrueLock> locks;
    for (int number = 0; number < count; ++number)
        locks += TrueLock{soakLock(number), queueAt(soakLock(number), tree)};
    return locks;
}

void endNow(QProcess &process)
{
    process.kill();
    process.waitForFinished();
}

/// `lockscope-cli watch --json`: of each lock what it said last.
class WatchProcess
{
public:
    ~WatchProcess() { endNow(m_process); }
    void start(const QString &connectString)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { read(); });
        tieToThisThread(m_process);
        m_process.start(QStringLiteral(LOCKSCOPE_CLI),
                        {u"watch"_s, treeRoot, u"--connect"_s, connectString, u"--json"_s});
    }
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    qint64 pid() const { return m_process.processId(); }
    qint64 lines() const { return m_lines; }

    void compare(const QList<TrueLock> &locks, Differences &differences) const
    {
        for (const TrueLock &lock : locks) {
            QStringList there;
            for (const TrueContender &contender : lock.queue)
                there << baseName(contender.node) + u' ' + contender.owner.toHex();
            const QStringList printed = m_printedQueues.value(lock.path);
            if (printed != there)
                differences[runOf(lock.path)] +=
                    u"watch tells of %1: %2; there is: %3"_s.arg(lock.path, printed.join(u", "_s), there.join(u", "_s));
        }
    }

private:
    void read()
    {
        while (m_process.canReadLine()) {
            const QJsonObject lock = QJsonDocument::fromJson(m_process.readLine()).object();
            QStringList queue;
            for (const QJsonValue &contender : lock["contenders"_L1].toArray())
                queue << contender["node"_L1].toString() + u' ' + contender["session"_L1].toString();
            m_printedQueues[lock["path"_L1].toString()] = queue;
            ++m_lines;
        }
    }

    QProcess m_process;
    QHash<QString, QStringList> m_printedQueues;
    qint64 m_lines = 0;
};

/// The process of the clients (soakclients.h).
class ClientsProcess
{
public:
    ~ClientsProcess() { endNow(m_process); }
    void start(const QString &connectString, const SoakOptions &options)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { read(); });
        tieToThisThread(m_process);
        m_process.start(
            QCoreApplication::applicationFilePath(),
            {u"clients"_s, connectString, QString::number(options.locks), QString::number(options.clients)});
    }
    void holdStill(bool still)
    {
        m_isStill = false;
        m_process.write(QJsonDocument(QJsonObject{{u"still"_s, still}}).toJson(QJsonDocument::Compact) + '\n');
    }
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    bool isReady() const { return m_isReady; }
    bool isStill() const { return m_isStill; }
    qint64 takes() const { return m_takes; }
    qint64 sessions() const { return m_sessions; }

private:
    void read()
    {
        while (m_process.canReadLine()) {
            const QJsonObject printed = QJsonDocument::fromJson(m_process.readLine()).object();
            m_isReady = m_isReady || printed["ready"_L1].toBool();
            if (!printed["still"_L1].toBool())
                continue;
            m_isStill = true;
            m_takes = printed["takes"_L1].toInteger();
            m_sessions = printed["sessions"_L1].toInteger();
        }
    }

    QProcess m_process;
    bool m_isReady = false;
    bool m_isStill = false;
    qint64 m_takes = 0;
    qint64 m_sessions = 0;
};

// ---- the soak ----

class Soak : public QObject
{
public:
    Soak(servers::Sandbox &sandbox, SoakOptions options)
        : m_options(options)
        , m_sandbox(sandbox)
        , m_shown(m_files.path(), keptHere)
    {
    }

    /// Ends the event loop when it is over.
    Task<> run()
    {
        auto opening = open();
        const bool opened = co_await opening;
        if (!opened)
            m_broken << u"the window, watch or the clients did not begin"_s;
        QElapsedTimer clock;
        clock.start();
        for (int minute = 1; minute <= m_options.minutes && m_broken.isEmpty(); ++minute) {
            auto going = one(minute);
            co_await going;
            auto ending = until([&clock, minute] { return clock.elapsed() >= minute * 60'000; }, 60s);
            co_await ending;
        }
        judgeGrowth();
        QCoreApplication::exit(); // quit() would ask the window first
    }

    /// What did not hold.
    const QStringList &broken() const { return m_broken; }

private:
    Task<bool> open()
    {
        m_clients.start(m_sandbox.info().connectString, m_options);
        auto connecting = until([this] { return m_clients.isReady(); }, patience);
        const bool connected = co_await connecting;
        m_watch.start(m_sandbox.info().connectString);
        auto showing = m_shown.open(m_sandbox.info());
        const auto shown = co_await showing;
        auto watching = until([this] { return m_watch.lines() > 0; }, patience);
        const bool watched = co_await watching;
        co_return connected &&watched &&shown.has_value();
    }

    Task<> one(int minute)
    {
        const int server = minute % static_cast<int>(m_sandbox.info().servers.size());
        auto restarting = m_sandbox.command(server, ServerCommand::Restart);
        const auto restarted = co_await restarting;
        if (!restarted)
            m_broken
                << u"server %1 was not restarted: %2"_s.arg(server + 1).arg(restarted.error().sentence().english());
        const auto busy = delay(busyTime);
        co_await busy;
        m_clients.holdStill(true);
        auto stilling = until([this] { return m_clients.isStill() || !m_clients.isRunning(); }, patience);
        co_await stilling;
        if (!m_clients.isStill() || !m_watch.isRunning())
            m_broken << u"minute %1: the clients, or watch, do not go on"_s.arg(minute);
        auto comparing = compare();
        const Differences differences = co_await comparing;
        auto measuring = measure();
        co_await measuring;
        tell(minute, differences);
        m_clients.holdStill(false);
    }

    /// A difference is one when nothing has moved since it was seen.
    Task<Differences> compare()
    {
        QElapsedTimer clock;
        clock.start();
        std::optional<std::pair<qint64, qint64>> before;
        for (;;) {
            auto resting = until([this] { return m_shown.isQuiet(quietTime); }, patience);
            const bool quiet = co_await resting;
            const std::pair now(m_shown.changes(), m_watch.lines());
            const auto tree = co_await readTree(m_sandbox.info().connectString, this);
            Differences differences;
            if (tree) {
                const QList<TrueLock> locks = tableIn(*tree, m_options.locks);
                m_contenders =
                    std::count_if(tree->begin(), tree->end(), [](const auto &n) { return !n.owner.isNull(); });
                compareTree(u"the window's world"_s, m_shown.world().world(), *tree, differences);
                compareQueues(u"the window"_s, m_shown.world().world(), locks, differences);
                m_shown.compareLocksPanel(locks, differences);
                m_watch.compare(locks, differences);
            } else {
                differences[{}] += tree.error().sentence().english();
            }
            if (!quiet)
                differences[{}] += u"the window did not come to rest"_s;
            const bool unmoved = before == now && std::pair(m_shown.changes(), m_watch.lines()) == now;
            if (differences.isEmpty() || unmoved || clock.elapsed() > std::chrono::milliseconds(patience).count())
                co_return differences;
            before = now;
        }
    }

    /// What is asked of servers meanwhile comes and goes: the least of some readings counts.
    Task<> measure()
    {
        std::optional<Taken> window;
        std::optional<Taken> watch;
        const auto least = [](std::optional<Taken> &of, const Taken &taken) {
            const qsizetype before = of ? of->descriptors : taken.descriptors;
            of = taken;
            of->descriptors = std::min(before, taken.descriptors);
        };
        for (int reading = 0; reading < 10; ++reading) {
            least(window, takenBy(QCoreApplication::applicationPid()));
            least(watch, takenBy(m_watch.pid()));
            const auto pause = delay(100ms);
            co_await pause;
        }
        m_windowTook << *window;
        m_watchTook << *watch;
    }

    void judgeGrowth()
    {
        m_broken << whyNotFlat(u"the window"_s, m_windowTook) << whyNotFlat(u"watch"_s, m_watchTook);
        m_broken.removeAll(QString());
    }

    void tell(int minute, const Differences &differences)
    {
        const ui::LiveWorld &world = m_shown.world();
        QStringList parts{text(u"window"_s, m_windowTook.last()), text(u"watch"_s, m_watchTook.last()),
                          u"%1 takes, %2 sessions, %3 contenders"_s.arg(m_clients.takes())
                              .arg(m_clients.sessions())
                              .arg(m_contenders),
                          u"journal %1 MB, %2 events of %3, %4 keyframes"_s
                              .arg(static_cast<double>(world.journal().bytes()) / 1048576, 0, 'f', 1)
                              .arg(world.journal().size())
                              .arg(world.journal().lastNumber())
                              .arg(world.history().keyframes())};
        qsizetype count = 0;
        for (const QStringList &sentences : differences)
            count += sentences.size();
        parts << (count == 0 ? u"no difference"_s : u"%1 differences"_s.arg(count));
        std::printf("minute %d: %s\n", minute, qPrintable(parts.join(u"; "_s)));
        for (const QStringList &sentences : differences) {
            for (const QString &sentence : sentences)
                std::printf("  %s\n", qPrintable(sentence));
        }
        std::fflush(stdout);
        if (count > 0)
            m_broken << u"%1 differences in minute %2"_s.arg(count).arg(minute);
    }

    SoakOptions m_options;
    servers::Sandbox &m_sandbox;
    QTemporaryDir m_files;
    ShownEnsemble m_shown;
    WatchProcess m_watch;
    ClientsProcess m_clients;
    qint64 m_contenders = 0;
    QList<Taken> m_windowTook; ///< of each minute
    QList<Taken> m_watchTook;
    QStringList m_broken;
};

// ---- the program ----

int fail(const QString &why, Exit code = Failed)
{
    std::fprintf(stderr, "lockscope-soak: %s\n", qPrintable(why));
    return code;
}

int serveClients(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 5)
        return fail(u"usage: lockscope-soak clients HOSTS LOCKS CLIENTS"_s, WrongUsage);
    return SoakClients(arguments[2], arguments[3].toInt(), arguments[4].toInt()).serve();
}

std::optional<SoakOptions> optionsFrom(const QApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"A window and watch on a busy lock table, whose servers are restarted in turn."_s);
    parser.addHelpOption();
    parser.addOptions({{u"minutes"_s, u"How long (60)."_s, u"N"_s, u"60"_s},
                       {u"locks"_s, u"Of the table (1000)."_s, u"N"_s, u"1000"_s},
                       {u"clients"_s, u"That take and give back (200)."_s, u"N"_s, u"200"_s}});
    parser.process(application);
    const SoakOptions options{parser.value(u"minutes"_s).toInt(), parser.value(u"locks"_s).toInt(),
                              parser.value(u"clients"_s).toInt()};
    const bool isSound = options.minutes > 0 && options.locks > 0 && options.locks < 10'000 && options.clients > 0;
    return isSound ? std::optional(options) : std::nullopt;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1 && qstrcmp(argv[1], "clients") == 0)
        return serveClients(argc, argv);
    test::showToNobody();
    const QApplication application(argc, argv);
    QApplication::setApplicationName(u"lockscope-soak"_s);
    installTranslations();
    const auto options = optionsFrom(application);
    if (!options)
        return fail(u"--minutes, --locks (up to 9999) and --clients want whole numbers"_s, WrongUsage);

    servers::SandboxSpec spec;
    spec.servers = 3;
    test::SandboxForTest sandbox(spec);
    if (!sandbox.start())
        return fail(sandbox.errorSentence());
    QStringList broken;
    {
        Soak soak(sandbox.sandbox(), *options);
        QTimer::singleShot(0, &soak, [&soak] { soak.run(); });
        QApplication::exec();
        broken = soak.broken();
    }
    for (const QString &problem : std::as_const(broken))
        std::printf("%s\n", qPrintable(problem));
    std::printf("%s\n", broken.isEmpty() ? "it held" : "it did not hold");
    return broken.isEmpty() ? Ok : Failed;
}
