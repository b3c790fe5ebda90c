// SPDX-License-Identifier: Apache-2.0
// The watches that one server of the model keeps, as a value: which sessions get an event when a node or its children
// change. Never sends one, and never keeps more than one watch of a session on one path and of one kind, as servers do.
#pragma once

#include "core/model/request.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace lockscope::model {

class Watches
{
public:
    using Sessions = std::vector<SessionNumber>; ///< in the order in which they came

    void add(WatchKind kind, const QString &path, SessionNumber session)
    {
        Sessions &watching = table(kind)[path];
        if (std::find(watching.begin(), watching.end(), session) == watching.end())
            watching.push_back(session);
    }
    /// False if there was none.
    bool remove(WatchKind kind, const QString &path, SessionNumber session)
    {
        const auto found = table(kind).find(path);
        if (found == table(kind).end() || std::erase(found->second, session) == 0)
            return false;
        if (found->second.empty())
            table(kind).erase(found);
        return true;
    }
    /// All of a session whose connection ends.
    void removeAll(SessionNumber session)
    {
        for (Table *each : {&m_node, &m_children}) {
            for (auto &[path, watching] : *each)
                std::erase(watching, session);
            std::erase_if(*each, [](const auto &entry) { return entry.second.empty(); });
        }
    }
    /// The sessions that watch; they do no longer.
    Sessions take(WatchKind kind, const QString &path)
    {
        Table &from = table(kind);
        if (from.empty())
            return {};
        const auto found = from.find(path);
        if (found == from.end())
            return {};
        Sessions watching = std::move(found->second);
        from.erase(found);
        return watching;
    }

    /// Of all sessions, or of one.
    int count() const
    {
        return countIf([](SessionNumber) { return true; });
    }
    int count(SessionNumber session) const
    {
        return countIf([session](SessionNumber other) { return other == session; });
    }
    /// A path for each watch, sorted.
    std::vector<QString> paths() const
    {
        std::vector<QString> all;
        for (const Table *each : {&m_node, &m_children}) {
            for (const auto &[path, watching] : *each)
                all.insert(all.end(), watching.size(), path);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

private:
    using Table = std::unordered_map<QString, Sessions>;

    Table &table(WatchKind kind) { return kind == WatchKind::Node ? m_node : m_children; }
    template<typename Meant>
    int countIf(Meant isMeant) const
    {
        std::ptrdiff_t count = 0;
        for (const Table *each : {&m_node, &m_children}) {
            for (const auto &[path, watching] : *each)
                count += std::count_if(watching.begin(), watching.end(), isMeant);
        }
        return static_cast<int>(count);
    }

    Table m_node;
    Table m_children;
};

} // namespace lockscope::model
