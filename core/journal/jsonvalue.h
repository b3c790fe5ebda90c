// SPDX-License-Identifier: Apache-2.0
// How single values of events look in JSON, and how they are read again: strictly, no value is bent until it fits.
// Used by eventjson.cpp and packedevents.cpp; knows no event.
#pragma once

#include "core/base/strictjson.h"
#include "core/journal/event.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonValue>

#include <tuple>

namespace lockscope::journal {

/// write(), read() (false if it is none) and wanted(), what a sentence says there should be.
template<typename T>
struct JsonValue;

/// The name of each enumerator, as in JSON, and the last one.
template<typename E>
struct EnumNames
{
    QString (*name)(E);
    E last;
};
QString dataName(locks::ChildNode::Data access);

template<typename E>
inline constexpr EnumNames<E> namesOf = {};
template<>
inline constexpr EnumNames<ConnectionState> namesOf<ConnectionState> = {connectionStateName,
                                                                        ConnectionState::AuthFailed};
template<>
inline constexpr EnumNames<Freshness> namesOf<Freshness> = {freshnessName, Freshness::Stale};
template<>
inline constexpr EnumNames<locks::ChildNode::Data> namesOf<locks::ChildNode::Data> = {
    dataName, locks::ChildNode::Data::NoPermission};
template<>
inline constexpr EnumNames<ErrorCode> namesOf<ErrorCode> = {errorCodeName, ErrorCode::Other};
template<>
inline constexpr EnumNames<locks::RecipeId> namesOf<locks::RecipeId> = {
    locks::recipeName, static_cast<locks::RecipeId>(locks::recipeCount - 1)};
template<>
inline constexpr EnumNames<locks::Dialect> namesOf<locks::Dialect> = {locks::dialectName, locks::Dialect::Generic};
template<>
inline constexpr EnumNames<locks::Mode> namesOf<locks::Mode> = {locks::modeName, locks::Mode::Shared};
template<>
inline constexpr EnumNames<locks::LockState> namesOf<locks::LockState> = {locks::lockStateName,
                                                                          locks::LockState::Released};
template<>
inline constexpr EnumNames<locks::Step> namesOf<locks::Step> = {locks::stepName,
                                                                static_cast<locks::Step>(locks::stepCount - 1)};
template<>
inline constexpr EnumNames<WatchEvent> namesOf<WatchEvent> = {watchEventName, WatchEvent::NotWatching};
template<>
inline constexpr EnumNames<ServerNode::Life> namesOf<ServerNode::Life> = {lifeName, ServerNode::Life::Gone};
template<>
inline constexpr EnumNames<ServerCommand> namesOf<ServerCommand> = {serverCommandName, ServerCommand::Promote};
template<>
inline constexpr EnumNames<Fault> namesOf<Fault> = {faultName, static_cast<Fault>(faultCount - 1)};
template<>
inline constexpr EnumNames<locks::Finding::Severity> namesOf<locks::Finding::Severity> = {
    locks::severityName, locks::Finding::Severity::Error};

template<typename E>
requires std::is_enum_v<E>
struct JsonValue<E>
{
    static QJsonValue write(E value) { return namesOf<E>.name(value); }
    static bool read(const QJsonValue &json, E &value)
    {
        const auto found = byName().constFind(json.toString());
        if (found == byName().cend())
            return false;
        value = *found;
        return true;
    }
    static Text wanted()
    {
        QStringList names = byName().keys();
        names.sort();
        return Text::en("one of %1").arg(names.join(QStringLiteral(", ")));
    }

private:
    static const QHash<QString, E> &byName()
    {
        static const QHash<QString, E> table = [] {
            QHash<QString, E> names;
            for (int i = 0; i <= static_cast<int>(namesOf<E>.last); ++i)
                names.insert(namesOf<E>.name(static_cast<E>(i)), static_cast<E>(i));
            return names;
        }();
        return table;
    }
};

/// Hex, null for none.
template<typename Kind>
struct JsonValue<HexId<Kind>>
{
    static QJsonValue write(HexId<Kind> id) { return id.isNull() ? QJsonValue() : QJsonValue(id.toHex()); }
    static bool read(const QJsonValue &json, HexId<Kind> &id)
    {
        const QString text = json.toString();
        bool isHex = text.startsWith(QLatin1String("0x"));
        id.value = isHex ? static_cast<qint64>(QStringView(text).mid(2).toULongLong(&isHex, 16)) : 0;
        return isHex || json.isNull();
    }
    static Text wanted() { return Text::en("a hex number in quotes like \"0x1f\", or null"); }
};

template<typename I>
requires std::is_integral_v<I>
struct JsonValue<I>
{
    static QJsonValue write(I value) { return static_cast<qint64>(value); }
    static bool read(const QJsonValue &json, I &value)
    {
        const auto number = wholeNumber(json);
        if (!number || (std::is_unsigned_v<I> && *number < 0))
            return false;
        value = static_cast<I>(*number);
        return static_cast<qint64>(value) == *number;
    }
    static Text wanted()
    {
        return std::is_unsigned_v<I> ? Text::en("a whole number, not negative") : Text::en("a whole number");
    }
};

template<>
struct JsonValue<bool>
{
    static QJsonValue write(bool value) { return value; }
    static bool read(const QJsonValue &json, bool &value)
    {
        value = json.toBool();
        return json.isBool();
    }
    static Text wanted() { return Text::en("true or false"); }
};

template<>
struct JsonValue<ClientId>
{
    static QJsonValue write(ClientId id) { return static_cast<qint64>(id.value); }
    static bool read(const QJsonValue &json, ClientId &id) { return JsonValue<quint32>::read(json, id.value); }
    static Text wanted() { return Text::en("the number of a client"); }
};

template<>
struct JsonValue<QString>
{
    static QJsonValue write(const QString &text) { return text; }
    static bool read(const QJsonValue &json, QString &text)
    {
        text = json.toString();
        return json.isString();
    }
    static Text wanted() { return Text::en("text"); }
};

template<>
struct JsonValue<QList<QString>>
{
    static QJsonValue write(const QList<QString> &texts) { return QJsonArray::fromStringList(texts); }
    static bool read(const QJsonValue &json, QList<QString> &texts);
    static Text wanted() { return Text::en("a list of texts"); }
};

template<>
struct JsonValue<QList<qint64>>
{
    static QJsonValue write(const QList<qint64> &numbers);
    static bool read(const QJsonValue &json, QList<qint64> &numbers);
    static Text wanted() { return Text::en("a list of whole numbers"); }
};

template<>
struct JsonValue<double>
{
    static QJsonValue write(double value) { return value; }
    static bool read(const QJsonValue &json, double &value)
    {
        value = json.toDouble();
        return json.isDouble();
    }
    static Text wanted() { return Text::en("a number"); }
};

/// All that is known of a session but its id, in the order in which it is kept.
auto placesOf(auto &facts)
{
    return std::tie(facts.client, facts.server, facts.timeoutMs, facts.lastOperation, facts.heardAgoMs,
                    facts.expiresInMs, facts.establishedMs, facts.lastLatencyMs, facts.maxLatencyMs,
                    facts.outstandingRequests);
}

/// There may be thousands of them, again and again: a list each, its id and placesOf() it.
template<>
struct JsonValue<QHash<SessionId, locks::SessionFacts>>
{
    using Sessions = QHash<SessionId, locks::SessionFacts>;
    static QJsonValue write(const Sessions &sessions);
    static bool read(const QJsonValue &json, Sessions &sessions);
    static Text wanted() { return Text::en("a list of sessions, each a list of eleven"); }
};

/// {"key": ["value", …]}
template<typename Key, typename T>
struct JsonLists
{
    static QJsonValue write(const QHash<Key, QList<T>> &lists);
    static bool read(const QJsonValue &json, QHash<Key, QList<T>> &lists);
};
template<>
struct JsonValue<QHash<QString, QList<SessionId>>> : JsonLists<QString, SessionId>
{
    static Text wanted() { return Text::en("lists of sessions in hex, by path"); }
};
template<>
struct JsonValue<QHash<SessionId, QStringList>> : JsonLists<SessionId, QString>
{
    static Text wanted() { return Text::en("lists of paths, by session in hex"); }
};

} // namespace lockscope::journal
