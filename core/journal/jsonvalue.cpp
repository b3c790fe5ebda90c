// SPDX-License-Identifier: Apache-2.0
#include "core/journal/jsonvalue.h"

#include <QJsonObject>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

QJsonValue orNull(const auto &number)
{
    return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue();
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

/// True for null and for what fits.
template<typename I>
bool readOrNull(const QJsonValue &json, std::optional<I> &number)
{
    number.reset();
    return json.isNull() || JsonValue<I>::read(json, number.emplace());
}

bool readOrNull(const QJsonValue &json, QString &text)
{
    text = json.toString();
    return json.isNull() || json.isString();
}

bool readOne(const QJsonValue &json, QString &text)
{
    return JsonValue<QString>::read(json, text);
}

bool readOne(const QJsonValue &json, qint64 &number)
{
    return JsonValue<qint64>::read(json, number);
}

bool readOne(const QJsonValue &json, SessionId &id)
{
    return JsonValue<SessionId>::read(json, id) && !id.isNull();
}

template<typename T>
bool readList(const QJsonValue &json, QList<T> &values)
{
    values.clear();
    const QJsonArray array = json.toArray();
    values.reserve(array.size());
    for (const QJsonValue value : array) {
        if (!readOne(value, values.emplaceBack()))
            return false;
    }
    return json.isArray();
}

bool readFacts(const QJsonArray &json, locks::SessionFacts &facts)
{
    const auto readPlaces = [&json](auto &...fact) {
        qsizetype place = 1;
        return json.size() == 1 + qsizetype(sizeof...(fact)) && (readOrNull(json[place++], fact) && ...);
    };
    return std::apply(readPlaces, placesOf(facts)) && readOne(json[0], facts.id);
}

} // namespace

QString dataName(locks::ChildNode::Data access)
{
    switch (access) {
    case locks::ChildNode::Data::NotRead: return u"not-read"_s;
    case locks::ChildNode::Data::Read: return u"read"_s;
    case locks::ChildNode::Data::NoPermission: return u"no-permission"_s;
    }
    return {};
}

bool JsonValue<QList<QString>>::read(const QJsonValue &json, QList<QString> &texts)
{
    return readList(json, texts);
}

QJsonValue JsonValue<QList<qint64>>::write(const QList<qint64> &numbers)
{
    QJsonArray array;
    for (const qint64 number : numbers)
        array += number;
    return array;
}

bool JsonValue<QList<qint64>>::read(const QJsonValue &json, QList<qint64> &numbers)
{
    return readList(json, numbers);
}

QJsonValue JsonValue<QHash<SessionId, locks::SessionFacts>>::write(const Sessions &sessions)
{
    QList<SessionId> ids = sessions.keys();
    std::sort(ids.begin(), ids.end()); // the same knowledge is the same text
    QJsonArray array;
    for (const SessionId id : ids) {
        const locks::SessionFacts facts = sessions.value(id);
        array += std::apply(
            [id](const auto &...fact) {
                return QJsonArray{id.toHex(), orNull(fact)...};
            },
            placesOf(facts));
    }
    return array;
}

bool JsonValue<QHash<SessionId, locks::SessionFacts>>::read(const QJsonValue &json, Sessions &sessions)
{
    sessions.clear();
    if (!json.isArray())
        return false;
    const QJsonArray array = json.toArray();
    sessions.reserve(array.size());
    for (const QJsonValue element : array) {
        locks::SessionFacts facts;
        if (!readFacts(element.toArray(), facts))
            return false;
        sessions.insert(facts.id, facts);
    }
    return true;
}

template<typename Key, typename T>
QJsonValue JsonLists<Key, T>::write(const QHash<Key, QList<T>> &lists)
{
    // In order: inserting a key into an object moves the later ones.
    std::vector<std::pair<QString, const QList<T> *>> sorted;
    sorted.reserve(static_cast<size_t>(lists.size()));
    for (auto entry = lists.cbegin(); entry != lists.cend(); ++entry)
        sorted.emplace_back(JsonValue<Key>::write(entry.key()).toString(), &entry.value());
    std::ranges::sort(sorted);
    QJsonObject object;
    for (const auto &[key, list] : sorted) {
        QJsonArray values;
        for (const T &value : *list)
            values += JsonValue<T>::write(value);
        object.insert(key, values);
    }
    return object;
}

template<typename Key, typename T>
bool JsonLists<Key, T>::read(const QJsonValue &json, QHash<Key, QList<T>> &lists)
{
    lists.clear();
    if (!json.isObject())
        return false;
    const QJsonObject object = json.toObject();
    for (auto entry = object.constBegin(); entry != object.constEnd(); ++entry) {
        Key key;
        if (!readOne(entry.key(), key) || !readList(entry.value(), lists[key]))
            return false;
    }
    return true;
}

template struct JsonLists<QString, SessionId>;
template struct JsonLists<SessionId, QString>;

} // namespace lockscope::journal
