// SPDX-License-Identifier: Apache-2.0
// The names of a directory's children, and what another list of them changes. Never a second set for the comparison:
// a lock of thousands is compared at each change.
#pragma once

#include <QHash>
#include <QList>
#include <QString>

namespace lockscope::observe {

class ChildNames
{
public:
    struct Difference
    {
        QList<QString> added;
        QList<QString> removed;
    };

    /// \a names are distinct. They are what it holds from now on.
    Difference replace(const QList<QString> &names);
    qsizetype size() const { return m_seen.size(); }

private:
    QHash<QString, quint32> m_seen; ///< by name, the newest list that has it
    quint32 m_list = 0;
};

} // namespace lockscope::observe
