// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/jsonfields.h"

#include "core/base/duration.h"

#include <QJsonDocument>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

QString withCommas(double number)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number, 'f', number == std::floor(number) ? 0 : 3);
}

QString between(double least, double most)
{
    return u"from %1 to %2"_s.arg(withCommas(least), withCommas(most));
}

} // namespace

// ---- complaints ----

void Complaints::add(const QString &path, const QString &sentence)
{
    const int line = m_lines.lineOf(path);
    m_all.append({line, path.isEmpty() ? u"line %1: %2"_s.arg(QString::number(line), sentence)
                                       : u"line %1: %2: %3"_s.arg(QString::number(line), path, sentence)});
}

QString Complaints::first() const
{
    const auto first = std::min_element(m_all.begin(), m_all.end(),
                                        [](const auto &one, const auto &other) { return one.line < other.line; });
    return first == m_all.end() ? QString() : first->text;
}

QString shown(const QJsonValue &value)
{
    constexpr qsizetype longest = 40;
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    const QString text = QString::fromUtf8(json.sliced(1, json.size() - 2));
    return text.size() <= longest ? text : text.left(longest) + u'…';
}

QString enumerated(const QStringList &words)
{
    if (words.size() < 2)
        return words.join(QString());
    return words.first(words.size() - 1).join(", "_L1) + " and "_L1 + words.last();
}

// ---- fields ----

JsonFields::JsonFields(const QJsonValue &value, QString path, Complaints &complaints)
    : m_object(value.toObject())
    , m_path(std::move(path))
    , m_complaints(complaints)
    , m_isObject(value.isObject())
{
    if (!m_isObject)
        m_complaints.add(m_path, u"wants an object, { … }, not %1"_s.arg(shown(value)));
}

std::optional<QJsonValue> JsonFields::value(const QString &key)
{
    if (!m_known.contains(key))
        m_known << key;
    const auto found = m_object.constFind(key);
    return found == m_object.constEnd() ? std::nullopt : std::optional<QJsonValue>(*found);
}

std::optional<QString> JsonFields::text(const QString &key)
{
    const auto given = value(key);
    if (!given)
        return {};
    if (given->isString())
        return given->toString();
    complain(key, u"wants a text in quotes, not %1"_s.arg(shown(*given)));
    return {};
}

std::optional<bool> JsonFields::flag(const QString &key)
{
    const auto given = value(key);
    if (!given)
        return {};
    if (given->isBool())
        return given->toBool();
    complain(key, u"wants true or false, not %1"_s.arg(shown(*given)));
    return {};
}

std::optional<int> JsonFields::wholeNumber(const QString &key, int least, int most)
{
    const auto given = value(key);
    if (!given)
        return {};
    const double number = given->toDouble(std::nan(""));
    if (given->isDouble() && number == std::floor(number) && number >= least && number <= most)
        return static_cast<int>(number);
    complain(key, u"wants a whole number %1, not %2"_s.arg(between(least, most), shown(*given)));
    return {};
}

std::optional<double> JsonFields::number(const QString &key, double least, double most)
{
    const auto given = value(key);
    if (!given)
        return {};
    const double number = given->toDouble(std::nan(""));
    if (given->isDouble() && number >= least && number <= most)
        return number;
    complain(key, u"wants a number %1, not %2"_s.arg(between(least, most), shown(*given)));
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
        complain(key, u"%1 is no duration: write \"500ms\", \"20s\" or \"5m\""_s.arg(shown(*given)));
    else if (*time < least || *time > longest)
        complain(key, u"wants a time from %1 to 24 days, not %2"_s.arg(durationToText(least), shown(*given)));
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
    for (const QJsonValue &element : array) {
        if (!element.isString()) {
            complain(u"%1[%2]"_s.arg(key).arg(texts.size()), u"wants a text in quotes, not %1"_s.arg(shown(element)));
            return {};
        }
        texts << element.toString();
    }
    if (!texts.isEmpty())
        return texts;
    complain(key, u"wants a text in quotes, or a list of them, not %1"_s.arg(shown(*given)));
    return {};
}

std::optional<QJsonArray> JsonFields::list(const QString &key)
{
    const auto given = value(key);
    if (!given)
        return {};
    if (given->isArray())
        return given->toArray();
    complain(key, u"wants a list, [ … ], not %1"_s.arg(shown(*given)));
    return {};
}

void JsonFields::end()
{
    if (!m_isObject)
        return;
    const QStringList keys = m_object.keys();
    for (const QString &key : keys) {
        if (!m_known.contains(key))
            complain(key, u"unknown key; known here are %1"_s.arg(enumerated(m_known)));
    }
}

QString JsonFields::noSuch(const QString &given, const QStringList &choices)
{
    return u"there is no \"%1\"; there are %2"_s.arg(given, enumerated(choices));
}

} // namespace lockscope::lab
