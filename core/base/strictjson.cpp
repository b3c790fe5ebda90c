// SPDX-License-Identifier: Apache-2.0
#include "core/base/strictjson.h"

#include "core/base/duration.h"

#include <QJsonDocument>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

// ---- where things stand ----

constexpr int deepest = 1'024; ///< QJsonDocument's own limit

class Locator
{
public:
    explicit Locator(const QByteArray &text)
        : m_text(text)
    {
    }

    JsonLines locate()
    {
        value({}, 0);
        return std::move(m_found);
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    char here() const { return atEnd() ? '\0' : m_text.at(m_at); }

    void skipSpace()
    {
        for (; !atEnd(); ++m_at) {
            const char c = here();
            if (c == '\n')
                ++m_line;
            else if (c != ' ' && c != '\t' && c != '\r')
                return;
        }
    }

    bool take(char c)
    {
        skipSpace();
        if (here() != c || atEnd())
            return false;
        ++m_at;
        return true;
    }

    /// The string at the cursor, quotes included; empty if it does not end.
    QByteArrayView quoted()
    {
        const qsizetype begin = m_at++;
        for (; !atEnd(); ++m_at) {
            const char c = here();
            if (c == '"')
                return QByteArrayView(m_text).sliced(begin, ++m_at - begin);
            if (c == '\\')
                ++m_at;
        }
        return {};
    }

    static QString keyOf(QByteArrayView quotedText)
    {
        const QByteArray text = quotedText.sliced(1, quotedText.size() - 2).toByteArray();
        if (!text.contains('\\'))
            return QString::fromUtf8(text);
        const auto document = QJsonDocument::fromJson('[' + quotedText.toByteArray() + ']');
        return document.array().at(0).toString();
    }

    /// A place that is too long for people to read needs no line.
    static QString below(const QString &path, const QString &step)
    {
        return path.size() > longestPath ? path : path + step;
    }

    void note(const QString &path)
    {
        m_noted += path.size();
        if (path.size() > longestPath || m_noted > mostNoted)
            return;
        if (m_found.lines.contains(path))
            m_found.repeated << path;
        m_found.lines.insert(path, m_line);
    }

    /// False when there is nothing sensible to go on with.
    bool value(const QString &path, int depth)
    {
        skipSpace();
        if (atEnd() || depth > deepest)
            return false;
        if (depth == 0)
            note(path);
        switch (here()) {
        case '{': return object(path, depth);
        case '[': return array(path, depth);
        case '"': return !quoted().isEmpty();
        default: return scalar();
        }
    }

    bool scalar()
    {
        const qsizetype begin = m_at;
        while (!atEnd() && !QByteArrayView(",]}:{[\" \t\r\n").contains(here()))
            ++m_at;
        return m_at > begin;
    }

    bool object(const QString &path, int depth)
    {
        ++m_at;
        if (take('}'))
            return true;
        do {
            skipSpace();
            if (here() != '"')
                return false;
            const QByteArrayView key = quoted();
            if (key.isEmpty())
                return false;
            const QString inner = path.isEmpty() ? keyOf(key) : below(path, u'.' + keyOf(key));
            note(inner);
            if (!take(':') || !value(inner, depth + 1))
                return false;
        } while (take(','));
        return take('}');
    }

    bool array(const QString &path, int depth)
    {
        ++m_at;
        if (take(']'))
            return true;
        int index = 0;
        do {
            skipSpace();
            const QString inner = below(path, u"[%1]"_s.arg(index++));
            note(inner);
            if (!value(inner, depth + 1))
                return false;
        } while (take(','));
        return take(']');
    }

    static constexpr qsizetype longestPath = 4'000;
    static constexpr qsizetype mostNoted = 16'000'000; ///< characters of all paths

    const QByteArray &m_text;
    qsizetype m_at = 0;
    qsizetype m_noted = 0;
    int m_line = 1;
    JsonLines m_found;
};

// ---- words ----

QString withCommas(double number)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number, 'f', number == std::floor(number) ? 0 : 3);
}

Text wordsForRange(const JsonWords &words, qint64 least, qint64 most, const QJsonValue &found)
{
    using Limits = std::numeric_limits<qint64>;
    const QString from = withCommas(static_cast<double>(least));
    if (most < Limits::max())
        return words.wholeNumberWithin.arg(shortJson(found), from, withCommas(static_cast<double>(most)));
    if (least > Limits::min())
        return words.wholeNumberOfAtLeast.arg(shortJson(found), from);
    return words.wholeNumber.arg(shortJson(found));
}

} // namespace

// ---- single values ----

Text shortJson(const QJsonValue &value)
{
    if (value.isUndefined())
        return Text::en("nothing");
    constexpr qsizetype longest = 60;
    // Inside a list, since a document holds nothing smaller.
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    const QString text = QString::fromUtf8(json.sliced(1, json.size() - 2));
    return Text::verbatim(text.size() <= longest ? text : text.left(longest - 1) + u'…');
}

std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    if (!value.isDouble())
        return std::nullopt;
    const qint64 number = value.toInteger();
    // toInteger() answers 0 for what is none.
    const bool whole = number != 0 || std::fpclassify(value.toDouble()) == FP_ZERO;
    return whole ? std::optional(number) : std::nullopt;
}

// ---- a text ----

int JsonLines::lineOf(QString path) const
{
    while (!path.isEmpty() && !lines.contains(path))
        path.truncate(std::max<qsizetype>(0, std::max(path.lastIndexOf(u'.'), path.lastIndexOf(u'['))));
    return lines.value(path, 1);
}

