// SPDX-License-Identifier: Apache-2.0
#include "core/base/strictjson.h"
#include "core/locks/dialectregistry.h"

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
/// Shown after the file and the pattern: "p.json: pattern "acme" is left out: "child": it must be a text."
JsonWords patternWords()
{
    JsonWords words;
    words.complaint = Text::en("\"%2\": %3");
    words.complaintOfAll = Text::en("%2");
    words.text = Text::en("it must be a text");
    words.noSuch = Text::en("it is \"%1\", and must be one of %2");
    words.unknownKey = Text::en("it is no key of a pattern");
    return words;
}

/// Reads one pattern; what is wrong with it ends up in problem(), the first thing only.
class Reader
{
public:
    explicit Reader(const QJsonValue &json)
        : m_fields(json.toObject(), {}, m_complaints)
    {
    }

    DialectRules read(const std::vector<DialectRules> &before)
    {
        DialectRules rules{text("name"_L1), Text::verbatim(text("name"_L1)), Text::verbatim(text("title"_L1))};
        checkName(rules.id, before);
        rules.regex = expression("child"_L1);
        rules.nodePath = expression("node"_L1);
        if (!rules.regex && !rules.nodePath)
            complain(Text::en(
                "it needs \"child\", for the names of contenders, or \"node\", for the path of a lock of one node"));
        if (rules.regex && !rules.regex->namedCaptureGroups().contains(u"seq"_s))
            complain(Text::en("\"child\" needs a group (?<seq>…) for the sequence number"));
        rules.regexReads.kind = choice("kind"_L1, kinds);
        rules.waits = choice("waits"_L1, waitRules);
        rules.sorts = choice("sorts"_L1, sortRules);
        rules.habit = choice("watches"_L1, habits);
        rules.sharedMark = text("shared"_L1);
        if (!rules.sharedMark.isEmpty() && rules.regex && !rules.regex->namedCaptureGroups().contains(u"mode"_s))
            complain(
                Text::en("\"shared\" says what the group (?<mode>…) is for a reader, and \"child\" has no such group"));
        if (rules.regexReads.kind == NameKind::Lease)
            rules.regexReads.mode = Mode::Shared;
        rules.revokeWord = text("revoke"_L1).toUtf8();
        m_fields.end();
        return rules;
    }

    Text problem() const { return m_complaints.first(); }

private:
    /// About the pattern as a whole, or with the names of the keys in it.
    void complain(const Text &what) { m_complaints.add({}, what); }
    QString text(QLatin1StringView key) { return m_fields.text(key).value_or(QString()); }
    std::optional<QRegularExpression> expression(QLatin1StringView key)
    {
        const QString pattern = text(key);
        if (pattern.isEmpty())
            return std::nullopt;
        // One that tries for long does not fit: thousands of names are read.
        QRegularExpression expression(u"(*LIMIT_MATCH=10000)"_s + QRegularExpression::anchoredPattern(pattern));
        if (!expression.isValid()) {
            const QRegularExpression bare(pattern); // its offsets, not those of the anchored one
            complain(Text::en("\"%1\" is no regular expression: %2 at character %3")
                         .arg(key, bare.errorString(), bare.patternErrorOffset()));
            return std::nullopt;
        }
        expression.optimize();
        return expression;
    }

    void checkName(const QString &name, const std::vector<DialectRules> &before)
    {
        static const QRegularExpression allowed(QRegularExpression::anchoredPattern(u"[a-z0-9][a-z0-9-]*"_s));
        if (!allowed.match(name).hasMatch())
            complain(Text::en("\"name\" must be of a-z, 0-9 and -"));
        const auto isTaken = [&](const std::vector<DialectRules> &dialects) {
            return std::any_of(dialects.begin(), dialects.end(),
                               [&](const DialectRules &known) { return known.id == name; });
        };
        if (isTaken(before) || isTaken(builtInDialects()))
            complain(Text::en("there is a dialect of this name already"));
    }

    template<typename Value, size_t N>
    Value choice(QLatin1StringView key, const std::array<Choice<Value>, N> &choices)
    {
        if (text(key).isEmpty())
            return choices.front().second;
        QStringList words;
        for (const auto &[name, value] : choices)
            words += u'"' + name + u'"';
        const auto find = [&choices](QStringView word) {
            const auto found =
                std::find_if(choices.begin(), choices.end(), [&](const auto &one) { return one.first == word; });
            return found == choices.end() ? std::nullopt : std::optional(found->second);
        };
        return m_fields.choice<Value>(key, find, {words.join(u", "_s)}).value_or(choices.front().second);
    }

    JsonComplaints m_complaints{{}, patternWords()};
    JsonFields m_fields;
};

} // namespace

Patterns parsePatterns(const QByteArray &json, const QString &file)
{
    Patterns patterns;
    const auto text = JsonText::read(json);
    const auto complain = [&](const Text &what) { patterns.problems += Text::en("%1: %2.").arg(file, what); };
    if (!text) {
        complain(Text::en("no JSON: %1").arg(text.error().detail));
        return patterns;
    }
    const QJsonObject top = text->top.toObject();
    if (top[fileKey] != fileVersion || !top["patterns"_L1].isArray()) {
        complain(Text::en("it must be {\"%1\": %2, \"patterns\": […]}").arg(fileKey, fileVersion));
        return patterns;
    }
    if (const JsonComplaints twice(text->lines); !twice.isEmpty())
        complain(twice.first());
    int number = 0;
    const QJsonArray all = top["patterns"_L1].toArray();
    for (const QJsonValue value : all) {
        ++number;
        Reader reader(value);
        DialectRules rules = reader.read(patterns.dialects);
        const QString name = rules.id.isEmpty() ? QString::number(number) : u'"' + rules.id + u'"';
        if (reader.problem().isEmpty())
            patterns.dialects.push_back(std::move(rules));
        else
            complain(Text::en("pattern %1 is left out: %2").arg(name, reader.problem()));
    }
    return patterns;
}

} // namespace lockscope::locks
