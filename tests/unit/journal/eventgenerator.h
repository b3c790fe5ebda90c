// SPDX-License-Identifier: Apache-2.0
// Events of every kind with any content, for properties: made by walking the same lists of fields as the JSON.
#pragma once

#include "core/journal/eventfields.h"
#include "core/journal/jsonvalue.h"

#include <rapidcheck.h>

#include <algorithm>

namespace lockscope::journal::test {

/// Instants are never negative, and a recording with one that is is refused.
inline qint64 anyInstant()
{
    return *rc::gen::inRange<qint64>(0, qint64(1) << 62);
}

class FieldGenerator
{
public:
    template<typename T>
    void operator()(QLatin1String key, T &value)
    {
        if constexpr (HasFields<T>)
            walkFields(*this, value);
        else if constexpr (std::is_enum_v<T>)
            value = static_cast<T>(*rc::gen::inRange(0, static_cast<int>(namesOf<T>.last) + 1));
        else if constexpr (std::is_same_v<T, quint64>) // numbers of calls: within what JSON keeps
            value = static_cast<quint64>(*rc::gen::arbitrary<quint32>()) << *rc::gen::inRange(0, 31);
        else if constexpr (std::is_integral_v<T>)
            value = key.endsWith(QLatin1String("_ns")) ? static_cast<T>(anyInstant()) : *rc::gen::arbitrary<T>();
        else if constexpr (std::is_same_v<T, double>) // as servers tell them: a few digits after the point
            value = *rc::gen::arbitrary<qint32>() / 16.0;
        else if constexpr (requires { value.value; })
            value.value = *rc::gen::arbitrary<decltype(value.value)>();
        else
            fill(value);
        if constexpr (std::is_same_v<T, QString>) {
            if (key == QLatin1String("path"))
                value = QLatin1Char('/') + nameOf(value);
        } else if constexpr (std::is_same_v<T, QStringList>) {
            if (key == QLatin1String("added") || key == QLatin1String("removed"))
                std::ranges::transform(value, value.begin(), nameOf);
        }
    }
    template<typename T>
    void operator()(QLatin1String key, std::optional<T> &value)
    {
        if (*rc::gen::arbitrary<bool>())
            (*this)(key, value.emplace());
    }
    template<typename T>
    requires HasFields<T>
    void operator()(QLatin1String key, QList<T> &values)
    {
        for (int left = *rc::gen::inRange(0, 3); left > 0; --left)
            (*this)(key, values.emplaceBack());
    }
    template<typename T>
    void later(QLatin1String key, T &value)
    {
        (*this)(key, value);
    }
    template<typename T>
    void orNull(QLatin1String, T &text)
    {
        fill(text);
    }
    void bytes(QLatin1String, QByteArray &bytes, bool known)
    {
        if (known)
            bytes = QByteArray::fromStdString(*rc::gen::arbitrary<std::string>());
    }
    void microseconds(QLatin1String, qint64 &ns) { ns = *rc::gen::inRange<qint64>(0, qint64(1) << 50); }
    void decimal(QLatin1String, quint64 &number) { number = *rc::gen::arbitrary<quint64>(); }
    void jsonText(QLatin1String, QByteArray &utf8)
    {
        QString text;
        fill(text);
        utf8 = text.toUtf8();
    }
    template<typename Make>
    void derived(QLatin1String, Make)
    {
    }

private:
    /// Of a node, as a recording must have it.
    static QString nameOf(QString text)
    {
        text.remove(QLatin1Char('/'));
        return text.isEmpty() ? QStringLiteral("lock-0000000001") : text;
    }
    static void fill(QString &text)
    {
        const auto part = rc::gen::element<QString>(QStringLiteral("/locks/a"), QStringLiteral("lock-0000000001"),
                                                    QStringLiteral("\"\\\n\t"), QStringLiteral("锁"),
                                                    QStringLiteral("\U0001F512"), QStringLiteral(" "));
        text = QString();
        for (const QString &piece : *rc::gen::container<std::vector<QString>>(part))
            text += piece;
    }
    /// Verbatim, or a template with arguments of each kind.
    static void fill(Text &text)
    {
        QString said;
        fill(said);
        text = Text::verbatim(said);
        if (*rc::gen::arbitrary<bool>())
            text = Text::en("%1 waits for %2 (%3)").arg(text, *rc::gen::arbitrary<qint32>(), Text::en("the node"));
        if (*rc::gen::arbitrary<bool>())
            text = Text::counted("%n nodes came", *rc::gen::inRange(0, 3)).arg(text);
    }
    static SessionId anySession() { return {*rc::gen::nonZero<qint64>()}; }
    static void fill(QHash<SessionId, locks::SessionFacts> &sessions)
    {
        for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
            locks::SessionFacts facts;
            facts.id = anySession();
            for (QString *text : {&facts.client, &facts.server, &facts.lastOperation})
                fill(*text);
            if (*rc::gen::arbitrary<bool>())
                facts.timeoutMs = *rc::gen::arbitrary<int>();
            for (auto *number : {&facts.heardAgoMs, &facts.expiresInMs, &facts.establishedMs, &facts.lastLatencyMs,
                                 &facts.maxLatencyMs, &facts.outstandingRequests}) {
                if (*rc::gen::arbitrary<bool>())
                    *number = *rc::gen::arbitrary<qint64>();
            }
            sessions.insert(facts.id, facts);
        }
    }
    static void fill(QHash<QString, QList<SessionId>> &watchers)
    {
        for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
            QString path;
            fill(path);
            watchers[path] += anySession();
        }
    }
    static void fill(QHash<SessionId, QStringList> &ephemerals)
    {
        for (int left = *rc::gen::inRange(0, 3); left > 0; --left)
            fill(ephemerals[anySession()]);
    }
    static void fill(QList<qint64> &numbers)
    {
        for (int left = *rc::gen::inRange(0, 4); left > 0; --left)
            numbers += *rc::gen::arbitrary<qint32>();
    }
    static void fill(QList<QString> &texts)
    {
        for (int left = *rc::gen::inRange(0, 4); left > 0; --left)
            fill(texts.emplaceBack());
    }
};

/// A payload of the kind with this index in the variant; UnknownEvent has no fields of its own and stays empty.
template<size_t index = 0>
Payload payloadOfKind(size_t wanted)
{
    if constexpr (index < std::variant_size_v<Payload>) {
        if (index != wanted)
            return payloadOfKind<index + 1>(wanted);
        std::variant_alternative_t<index, Payload> payload;
        if constexpr (HasFields<decltype(payload)>) {
            FieldGenerator generator;
            walkFields(generator, payload);
        }
        return payload;
    }
    return Notice{};
}

/// All kinds but UnknownEvent, which is the last.
inline constexpr size_t knownKinds = std::variant_size_v<Payload> - 1;

inline Event anyEvent(quint64 number)
{
    return {number, anyInstant(), payloadOfKind(*rc::gen::inRange<size_t>(0, knownKinds))};
}

} // namespace lockscope::journal::test
