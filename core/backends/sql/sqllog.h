// SPDX-License-Identifier: Apache-2.0
// What a database proves of its locks: the table lockscope_log, to which each lock is written in the same transaction
// that takes or gives it back. Each answer to a client brings what has come since; see docs/decisions/0014.
// Never asks the database by itself.
#pragma once

#include "core/lab/keylog.h"

#include <QHash>

#include <utility>
#include <vector>

namespace lockscope::backends {

class SqlLog final : public lab::KeyLog
{
public:
    /// The words of the table.
    enum class What {
        Took,     ///< the row was inserted
        TookOver, ///< the row's time was over, and it is another's now
        Ended,    ///< the row was deleted
        Locked,   ///< of a lock that goes with its connection
        Unlocked,
    };
    struct Entry
    {
        qint64 number = 0;
        What what = What::Took;
        QByteArray owner = {};
        qint64 untilMs = 0;
    };

    /// Those of \a name that an answer brought, in their order; what is known already is passed over.
    void heard(const QString &name, const std::vector<Entry> &entries);
    /// The number of the newest that is known; 0: none.
    qint64 newest(const QString &name) const { return m_newest.value(name); }

    void catchUp(journal::EventSink &sink) override;

private:
    QHash<QString, qint64> m_newest;
    std::vector<std::pair<QByteArray, Entry>> m_unwritten;
};

} // namespace lockscope::backends
