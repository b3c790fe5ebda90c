// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redismeter.h"

#include "core/redis/session.h"

#include <utility>
#include <vector>

namespace lockscope::backends {

namespace {

/// "key:value" lines of INFO.
std::optional<qint64> numberIn(const QByteArray &info, const QByteArray &key)
{
    for (const QByteArray &line : info.split('\n')) {
        bool isNumber = false;
        const qint64 number = line.mid(key.size() + 1).trimmed().toLongLong(&isNumber);
        if (line.startsWith(key + ':') && isNumber)
            return number;
    }
    return std::nullopt;
}

class RedisMeter final : public ServerMeter
{
public:
    RedisMeter(std::vector<std::unique_ptr<redis::Session>> sessions, bool isPrivate)
        : m_sessions(std::move(sessions))
        , m_isPrivate(isPrivate)
    {
    }

    Task<MeterReading> read() override
    {
        MeterReading sum{0, 0, {}};
        for (const auto &session : m_sessions) {
            auto asking = session->ask({"INFO"});
            const auto answer = co_await asking;
            const QByteArray info = answer ? answer->text : QByteArray();
            const auto counted = numberIn(info, "total_commands_processed");
            const auto connections = numberIn(info, "connected_clients");
            if (!counted || !connections)
                co_return MeterReading();
            *sum.counted += *counted - m_asked; // a command counts itself when it is over
            *sum.connections += *connections;
            if (m_isPrivate)
                takeCpu({numberIn(info, "process_id").value_or(0)}, sum);
        }
        ++m_asked;
        co_return sum;
    }

private:
    std::vector<std::unique_ptr<redis::Session>> m_sessions;
    bool m_isPrivate;
    qint64 m_asked = 0;
};

} // namespace

Task<std::unique_ptr<ServerMeter>> openRedisMeter(QList<redis::Address> addresses, SecretText password, bool isPrivate)
{
    std::vector<std::unique_ptr<redis::Session>> sessions;
    for (const redis::Address &address : std::as_const(addresses)) {
        auto entering = redis::Session::open(address, password);
        auto session = co_await entering;
        if (!session)
            co_return std::unique_ptr<ServerMeter>();
        sessions.push_back(std::move(*session));
    }
    co_return std::unique_ptr<ServerMeter>(new RedisMeter(std::move(sessions), isPrivate));
}

} // namespace lockscope::backends
