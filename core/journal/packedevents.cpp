// SPDX-License-Identifier: Apache-2.0
#include "core/journal/packedevents.h"

#include "core/journal/eventfields.h"
#include "core/journal/jsonvalue.h"

#include <QCborMap>
#include <QCborValue>
#include <QHash>
#include <QVarLengthArray>

#include <array>

namespace lockscope::journal {

namespace {

template<typename T>
concept IsId = requires(T id)
{
    requires std::is_integral_v<decltype(id.value)>;
    id.isNull();
};

class Packer
{
public:
    explicit Packer(QByteArray *out)
        : m_out(*out)
    {
    }

    void number(quint64 bits)
    {
        while (bits >= 0x80) {
            m_out += static_cast<char>(bits | 0x80);
            bits >>= 7;
        }
        m_out += static_cast<char>(bits);
    }
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

    template<typename T>
    void operator()(QLatin1String, const T &value)
    {
        put(value);
    }
    template<typename T>
    void later(QLatin1String key, const T &value)
    {
        (*this)(key, value);
    }
    void orNull(QLatin1String, const QString &value) { text(value); }
    void orNull(QLatin1String, const Text &value) { sentence(value); }
    void bytes(QLatin1String, const QByteArray &bytes, bool known)
    {
        if (known)
            raw(bytes);
    }
    void microseconds(QLatin1String, qint64 ns) { signedNumber(ns); }
    void decimal(QLatin1String, quint64 value) { number(value); }
    void jsonText(QLatin1String, const QByteArray &utf8) { raw(utf8); }
    template<typename Make>
    void derived(QLatin1String, Make)
    {
    }

private:
    template<typename T>
    void put(const std::optional<T> &value)
    {
        number(value ? 1 : 0);
        if (value)
            put(*value);
    }
    template<typename T>
    void put(const QList<T> &values)
    {
        number(static_cast<quint64>(values.size()));
        for (const T &value : values)
            put(value);
    }
    template<typename T>
    void put(const T &value)
    {
        if constexpr (HasFields<T>)
            FieldsOf<T>::walk(*this, value);
        else if constexpr (std::is_same_v<T, QString>)
            text(value);
        else if constexpr (std::is_same_v<T, Text>)
            sentence(value);
        else if constexpr (std::is_enum_v<T>)
            number(static_cast<quint64>(value));
        else if constexpr (std::is_same_v<T, bool>)
            number(value ? 1 : 0);
        else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>)
            number(value);
        else if constexpr (std::is_integral_v<T>)
            signedNumber(value);
        else if constexpr (IsId<T>)
            number(static_cast<quint64>(value.value));
        else // rare and large: as JSON has it
            raw(QCborValue::fromJsonValue(JsonValue<T>::write(value)).toCbor());
    }

    QByteArray &m_out;
    QHash<QString, quint64> m_texts;
};

class Unpacker
{
public:
    explicit Unpacker(const QByteArray &in)
        : m_at(in.constData())
    {
    }

    quint64 number()
    {
        quint64 bits = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = static_cast<quint8>(*m_at++);
            bits |= static_cast<quint64>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return bits;
        }
    }
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

    template<typename T>
    void operator()(QLatin1String, T &value)
    {
        take(value);
    }
    template<typename T>
    void later(QLatin1String key, T &value)
    {
        (*this)(key, value);
    }
    void orNull(QLatin1String, QString &value) { value = text(); }
    void orNull(QLatin1String, Text &value) { value = sentence(); }
    void bytes(QLatin1String, QByteArray &bytes, bool known)
    {
        if (known)
            bytes = raw();
    }
    void microseconds(QLatin1String, qint64 &ns) { ns = signedNumber(); }
    void decimal(QLatin1String, quint64 &value) { value = number(); }
    void jsonText(QLatin1String, QByteArray &utf8) { utf8 = raw(); }
    template<typename Make>
    void derived(QLatin1String, Make)
    {
    }

private:
    template<typename T>
    void take(std::optional<T> &value)
    {
        if (number() != 0)
            take(value.emplace());
    }
    template<typename T>
    void take(QList<T> &values)
    {
        const auto size = static_cast<qsizetype>(number());
        values.reserve(size);
        for (qsizetype i = 0; i < size; ++i)
            take(values.emplaceBack());
    }
    template<typename T>
    void take(T &value)
    {
        if constexpr (HasFields<T>)
            FieldsOf<T>::walk(*this, value);
        else if constexpr (std::is_same_v<T, QString>)
            value = text();
        else if constexpr (std::is_same_v<T, Text>)
            value = sentence();
        else if constexpr (std::is_enum_v<T>)
            value = static_cast<T>(number());
        else if constexpr (std::is_same_v<T, bool>)
            value = number() != 0;
        else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>)
            value = static_cast<T>(number());
        else if constexpr (std::is_integral_v<T>)
            value = static_cast<T>(signedNumber());
        else if constexpr (IsId<T>)
            value.value = static_cast<decltype(value.value)>(number());
        else
            JsonValue<T>::read(QCborValue::fromCbor(raw()).toJsonValue(), value);
    }

    const char *m_at;
    QList<QString> m_texts;
};

template<typename T>
void packPayload(Packer &packer, const T &payload)
{
    if constexpr (HasFields<T>) {
        FieldsOf<T>::walk(packer, payload);
    } else {
        static_assert(std::is_same_v<T, UnknownEvent>);
        packer.text(payload.kind);
        packer.raw(payload.line);
    }
}

template<typename T>
void unpackInto(Unpacker &unpacker, Payload &payload)
{
    auto &what = payload.emplace<T>();
    if constexpr (HasFields<T>) {
        FieldsOf<T>::walk(unpacker, what);
    } else {
        what.kind = unpacker.text();
        what.line = unpacker.raw();
    }
}

using UnpackInto = void (*)(Unpacker &, Payload &);

template<typename... T>
constexpr std::array<UnpackInto, sizeof...(T)> unpackersOf(const std::variant<T...> *)
{
    return {&unpackInto<T>...};
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
        std::visit([&](const auto &what) { packPayload(packer, what); }, event.what);
    }
    packed.payloads.squeeze();
    return packed;
}

EventBatch unpack(const PackedEvents &packed)
{
    static constexpr auto unpackers = unpackersOf(static_cast<const Payload *>(nullptr));
    EventBatch events;
    events.reserve(packed.size());
    Unpacker unpacker(packed.payloads);
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
