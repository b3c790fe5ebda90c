// SPDX-License-Identifier: Apache-2.0
// What is in the model's tree as events, in those of core/observe: a World shows its locks as it shows those on
// servers. Never asks and never leaves a watch: it sees all that server 0 has done, at once.
#pragma once

#include "core/journal/journal.h"
#include "core/model/ensemble.h"

#include <map>
#include <set>

namespace lockscope::model {

class Observer
{
public:
    /// Of all that is under \a root. Both must outlive it.
    Observer(const Ensemble &ensemble, journal::EventSink &sink, QString root);

    /// Writes what is different from when it looked before; the first time, all that there is.
    void look();

private:
    struct Directory
    {
        NodeStat stat;
        std::set<QString> names;
    };
    void lookAt(const QString &path);
    void forget(const QString &path);

    const Ensemble &m_ensemble;
    journal::EventSink &m_sink;
    QString m_root;
    std::map<QString, Directory> m_directories; ///< that were listed
    std::map<QString, NodeStat> m_nodes;        ///< written as events, the directories among them
    std::optional<Zxid> m_seen;
};

} // namespace lockscope::model
