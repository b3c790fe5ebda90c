// SPDX-License-Identifier: Apache-2.0
#include "core/model/observer.h"

#include "core/base/path.h"

#include <utility>

namespace lockscope::model {

using namespace Qt::StringLiterals;

Observer::Observer(const Ensemble &ensemble, journal::EventSink &sink, QString root)
    : m_ensemble(ensemble)
    , m_sink(sink)
    , m_root(std::move(root))
{
}

void Observer::look()
{
    const Tree &tree = m_ensemble.tree();
    const bool isFirst = !m_seen;
    if (!isFirst && *m_seen == tree.zxid())
        return;
    m_seen = tree.zxid();
    if (isFirst)
        m_sink.write(journal::ConnectionChanged{ConnectionState::Connected, u"model"_s, u"model"_s, {}, 0, {}});
    if (!tree.has(m_root) && (isFirst || m_directories.contains(m_root)))
        m_sink.write(journal::NodeVanished{m_root});
    lookAt(m_root);
    if (!isFirst)
        return;
    journal::ObservationChanged observation;
    observation.root = m_root;
    observation.freshness = journal::Freshness::Live;
    observation.directoriesWatched = observation.watchBudget = static_cast<int>(m_directories.size());
    m_sink.write(observation);
}

/// A directory, and all below it. Ephemeral nodes have no children.
void Observer::lookAt(const QString &path)
{
    const Node *node = m_ensemble.tree().find(path);
    if (!node)
        return forget(path);
    if (node->stat.isEphemeral())
        return;
    const NodeStat stat = node->shown();
    const auto known = m_directories.find(path);
    if (known != m_directories.end() && known->second.stat.czxid != stat.czxid) { // made again since
        m_sink.write(journal::NodeVanished{path});
        forget(path);
    }
    const bool isNew = !m_directories.contains(path);
    Directory &directory = m_directories[path];
    const std::set<QString> names(node->children.begin(), node->children.end());
    if (isNew || directory.names != names || directory.stat.cversion != stat.cversion) {
        journal::DirectoryListed listed{path, stat, {}, {}};
        for (const QString &name : names) {
            if (!directory.names.contains(name))
                listed.added.append(name);
        }
        for (const QString &name : std::as_const(directory.names)) {
            if (names.contains(name))
                continue;
            listed.removed.append(name);
            forget(joinPath(path, name));
        }
        directory = {stat, names};
        m_sink.write(std::move(listed));
    }
    for (const QString &name : names) {
        const QString child = joinPath(path, name);
        const Node *of = m_ensemble.tree().find(child);
        if (const NodeStat shown = of->shown(); !m_nodes.contains(child) || m_nodes[child] != shown) {
            m_nodes[child] = shown;
            m_sink.write(journal::NodeResolved{child, shown, locks::ChildNode::Data::Read, of->data});
        }
        lookAt(child);
    }
}

void Observer::forget(const QString &path)
{
    m_nodes.erase(path);
    const auto known = m_directories.find(path);
    if (known == m_directories.end())
        return;
    const std::set<QString> names = std::move(known->second.names);
    m_directories.erase(known);
    for (const QString &name : names)
        forget(joinPath(path, name));
}

} // namespace lockscope::model
