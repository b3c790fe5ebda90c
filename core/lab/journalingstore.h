// SPDX-License-Identifier: Apache-2.0
// A store that writes each request, its reply and each watch event of one client into the journal, and passes them on.
// Never changes what it passes.
#pragma once

#include "core/journal/journal.h"
#include "core/recipes/store.h"

namespace lockscope::lab {

class JournalingStore final : public recipes::Store
{
public:
    /// \a store and \a sink must outlive this and whatever is still awaited.
    /// \a callsBefore: of the same client, through its earlier sessions.
    JournalingStore(ClientId id, recipes::Store &store, journal::EventSink &sink, quint64 callsBefore = 0)
        : m_id(id)
        , m_calls(callsBefore)
        , m_store(store)
        , m_sink(sink)
    {
    }

    quint64 calls() const { return m_calls; }

    SessionId session() const override { return m_store.session(); }
    Reply<SessionId> connected() override { return m_store.connected(); }
    Reply<CreatedNode> create(QString path, QByteArray data, NodeKind kind) override;
    Reply<Children> children(QString path) override;
    Reply<recipes::Watched> watchExists(QString path) override;
    Reply<NodeStat> exists(QString path) override;
    Reply<NodeContent> get(QString path) override;
    Reply<recipes::WatchedContent> watchData(QString path) override;
    Reply<recipes::WatchedChildren> watchChildren(QString path) override;
    Reply<NodeStat> set(QString path, QByteArray data, int version) override;
    Reply<Done> remove(QString path, int version) override;

private:
    /// \a proves(answer) writes what a good answer proves about the server.
    template<typename T, typename Ask, typename Proves>
    Reply<T> counted(const QString &operation, const QString &path, Ask ask, Proves proves);
    template<typename T, typename Ask>
    Reply<T> counted(const QString &operation, const QString &path, Ask ask);
    /// For answers that come with a watch.
    template<typename T, typename Ask>
    Reply<T> countedWatch(const QString &operation, const QString &path, bool ofChildren, Ask ask);

    ClientId m_id;
    quint64 m_calls;
    recipes::Store &m_store;
    journal::EventSink &m_sink;
};

} // namespace lockscope::lab
