// SPDX-License-Identifier: Apache-2.0
#include "core/journal/eventjson.h"

#include "core/journal/eventfields.h"
#include "core/journal/jsonvalue.h"

#include <QDateTime>
#include <QHash>
#include <QJsonDocument>

namespace lockscope::journal {

namespace {

/// "detail": "…" and "detail_template": {"id": "…", …}.
constexpr auto templateSuffix = "_template"_L1;

class FieldWriter
{
public:
    template<typename T>
    void operator()(QLatin1String key, const T &value)
    {
        if constexpr (HasFields<T>)
            m_json[key] = written(value);
        else
            m_json[key] = JsonValue<T>::write(value);
    }
    /// The English sentence; and beside it, where there is one, the template that it was made from.
    void operator()(QLatin1String key, const Text &value)
    {
        m_json[key] = value.english();
        if (const auto made = value.templateJson())
            m_json[key + templateSuffix] = *made;
    }
    template<typename T>
    void operator()(QLatin1String key, const std::optional<T> &value)
    {
        if (value)
            (*this)(key, *value);
        else
            m_json[key] = QJsonValue();
    }
    template<typename T>
    requires HasFields<T>
    void operator()(QLatin1String key, const QList<T> &values)
    {
        QJsonArray array;
        for (const T &value : values)
            array += written(value);
        m_json[key] = array;
    }
    /// A field that recordings of earlier versions do not have.
    void later(QLatin1String key, const auto &value) { (*this)(key, value); }
    void orNull(QLatin1String key, const QString &text)
    {
        m_json[key] = text.isEmpty() ? QJsonValue() : QJsonValue(text);
    }
    void orNull(QLatin1String key, const Text &text)
    {
        (*this)(key, text);
        if (text.isEmpty())
            m_json[key] = QJsonValue();
    }
    /// Always in base64: a program reads this, and it gets every byte back.
    void bytes(QLatin1String key, const QByteArray &bytes, bool known)
    {
        m_json[key] = known ? QJsonValue(QString::fromLatin1(bytes.toBase64())) : QJsonValue();
    }
    void microseconds(QLatin1String key, qint64 ns) { m_json[key] = static_cast<double>(ns) / 1000; }
    /// Not a JSON number: those lose the last digits in many programs.
    void decimal(QLatin1String key, quint64 number) { m_json[key] = QString::number(number); }
    void jsonText(QLatin1String key, const QByteArray &utf8) { m_json[key] = QString::fromUtf8(utf8); }
    void derived(QLatin1String key, const auto &make) { m_json[key] = make(); }

    template<typename T>
    static QJsonObject written(const T &value)
    {
        FieldWriter writer;
        walkFields(writer, value);
        return writer.m_json;
    }

private:
    QJsonObject m_json;
};

/// In the year 2116: two instants up to it can be subtracted.
constexpr qint64 latestNs = qint64(1) << 62;

/// Reads field by field and remembers the first that is not as it should be. Not JsonFields of core/base: a recording
/// has a million lines, each an object of its own, so nothing is located and no key is looked up that is not wanted;
/// and keys that a later version writes are passed over.
class FieldReader
{
public:
    FieldReader(const QJsonObject &json, StringPool *pool)
        : m_json(json)
        , m_pool(pool)
    {
    }

    const Text &problem() const { return m_problem; }

