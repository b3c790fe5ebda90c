// SPDX-License-Identifier: Apache-2.0
#include "core/journal/jsonvalue.h"

#include <QJsonObject>

#include <algorithm>

namespace lockscope::journal {

namespace {

constexpr qsizetype placesOfSession = 11;

template<typename I>
QJsonValue orNull(const std::optional<I> &number)
{
    return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue();
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

/// True for null and for what fits.
template<typename I>
bool read(const QJsonValue &json, std::optional<I> &number)
{
    number.reset();
    return json.isNull() || JsonValue<I>::read(json, number.emplace());
}

bool read(const QJsonValue &json, QString &text)
{
    text = json.toString();
    return json.isNull() || json.isString();
}

bool read(const QJsonValue &json, SessionId &id)
{
    return JsonValue<SessionId>::read(json, id) && !id.isNull();
}

bool read(const QJsonArray &json, locks::SessionFacts &facts)
{
    return json.size() == placesOfSession && read(json[0], facts.id) && read(json[1], facts.client)
           && read(json[2], facts.server) && read(json[3], facts.timeoutMs) && read(json[4], facts.lastOperation)
           && read(json[5], facts.heardAgoMs) && read(json[6], facts.expiresInMs) && read(json[7], facts.establishedMs)
           && read(json[8], facts.lastLatencyMs) && read(json[9], facts.maxLatencyMs)
           && read(json[10], facts.outstandingRequests);
}

} // namespace

QJsonValue JsonValue<QHash<SessionId, locks::SessionFacts>>::write(const Sessions &sessions)
{
    QList<SessionId> ids = sessions.keys();
    std::sort(ids.begin(), ids.end()); // the same knowledge is the same text
    QJsonArray array;
    for (const SessionId id : ids) {
        const locks::SessionFacts facts = sessions.value(id);
        array += QJsonArray{id.toHex(),
                            orNull(facts.client),
                            orNull(facts.server),
                            orNull(facts.timeoutMs),
                            orNull(facts.lastOperation),
                            orNull(facts.heardAgoMs),
                            orNull(facts.expiresInMs),
                            orNull(facts.establishedMs),
                            orNull(facts.lastLatencyMs),
                            orNull(facts.maxLatencyMs),
                            orNull(facts.outstandingRequests)};
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
        if (!journal::read(element.toArray(), facts))
            return false;
        sessions.insert(facts.id, facts);
    }
    return true;
}

QJsonValue JsonValue<QHash<QString, QList<SessionId>>>::write(const Watchers &watchers)
{
    QJsonObject object;
    for (auto entry = watchers.cbegin(); entry != watchers.cend(); ++entry) {
        QJsonArray ids;
        for (const SessionId id : entry.value())
            ids += id.toHex();
        object.insert(entry.key(), ids);
    }
    return object;
}

bool JsonValue<QHash<QString, QList<SessionId>>>::read(const QJsonValue &json, Watchers &watchers)
{
    watchers.clear();
    if (!json.isObject())
        return false;
    const QJsonObject object = json.toObject();
    for (auto entry = object.constBegin(); entry != object.constEnd(); ++entry) {
        if (!entry.value().isArray())
            return false;
        QList<SessionId> &ids = watchers[entry.key()];
        const QJsonArray array = entry.value().toArray();
        for (const QJsonValue id : array) {
            if (!journal::read(id, ids.emplaceBack()))
                return false;
        }
    }
    return true;
}

QJsonValue JsonValue<QHash<SessionId, QStringList>>::write(const Ephemerals &ephemerals)
{
    QJsonObject object;
    for (auto entry = ephemerals.cbegin(); entry != ephemerals.cend(); ++entry)
        object.insert(entry.key().toHex(), QJsonArray::fromStringList(entry.value()));
    return object;
}

bool JsonValue<QHash<SessionId, QStringList>>::read(const QJsonValue &json, Ephemerals &ephemerals)
{
    ephemerals.clear();
    if (!json.isObject())
        return false;
    const QJsonObject object = json.toObject();
    for (auto entry = object.constBegin(); entry != object.constEnd(); ++entry) {
        SessionId id;
        if (!journal::read(entry.key(), id) || !JsonValue<QStringList>::read(entry.value(), ephemerals[id]))
            return false;
    }
    return true;
}

} // namespace lockscope::journal
