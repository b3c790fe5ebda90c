// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/truth.h"

#include "core/base/guard.h"
#include "core/base/path.h"
#include "core/base/reply.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <memory>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Is = TrueContender::Is;

// ---- the tree ----

namespace {

constexpr auto patience = 120s;

/// What the program printed.
Task<Result<QByteArray>> ask(QString connectString, QString what, QObject *context)
{
    // It resumes us from within its signal, so that it goes later.
    const std::unique_ptr<QProcess, QScopedPointerDeleteLater> process(new QProcess);
    const ReplyPromise<Done> ended;
    QObject::connect(process.get(), &QProcess::finished, context, [ended] { ended.complete(Done()); });
    QObject::connect(process.get(), &QProcess::errorOccurred, context, [ended] { ended.complete(Done()); });
    QTimer::singleShot(patience, process.get(), &QProcess::kill);
    process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    tieToThisThread(*process);
    process->start(QStringLiteral(LOCKSCOPE_CHAOS_TRUTH), {connectString, treeRoot, what});
    co_await Reply<Done>(ended);
    if (process->error() != QProcess::UnknownError || process->exitStatus() != QProcess::NormalExit
        || process->exitCode() != 0)
        co_return failure(ErrorCode::Other, u"truth"_s, treeRoot,
                          Text::verbatim(u"the other client failed: is python3-kazoo installed?"_s));
    co_return process->readAllStandardOutput();
}

} // namespace

Task<Result<TrueTree>> readTree(QString connectString, QObject *context)
{
    const auto reply = co_await ask(connectString, u"read"_s, context);
    if (!reply)
        co_return tl::unexpected(reply.error());
    TrueTree tree;
    const QJsonArray nodes = QJsonDocument::fromJson(*reply).array();
    for (const QJsonValue &node : nodes)
        tree.insert(node[u"path"_s].toString(), {Zxid{node[u"czxid"_s].toString().toLongLong()},
                                                 SessionId{node[u"owner"_s].toString().toLongLong()}});
    co_return tree;
}

Task<Result<Done>> clearTree(QString connectString, QObject *context)
{
    const auto reply = co_await ask(connectString, u"clear"_s, context);
    if (!reply)
        co_return tl::unexpected(reply.error());
    co_return Done();
}

// ---- queues ----

namespace {

/// The ephemeral children, oldest first.
QList<TrueContender> childrenOf(const QString &directory, const TrueTree &tree)
{
    QList<std::pair<Zxid, TrueContender>> found;
    const QString prefix = directory + u'/';
    for (auto node = tree.lowerBound(prefix); node != tree.end() && node.key().startsWith(prefix); ++node) {
        if (!node->owner.isNull() && node.key().indexOf(u'/', prefix.size()) < 0)
            found.append({node->czxid, {node.key(), Is::Waiting, node->owner}});
    }
    std::sort(found.begin(), found.end(), [](const auto &one, const auto &other) { return one.first < other.first; });
    QList<TrueContender> children;
    for (const auto &[czxid, contender] : std::as_const(found))
        children += contender;
    return children;
}

/// As the dialects write readers' names.
bool isReader(const TrueContender &contender)
{
    const QString name = baseName(contender.node);
    return name.contains("__READ__"_L1) || name.contains("__rlock__"_L1) || name.contains("-read-"_L1)
           || name.startsWith("R-"_L1);
}

/// Leases first, then the line. Who stands in it and has made a lease has not got it yet.
QList<TrueContender> semaphoreAt(const locks::SemaphorePaths &paths, const TrueTree &tree)
{
    QList<TrueContender> leases = childrenOf(paths.leases, tree);
    const QList<TrueContender> line = childrenOf(paths.queue, tree);
    for (TrueContender &lease : leases) {
        const bool stands =
            std::any_of(line.begin(), line.end(), [&](const auto &in) { return in.owner == lease.owner; });
        lease.is = stands ? Is::AskingForLease : Is::Holding;
    }
    return leases + line;
}

} // namespace

QList<TrueContender> queueAt(const QString &directory, const TrueTree &tree)
{
    QList<TrueContender> queue = childrenOf(directory, tree);
    for (qsizetype i = 0; i < queue.size() && (i == 0 || (isReader(queue[i]) && isReader(queue[0]))); ++i)
        queue[i].is = Is::Holding;
    return queue;
}

qsizetype TrueLock::count(TrueContender::Is what) const
{
    return std::count_if(queue.begin(), queue.end(), [what](const auto &contender) { return contender.is == what; });
}

QList<TrueLock> locksOf(const RunPlan &plan, const TrueTree &tree)
{
    const lab::SpawnRequest &request = plan.request;
    QList<TrueLock> locks;
    const QStringList paths = request.locks();
    for (const QString &path : paths) {
        TrueLock lock{path, plan.hasLeases() ? semaphoreAt(locks::semaphorePaths(request.dialect, path), tree)
                                             : queueAt(path, tree)};
        if (!lock.queue.isEmpty())
            locks += lock;
    }
    return locks;
}

QString runOf(const QString &path)
{
    // kazoo's line of a semaphore stands beside its leases.
    return path.section(u'/', 2, 2).section("-__"_L1, 0, 0);
}

} // namespace lockscope::chaos
