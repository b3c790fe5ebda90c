// SPDX-License-Identifier: Apache-2.0
// All grammars that this process knows, and the one reading of a name among them. Built once, replaced as a whole when
// the user's patterns are read, never changed: any thread may read it.
#pragma once

#include "core/locks/grammar.h"

#include <vector>

namespace lockscope::locks {

/// A name as one of the book's grammars reads it.
struct Reading
{
    NameView view;
    int group = -1; ///< which of the book's groups of names; -1: a special name, or of no known family
};

class GrammarBook
{
public:
    /// One way to read all names of a group: the same text means this to the clients of one family.
    struct Candidate
    {
        Dialect dialect = Dialect::Generic;
        NamePattern pattern;
    };

    explicit GrammarBook(std::vector<Grammar> grammars);

    /// The likeliest reading of one name; nothing if it does not end in a sequence number.
    std::optional<Reading> read(QStringView name) const;
    /// All families that write names of this group, the likeliest first.
    const std::vector<Candidate> &candidates(int group) const { return m_groups[static_cast<size_t>(group)]; }
    int groupCount() const { return static_cast<int>(m_groups.size()); }

    const std::vector<Grammar> &grammars() const { return m_grammars; }
    const Grammar &grammar(Dialect dialect) const;
    std::optional<Dialect> find(QStringView id) const;
    /// The families that know locks of a single node.
    const std::vector<Dialect> &readersOfNodes() const { return m_readersOfNodes; }
    /// The user's pattern that says that an ephemeral node at this path is a lock.
    std::optional<Dialect> nodeOfUser(const QString &path) const;
    /// Of all families, each once.
    const std::vector<SemaphoreShape> &semaphoreShapes() const { return m_shapes; }

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
    std::optional<Reading> readKnown(const Split &split) const;
    std::optional<Reading> readByUser(QStringView name) const;

    std::vector<Grammar> m_grammars; ///< by the number of their dialect
    std::vector<Frame> m_frames;
    std::vector<std::vector<Candidate>> m_groups;
    std::vector<Dialect> m_special; ///< with names of their own
    std::vector<Dialect> m_byUser;
    std::vector<Dialect> m_readersOfNodes;
    std::vector<SemaphoreShape> m_shapes;
};

/// The grammars of core/locks/grammars: those that Dialect names first, then the others by name. Made by the build.
std::vector<Grammar> builtInGrammars();

/// What every reading of this process uses.
const GrammarBook &grammarBook();
/// Adds the user's patterns to the built-in grammars, in the place of those added before. Any thread; what is being
/// read meanwhile is read with the book of before.
void useGrammars(std::vector<Grammar> byUser);

inline const Grammar &grammarOf(Dialect dialect)
{
    return grammarBook().grammar(dialect);
}
/// Dialects that there are now: all have a number below.
inline size_t dialectCount()
{
    return grammarBook().grammars().size();
}

} // namespace lockscope::locks
