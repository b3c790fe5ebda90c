// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/shown.h"

#include "tests/chaos/waiting.h"

#include "core/base/path.h"
#include "core/history/recordingreader.h"
#include "ui/locks/lockspanel.h"
#include "ui/models/locksmodel.h"
#include "ui/queue/queuepanel.h"
#include "ui/shell/workspace.h"
#include "ui/world/liveworld.h"

#include <QDir>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Is = TrueContender::Is;
using locks::ContenderState;

// ---- what is compared, as text ----

namespace {

QString text(Zxid czxid, SessionId owner)
{
    return u"%1 of %2"_s.arg(czxid.toHex(), owner.toHex());
}

QString text(const TrueContender &contender)
{
    const QString is = contender.is == Is::Holding ? u"holds"_s : contender.is == Is::Waiting ? u"waits"_s : u"asks"_s;
    return u"%1 %2 for %3"_s.arg(baseName(contender.node), is, contender.owner.toHex());
}

QString text(const QList<TrueContender> &queue)
{
    QStringList texts;
    for (const TrueContender &contender : queue)
        texts += text(contender);
    return texts.join(u"; "_s);
}

/// A contender as it is shown, in the words of the truth.
TrueContender asReported(const locks::LockQueue &queue, const locks::Contender &contender)
{
    const Is is = contender.state == ContenderState::Holding ? Is::Holding
                  : locks::isPendingLease(contender)         ? Is::AskingForLease
                                                             : Is::Waiting;
    return {queue.pathOf(contender), is, contender.node.owner()};
}

void compareQueue(const QString &where, const TrueLock &lock, const QList<TrueContender> &reported,
                  Differences &differences)
{
    if (reported != lock.queue)
        differences[runOf(lock.path)] +=
            u"%1 tells of %2: %3; there is: %4"_s.arg(where, lock.path, text(reported), text(lock.queue));
}

} // namespace

void compareTree(const QString &where, const journal::World &world, const TrueTree &tree, Differences &differences)
{
    TrueTree reported;
    for (const auto &[path, directory] : world.directories()) {
        if (path != treeRoot && !path.startsWith(treeRoot + u'/'))
            continue;
        for (const locks::ChildNode &child : directory.children.all())
            reported.insert(joinPath(path, child.name), {child.stat ? child.stat->czxid : Zxid(), child.owner()});
    }
    for (auto node = tree.begin(); node != tree.end(); ++node) {
        if (!reported.contains(node.key()))
            differences[runOf(node.key())] += u"%1 does not have %2"_s.arg(where, node.key());
        else if (reported[node.key()] != *node)
            differences[runOf(node.key())] += u"%1 has %2 as %3, it is %4"_s.arg(
                where, node.key(), text(reported[node.key()].czxid, reported[node.key()].owner),
                text(node->czxid, node->owner));
    }
    for (auto node = reported.begin(); node != reported.end(); ++node) {
        if (!tree.contains(node.key()))
            differences[runOf(node.key())] += u"%1 has %2, which is not there"_s.arg(where, node.key());
    }
}

void compareQueues(const QString &where, const journal::World &world, const QList<TrueLock> &locks,
                   Differences &differences)
{
    for (const TrueLock &lock : locks) {
        const locks::LockQueue &queue = world.queue(lock.path);
        QList<TrueContender> reported;
        for (const locks::Contender &contender : queue.contenders)
            reported += asReported(queue, contender);
        compareQueue(where, lock, reported, differences);
    }
}

// ---- the window ----

namespace {

constexpr auto openPatience = 120s;

bool isChange(const journal::Event &event)
{
    using namespace journal;
    return std::holds_alternative<ConnectionChanged>(event.what)
           || std::holds_alternative<ObservationChanged>(event.what)
           || std::holds_alternative<DirectoryListed>(event.what)
           || std::holds_alternative<DirectoryUnreadable>(event.what)
           || std::holds_alternative<NodeResolved>(event.what) || std::holds_alternative<NodeVanished>(event.what);
}

} // namespace

ShownEnsemble::ShownEnsemble(const QString &files, const ui::PastKept &kept)
    : m_files(files)
    , m_settings(std::make_unique<ui::Settings>(QDir(files).filePath(u"settings.ini"_s)))
    , m_window(std::make_unique<ui::MainWindow>(m_settings.get(), nullptr, kept))
{
    m_sinceChange.start();
    connect(m_window->controller()->engine(), &Engine::batchReady, this, &ShownEnsemble::take);
    connect(m_window->controller(), &ui::SessionController::openFailed, this,
            [this](const Error &error) { m_trouble = error.sentence().english(); });
    connect(m_window.get(), &ui::MainWindow::ready, this, [this] { m_ready = true; });
    m_window->show();
}

