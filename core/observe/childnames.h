// SPDX-License-Identifier: Apache-2.0
// The names of a directory's children, and what another list of them changes. Never looks names up while the order of
// the list says enough: a lock of thousands is compared at each change.
#pragma once

#include "core/base/namelist.h"

namespace lockscope::observe {

class ChildNames
{
public:
    struct Difference
    {
        QList<QString> added;
        QList<QString> removed;
    };

    /// \a names are distinct, in any order. They are what it holds from now on.
    Difference replace(const NameList &names);
    qsizetype size() const { return m_names.size(); }

private:
    NameList m_names; ///< as the server listed them last
};

} // namespace lockscope::observe
