// SPDX-License-Identifier: Apache-2.0
#include "core/locks/patterns.h"

#include "core/locks/dialectregistry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

constexpr auto fileKey = "lockscope_patterns"_L1;
constexpr int fileVersion = 1;

template<typename Value>
using Choice = std::pair<QLatin1StringView, Value>;

constexpr std::array kinds{
    Choice<NameKind>{"mutex"_L1, NameKind::Mutex},     Choice<NameKind>{"readwrite"_L1, NameKind::ReadWrite},
    Choice<NameKind>{"semaphore"_L1, NameKind::Lease}, Choice<NameKind>{"election"_L1, NameKind::Election},
    Choice<NameKind>{"queue"_L1, NameKind::Queue},
};
constexpr std::array waitRules{
    Choice<WaitRule>{"nearest-blocker"_L1, nearestBlocker},
    Choice<WaitRule>{"node-before"_L1, nodeBefore},
    Choice<WaitRule>{"oldest-writer"_L1, oldestWriter},
    Choice<WaitRule>{"never"_L1, neverWaits},
};
constexpr std::array sortRules{
    Choice<SortRule>{"number"_L1, SortRule::Number},
    Choice<SortRule>{"text"_L1, SortRule::Text},
    Choice<SortRule>{"sign-dropped"_L1, SortRule::SignDropped},
    Choice<SortRule>{"circular"_L1, SortRule::Circular},
};
constexpr std::array habits{
    Choice<WaitHabit>{"node"_L1, WaitHabit::NodeWatch},
    Choice<WaitHabit>{"directory"_L1, WaitHabit::ChildWatch},
    Choice<WaitHabit>{"none"_L1, WaitHabit::Polls},
};
constexpr std::array keys{"name"_L1,  "title"_L1, "child"_L1,   "node"_L1,   "kind"_L1,
                          "waits"_L1, "sorts"_L1, "watches"_L1, "shared"_L1, "revoke"_L1};

/// Reads one pattern; what is wrong with it ends up in problem(), the first thing only.
class Reader
{
public:
    explicit Reader(QJsonObject json)
        : m_json(std::move(json))
    {
    }

    DialectRules read(const std::vector<DialectRules> &before);
    QString problem() const { return m_problem; }

private:
    void complain(const QString &what)
    {
        if (m_problem.isEmpty())
            m_problem = what;
    }
    QString text(QLatin1StringView key);
    std::optional<QRegularExpression> expression(QLatin1StringView key);
    void checkName(const QString &name, const std::vector<DialectRules> &before);

    template<typename Value, size_t N>
    Value choice(QLatin1StringView key, const std::array<Choice<Value>, N> &choices)
    {
        const QString word = text(key);
        if (word.isEmpty())
            return choices.front().second;
        QStringList words;
        for (const auto &[name, value] : choices) {
            if (name == word)
                return value;
            words += u'"' + name + u'"';
        }
        complain(u"\"%1\" is \"%2\", and must be one of %3"_s.arg(key, word, words.join(u", "_s)));
        return choices.front().second;
    }

    QJsonObject m_json;
    QString m_problem;
};

QString Reader::text(QLatin1StringView key)
{
    const QJsonValue value = m_json.value(key);
    if (!value.isUndefined() && !value.isString())
        complain(u"\"%1\" must be a text"_s.arg(key));
    return value.toString();
}

std::optional<QRegularExpression> Reader::expression(QLatin1StringView key)
{
    const QString pattern = text(key);
    if (pattern.isEmpty())
        return std::nullopt;
    QRegularExpression expression(QRegularExpression::anchoredPattern(pattern));
    if (!expression.isValid()) {
        const QRegularExpression bare(pattern); // its offsets are those that people see
        complain(u"\"%1\" is no regular expression: %2 at character %3"_s.arg(key, bare.errorString())
                     .arg(bare.patternErrorOffset()));
        return std::nullopt;
    }
    expression.optimize();
    return expression;
}

void Reader::checkName(const QString &name, const std::vector<DialectRules> &before)
{
    static const QRegularExpression allowed(QRegularExpression::anchoredPattern(u"[a-z0-9][a-z0-9-]*"_s));
    if (!allowed.match(name).hasMatch())
        complain(u"\"name\" must be of a-z, 0-9 and -"_s);
    const auto isTaken = [&](const std::vector<DialectRules> &dialects) {
        return std::any_of(dialects.begin(), dialects.end(),
                           [&](const DialectRules &known) { return known.id == name; });
    };
    if (isTaken(before) || isTaken(builtInDialects()))
        complain(u"there is a dialect of this name already"_s);
}

DialectRules Reader::read(const std::vector<DialectRules> &before)
{
    for (auto key = m_json.begin(); key != m_json.end(); ++key) {
        if (std::find(keys.begin(), keys.end(), key.key()) == keys.end())
            complain(u"\"%1\" is no key of a pattern"_s.arg(key.key()));
    }
    DialectRules rules{text("name"_L1), text("name"_L1), text("title"_L1)};
    checkName(rules.id, before);
    rules.regex = expression("child"_L1);
    rules.nodePath = expression("node"_L1);
    if (!rules.regex && !rules.nodePath)
        complain(u"it needs \"child\", for the names of contenders, or \"node\", for the path of a lock of one node"_s);
    if (rules.regex && !rules.regex->namedCaptureGroups().contains(u"seq"_s))
        complain(u"\"child\" needs a group (?<seq>…) for the sequence number"_s);
    rules.regexReads.kind = choice("kind"_L1, kinds);
    rules.waits = choice("waits"_L1, waitRules);
    rules.sorts = choice("sorts"_L1, sortRules);
    rules.habit = choice("watches"_L1, habits);
    rules.sharedMark = text("shared"_L1);
    if (!rules.sharedMark.isEmpty() && rules.regex && !rules.regex->namedCaptureGroups().contains(u"mode"_s))
        complain(u"\"shared\" says what the group (?<mode>…) is for a reader, and \"child\" has no such group"_s);
    if (rules.regexReads.kind == NameKind::Lease)
        rules.regexReads.mode = Mode::Shared;
    rules.revokeWord = text("revoke"_L1).toUtf8();
    return rules;
}

} // namespace

Patterns parsePatterns(const QByteArray &json, const QString &file)
{
    Patterns patterns;
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    const auto complain = [&](const QString &what) { patterns.problems += u"%1: %2."_s.arg(file, what); };
    if (error.error != QJsonParseError::NoError) {
        complain(u"no JSON: %1 at byte %2"_s.arg(error.errorString()).arg(error.offset));
        return patterns;
    }
    if (document.object()[fileKey] != fileVersion || !document.object()["patterns"_L1].isArray()) {
        complain(u"it must be {\"%1\": %2, \"patterns\": […]}"_s.arg(fileKey).arg(fileVersion));
        return patterns;
    }
    int number = 0;
    for (const QJsonValue &value : document.object()["patterns"_L1].toArray()) {
        ++number;
        Reader reader(value.toObject());
        DialectRules rules = reader.read(patterns.dialects);
        const QString name = rules.id.isEmpty() ? QString::number(number) : u'"' + rules.id + u'"';
        if (reader.problem().isEmpty())
            patterns.dialects.push_back(std::move(rules));
        else
            complain(u"pattern %1 is left out: %2"_s.arg(name, reader.problem()));
    }
    return patterns;
}

} // namespace lockscope::locks
