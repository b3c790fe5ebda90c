// SPDX-License-Identifier: Apache-2.0
// A program played on a real server: each of its sessions connected directly, or through a relay that loses what the
// program says and counts what the server sends. Never a server of its own.
#pragma once

#include "core/backends/zookeeper/zksessions.h"
#include "tests/live/model/place.h"
#include "tests/support/relay.h"

#include <QtEndian>

namespace lockscope::semantics {

class ServerPlace final : public Place
{
public:
    ServerPlace(quint16 port, bool relayed)
        : m_port(port)
    {
        for (Slot &slot : m_slots) {
            if (relayed) {
                slot.relay = std::make_unique<test::Relay>(port);
                slot.relay->setTap([&slot](bool fromClient, bool handshake, const QByteArray &frame) {
                    if (!fromClient && !handshake)
                        slot.note(frame);
                });
            }
        }
    }

    Task<Result<Done>> open()
    {
        for (int session = 0; session < sessionsEach; ++session) {
            const auto opened = co_await put(session);
            if (!opened)
                co_return tl::unexpected(opened.error());
        }
        co_return Done();
    }

    recipes::Store &store(int session) override { return *at(session).store; }
    Reply<MultiAnswer> multi(int session, std::vector<WriteOp> ops) override
    {
        return at(session).session->multi(std::move(ops));
    }
    Reply<Done> sync(int session, QString path) override { return at(session).session->sync(path); }
    Task<Result<Done>> replace(int session) override
    {
        Slot &slot = at(session);
        if (slot.relay) // the library blocks this thread until it is answered, and the relay needs it
            co_return co_await expire(session);
        co_await slot.session->close();
        co_return co_await put(session);
    }
    void lose(int session, model::Loss loss) override
    {
        if (loss == model::Loss::Reply)
            at(session).relay->loseNextReply();
        else
            at(session).relay->loseNextRequest();
    }
    Task<Result<Done>> cut(int session) override
    {
        Slot &slot = at(session);
        slot.relay->setRefusing(true);
        Reply<Done> lost =
            whenever(*slot.session, [](ConnectionState state) { return state != ConnectionState::Connected; });
        slot.relay->cut();
        co_return co_await lost;
    }
    void mend(int session) override { at(session).relay->setRefusing(false); }
    Task<Result<Done>> expire(int session) override
    {
        zk::Session &ending = *at(session).session;
        Reply<Done> over = whenever(ending, [](ConnectionState state) { return isOver(state); });
        const auto expired =
            co_await ending.expire(QStringLiteral("127.0.0.1:%1").arg(m_port), std::chrono::seconds(60));
        if (!expired)
            co_return tl::unexpected(expired.error());
        const auto known = co_await over;
        co_return co_await put(session);
    }
    std::optional<int> eventsSent(int session, const QString &directory) override
    {
        const Slot &slot = at(session);
        if (!slot.relay)
            return std::nullopt;
        const QByteArray bytes = directory.toUtf8();
        return static_cast<int>(std::count_if(slot.events.begin(), slot.events.end(), [&bytes](const QByteArray &path) {
            return path == bytes || path.startsWith(bytes + '/');
        }));
    }
    bool isRelayed() const { return m_slots.front().relay != nullptr; }

private:
    struct Slot
    {
        std::unique_ptr<test::Relay> relay; ///< outlives the session
        std::unique_ptr<zk::Session> session;
        std::unique_ptr<backends::SessionStore> store;
        std::vector<QByteArray> events; ///< paths of those that the server sent

        void note(const QByteArray &frame)
        {
            // Length, xid, zxid, error; then the event's type, the state, and the path with its length.
            constexpr qsizetype body = 4 + 16, path = body + 4 + 4 + 4;
            if (frame.size() >= path && qFromBigEndian<qint32>(frame.constData() + 4) == -1)
                events.push_back(frame.mid(path));
        }
    };

    Slot &at(int session) { return m_slots[static_cast<size_t>(session)]; }

    static Reply<Done> whenever(zk::Session &session, bool (*isReached)(ConnectionState))
    {
        const ReplyPromise<Done> reached;
        if (isReached(session.state()))
            reached.complete(Done());
        QObject::connect(&session, &zk::Session::stateChanged, &session, [reached, isReached](ConnectionState state) {
            if (isReached(state))
                reached.complete(Done());
        });
        return Reply<Done>(reached);
    }

    Task<Result<Done>> put(int session)
    {
        Slot &slot = at(session);
        if (slot.session)
            m_former.emplace_back(std::move(slot.store), std::move(slot.session)); // it may be what calls
        const auto hosts = slot.relay ? slot.relay->connectString() : QStringLiteral("127.0.0.1:%1").arg(m_port);
        zk::SessionSpec spec{hosts};
        spec.timeoutMs = 60'000; // so that none expires by itself on a machine that is busy
        slot.session = std::make_unique<zk::Session>(spec);
        slot.store = std::make_unique<backends::SessionStore>(*slot.session);
        slot.session->open();
        const auto id = co_await slot.session->connected();
        if (!id)
            co_return tl::unexpected(id.error());
        co_return Done();
    }

    quint16 m_port;
    std::array<Slot, sessionsEach> m_slots;
    std::vector<std::pair<std::unique_ptr<backends::SessionStore>, std::unique_ptr<zk::Session>>> m_former;
};

} // namespace lockscope::semantics
