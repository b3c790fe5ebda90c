// SPDX-License-Identifier: Apache-2.0
#include "core/observe/childnames.h"

#include <QSet>

#include <utility>

namespace lockscope::observe {

namespace {

/// Those of \a names that are not among \a others.
QList<QString> without(const QList<QString> &names, const QList<QString> &others)
{
    const QSet<QString> known(others.cbegin(), others.cend());
    QList<QString> left;
    for (const QString &name : names) {
        if (!known.contains(name))
            left.append(name);
    }
    return left;
}

} // namespace

// A server keeps children in a hash set: one more or one less leaves the others in their order, but for the rare list
// after which the set has grown. So both lists are walked side by side, one of them stepping over what the other does
// not have; only what finds no partner is compared as a set.
ChildNames::Difference ChildNames::replace(const NameList &names)
{
    const NameList before = std::exchange(m_names, names);
    QList<QString> onlyBefore;
    QList<QString> onlyNow;
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < before.size() && j < names.size()) {
        if (before[i] == names[j]) {
            ++i;
            ++j;
        } else if (i + 1 < before.size() && before[i + 1] == names[j]) {
            onlyBefore.append(before[i++].toString());
        } else if (j + 1 < names.size() && before[i] == names[j + 1]) {
            onlyNow.append(names[j++].toString());
        } else {
            onlyBefore.append(before[i++].toString());
            onlyNow.append(names[j++].toString());
        }
    }
    for (; i < before.size(); ++i)
        onlyBefore.append(before[i].toString());
    for (; j < names.size(); ++j)
        onlyNow.append(names[j].toString());
    return {without(onlyNow, onlyBefore), without(onlyBefore, onlyNow)};
}

} // namespace lockscope::observe