JsonLines locateLines(const QByteArray &text)
{
    return Locator(text).locate();
}

Result<JsonText> JsonText::read(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return invalidInput(
            Text::en("line %1: this is no JSON: %2").arg(1 + text.left(error.offset).count('\n'), error.errorString()));
    return JsonText{document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()),
                    locateLines(text)};
}

// ---- complaints ----

JsonComplaints::JsonComplaints(JsonLines lines, JsonWords words)
    : m_lines(std::move(lines))
    , m_words(std::move(words))
{
    for (const QString &path : m_lines.repeated) {
        if (!areEnough())
            add(path, Text::en("stands there twice"));
    }
}

void JsonComplaints::add(const QString &path, const Text &sentence)
{
    const int line = m_lines.lineOf(path);
    m_all.append({line, path.isEmpty() ? m_words.complaintOfAll.arg(line, sentence)
                                       : m_words.complaint.arg(line, path, sentence)});
}

Text JsonComplaints::first() const
{
    const auto first = std::ranges::min_element(m_all, {}, &Complaint::line);
    return first == m_all.end() ? Text() : first->text;
}

// ---- fields ----

JsonFields::JsonFields(const QJsonValue &value, QString path, JsonComplaints &complaints)
    : m_object(value.toObject())
    , m_path(std::move(path))
    , m_complaints(complaints)
    , m_isObject(value.isObject())
{
    if (!m_isObject)
        m_complaints.add(m_path, m_complaints.words().object.arg(shortJson(value)));
}

void JsonFields::need(const QString &key) const
{
    if (!has(key))
        complain(key, Text::en("is missing"));
}

std::optional<QJsonValue> JsonFields::value(const QString &key)
{
    if (!m_known.contains(key))
        m_known << key;
    const auto found = m_object.constFind(key);
    return found == m_object.constEnd() ? std::nullopt : std::optional<QJsonValue>(*found);
}

std::optional<QJsonValue> JsonFields::value(const QString &key, QJsonValue::Type type, const Text &words)
{
    const auto given = value(key);
    if (!given || given->type() == type)
        return given;
    complain(key, words.arg(shortJson(*given)));
    return {};
}

std::optional<QString> JsonFields::text(const QString &key)
{
    const auto given = value(key, QJsonValue::String, m_complaints.words().text);
    return given ? std::optional(given->toString()) : std::nullopt;
}

std::optional<bool> JsonFields::flag(const QString &key)
{
    const auto given = value(key, QJsonValue::Bool, m_complaints.words().flag);
    return given ? std::optional(given->toBool()) : std::nullopt;
}

std::optional<QJsonArray> JsonFields::list(const QString &key)
{
    const auto given = value(key, QJsonValue::Array, m_complaints.words().list);
    return given ? std::optional(given->toArray()) : std::nullopt;
}

std::optional<qint64> JsonFields::integer(const QString &key, qint64 least, qint64 most)
{
    const auto given = value(key);
    const auto number = given ? lockscope::wholeNumber(*given) : std::nullopt;
    if (number && *number >= least && *number <= most)
        return number;
    if (given)
        complain(key, wordsForRange(m_complaints.words(), least, most, *given));
    return {};
}

std::optional<double> JsonFields::number(const QString &key, double least, double most)
{
    const auto given = value(key);
    const double number = given ? given->toDouble(std::nan("")) : 0;
    if (given && number >= least && number <= most)
        return number;
    if (given)
        complain(key, m_complaints.words().number.arg(shortJson(*given), withCommas(least), withCommas(most)));
    return {};
}

std::optional<std::chrono::milliseconds> JsonFields::duration(const QString &key, std::chrono::milliseconds least)
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(24 * 24); // a timer's, about
    const auto given = value(key);
    if (!given)
        return {};
    const auto time = given->isString() ? durationFromText(given->toString())
                      : given->isDouble() && std::abs(given->toDouble()) < 1e12
                          ? std::optional(std::chrono::milliseconds(static_cast<qint64>(given->toDouble())))
                          : std::nullopt;
    if (!time)
        complain(key, Text::en("%1 is no duration: write \"500ms\", \"20s\" or \"5m\"").arg(shortJson(*given)));
    else if (*time < least || *time > longest)
        complain(key,
                 Text::en("wants a time from %1 to 24 days, not %2").arg(durationToText(least), shortJson(*given)));
    else
        return time;
    return {};
}

std::optional<QStringList> JsonFields::texts(const QString &key)
{
    const auto given = value(key);
    if (!given)
        return {};
    if (given->isString())
        return QStringList{given->toString()};
    const QJsonArray array = given->toArray();
    QStringList texts;
    for (const QJsonValue element : array) {
        if (!element.isString()) {
            complain(u"%1[%2]"_s.arg(key).arg(texts.size()), m_complaints.words().text.arg(shortJson(element)));
            return {};
        }
        texts << element.toString();
    }
    if (!texts.isEmpty())
        return texts;
    complain(key, Text::en("wants a text in quotes, or a list of them, not %1").arg(shortJson(*given)));
    return {};
}

void JsonFields::end()
{
    if (!m_isObject)
        return;
    const QStringList keys = m_object.keys();
    for (const QString &key : keys) {
        if (m_complaints.areEnough())
            return;
        if (!m_known.contains(key))
            complain(key, m_complaints.words().unknownKey.arg(Text::enumerated(m_known)));
    }
}

} // namespace lockscope
