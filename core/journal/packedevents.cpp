// SPDX-License-Identifier: Apache-2.0
#include "core/journal/packedevents.h"

#include "core/base/varint.h"
#include "core/journal/eventfields.h"
#include "core/journal/jsonvalue.h"

#include <QCborMap>
#include <QCborValue>
#include <QHash>

#include <array>

namespace lockscope::journal {

namespace {

constexpr int quick = 1; ///< of zlib's levels

template<typename T>
concept IsId = requires(T id)
{
    requires std::is_integral_v<decltype(id.value)>;
    id.isNull();
};

/// In memory a field is what its type says: neither its key nor how JSON shows it matters.
template<typename Self>
class ByType
{
public:
    void operator()(QLatin1String, auto &value) { self().pass(value); }
    void later(QLatin1String, auto &value) { self().pass(value); }
    void orNull(QLatin1String, auto &value) { self().pass(value); }
    void microseconds(QLatin1String, auto &ns) { self().pass(ns); }
    void decimal(QLatin1String, auto &number) { self().pass(number); }
    void jsonText(QLatin1String, auto &utf8) { self().pass(utf8); }
    void bytes(QLatin1String, auto &bytes, bool known)
    {
        if (known)
            self().pass(bytes);
    }
    void derived(QLatin1String, const auto &) { }

private:
    Self &self() { return static_cast<Self &>(*this); }
};

class Packer : public ByType<Packer>
{
public:
    explicit Packer(QByteArray *out)
        : m_out(*out)
    {
    }

    void number(quint64 bits) { putVarint(m_out, bits); }
    /// Numbers near 0 are short, also below it.
    void signedNumber(qint64 value) { number((static_cast<quint64>(value) << 1) ^ static_cast<quint64>(value >> 63)); }
    /// The place in the table of texts plus 1; or 0, and the text itself, which then is the next in the table.
    void text(const QString &text)
    {
        if (const auto known = m_texts.constFind(text); known != m_texts.cend())
            return number(*known + 1);
        m_texts.insert(text, static_cast<quint64>(m_texts.size()));
        number(0);
        bool narrow = true;
        for (const QChar character : text)
            narrow = narrow && character.unicode() < 0x100;
        number(static_cast<quint64>(text.size()) << 1 | (narrow ? 0 : 1));
        if (narrow)
            m_out += text.toLatin1();
        else // also what is no valid UTF-16
            m_out.append(reinterpret_cast<const char *>(text.utf16()), text.size() * qsizetype(sizeof(char16_t)));
    }
    /// The English one, and its template, or nothing.
    void sentence(const Text &value)
    {
        text(value.english());
        const auto made = value.templateJson();
        raw(made ? QCborValue::fromJsonValue(*made).toCbor() : QByteArray());
    }
    void raw(const QByteArray &bytes)
    {
        number(static_cast<quint64>(bytes.size()));
        m_out += bytes;
    }

    void pass(const UnknownEvent &event)
    {
        text(event.kind);
        raw(event.line);
    }
    template<typename T>
    void pass(const std::optional<T> &value)
    {
        number(value ? 1 : 0);
        if (value)
            pass(*value);
    }
    template<typename T>
    void pass(const QList<T> &values)
    {
        number(static_cast<quint64>(values.size()));
        for (const T &value : values)
            pass(value);
    }
    template<typename Key, typename T>
    void pass(const QHash<Key, T> &values)
    {
        number(static_cast<quint64>(values.size()));
        for (auto entry = values.cbegin(); entry != values.cend(); ++entry) {
            pass(entry.key());
            pass(entry.value());
        }
    }
    void pass(const locks::SessionFacts &facts)
    {
        pass(facts.id);
        std::apply([this](const auto &...fact) { (pass(fact), ...); }, placesOf(facts));
    }
    template<typename T>
    void pass(const T &value)
    {
        if constexpr (HasFields<T>)
            walkFields(*this, value);
        else if constexpr (std::is_same_v<T, QString>)
            text(value);
        else if constexpr (std::is_same_v<T, Text>)
            sentence(value);
        else if constexpr (std::is_same_v<T, QByteArray>)
            raw(value);
        else if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
            number(static_cast<quint64>(value));
        else if constexpr (std::is_integral_v<T>)
            signedNumber(value);
        else if constexpr (IsId<T>)
            number(static_cast<quint64>(value.value));
        else // rare: as JSON has it
            raw(QCborValue::fromJsonValue(JsonValue<T>::write(value)).toCbor());
    }

private:
    QByteArray &m_out;
    QHash<QString, quint64> m_texts;
};

class Unpacker : public ByType<Unpacker>
{
public:
    explicit Unpacker(const QByteArray &in)
        : m_at(in.constData())
    {
    }

