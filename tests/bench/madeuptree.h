// SPDX-License-Identifier: Apache-2.0
// A tree of BigTreeShape in a LiveWorld, told as an observer would: its first reading, and rounds of questions to the
// servers. No server; time is made up, too.
#pragma once

#include "tests/bench/bigtreeshape.h"
#include "ui/world/liveworld.h"

namespace lockscope::bench {

class MadeUpTree
{
public:
    /// \a world outlives this.
    MadeUpTree(ui::LiveWorld *world, const BigTreeShape &shape);

    /// All of it, as the engine tells a first reading.
    void read();
    /// All servers asked: of so many sessions the address is another than before, and of all the times are. Returned
    /// for apply(), so that only that is timed.
    journal::EventBatch probe(int changed);
    SessionId sessionOf(int client) const { return SessionId{0x1000009f7cb0000 + client}; }
    int clients() const { return m_shape.locks * BigTreeShape::contenders; }

private:
    void list(const QString &path, const QList<QString> &added);
    void resolve(const QString &path, const std::string &data, int children, SessionId owner = {});
    void tell(journal::Payload what);
    void flush();

    ui::LiveWorld *m_world;
    BigTreeShape m_shape;
    journal::EventBatch m_batch;
    quint64 m_number = 0;
    qint64 m_atNs;
    qint64 m_zxid = 0x100;
    int m_watched = 0;
    int m_rounds = 0;
};

} // namespace lockscope::bench