ShownEnsemble::~ShownEnsemble() = default;

Result<Done> ShownEnsemble::record()
{
    auto recorder = journal::RecordingWriter::create(QDir(m_files).filePath(u"observed.lockscope"_s), {});
    if (!recorder)
        return tl::unexpected(recorder.error());
    m_recorder = std::move(*recorder);
    return Done();
}

Task<Result<Done>> ShownEnsemble::open(servers::SandboxInfo servers)
{
    ui::Target target;
    target.spec.connectString = servers.connectString;
    for (const servers::SandboxServer &server : std::as_const(servers.servers))
        target.spec.adminUrls += server.adminUrl;
    target.root = treeRoot;
    m_window->open(target);
    auto opening = until([this] { return m_ready || !m_trouble.isEmpty(); }, openPatience);
    const bool ended = co_await opening;
    if (!ended || !m_trouble.isEmpty())
        co_return failure(ErrorCode::Other, u"window"_s, treeRoot,
                          Text::verbatim(ended ? m_trouble : u"the window shows nothing"_s));
    co_return Done();
}

void ShownEnsemble::take(const journal::EventBatch &batch)
{
    if (m_recorder)
        m_recorder->append(batch);
    if (const auto changes = std::count_if(batch.begin(), batch.end(), isChange); changes > 0) {
        m_changes += changes;
        m_sinceChange.restart();
    }
}

bool ShownEnsemble::isQuiet(std::chrono::milliseconds time) const
{
    const journal::World &head = world().head();
    return m_sinceChange.elapsed() >= time.count() && head.connection().state == ConnectionState::Connected
           && head.observation().freshness == journal::Freshness::Live && head.observation().readsPending == 0;
}

Differences ShownEnsemble::compare(const QList<TrueLock> &locks, const TrueTree &tree)
{
    Differences differences;
    compareTree(u"the window's world"_s, world().world(), tree, differences);
    compareLocksPanel(locks, differences);
    for (const TrueLock &lock : locks)
        compareQueuePanel(lock, differences);
    if (const auto error = m_recorder->takeError())
        differences[{}] += u"the record is not written: "_s + error->sentence().english();
    journal::World recorded;
    const auto read = journal::readRecording(m_recorder->path(),
                                             [&recorded](const journal::EventBatch &batch) { recorded.apply(batch); });
    if (!read)
        differences[{}] += u"the record cannot be read: "_s + read.error().sentence().english();
    compareTree(u"the record"_s, recorded, tree, differences);
    compareQueues(u"the record"_s, recorded, locks, differences);
    return differences;
}

void ShownEnsemble::compareLocksPanel(const QList<TrueLock> &locks, Differences &differences) const
{
    QHash<QString, std::pair<qsizetype, qsizetype>> rows;
    m_window->workspace()->locks()->model()->forEachRow([&rows](const QString &path, const ui::LockFacts *facts) {
        if (facts != nullptr)
            rows.insert(path, {facts->holders, facts->waiting});
    });
    for (const TrueLock &lock : locks) {
        const qsizetype holders = lock.count(Is::Holding);
        const std::pair there(holders, lock.queue.size() - holders - lock.count(Is::AskingForLease));
        const auto reported = rows.value(lock.path);
        if (!lock.queue.isEmpty() && !rows.contains(lock.path))
            differences[runOf(lock.path)] += u"the Locks panel does not have %1"_s.arg(lock.path);
        else if (reported != there)
            differences[runOf(lock.path)] += u"the Locks panel tells of %1: %2 hold, %3 wait; there is: %4"_s.arg(
                lock.path, QString::number(reported.first), QString::number(reported.second), text(lock.queue));
    }
}

/// Of the Queue panel.
void ShownEnsemble::compareQueuePanel(const TrueLock &lock, Differences &differences)
{
    m_window->selectLock(lock.path);
    const ui::QueueModel *model = m_window->workspace()->queue()->model();
    if (model->lockPath() != lock.path) {
        differences[runOf(lock.path)] += u"the Queue panel does not show %1"_s.arg(lock.path);
        return;
    }
    QList<TrueContender> reported;
    for (int row = 0; row < model->rowCount(); ++row)
        reported += asReported(model->queue(), model->contenderAt(row));
    compareQueue(u"the Queue panel"_s, lock, reported, differences);
}

} // namespace lockscope::chaos
