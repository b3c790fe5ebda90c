// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recogniser.h"

#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

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
        : m_registry(dialectRegistry())
        , m_source(source)
        , m_queue(queue)
        , m_inGroup(static_cast<size_t>(m_registry.groupCount()), 0)
        , m_meaning(static_cast<size_t>(m_registry.groupCount()), nullptr)
    {
    }

    std::vector<Contender> run()
    {
        parse();
        chooseMeanings();
        readModes();
        m_queue.dialect = majority();
        m_queue.kind = kind();
        markForeign();
        m_queue.title = title();
        if (const auto nameOf = m_registry.rules(m_queue.dialect).nameOfLock)
            m_queue.clientName = nameOf(m_source.path);
        markRevoked();
        return std::move(m_contenders);
    }

private:
    void parse()
    {
        m_contenders.reserve(m_source.children.size());
        m_groups.reserve(m_source.children.size());
        for (ChildNode &child : m_source.children) {
            const auto reading = m_registry.read(child.name);
            auto parsed = reading ? std::optional(reading->view.parsed()) : std::nullopt;
            int group = reading ? reading->group : -1;
            const bool isPlain = parsed && parsed->dialect == Dialect::Plain;
            if (!parsed || parsed->dialect == Dialect::Generic || isPlain) {
                if (auto own = claimed(child, isPlain)) {
                    parsed = std::move(own);
                    group = -1;
                }
            }
            if (group >= 0)
                ++m_inGroup[static_cast<size_t>(group)];
            m_groups.push_back(group);
            const auto state = parsed ? ContenderState::Pending : ContenderState::Foreign;
            m_contenders.push_back({std::move(child), std::move(parsed), state, {}});
        }
    }

    /// A name of no known family can still be one's in this directory; so can one that anybody may have written.
    std::optional<ParsedName> claimed(const ChildNode &child, bool isPlain) const
    {
        const Splits splits = splitName(child.name);
        const auto split = likelierSplit(child.name, splits);
        const QStringView prefix = split ? split->prefix : QStringView(child.name);
        for (size_t i = 0; i < m_registry.all().size(); ++i) {
            const DialectRules &rules = m_registry.all()[i];
            if (!rules.claims || (isPlain && !rules.claimsPlain) || (!split && !rules.claimsUnnumbered)
                || !rules.claims(m_source, child, prefix))
                continue;
            const NamePattern &as = rules.claimed;
            const qint64 sequence = split ? split->sequence : noSequence;
            return ParsedName{static_cast<Dialect>(i), as.kind, as.mode, sequence, {}, as.role};
        }
        return std::nullopt;
    }

    /// A name that several families write is that one's of which there is other evidence here: names that only it
    /// writes, its path, its data.
    void chooseMeanings()
    {
        std::vector<int> distinctive(m_registry.all().size(), 0);
        for (int group = 0; group < m_registry.groupCount(); ++group) {
            const auto &candidates = m_registry.candidates(group);
            if (candidates.size() == 1)
                distinctive[numberOf(candidates.front().dialect)] += m_inGroup[static_cast<size_t>(group)];
        }
        bool changed = false;
        for (int group = 0; group < m_registry.groupCount(); ++group) {
            if (m_inGroup[static_cast<size_t>(group)] == 0)
                continue;
            const auto &candidates = m_registry.candidates(group);
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

    void readModes()
    {
        for (Contender &contender : m_contenders) {
            const auto modeOf = contender.parsed ? m_registry.rules(contender.parsed->dialect).modeOf : nullptr;
            if (modeOf)
                contender.parsed->mode = modeOf(contender.node);
        }
    }

    bool isKnownHere(Dialect dialect) const
    {
        const auto recognises = m_registry.rules(dialect).recognises;
        return recognises && recognises(m_source, m_contenders);
    }

    const Candidate &meaning(const std::vector<Candidate> &candidates, const std::vector<int> &distinctive) const
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

    /// The dialect of most contenders; a known one rather than Generic where they are equally many.
    Dialect majority() const
    {
        std::vector<int> counts(m_registry.all().size(), 0);
        for (const Contender &contender : m_contenders) {
            if (contender.parsed)
                ++counts[numberOf(contender.parsed->dialect)];
        }
        const int unknown = std::exchange(counts[numberOf(Dialect::Generic)], 0);
        const auto most = std::max_element(counts.begin(), counts.end());
        return *most > 0 && *most >= unknown ? static_cast<Dialect>(most - counts.begin()) : Dialect::Generic;
    }

    LockKind kind() const
    {
        if (m_queue.dialect == Dialect::Generic)
            return saysElection(m_source.path) ? LockKind::Election : LockKind::Queue;
        const auto has = [&](NameKind kind) {
            return std::any_of(m_contenders.begin(), m_contenders.end(), [&](const Contender &c) {
                return c.parsed && c.parsed->dialect == m_queue.dialect && c.parsed->kind == kind;
            });
        };
        return has(NameKind::ReadWrite)  ? LockKind::ReadWrite
               : has(NameKind::Lease)    ? LockKind::Semaphore
               : has(NameKind::Mutex)    ? (isOfLeaders() ? LockKind::Election : LockKind::Mutex)
               : has(NameKind::Election) ? LockKind::Election
                                         : LockKind::Queue;
    }

    /// Curator's LeaderSelector, kazoo's Election and others write the names of a mutex. They are known by words of
    /// the path, or by an address in the directory's data, where its leader says how it is reached.
    bool isOfLeaders() const
    {
        static const QRegularExpression address(u"\\A([a-z]+://)?[A-Za-z0-9._-]+:[0-9]{1,5}/?\\z"_s);
        constexpr qsizetype longest = 300;
        return saysLeader(m_source.path)
               || (m_source.data && m_source.data->size() <= longest
                   && address.match(QString::fromUtf8(*m_source.data)).hasMatch());
    }

    void markForeign()
    {
        if (m_queue.dialect == Dialect::Generic)
            return;
        for (Contender &contender : m_contenders) {
            if (contender.parsed && contender.parsed->dialect == Dialect::Generic)
                contender.state = ContenderState::Foreign;
        }
    }

    void markRevoked()
    {
        for (Contender &contender : m_contenders) {
            if (contender.state == ContenderState::Foreign || contender.node.access != ChildNode::Data::Read)
                continue;
            const QByteArray &word = m_registry.rules(contender.parsed->dialect).revokeWord;
            contender.askedToRelease = !word.isEmpty() && contender.node.data == word;
        }
    }

    Text title() const
    {
        if (m_contenders.empty() && m_queue.dialect == Dialect::Generic)
            return Text::en("no contenders, whose names would say the kind");
        const Text alone = m_registry.rules(m_queue.dialect).wholeTitle();
        const std::vector<Dialect> writers = writersOfAll();
        if (writers.size() < 2 || isKnownHere(m_queue.dialect))
            return alone;
        QList<Text> labels;
        for (const Dialect writer : writers)
            labels += m_registry.rules(writer).label;
        const Text last = labels.takeLast();
        return Text::en("%1 or %2").arg(Text::listed(labels), last);
    }

    /// Those to whom every name of the chosen dialect here could belong as well.
    std::vector<Dialect> writersOfAll() const
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
        for (int group = 0; group < m_registry.groupCount(); ++group) {
            const Candidate *chosen = m_meaning[static_cast<size_t>(group)];
            if (!chosen || chosen->dialect != m_queue.dialect)
                continue;
            std::vector<Dialect> here;
            for (const Candidate &candidate : m_registry.candidates(group))
                here.push_back(candidate.dialect);
            if (std::exchange(first, false)) {
                writers = here;
                continue;
            }
            std::erase_if(writers, [&](Dialect d) { return std::find(here.begin(), here.end(), d) == here.end(); });
        }
        return writers;
    }

    const DialectRegistry &m_registry;
    LockSource &m_source;
    LockQueue &m_queue;
    std::vector<Contender> m_contenders;
    std::vector<int> m_groups;                ///< of each contender, -1 for none
    std::vector<int> m_inGroup;               ///< how many contenders have a name of the group
    std::vector<const Candidate *> m_meaning; ///< of each group that is here
};

} // namespace

std::vector<Contender> recognise(LockSource &source, LockQueue &queue)
{
    return Recogniser(source, queue).run();
}

} // namespace lockscope::locks
