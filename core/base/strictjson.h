// SPDX-License-Identifier: Apache-2.0
// Reads the JSON that people write (scenarios, profiles, patterns, bookmarks) strictly: each key is known, each value
// of the kind and in the range that is wanted, else there is a complaint that names the place. Never stops at the first
// complaint, never throws. What valid JSON is, Qt decides.
//
// Qt gives no places of values. Looked for in Debian first: nlohmann-json and RapidJSON give positions only of syntax
// errors; jsoncpp gives them of values, but would be a second JSON parser, with rules of its own and with exceptions.
// The events of recordings have a reader of their own (core/journal/eventjson.cpp): a million lines of one object each.
#pragma once

#include "core/base/error.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>

namespace lockscope {

// ---- single values ----

/// A value as a sentence shows it: short, on one line.
Text shortJson(const QJsonValue &value);
/// A JSON number without a fraction.
std::optional<qint64> wholeNumber(const QJsonValue &value);

// ---- a text, and where in it each key and element stands ----

struct JsonLines
{
    /// By path ("steps[2].client"; empty: the whole text): the line of the key, or of the element; from 1.
    QHash<QString, int> lines;
    /// Paths that stand there more than once; `lines` has the last, which is the one that QJsonDocument keeps.
    QStringList repeated;

    /// The line of \a path, else of the innermost thing around it that is there.
    int lineOf(QString path) const;
};

/// \a text should be what QJsonDocument took; of anything else it finds what it finds, and ends.
JsonLines locateLines(const QByteArray &text);

struct JsonText
{
    QJsonValue top; ///< an object or a list
    JsonLines lines;

    /// InvalidInput with "line 3: this is no JSON: unterminated string".
    static Result<JsonText> read(const QByteArray &text);
};

// ---- complaints ----

/// How the complaints about one kind of file are worded. %1 is what was found, else as it is said.
struct JsonWords
{
    /// Of a complaint about a value (%1: its line, %2: its path, %3: the complaint), and of one about all of the text
    /// (%1: its line, %2: the complaint). The complaint is one of those below, or of the reader's own.
    Text complaint = Text::en("line %1: %2: %3");
    Text complaintOfAll = Text::en("line %1: %2");
    Text object = Text::en("wants an object, { … }, not %1");
    Text list = Text::en("wants a list, [ … ], not %1");
    Text text = Text::en("wants a text in quotes, not %1");
    Text flag = Text::en("wants true or false, not %1");
    Text number = Text::en("wants a number from %2 to %3, not %1");
    Text wholeNumber = Text::en("wants a whole number, not %1");
    Text wholeNumberOfAtLeast = Text::en("wants a whole number of at least %2, not %1");
    Text wholeNumberWithin = Text::en("wants a whole number from %2 to %3, not %1");
    Text noSuch = Text::en("there is no \"%1\"; there are %2");   ///< %2: all that there are
    Text unknownKey = Text::en("unknown key; known here are %1"); ///< %1: the known ones
};

class JsonComplaints
{
public:
    /// Begins with those about keys that stand there twice.
    explicit JsonComplaints(JsonLines lines = {}, JsonWords words = {});

    /// \a path: empty if it is about all of the text.
    void add(const QString &path, const Text &sentence);
    bool isEmpty() const { return m_all.isEmpty(); }
    /// So many that more of one list are of no use: its reader may stop.
    bool areEnough() const { return m_all.size() >= enough; }
    /// "line 7: steps[2].client: there is no client "Z"; …": the one that stands first in the text.
    Text first() const;
    int lineOf(const QString &path) const { return m_lines.lineOf(path); }
    const JsonWords &words() const { return m_words; }

private:
    static constexpr qsizetype enough = 100;

    struct Complaint
    {
        int line = 0;
        Text text;
    };
    JsonLines m_lines;
    JsonWords m_words;
    QList<Complaint> m_all;
};

/// One object. Every key that is asked for counts as known; end() complains about the others. The readers give nothing
/// where the key is not there, and where it was complained about.
class JsonFields
{
public:
    /// \a path: where the object stands ("steps[2]"); a value that is no object is complained about.
    JsonFields(const QJsonValue &value, QString path, JsonComplaints &complaints);

    bool has(const QString &key) const { return m_object.contains(key); }
    QString pathOf(const QString &key) const { return m_path.isEmpty() ? key : m_path + u'.' + key; }
    const QString &path() const { return m_path; }
    JsonComplaints &complaints() const { return m_complaints; }
    void complain(const QString &key, const Text &sentence) const { m_complaints.add(pathOf(key), sentence); }
    /// Complains if \a key is not there.
    void need(const QString &key) const;

    std::optional<QJsonValue> value(const QString &key);
    std::optional<QString> text(const QString &key);
    std::optional<bool> flag(const QString &key);
    template<typename Int>
    std::optional<Int> wholeNumber(const QString &key, Int least, Int most)
    {
        const auto number = integer(key, least, most);
        return number ? std::optional(static_cast<Int>(*number)) : std::nullopt;
    }
    std::optional<double> number(const QString &key, double least, double most);
    /// "500ms", "20s", or a number of milliseconds.
    std::optional<std::chrono::milliseconds> duration(const QString &key, std::chrono::milliseconds least);
    /// A text, or a list of them that is not empty.
    std::optional<QStringList> texts(const QString &key);
    std::optional<QJsonArray> list(const QString &key);
    /// A text that \a read understands; \a choices: all of them, for the complaint.
    template<typename T>
    std::optional<T> choice(const QString &key, const std::function<std::optional<T>(QStringView)> &read,
                            const QStringList &choices)
    {
        const auto given = text(key);
        const auto chosen = given ? read(*given) : std::nullopt;
        if (given && !chosen)
            complain(key, m_complaints.words().noSuch.arg(*given, Text::enumerated(choices)));
        return chosen;
    }

    /// Complains about keys that were not asked for.
    void end();

private:
    std::optional<qint64> integer(const QString &key, qint64 least, qint64 most);
    /// Complains in these \a words of a value of any other type.
    std::optional<QJsonValue> value(const QString &key, QJsonValue::Type type, const Text &words);

    QJsonObject m_object;
    QString m_path;
    JsonComplaints &m_complaints;
    QStringList m_known;
    bool m_isObject = true;
};

} // namespace lockscope
