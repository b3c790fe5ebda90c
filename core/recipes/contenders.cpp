// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/contenders.h"

#include <QVarLengthArray>

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

/// In the order of a dialect. Numbers can be equal once the counter sticks at its end; then the name decides, alike
/// for all contenders.
struct ComesBefore
{
    Dialect dialect;

    bool operator()(const Rival &a, const Rival &b) const
    {
        if (a.sequence == b.sequence)
            return a.name < b.name;
        // Curator and kazoo compare the suffix as text, the others as a number: this differs after a wrap-around only.
        const bool asText = dialect == Dialect::Curator || dialect == Dialect::Kazoo;
        if (asText && (a.sequence < 0 || b.sequence < 0))
            return locks::sequenceText(a.sequence) < locks::sequenceText(b.sequence);
        return a.sequence < b.sequence;
    }
};

std::optional<Rival> rivalNamed(QStringView name, Dialect dialect)
{
    const auto parsed = locks::viewName(name);
    if (!parsed || !see(dialect, parsed->dialect))
        return std::nullopt;
    return Rival{name, parsed->sequence, parsed->mode};
}

/// The number that the name, whatever its dialect, ends in, read from its last characters alone; nothing where it may
/// be a negative one, or where there is none.
std::optional<qint64> plainNumber(QStringView name)
{
    constexpr qsizetype digits = 10;
    if (name.size() < digits)
        return std::nullopt;
    const QStringView prefix = name.chopped(digits);
    if (prefix.endsWith(u'-') && (prefix.size() == 1 || !prefix[prefix.size() - 2].isLetterOrNumber()))
        return std::nullopt; // "lock--1500000000": perhaps a sign
    qint64 value = 0;
    for (const QChar c : name.last(digits)) {
        const auto digit = static_cast<unsigned>(c.unicode() - u'0');
        if (digit > 9)
            return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

/// A name that is not read yet, with the number that it ends in.
struct Unread
{
    qint64 number = 0;
    QStringView name;
};

} // namespace

Contenders contendersAmong(const NameList &names, Dialect dialect)
{
    Contenders contenders;
    contenders.reserve(static_cast<size_t>(names.size()));
    for (const QStringView name : names) {
        if (const auto rival = rivalNamed(name, dialect))
            contenders.push_back(*rival);
    }
    std::sort(contenders.begin(), contenders.end(), ComesBefore{dialect});
    return contenders;
}

Contenders contendersUpTo(const NameList &names, Dialect dialect, QStringView own)
{
    Contenders contenders;
    const auto me = rivalNamed(own, dialect);
    if (!me)
        return contenders;
    contenders.reserve(static_cast<size_t>(names.size()));
    const ComesBefore comesBefore{dialect};
    for (const QStringView name : names) {
        const auto number = me->sequence >= 0 ? plainNumber(name) : std::nullopt;
        if (number && *number > me->sequence)
            continue;
        const auto rival = rivalNamed(name, dialect);
        if (rival && !comesBefore(*me, *rival))
            contenders.push_back(*rival);
    }
    std::sort(contenders.begin(), contenders.end(), comesBefore);
    return contenders;
}

Contenders lastTwoUpTo(const NameList &names, Dialect dialect, QStringView own)
{
    const auto me = rivalNamed(own, dialect);
    if (!me)
        return {};
    const ComesBefore comesBefore{dialect};
    std::optional<Rival> nearest;
    const auto take = [&](QStringView name) {
        const auto rival = rivalNamed(name, dialect);
        if (rival && comesBefore(*rival, *me) && (!nearest || comesBefore(*nearest, *rival)))
            nearest = rival;
    };
    bool isThere = false;
    QVarLengthArray<Unread, 64> unread;
    for (const QStringView name : names) {
        if (name == own)
            isThere = true;
        else if (const auto number = plainNumber(name); !number || me->sequence < 0)
            take(name);
        else if (*number <= me->sequence)
            unread.push_back({*number, name});
    }
    // From the greatest number down, until the one that is found is nearer than all that are left.
    const auto isLess = [](const Unread &a, const Unread &b) { return a.number < b.number; };
    std::make_heap(unread.begin(), unread.end(), isLess);
    while (!unread.empty() && !(nearest && nearest->sequence > unread.front().number)) {
        take(unread.front().name);
        std::pop_heap(unread.begin(), unread.end(), isLess);
        unread.pop_back();
    }
    Contenders contenders;
    if (nearest)
        contenders.push_back(*nearest);
    if (isThere)
        contenders.push_back(*me);
    return contenders;
}

int indexOf(const Contenders &contenders, QStringView name)
{
    const auto found =
        std::find_if(contenders.begin(), contenders.end(), [name](const Rival &rival) { return rival.name == name; });
    return found == contenders.end() ? -1 : static_cast<int>(found - contenders.begin());
}

} // namespace lockscope::recipes
