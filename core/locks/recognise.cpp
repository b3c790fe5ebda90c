// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recognise.h"

#include "core/locks/dialectregistry.h"

#include <QStringList>

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

using Candidate = DialectRegistry::Candidate;

size_t numberOf(Dialect dialect)
{
    return static_cast<size_t>(dialect);
}

class Recogniser
{
public:
    Recogniser(LockSource &source, LockQueue &queue)
        : m_book(dialectRegistry())
        , m_source(source)
        , m_queue(queue)
        , m_inGroup(static_cast<size_t>(m_book.groupCount()), 0)
        , m_meaning(static_cast<size_t>(m_book.groupCount()), nullptr)
    {
    }

    std::vector<Contender> run()
    {
        parse();
        chooseMeanings();
        m_queue.dialect = majority();
        m_queue.kind = kind();
        markForeign();
        m_queue.title = title();
        if (const auto nameOf = m_book.rules(m_queue.dialect).nameOfLock)
            m_queue.clientName = nameOf(m_source.path);
        markRevoked();
        return std::move(m_contenders);
    }

private:
    void parse();
    bool claimed(const ChildNode &child, const std::optional<Reading> &reading, ParsedName &parsed) const;
    void chooseMeanings();
    bool isKnownHere(Dialect dialect) const;
    const Candidate &meaning(const std::vector<Candidate> &candidates, const std::vector<int> &distinctive) const;
    Dialect majority() const;
    LockKind kind() const;
    void markForeign();
    void markRevoked();
    QString title() const;
    std::vector<Dialect> writersOfAll() const;

    const DialectRegistry &m_book;
    LockSource &m_source;
    LockQueue &m_queue;
    std::vector<Contender> m_contenders;
    std::vector<int> m_groups;                ///< of each contender, -1 for none
    std::vector<int> m_inGroup;               ///< how many contenders have a name of the group
    std::vector<const Candidate *> m_meaning; ///< of each group that is here
};

/// A name of no known family can still be one's in this directory: then \a parsed becomes that family's.
bool Recogniser::claimed(const ChildNode &child, const std::optional<Reading> &reading, ParsedName &parsed) const
{
    const bool unknown = !reading || reading->view.dialect == Dialect::Generic;
    if (!unknown)
        return false;
    const Splits splits = splitName(child.name);
    const auto split = likelierSplit(child.name, splits);
    const QStringView prefix = split ? split->prefix : QStringView(child.name);
    for (size_t i = 0; i < m_book.all().size(); ++i) {
        const DialectRules &rules = m_book.all()[i];
        if (!rules.claims || (!split && !rules.claimsUnnumbered) || !rules.claims(m_source, child, prefix))
            continue;
        parsed = {
            static_cast<Dialect>(i), rules.claimed.kind, rules.claimed.mode, split ? split->sequence : noSequence, {},
            rules.claimed.role};
        return true;
    }
    return false;
}

void Recogniser::parse()
{
    m_contenders.reserve(m_source.children.size());
    m_groups.reserve(m_source.children.size());
    for (ChildNode &child : m_source.children) {
        const auto reading = m_book.read(child.name);
        std::optional<ParsedName> parsed;
        if (reading) {
            const NameView &view = reading->view;
            parsed = ParsedName{view.dialect, view.kind, view.mode, view.sequence, view.token.toString(), view.role};
        }
        ParsedName other;
        if (claimed(child, reading, other))
            parsed = other;
        const int group = reading ? reading->group : -1;
        if (group >= 0)
            ++m_inGroup[static_cast<size_t>(group)];
        m_groups.push_back(group);
        const auto state = parsed ? ContenderState::Pending : ContenderState::Foreign;
        m_contenders.push_back({std::move(child), std::move(parsed), state, {}});
    }
}

bool Recogniser::isKnownHere(Dialect dialect) const
{
    const auto recognises = m_book.rules(dialect).recognises;
    return recognises && recognises(m_source, m_contenders);
}

const Candidate &Recogniser::meaning(const std::vector<Candidate> &candidates,
                                     const std::vector<int> &distinctive) const
{
    for (const Candidate &candidate : candidates) {
        if (isKnownHere(candidate.dialect))
            return candidate;
    }
    const auto most =
        std::max_element(candidates.begin(), candidates.end(), [&](const Candidate &a, const Candidate &b) {
            return distinctive[numberOf(a.dialect)] < distinctive[numberOf(b.dialect)];
        });
    return *most; // the first, and likeliest, where none has names of its own here
}

