// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/contenders.h"

#include <algorithm>

namespace lockscope::recipes {

using locks::Dialect;

namespace {

/// Curator without protection makes the same "lock-" names as plain clients do, so these two see each other.
bool see(Dialect own, Dialect other)
{
    const auto family = [](Dialect dialect) { return dialect == Dialect::Curator ? Dialect::Plain : dialect; };
    return family(own) == family(other);
}

/// Curator and kazoo compare the suffix as text, the others as a number: this differs after a wrap-around only.
bool sortsAsText(Dialect dialect)
{
    return dialect == Dialect::Curator || dialect == Dialect::Kazoo;
}

} // namespace

Contenders contendersAmong(const QList<QString> &names, Dialect dialect)
{
    Contenders contenders;
    contenders.reserve(static_cast<size_t>(names.size()));
    for (const QString &name : names) {
        const auto parsed = locks::viewName(name);
        if (parsed && see(dialect, parsed->dialect))
            contenders.push_back({name, parsed->sequence, parsed->mode});
    }
    const bool asText = sortsAsText(dialect);
    // Numbers can be equal once the counter sticks at its end; then the name decides, alike for all contenders.
    std::sort(contenders.begin(), contenders.end(), [asText](const Rival &a, const Rival &b) {
        if (a.sequence == b.sequence)
            return a.name < b.name;
        if (asText && (a.sequence < 0 || b.sequence < 0))
            return locks::sequenceText(a.sequence) < locks::sequenceText(b.sequence);
        return a.sequence < b.sequence;
    });
    return contenders;
}

int indexOf(const Contenders &contenders, QStringView name)
{
    const auto found =
        std::find_if(contenders.begin(), contenders.end(), [name](const Rival &rival) { return rival.name == name; });
    return found == contenders.end() ? -1 : static_cast<int>(found - contenders.begin());
}

} // namespace lockscope::recipes
