// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqllog.h"

namespace lockscope::backends {

void SqlLog::heard(const QString &name, const std::vector<Entry> &entries)
{
    qint64 &newest = m_newest[name];
    for (const Entry &entry : entries) {
        if (entry.number <= newest)
            continue;
        newest = entry.number;
        m_unwritten.emplace_back(name.toUtf8(), entry);
    }
}

void SqlLog::catchUp(journal::EventSink &sink)
{
    using Kind = lab::KeyWrite::Kind;
    for (const auto &[name, entry] : std::exchange(m_unwritten, {})) {
        // A database grants a lock of a connection only once it is free: this proves the end of the life before.
        const bool takes = entry.what != What::Ended && entry.what != What::Unlocked;
        if (entry.what != What::Took && isThere(name))
            write({Kind::End, name}, sink);
        if (takes) {
            const qint64 until = entry.what == What::Locked ? -1 : entry.untilMs;
            write({Kind::Set, name, entry.owner, until, Zxid{entry.number}}, sink);
        }
    }
}

} // namespace lockscope::backends
