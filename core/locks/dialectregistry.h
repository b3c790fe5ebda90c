// SPDX-License-Identifier: Apache-2.0
// All dialects that this process knows, and the one reading of a name among them. Built once, replaced as a whole when
// the user's patterns are read, never changed: any thread may read it.
#pragma once

#include "core/locks/dialectrules.h"

#include <QByteArray>
#include <QList>

#include <vector>

namespace lockscope::locks {

/// A name as one of the registry's dialects reads it.
struct NameReading
{
    NameView view;
    int group = -1; ///< which of the registry's groups of names; -1: a special name, or of no known family
};

class DialectRegistry
{
public:
    /// One way to read all names of a group: the same text means this to the clients of one family.
    struct Candidate
    {
        Dialect dialect = Dialect::Generic;
        NamePattern pattern;
    };

    explicit DialectRegistry(std::vector<DialectRules> dialects);

    /// The likeliest reading of one name; nothing if it does not end in a sequence number.
    std::optional<NameReading> read(QStringView name) const;
    /// All families that write names of this group, the likeliest first.
    const std::vector<Candidate> &candidates(int group) const { return m_groups[static_cast<size_t>(group)]; }
    int groupCount() const { return static_cast<int>(m_groups.size()); }

    const std::vector<DialectRules> &all() const { return m_dialects; }
    const DialectRules &rules(Dialect dialect) const;
    std::optional<Dialect> find(QStringView id) const;
    /// The families that know locks of a single node.
    const std::vector<Dialect> &readersOfNodes() const { return m_readersOfNodes; }
    /// The user's pattern that says that an ephemeral node at this path is a lock.
    std::optional<Dialect> nodeOfUser(const QString &path) const;
    /// Of all families, each once.
    const std::vector<SemaphoreShape> &semaphoreShapes() const { return m_shapes; }
    /// The node that the leader of this election makes, or the election whose leader makes one in this directory; empty
    /// where no family knows of one.
    QString leaderNodeOf(const QString &election) const;
    QString electionLedFrom(const QString &directory) const;

private:
    struct Ending
    {
        QString text;
        int group = 0;
    };
    struct Frame
    {
        QString before;
        TokenForm token = TokenForm::None;
        std::vector<Ending> endings;
    };

    void add(Dialect dialect, const NamePattern &pattern);
    std::optional<NameReading> readKnown(const Split &split) const;
    std::optional<NameReading> readByUser(QStringView name) const;

    std::vector<DialectRules> m_dialects; ///< by the number of their dialect
    std::vector<Frame> m_frames;
    std::vector<std::vector<Candidate>> m_groups;
    std::vector<Dialect> m_special; ///< with names of their own
    std::vector<Dialect> m_byUser;
    std::vector<Dialect> m_readersOfNodes;
    std::vector<SemaphoreShape> m_shapes;
};

/// The dialects of core/locks/dialects: first as Dialect names them, then the others by name. Made by the build.
std::vector<DialectRules> builtInDialects();

/// What this process reads all names with.
const DialectRegistry &dialectRegistry();
/// Adds the user's patterns to the built-in dialects, in the place of those added before. Any thread; what is being
/// read meanwhile is read with the registry of before.
void useDialects(std::vector<DialectRules> byUser);

/// The user's own patterns of lock names, as dialects.
struct Patterns
{
    std::vector<DialectRules> dialects;
    QList<Text> problems; ///< sentences that name file, pattern and what is wrong
};
/// From the text of the settings file (docs/dialects.md). A pattern that is wrong is named and left out, and the others
/// hold. \a file is for the sentences only.
Patterns parsePatterns(const QByteArray &json, const QString &file);

inline const DialectRules &rulesOf(Dialect dialect)
{
    return dialectRegistry().rules(dialect);
}

/// False where its data would say whether it shares, and are not read.
inline bool isModeKnown(const Contender &contender)
{
    return contender.parsed
           && (!rulesOf(contender.parsed->dialect).modeOf || contender.node.access == ChildNode::Data::Read);
}

} // namespace lockscope::locks
