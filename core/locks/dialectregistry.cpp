// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectregistry.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

namespace lockscope::locks {

DialectRegistry::DialectRegistry(std::vector<DialectRules> dialects)
    : m_dialects(std::move(dialects))
{
    for (size_t i = 0; i < m_dialects.size(); ++i) {
        const DialectRules &rules = m_dialects[i];
        const auto dialect = static_cast<Dialect>(i);
        for (const NamePattern &pattern : rules.names)
            add(dialect, pattern);
        if (rules.readName)
            m_special.push_back(dialect);
        if (rules.regex)
            m_byUser.push_back(dialect);
        if (rules.readNode)
            m_readersOfNodes.push_back(dialect);
        if (rules.semaphore && std::find(m_shapes.begin(), m_shapes.end(), *rules.semaphore) == m_shapes.end())
            m_shapes.push_back(*rules.semaphore);
    }
    for (auto &group : m_groups) {
        std::stable_sort(group.begin(), group.end(), [](const Candidate &a, const Candidate &b) {
            return !a.pattern.unlikely && b.pattern.unlikely;
        });
    }
    // Longer beginnings first: what fits "_c_" is no bare name.
    std::stable_sort(m_frames.begin(), m_frames.end(),
                     [](const Frame &a, const Frame &b) { return a.before.size() > b.before.size(); });
}

void DialectRegistry::add(Dialect dialect, const NamePattern &pattern)
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

const DialectRules &DialectRegistry::rules(Dialect dialect) const
{
    const auto number = static_cast<size_t>(dialect);
    return m_dialects[number < m_dialects.size() ? number : static_cast<size_t>(Dialect::Generic)];
}

std::optional<Dialect> DialectRegistry::find(QStringView id) const
{
    const auto found =
        std::find_if(m_dialects.begin(), m_dialects.end(), [id](const DialectRules &rules) { return rules.id == id; });
    if (found == m_dialects.end())
        return std::nullopt;
    return static_cast<Dialect>(found - m_dialects.begin());
}

std::optional<Dialect> DialectRegistry::nodeOfUser(const QString &path) const
{
    const auto found = std::find_if(m_dialects.begin(), m_dialects.end(), [&](const DialectRules &rules) {
        return rules.nodePath && rules.nodePath->match(path).hasMatch();
    });
    if (found == m_dialects.end())
        return std::nullopt;
    return static_cast<Dialect>(found - m_dialects.begin());
}

QString DialectRegistry::leaderNodeOf(const QString &election) const
{
    for (const DialectRules &rules : m_dialects) {
        if (const QString node = rules.leaderNode ? rules.leaderNode->nodeOf(election) : QString(); !node.isEmpty())
            return node;
    }
    return {};
}

QString DialectRegistry::electionLedFrom(const QString &directory) const
{
    for (const DialectRules &rules : m_dialects) {
        const QString election = rules.leaderNode ? rules.leaderNode->electionOf(directory) : QString();
        if (!election.isEmpty())
            return election;
    }
    return {};
}

std::optional<NameReading> DialectRegistry::read(QStringView name) const
{
    if (!m_byUser.empty()) {
        if (auto own = readByUser(name))
            return own;
    }
    const Splits splits = splitName(name);
    if (splits.isEmpty())
        return std::nullopt;
    // The reading of the number that leaves a prefix which a client writes.
    for (const auto &split : {splits.positive, splits.negative}) {
        if (!split)
            continue;
        if (auto known = readKnown(*split))
            return known;
    }
    const auto split = likelierSplit(name, splits);
    if (!split)
        return std::nullopt;
    return NameReading{{Dialect::Generic, NameKind::Queue, Mode::Exclusive, split->sequence, {}}};
}

std::optional<NameReading> DialectRegistry::readKnown(const Split &split) const
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
            return NameReading{
                {first.dialect, first.pattern.kind, first.pattern.mode, split.sequence, *token, first.pattern.role},
                ending.group};
        }
    }
    for (const Dialect dialect : m_special) {
        if (auto view = rules(dialect).readName(split.prefix, split.sequence)) {
            view->dialect = dialect;
            return NameReading{*view};
        }
    }
    return std::nullopt;
}

std::optional<NameReading> DialectRegistry::readByUser(QStringView name) const
{
    for (const Dialect dialect : m_byUser) {
        const DialectRules &own = rules(dialect);
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
        return NameReading{{dialect, own.regexReads.kind, shared ? Mode::Shared : own.regexReads.mode, sequence,
                            match.capturedView(QStringLiteral("token")), own.regexReads.role}};
    }
    return std::nullopt;
}

namespace {

/// Registries are few and never freed before the end: a thread that reads one may go on with it.
struct Registries
{
    std::mutex mutex;
    std::vector<std::unique_ptr<const DialectRegistry>> all;
    std::atomic<const DialectRegistry *> current = nullptr;

    Registries() { put(DialectRegistry(builtInDialects())); }
    void put(DialectRegistry registry)
    {
        const std::lock_guard lock(mutex);
        all.push_back(std::make_unique<const DialectRegistry>(std::move(registry)));
        current = all.back().get();
    }
};

Registries &registries()
{
    static Registries registries;
    return registries;
}

} // namespace

const DialectRegistry &dialectRegistry()
{
    return *registries().current.load(std::memory_order_acquire);
}

void useDialects(std::vector<DialectRules> byUser)
{
    std::vector<DialectRules> all = builtInDialects();
    for (DialectRules &rules : byUser)
        all.push_back(std::move(rules));
    registries().put(DialectRegistry(std::move(all)));
}

} // namespace lockscope::locks
