// SPDX-License-Identifier: Apache-2.0
// How single values of events look in JSON, and how they are read again: strictly, no value is bent until it fits.
// Used by eventjson.cpp alone; knows no event.
#pragma once

#include "core/base/strictjson.h"
#include "core/journal/event.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonValue>

#include <limits>

namespace lockscope::journal {

/// "0x1f" as the 64 bits that it stands for.
std::optional<qint64> hexFromText(const QString &text);

/// write(), read() (false if it is none) and wanted(), what a sentence says there should be.
template<typename T>
struct JsonValue;

/// The name of each enumerator, as in JSON, and the last one.
template<typename E>
struct EnumNames;
template<>
struct EnumNames<ConnectionState>
{
    static constexpr auto name = connectionStateName;
    static constexpr auto last = ConnectionState::AuthFailed;
};
template<>
struct EnumNames<Freshness>
{
    static constexpr auto name = freshnessName;
    static constexpr auto last = Freshness::Stale;
};
template<>
struct EnumNames<locks::ChildNode::Data>
{
    static QString name(locks::ChildNode::Data access);
    static constexpr auto last = locks::ChildNode::Data::NoPermission;
};
template<>
struct EnumNames<ErrorCode>
{
    static constexpr auto name = errorCodeName;
    static constexpr auto last = ErrorCode::Other;
};
template<>
struct EnumNames<locks::RecipeId>
{
    static constexpr auto name = locks::recipeName;
    static constexpr auto last = locks::RecipeId::BrokenUnsortedMulti;
};
template<>
struct EnumNames<locks::Dialect>
{
    static constexpr auto name = locks::dialectName;
    static constexpr auto last = locks::Dialect::Generic;
};
template<>
struct EnumNames<locks::Mode>
{
    static constexpr QString (*name)(locks::Mode) = locks::modeName; // it has an overload
    static constexpr auto last = locks::Mode::Shared;
};
template<>
struct EnumNames<locks::LockState>
{
    static constexpr auto name = locks::lockStateName;
    static constexpr auto last = locks::LockState::Released;
};
template<>
struct EnumNames<locks::Step>
{
    static constexpr auto name = locks::stepName;
    static constexpr auto last = static_cast<locks::Step>(locks::stepCount - 1);
};
template<>
struct EnumNames<WatchEvent>
{
    static constexpr auto name = watchEventName;
    static constexpr auto last = WatchEvent::NotWatching;
};
template<>
struct EnumNames<ServerNode::Life>
{
    static constexpr auto name = lifeName;
    static constexpr auto last = ServerNode::Life::Gone;
};
template<>
struct EnumNames<Fault>
{
    static constexpr auto name = faultName;
    static constexpr auto last = static_cast<Fault>(faultCount - 1);
};
template<>
struct EnumNames<locks::Finding::Severity>
{
    static constexpr auto name = locks::severityName;
    static constexpr auto last = locks::Finding::Severity::Error;
};

template<typename E>
requires std::is_enum_v<E>
struct JsonValue<E>
{
    static QJsonValue write(E value) { return EnumNames<E>::name(value); }
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
            for (int i = 0; i <= static_cast<int>(EnumNames<E>::last); ++i)
                names.insert(EnumNames<E>::name(static_cast<E>(i)), static_cast<E>(i));
            return names;
        }();
        return table;
    }
};

/// Zxid and SessionId: hex, null for none.
template<typename Id>
struct JsonHexId
{
    static QJsonValue write(Id id) { return id.isNull() ? QJsonValue() : QJsonValue(id.toHex()); }
    static bool read(const QJsonValue &json, Id &id)
    {
        id = {};
        if (json.isNull())
            return true;
        const auto bits = hexFromText(json.toString());
        if (bits)
            id.value = *bits;
        return bits.has_value();
    }
    static Text wanted() { return Text::en("a hex number in quotes like \"0x1f\", or null"); }
};
template<>
struct JsonValue<Zxid> : JsonHexId<Zxid>
{
};
template<>
struct JsonValue<SessionId> : JsonHexId<SessionId>
{
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

/// There may be thousands of them, again and again: a list each, its places those of SessionFacts.
template<>
struct JsonValue<QHash<SessionId, locks::SessionFacts>>
{
    using Sessions = QHash<SessionId, locks::SessionFacts>;
    static QJsonValue write(const Sessions &sessions);
    static bool read(const QJsonValue &json, Sessions &sessions);
    static Text wanted() { return Text::en("a list of sessions, each a list of eleven"); }
};

/// {"/path": ["0x1", …]}
template<>
struct JsonValue<QHash<QString, QList<SessionId>>>
{
    using Watchers = QHash<QString, QList<SessionId>>;
    static QJsonValue write(const Watchers &watchers);
    static bool read(const QJsonValue &json, Watchers &watchers);
    static Text wanted() { return Text::en("lists of sessions in hex, by path"); }
};

/// {"0x1": ["/path", …]}
template<>
struct JsonValue<QHash<SessionId, QStringList>>
{
    using Ephemerals = QHash<SessionId, QStringList>;
    static QJsonValue write(const Ephemerals &ephemerals);
    static bool read(const QJsonValue &json, Ephemerals &ephemerals);
    static Text wanted() { return Text::en("lists of paths, by session in hex"); }
};

} // namespace lockscope::journal
