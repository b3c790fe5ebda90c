// SPDX-License-Identifier: Apache-2.0
// What a window folds: a million events into its history and its ledger, beside the history alone; and the memory that
// both have of a large tree in which each lock has changed hands.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "core/ledger/ledger.h"
#include "tests/bench/bench.h"
#include "tests/bench/madeuprecording.h"

#include <QTemporaryDir>

#include <memory>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int treeNodes = 200'000;
constexpr int treeLocks = 10'000;

/// What LiveWorld folds.
struct Window
{
    journal::History history;
    journal::Ledger ledger;
    bool hasLedger = true;

    void append(const journal::EventBatch &batch)
    {
        if (!hasLedger) {
            history.append(batch);
            return;
        }
        history.append(batch, [this](const journal::Event &event, const journal::Changes &changed) {
            ledger.append(event, history.head(), changed);
        });
    }
};

/// The time of the folding alone, in ms.
Result<double> foldAll(const QString &file, bool withLedger)
{
    Window window;
    window.hasLedger = withLedger;
    double sum = 0;
    const auto read = journal::readRecording(
        file,
        [&](const journal::EventBatch &batch) {
            QElapsedTimer timer;
            timer.start();
            window.append(batch);
            sum += passedMs(timer);
        },
        [](const journal::ReadingProgress &) { return true; });
    if (!read)
        return tl::unexpected(read.error());
    return sum;
}

/// Locks of three contenders, the first of which has gone, and directories of settings beside them.
class LargeTree
{
public:
    explicit LargeTree(Window &window)
        : m_window(window)
    {
    }

    void grow()
    {
        QStringList names;
        for (int lock = 0; lock < treeLocks; ++lock)
            names += u"order-%1"_s.arg(lock);
        list(u"/locks"_s, names, {}, treeLocks);
        for (const QString &name : std::as_const(names))
            growLock(u"/locks/"_s + name);
        constexpr int inADirectory = 1'000;
        for (int directory = 0; directory < (treeNodes - 4 * treeLocks) / inADirectory; ++directory) {
            const QString path = u"/settings/%1"_s.arg(directory);
            QStringList settings;
            for (int setting = 0; setting < inADirectory; ++setting)
                settings += u"a-setting-of-this-service-%1"_s.arg(setting);
            list(path, settings, {}, inADirectory);
            for (const QString &name : std::as_const(settings))
                resolve(path + u'/' + name, {});
        }
        flush();
    }

private:
    void growLock(const QString &path)
    {
        QStringList names;
        for (int node = 0; node < 3; ++node)
            names += u"lock-%1"_s.arg(node, 10, 10, QLatin1Char('0'));
        list(path, names, {}, 3);
        for (const QString &name : std::as_const(names))
            resolve(path + u'/' + name, SessionId{0x1000009f7cb0000 + ++m_sessions});
        list(path, {}, {names.first()}, 2);
    }
    void list(const QString &path, const QStringList &added, const QStringList &removed, int children)
    {
        journal::DirectoryListed listed;
        listed.path = path;
        listed.added = added;
        listed.removed = removed;
        listed.stat.czxid = Zxid{1};
        listed.stat.pzxid = Zxid{++m_zxid};
        listed.stat.numChildren = children;
        put(listed);
    }
    void resolve(const QString &path, SessionId owner)
    {
        journal::NodeResolved node;
        node.path = path;
        node.stat.czxid = node.stat.mzxid = Zxid{++m_zxid};
        node.stat.ephemeralOwner = owner;
        node.access = locks::ChildNode::Data::Read;
        node.data = "a value";
        put(node);
    }
    void put(journal::Payload what)
    {
        m_batch.append({++m_number, m_atNs += 100'000, std::move(what)});
        if (m_batch.size() == 1'000)
            flush();
    }
    void flush() { m_window.append(std::exchange(m_batch, {})); }

    Window &m_window;
    journal::EventBatch m_batch;
    quint64 m_number = 0;
    qint64 m_atNs = 1'790'000'000'000'000'000;
    qint64 m_zxid = 0x100;
    qint64 m_sessions = 0;
};

double treeMegabytes()
{
    const double before = megabytesOf("VmRSS:");
    const auto window = std::make_unique<Window>();
    LargeTree(*window).grow();
    return megabytesOf("VmRSS:") - before;
}

} // namespace

Result<Report> fold(const Options &options)
{
    const double treeMb = treeMegabytes(); // first: later there is memory to use again
    const QTemporaryDir directory;
    const QString file = directory.filePath(u"made-up.lockscope"_s);
    if (const auto written = writeMadeUpRecording(file, options.events, options.clients); !written)
        return tl::unexpected(written.error());
    std::vector<double> both;
    std::vector<double> history;
    for (int i = 0; i < options.repetitionsOr(3); ++i) {
        for (const bool withLedger : {true, false}) {
            const auto folded = foldAll(file, withLedger);
            if (!folded)
                return tl::unexpected(folded.error());
            (withLedger ? both : history).push_back(*folded);
        }
    }
    Report report;
    report.json = {{u"both_ms"_s, readingsJson(both)}, {u"history_ms"_s, readingsJson(history)}};
    report.compare(u"history and ledger beside the history alone"_s, median(both), median(history), u"ms"_s);
    report.compare(u"memory of %1 nodes with %2 locks beside a kilobyte a node"_s.arg(treeNodes).arg(treeLocks), treeMb,
                   treeNodes / 1'000.0, u"MB"_s);
    return report;
}

} // namespace lockscope::bench