    template<typename T>
    void operator()(QLatin1String key, T &value)
    {
        const QJsonValue json = find(key);
        if (failed())
            return;
        if constexpr (HasFields<T>) {
            readObject(key, json, value);
        } else {
            if (!JsonValue<T>::read(json, value))
                return wrong(key, JsonValue<T>::wanted(), json);
            if constexpr (std::is_same_v<T, qint64>) {
                if (key.endsWith("_ns"_L1) && (value < 0 || value > latestNs))
                    return wrong(key, Text::en("an instant, in nanoseconds since 1970"), json);
            }
            pool(value);
        }
    }
    /// Recordings of earlier versions, and text that is not to be translated, have the sentence alone.
    void operator()(QLatin1String key, Text &value)
    {
        QString sentence;
        (*this)(key, sentence);
        translatable(key, sentence, value);
    }
    void orNull(QLatin1String key, Text &value)
    {
        QString sentence;
        orNull(key, sentence);
        translatable(key, sentence, value);
    }
    void translatable(QLatin1String key, const QString &sentence, Text &value)
    {
        const QString templateKey = key + templateSuffix;
        const auto json = m_json.constFind(templateKey);
        const bool hasTemplate = !failed() && json != m_json.constEnd();
        const auto made = hasTemplate ? Text::fromTemplateJson(json->toObject()) : std::nullopt;
        if (hasTemplate && !made)
            return wrong(QLatin1String(templateKey.toLatin1()), Text::en("a template and its arguments"), *json);
        value = Text::stored(sentence, made);
    }
    template<typename T>
    void operator()(QLatin1String key, std::optional<T> &value)
    {
        const QJsonValue json = find(key);
        value.reset();
        if (!failed() && !json.isNull())
            (*this)(key, value.emplace());
    }
    template<typename T>
    requires HasFields<T>
    void operator()(QLatin1String key, QList<T> &values)
    {
        const QJsonValue json = find(key);
        values.clear();
        if (failed())
            return;
        if (!json.isArray())
            return wrong(key, Text::en("a list"), json);
        const QJsonArray array = json.toArray();
        for (const QJsonValue element : array) {
            readObject(key, element, values.emplaceBack());
            if (failed())
                return;
        }
    }
    /// A field that recordings of earlier versions do not have: \a value stays what it is then.
    void later(QLatin1String key, auto &value)
    {
        if (m_json.contains(key))
            (*this)(key, value);
    }
    void orNull(QLatin1String key, QString &text)
    {
        const QJsonValue json = find(key);
        if (failed())
            return;
        if (!json.isNull() && !json.isString())
            return wrong(key, Text::en("text or null"), json);
        text = json.toString();
        pool(text);
    }
    void bytes(QLatin1String key, QByteArray &bytes, bool known)
    {
        const QJsonValue json = find(key);
        if (failed())
            return;
        const auto decoded =
            QByteArray::fromBase64Encoding(json.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
        if (known != json.isString() || !decoded)
            return wrong(key, known ? Text::en("bytes in base64") : Text::en("null, since the data was not read"),
                         json);
        bytes = *decoded;
    }
    void microseconds(QLatin1String key, qint64 &ns)
    {
        const QJsonValue json = find(key);
        if (failed())
            return;
        const double us = json.toDouble(-1);
        if (us < 0 || us > 9e12) // up to 2^53 ns, a double has each
            return wrong(key, Text::en("a number of microseconds"), json);
        ns = qRound64(us * 1000);
    }
    void decimal(QLatin1String key, quint64 &number)
    {
        const QJsonValue json = find(key);
        bool ok = !failed();
        const quint64 read = ok ? json.toString().toULongLong(&ok) : 0;
        if (!ok)
            return wrong(key, Text::en("a whole number in quotes"), json);
        number = read;
    }
    void jsonText(QLatin1String key, QByteArray &utf8)
    {
        QString text;
        (*this)(key, text);
        utf8 = text.toUtf8();
    }
    void derived(QLatin1String, const auto &) { }

private:
    bool failed() const { return !m_problem.isEmpty(); }

    QJsonValue find(QLatin1String key)
    {
        const auto found = m_json.constFind(key);
        if (found != m_json.constEnd())
            return *found;
        if (!failed())
            m_problem = Text::en("\"%1\" is missing").arg(m_inside + key);
        return QJsonValue(QJsonValue::Undefined);
    }

    void wrong(QLatin1String key, const Text &wanted, const QJsonValue &json)
    {
        if (!failed())
            m_problem = Text::en("\"%1\" should be %2, not %3").arg(m_inside + key, wanted, shortJson(json));
    }

    template<typename T>
    void readObject(QLatin1String key, const QJsonValue &json, T &value)
    {
        if (!json.isObject())
            return wrong(key, Text::en("an object"), json);
        const QJsonObject object = json.toObject();
        FieldReader inner(object, m_pool);
        inner.m_inside = m_inside + key + u'.';
        walkFields(inner, value);
        m_problem = inner.m_problem;
    }

    void pool(QString &text)
    {
        if (m_pool)
            text = m_pool->shared(text);
    }
    void pool(auto &) { }

    const QJsonObject &m_json;
    StringPool *m_pool;
    QString m_inside; ///< "error." within an error
    Text m_problem;
};

using ReadPayload = Payload (*)(FieldReader &);

/// By the name of the kind, from the variant itself: a kind that is added there is known here.
template<typename... T>
QHash<QString, ReadPayload> readersOf(const std::variant<T...> *)
{
    QHash<QString, ReadPayload> readers;
    const auto add = [&]<typename Kind>(const Kind &kind) {
        if constexpr (HasFields<Kind>)
            readers.insert(kindName(kind), [](FieldReader &reader) -> Payload {
                Kind payload;
                walkFields(reader, payload);
                return payload;
            });
    };
    (add(T{}), ...);
    return readers;
}

} // namespace

QString isoMicroseconds(qint64 atNs)
{
    const qint64 microseconds = atNs / 1000;
    return QDateTime::fromSecsSinceEpoch(microseconds / 1'000'000, Qt::UTC).toString(u"yyyy-MM-ddTHH:mm:ss"_s)
           + u".%1Z"_s.arg(microseconds % 1'000'000, 6, 10, QChar(u'0'));
}

QJsonObject toJson(const Event &event)
{
    QJsonObject json = std::visit(
        []<typename T>(const T &what) {
            if constexpr (HasFields<T>)
                return FieldWriter::written(what);
            else
                return QJsonDocument::fromJson(what.line).object();
        },
        event.what);
    json["n"_L1] = static_cast<qint64>(event.number);
    json["at"_L1] = isoMicroseconds(event.atNs);
    json["at_ns"_L1] = event.atNs;
    json["kind"_L1] = kindName(event.what);
    return json;
}

QString StringPool::shared(const QString &text)
{
    // Bounded: names that never come again must not fill the memory.
    if (m_texts.size() > 100'000)
        m_texts.clear();
    return *m_texts.insert(text);
}

namespace {

bool isName(QStringView name)
{
    return !name.isEmpty() && !name.contains(u'/') && name != "."_L1 && name != ".."_L1;
}

bool isPath(QStringView path)
{
    return path == "/"_L1 || (path.startsWith(u'/') && std::ranges::all_of(path.mid(1).tokenize(u'/'), isName));
}

/// Of what the tree is made of: a name that is none would be taken for the directory itself, or for a node elsewhere.
Text misnamed(const Payload &what)
{
    const auto pathOf = []<typename Kind>(const Kind &event) -> const QString * {
        if constexpr (requires { event.path; }
                      && !std::is_same_v<Kind, ClientRequest> && !std::is_same_v<Kind, ClientReply>)
            return &event.path;
        return nullptr;
    };
    const QString *path = std::visit(pathOf, what);
    if (path && !isPath(*path))
        return Text::en("\"%1\" is no path of a node").arg(*path);
    if (const auto *listed = std::get_if<DirectoryListed>(&what)) {
        for (const QList<QString> &names : {listed->added, listed->removed}) {
            const auto wrong = std::ranges::find_if_not(names, isName);
            if (wrong != names.cend())
                return Text::en("\"%1\" is no name of a node").arg(*wrong);
        }
    }
    return {};
}

} // namespace

Result<Event> eventFromJson(const QJsonObject &json, StringPool *pool)
{
    static const QHash<QString, ReadPayload> readers = readersOf(static_cast<const Payload *>(nullptr));
    FieldReader reader(json, pool);
    Event event;
    QString kind;
    reader("n"_L1, event.number);
    reader("at_ns"_L1, event.atNs);
    reader("kind"_L1, kind);
    if (reader.problem().isEmpty()) {
        const auto known = readers.constFind(kind);
        if (known == readers.cend())
            event.what = UnknownEvent{kind, QJsonDocument(json).toJson(QJsonDocument::Compact)};
        else
            event.what = (*known)(reader);
    }
    const Text problem = reader.problem().isEmpty() ? misnamed(event.what) : reader.problem();
    if (!problem.isEmpty())
        return failure(ErrorCode::InvalidInput, {}, {}, problem);
    return event;
}

} // namespace lockscope::journal
