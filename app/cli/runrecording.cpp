// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runrecording.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::cli {

using namespace std::chrono_literals;

namespace {

/// The server has taken the nodes; how long its watch events and one more list may take.
constexpr auto observerLimit = 2s;

} // namespace

RunRecording::RunRecording(Context &context)
    : m_context(context)
{
    connect(&context, &Context::changed, this, [this](const journal::EventBatch &batch) {
        if (m_writer)
            m_writer->append(batch);
        else
            m_kept += batch;
    });
}

Result<Done> RunRecording::begin(const QString &file, const QString &title, quint32 seed, const QString &directory)
{
    journal::RecordingHeader header;
    header.title = title;
    header.seed = seed;
    if (!m_kept.isEmpty())
        header.startedNs = m_kept.first().atNs;
    auto writer = journal::RecordingWriter::create(file, header);
    if (!writer)
        return tl::unexpected(writer.error());
    m_writer = std::move(*writer);
    m_writer->append(std::exchange(m_kept, {}));
    m_context.engine.observe(directory);
    return Done();
}

Task<Result<Done>> RunRecording::end()
{
    auto going = nodesGone();
    co_await going;
    co_return m_writer->close();
}

bool RunRecording::showsNodesOfClosedClients() const
{
    const journal::World &world = m_context.world;
    const auto isOfClosed = [&world](const locks::Contender &contender) {
        const journal::Client *client = world.clientOfSession(contender.node.owner());
        return client && isOver(client->connection);
    };
    const QList<QString> locks = world.lockPaths();
    return std::any_of(locks.begin(), locks.end(), [&](const QString &lock) {
        const locks::LockQueue &queue = world.queue(lock);
        return std::any_of(queue.contenders.begin(), queue.contenders.end(), isOfClosed);
    });
}

Reply<Done> RunRecording::nodesGone()
{
    const ReplyPromise<Done> gone;
    if (showsNodesOfClosedClients()) {
        connect(&m_context, &Context::changed, this, [this, gone] {
            if (!showsNodesOfClosedClients())
                gone.complete(Done());
        });
        QTimer::singleShot(observerLimit, this, [gone] { gone.complete(Done()); });
    } else {
        gone.complete(Done());
    }
    return Reply<Done>(gone);
}

} // namespace lockscope::cli
