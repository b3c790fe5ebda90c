// SPDX-License-Identifier: Apache-2.0
#include "core/backends/zookeeper/ensemblemeter.h"

#include "core/observe/serverquestions.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <utility>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

class EnsembleMeter final : public ServerMeter
{
public:
    EnsembleMeter(QStringList adminUrls, QList<qint64> pids)
        : m_adminUrls(std::move(adminUrls))
        , m_pids(std::move(pids))
    {
    }

    Task<MeterReading> read() override
    {
        MeterReading sum{0, 0, {}};
        for (const QString &url : std::as_const(m_adminUrls)) {
            auto asking = m_questions.admin(QUrl(url + "/commands/monitor"_L1));
            const auto answer = co_await asking;
            const QJsonObject figures = answer ? QJsonDocument::fromJson(*answer).object() : QJsonObject();
            const auto received = figures["packets_received"_L1];
            const auto sent = figures["packets_sent"_L1];
            const auto connections = figures["num_alive_connections"_L1];
            if (!received.isDouble() || !sent.isDouble() || !connections.isDouble())
                co_return {};
            *sum.counted += received.toInteger() + sent.toInteger();
            *sum.connections += connections.toInteger();
        }
        if (m_adminUrls.isEmpty())
            co_return {};
        takeCpu(m_pids, sum);
        co_return sum;
    }

private:
    QStringList m_adminUrls;
    QList<qint64> m_pids;
    observe::ServerQuestions m_questions;
};

} // namespace

std::unique_ptr<ServerMeter> makeEnsembleMeter(QStringList adminUrls, QList<qint64> pids)
{
    return std::make_unique<EnsembleMeter>(std::move(adminUrls), std::move(pids));
}

} // namespace lockscope::backends
