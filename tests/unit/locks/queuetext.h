// SPDX-License-Identifier: Apache-2.0
// Lock directories as text, both ways: fixtures in, the queue that was read from them out.
// Never the code under test: only its values.
#pragma once

#include "core/locks/queue.h"

#include <QRegularExpression>
#include <QStringList>

namespace lockscope::locks::test {

/// Of that session; 0: a persistent node.
inline ChildNode childNamed(const QString &name, qint64 czxid, qint64 session)
{
    ChildNode child;
    child.name = name;
    child.stat.emplace();
    child.stat->czxid.value = czxid;
    child.stat->ephemeralOwner.value = session;
    return child;
}

/// A child a line: "NAME czxid session", both in hex; session 0 is a persistent node; "NAME ?" has no Stat yet.
inline std::vector<ChildNode> childrenFrom(const QString &text)
{
    std::vector<ChildNode> children;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList words = line.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
        if (words.isEmpty())
            continue;
        ChildNode child =
            childNamed(words.at(0), words.value(1).toLongLong(nullptr, 16), words.value(2).toLongLong(nullptr, 16));
        if (words.value(1) == QStringLiteral("?"))
            child.stat.reset();
        children.push_back(child);
    }
    return children;
}

inline LockQueue queueFrom(const QString &text)
{
    return readQueue(QStringLiteral("/lock"), std::nullopt, childrenFrom(text));
}

/// By their numbers one tells the contenders of a fixture apart.
inline QString shortName(const Contender &contender)
{
    return contender.parsed && contender.parsed->sequence != noSequence ? QString::number(contender.parsed->sequence)
                                                                        : contender.node.name;
}

/// A contender a word: "0H" holds, "1W<0" waits for number 0, "2P<1" is pending, "nameF" is foreign.
inline QString drawn(const LockQueue &queue)
{
    QStringList words;
    for (int place = 0; place < static_cast<int>(queue.contenders.size()); ++place) {
        const Contender &contender = queue.contenders[static_cast<size_t>(place)];
        QString word = shortName(contender) + contenderStateName(contender.state).at(0).toUpper();
        for (const int index : queue.waitsFor(place))
            word += u'<' + shortName(queue.contenders[static_cast<size_t>(index)]);
        words += word;
    }
    return words.join(u' ');
}

inline QStringList findingIds(const LockQueue &queue)
{
    QStringList ids;
    for (const Finding &finding : queue.findings)
        ids += finding.id;
    return ids;
}

inline QStringList names(const LockQueue &queue, const std::vector<int> &indices)
{
    QStringList result;
    for (const int index : indices)
        result += queue.contenders[static_cast<size_t>(index)].node.name;
    return result;
}

} // namespace lockscope::locks::test
