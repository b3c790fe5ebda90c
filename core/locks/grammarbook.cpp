// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammarbook.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

namespace lockscope::locks {

GrammarBook::GrammarBook(std::vector<Grammar> grammars)
    : m_grammars(std::move(grammars))
{
    for (size_t i = 0; i < m_grammars.size(); ++i) {
        const Grammar &grammar = m_grammars[i];
        const auto dialect = static_cast<Dialect>(i);
        for (const NamePattern &pattern : grammar.names)
            add(dialect, pattern);
        if (grammar.readName)
            m_special.push_back(dialect);
        if (grammar.regex)
            m_byUser.push_back(dialect);
        if (grammar.readNode)
            m_readersOfNodes.push_back(dialect);
        if (grammar.semaphore && std::find(m_shapes.begin(), m_shapes.end(), *grammar.semaphore) == m_shapes.end())
            m_shapes.push_back(*grammar.semaphore);
    }
    for (auto &group : m_groups) {
        std::stable_sort(group.begin(), group.end(),
                         [](const Candidate &a, const Candidate &b) { return !a.pattern.seldom && b.pattern.seldom; });
    }
    // Longer beginnings first: what fits "_c_" is no bare name.
    std::stable_sort(m_frames.begin(), m_frames.end(),
                     [](const Frame &a, const Frame &b) { return a.before.size() > b.before.size(); });
}

void GrammarBook::add(Dialect dialect, const NamePattern &pattern)
{
    auto frame = std::find_if(m_frames.begin(), m_frames.end(), [&](const Frame &known) {
        return known.before == pattern.before && known.token == pattern.token;
    });
    if (frame == m_frames.end())
        frame = m_frames.insert(m_frames.end(), Frame{pattern.before, pattern.token, {}});
    auto ending = std::find_if(frame->endings.begin(), frame->endings.end(),
                               [&](const Ending &known) { return known.text == pattern.after; });
    if (ending == frame->endings.end()) {
        ending = frame->endings.insert(frame->endings.end(), Ending{pattern.after, groupCount()});
        m_groups.emplace_back();
    }
    m_groups[static_cast<size_t>(ending->group)].push_back({dialect, pattern});
}

const Grammar &GrammarBook::grammar(Dialect dialect) const
{
    const auto number = static_cast<size_t>(dialect);
    return m_grammars[number < m_grammars.size() ? number : static_cast<size_t>(Dialect::Generic)];
}

std::optional<Dialect> GrammarBook::find(QStringView id) const
{
    const auto found =
        std::find_if(m_grammars.begin(), m_grammars.end(), [id](const Grammar &grammar) { return grammar.id == id; });
    if (found == m_grammars.end())
        return std::nullopt;
    return static_cast<Dialect>(found - m_grammars.begin());
}

std::optional<Dialect> GrammarBook::nodeOfUser(const QString &path) const
{
    const auto found = std::find_if(m_grammars.begin(), m_grammars.end(), [&](const Grammar &grammar) {
        return grammar.nodePath && grammar.nodePath->match(path).hasMatch();
    });
    if (found == m_grammars.end())
        return std::nullopt;
    return static_cast<Dialect>(found - m_grammars.begin());
}

std::optional<Reading> GrammarBook::read(QStringView name) const
{
    if (!m_byUser.empty()) {
        if (auto own = readByUser(name))
            return own;
    }
    const Splits splits = splitName(name);
    if (splits.isEmpty())
        return std::nullopt;
    // Whichever reading of the number leaves a prefix that a client writes.
    for (const auto &split : {splits.positive, splits.negative}) {
        if (!split)
            continue;
        if (auto known = readKnown(*split))
            return known;
    }
    const auto split = likelierSplit(name, splits);
    if (!split)
        return std::nullopt;
    return Reading{{Dialect::Generic, NameKind::Queue, Mode::Exclusive, split->sequence, {}}};
}

std::optional<Reading> GrammarBook::readKnown(const Split &split) const
{
    for (const Frame &frame : m_frames) {
        if (!split.prefix.startsWith(frame.before))
            continue;
        const QStringView rest = split.prefix.sliced(frame.before.size());
        const auto token = leadingToken(frame.token, rest);
        if (!token)
            continue;
        const QStringView after = rest.sliced(token->size());
        for (const Ending &ending : frame.endings) {
            if (after != ending.text)
                continue;
            const Candidate &first = m_groups[static_cast<size_t>(ending.group)].front();
            return Reading{
                {first.dialect, first.pattern.kind, first.pattern.mode, split.sequence, *token, first.pattern.role},
                ending.group};
        }
    }
    for (const Dialect dialect : m_special) {
        if (auto view = grammar(dialect).readName(split.prefix, split.sequence)) {
            view->dialect = dialect;
            return Reading{*view};
        }
    }
    return std::nullopt;
}

std::optional<Reading> GrammarBook::readByUser(QStringView name) const
{
    for (const Dialect dialect : m_byUser) {
        const Grammar &own = grammar(dialect);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
        const auto match = own.regex->matchView(name);
#else
        const auto match = own.regex->match(name);
#endif
        if (!match.hasMatch())
            continue;
        bool isNumber = false;
        const qint64 sequence = match.capturedView(QStringLiteral("seq")).toLongLong(&isNumber);
        if (!isNumber)
            continue;
        const bool shared = !own.sharedMark.isEmpty() && match.capturedView(QStringLiteral("mode")) == own.sharedMark;
        return Reading{{dialect, own.regexReads.kind, shared ? Mode::Shared : own.regexReads.mode, sequence,
                        match.capturedView(QStringLiteral("token")), own.regexReads.role}};
    }
    return std::nullopt;
}

namespace {

/// Books are few and never freed before the end: whoever reads one may go on with it.
struct Shelf
{
    std::mutex mutex;
    std::vector<std::unique_ptr<const GrammarBook>> books;
    std::atomic<const GrammarBook *> current = nullptr;

    Shelf() { put(GrammarBook(builtInGrammars())); }
    void put(GrammarBook book)
    {
        const std::lock_guard lock(mutex);
        books.push_back(std::make_unique<const GrammarBook>(std::move(book)));
        current = books.back().get();
    }
};

Shelf &shelf()
{
    static Shelf shelf;
    return shelf;
}

} // namespace

const GrammarBook &grammarBook()
{
    return *shelf().current.load(std::memory_order_acquire);
}

void useGrammars(std::vector<Grammar> byUser)
{
    std::vector<Grammar> all = builtInGrammars();
    for (Grammar &grammar : byUser)
        all.push_back(std::move(grammar));
    shelf().put(GrammarBook(std::move(all)));
}

} // namespace lockscope::locks
