// SPDX-License-Identifier: Apache-2.0
#include "core/history/directorytree.h"

namespace lockscope::journal {

using namespace Qt::StringLiterals;

Directory &DirectoryTree::at(const QString &path)
{
    const auto [found, isNew] = m_directories.try_emplace(path);
    if (isNew)
        found->second.path = path;
    return found->second;
}

std::optional<locks::ChildNode> DirectoryTree::node(const QString &path) const
{
    if (const Directory *parent = find(parentPath(path)))
        return parent->children.find(baseName(path));
    const Directory *at = find(path);
    return at ? at->itself.copy() : std::nullopt;
}

std::optional<QByteArray> DirectoryTree::dataOf(const QString &path) const
{
    const auto itself = node(path);
    return itself && itself->access == locks::ChildNode::Data::Read ? std::optional(itself->data) : std::nullopt;
}

std::vector<locks::ChildNode> DirectoryTree::childrenOf(const QString &path) const
{
    const Directory *at = find(path);
    return at ? at->children.all() : std::vector<locks::ChildNode>();
}

bool DirectoryTree::hasLonger(const QString &path) const
{
    const auto next = m_directories.upper_bound(path);
    return next != m_directories.end() && next->first.startsWith(path);
}

bool DirectoryTree::hasBelow(const QString &path) const
{
    const QString beginning = path == "/"_L1 ? path : path + u'/';
    const auto next = m_directories.upper_bound(beginning);
    return next != m_directories.end() && next->first.startsWith(beginning);
}

qsizetype DirectoryTree::weight() const
{
    auto sum = static_cast<qsizetype>(m_directories.size());
    for (const auto &[path, directory] : m_directories)
        sum += directory.children.size();
    return sum;
}

} // namespace lockscope::journal