/// A name that several families write is that one's of which there is other evidence here: names that only it writes,
/// its path, its data.
void Recogniser::chooseMeanings()
{
    std::vector<int> distinctive(m_book.all().size(), 0);
    for (int group = 0; group < m_book.groupCount(); ++group) {
        const auto &candidates = m_book.candidates(group);
        if (candidates.size() == 1)
            distinctive[numberOf(candidates.front().dialect)] += m_inGroup[static_cast<size_t>(group)];
    }
    bool changed = false;
    for (int group = 0; group < m_book.groupCount(); ++group) {
        if (m_inGroup[static_cast<size_t>(group)] == 0)
            continue;
        const auto &candidates = m_book.candidates(group);
        const Candidate &chosen = candidates.size() == 1 ? candidates.front() : meaning(candidates, distinctive);
        m_meaning[static_cast<size_t>(group)] = &chosen;
        changed = changed || &chosen != &candidates.front();
    }
    for (size_t i = 0; changed && i < m_groups.size(); ++i) {
        if (m_groups[i] < 0)
            continue;
        const Candidate &chosen = *m_meaning[static_cast<size_t>(m_groups[i])];
        ParsedName &parsed = *m_contenders[i].parsed;
        parsed.dialect = chosen.dialect;
        parsed.kind = chosen.pattern.kind;
        parsed.mode = chosen.pattern.mode;
        parsed.role = chosen.pattern.role;
    }
}

/// The dialect of most contenders; a known one rather than Generic where they are equally many.
Dialect Recogniser::majority() const
{
    std::vector<int> counts(m_book.all().size(), 0);
    for (const Contender &contender : m_contenders) {
        if (contender.parsed)
            ++counts[numberOf(contender.parsed->dialect)];
    }
    const int unknown = std::exchange(counts[numberOf(Dialect::Generic)], 0);
    const auto most = std::max_element(counts.begin(), counts.end());
    return *most > 0 && *most >= unknown ? static_cast<Dialect>(most - counts.begin()) : Dialect::Generic;
}

LockKind Recogniser::kind() const
{
    if (m_queue.dialect == Dialect::Generic)
        return LockKind::Queue;
    const auto has = [&](NameKind kind) {
        return std::any_of(m_contenders.begin(), m_contenders.end(), [&](const Contender &c) {
            return c.parsed && c.parsed->dialect == m_queue.dialect && c.parsed->kind == kind;
        });
    };
    return has(NameKind::ReadWrite)  ? LockKind::ReadWrite
           : has(NameKind::Lease)    ? LockKind::Semaphore
           : has(NameKind::Mutex)    ? LockKind::Mutex
           : has(NameKind::Election) ? LockKind::Election
                                     : LockKind::Queue;
}

void Recogniser::markForeign()
{
    if (m_queue.dialect == Dialect::Generic)
        return;
    for (Contender &contender : m_contenders) {
        if (contender.parsed && contender.parsed->dialect == Dialect::Generic)
            contender.state = ContenderState::Foreign;
    }
}

void Recogniser::markRevoked()
{
    for (Contender &contender : m_contenders) {
        if (contender.state == ContenderState::Foreign || contender.node.access != ChildNode::Data::Read)
            continue;
        const QByteArray &word = m_book.rules(contender.parsed->dialect).revokeWord;
        contender.askedToRelease = !word.isEmpty() && contender.node.data == word;
    }
}

/// Those to whom every name of the chosen dialect here could belong as well.
std::vector<Dialect> Recogniser::writersOfAll() const
{
    std::vector<Dialect> writers;
    bool first = true;
    for (size_t i = 0; i < m_groups.size(); ++i) {
        const Contender &contender = m_contenders[i];
        if (!contender.parsed || contender.parsed->dialect != m_queue.dialect)
            continue;
        if (m_groups[i] < 0)
            return {m_queue.dialect};
    }
    for (int group = 0; group < m_book.groupCount(); ++group) {
        const Candidate *chosen = m_meaning[static_cast<size_t>(group)];
        if (!chosen || chosen->dialect != m_queue.dialect)
            continue;
        std::vector<Dialect> here;
        for (const Candidate &candidate : m_book.candidates(group))
            here.push_back(candidate.dialect);
        if (std::exchange(first, false)) {
            writers = here;
            continue;
        }
        std::erase_if(writers, [&](Dialect d) { return std::find(here.begin(), here.end(), d) == here.end(); });
    }
    return writers;
}

QString Recogniser::title() const
{
    const DialectRules &own = m_book.rules(m_queue.dialect);
    const QString alone = own.title.isEmpty() ? own.label : own.title;
    const std::vector<Dialect> writers = writersOfAll();
    if (writers.size() < 2 || isKnownHere(m_queue.dialect))
        return alone;
    QStringList labels;
    for (const Dialect writer : writers)
        labels += m_book.rules(writer).label;
    const QString last = labels.takeLast();
    return labels.join(u", "_s) + u" or "_s + last;
}

} // namespace

std::vector<Contender> recognise(LockSource &source, LockQueue &queue)
{
    return Recogniser(source, queue).run();
}

} // namespace lockscope::locks