    quint64 number() { return takeVarint(m_at); }
    qint64 signedNumber()
    {
        const quint64 bits = number();
        return static_cast<qint64>((bits >> 1) ^ (~(bits & 1) + 1));
    }
    QString text()
    {
        if (const quint64 place = number(); place > 0)
            return m_texts.at(static_cast<qsizetype>(place - 1));
        const quint64 length = number();
        const auto size = static_cast<qsizetype>(length >> 1);
        QString text;
        if ((length & 1) == 0) {
            text = QString::fromLatin1(m_at, size);
            m_at += size;
        } else {
            text.resize(size);
            memcpy(text.data(), m_at, static_cast<size_t>(size) * sizeof(char16_t));
            m_at += size * qsizetype(sizeof(char16_t));
        }
        m_texts += text;
        return text;
    }
    Text sentence()
    {
        const QString english = text();
        const QByteArray made = raw();
        if (made.isEmpty())
            return Text::verbatim(english);
        return Text::stored(english, Text::fromTemplateJson(QCborValue::fromCbor(made).toMap().toJsonObject()));
    }
    QByteArray raw()
    {
        const auto size = static_cast<qsizetype>(number());
        const QByteArray bytes(m_at, size);
        m_at += size;
        return bytes;
    }

    void pass(UnknownEvent &event)
    {
        event.kind = text();
        event.line = raw();
    }
    template<typename T>
    void pass(std::optional<T> &value)
    {
        if (number() != 0)
            pass(value.emplace());
    }
    template<typename T>
    void pass(QList<T> &values)
    {
        const auto size = static_cast<qsizetype>(number());
        values.reserve(size);
        for (qsizetype i = 0; i < size; ++i)
            pass(values.emplaceBack());
    }
    template<typename Key, typename T>
    void pass(QHash<Key, T> &values)
    {
        const auto size = static_cast<qsizetype>(number());
        values.reserve(size);
        for (qsizetype i = 0; i < size; ++i) {
            Key key;
            pass(key);
            pass(values[key]);
        }
    }
    void pass(locks::SessionFacts &facts)
    {
        pass(facts.id);
        std::apply([this](auto &...fact) { (pass(fact), ...); }, placesOf(facts));
    }
    template<typename T>
    void pass(T &value)
    {
        if constexpr (HasFields<T>)
            walkFields(*this, value);
        else if constexpr (std::is_same_v<T, QString>)
            value = text();
        else if constexpr (std::is_same_v<T, Text>)
            value = sentence();
        else if constexpr (std::is_same_v<T, QByteArray>)
            value = raw();
        else if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
            value = static_cast<T>(number());
        else if constexpr (std::is_integral_v<T>)
            value = static_cast<T>(signedNumber());
        else if constexpr (IsId<T>)
            value.value = static_cast<decltype(value.value)>(number());
        else
            JsonValue<T>::read(QCborValue::fromCbor(raw()).toJsonValue(), value);
    }

private:
    const char *m_at;
    QList<QString> m_texts;
};

using UnpackInto = void (*)(Unpacker &, Payload &);

template<typename... T>
constexpr std::array<UnpackInto, sizeof...(T)> unpackersOf(const std::variant<T...> *)
{
    return {[](Unpacker &unpacker, Payload &payload) { unpacker.pass(payload.emplace<T>()); }...};
}

} // namespace

PackedEvents pack(const EventBatch &events)
{
    PackedEvents packed;
    if (events.isEmpty())
        return packed;
    packed.first = events.first().number;
    packed.atNs.reserve(events.size());
    packed.payloads.reserve(events.size() * 64);
    Packer packer(&packed.payloads);
    for (const Event &event : events) {
        packed.atNs += event.atNs;
        packer.number(event.what.index());
        std::visit([&](const auto &what) { packer.pass(what); }, event.what);
    }
    // The paths of a directory's nodes begin alike.
    packed.payloads = qCompress(packed.payloads, quick);
    packed.payloads.squeeze(); // it has room for up to twice as much
    return packed;
}

EventBatch unpack(const PackedEvents &packed)
{
    static constexpr auto unpackers = unpackersOf(static_cast<const Payload *>(nullptr));
    EventBatch events;
    events.reserve(packed.size());
    const QByteArray payloads = qUncompress(packed.payloads);
    Unpacker unpacker(payloads);
    quint64 number = packed.first;
    for (const qint64 atNs : packed.atNs) {
        Event &event = events.emplaceBack();
        event.number = number++;
        event.atNs = atNs;
        unpackers[unpacker.number()](unpacker, event.what);
    }
    return events;
}

} // namespace lockscope::journal
