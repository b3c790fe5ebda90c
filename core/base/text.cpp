// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include "core/base/visible.h"

#include <QJsonArray>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

static void initTranslationsResource()
{
    Q_INIT_RESOURCE(lockscope_translations); // in a static library: nothing else does
}

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

QString languageShown = u"en"_s; // set once, before there is another thread

constexpr auto textContext = "lockscope::Text";
constexpr qsizetype longestText = 1'000'000; // whatever a file says
constexpr qsizetype longestArgument = 4'000; // a list of many names

std::unique_ptr<QTranslator> englishTranslator()
{
    initTranslationsResource();
    auto translator = std::make_unique<QTranslator>();
    [[maybe_unused]] const bool loaded = translator->load(u":/lockscope/translations/lockscope_en.qm"_s);
    Q_ASSERT(loaded);
    return translator;
}

/// Never installed: English stays English while another language is shown.
const QTranslator &englishPlurals()
{
    static const std::unique_ptr<QTranslator> translator = englishTranslator();
    return *translator;
}

int asCount(qint64 count)
{
    return static_cast<int>(std::min<qint64>(count, std::numeric_limits<int>::max()));
}

} // namespace

struct Text::Data
{
    using Argument = std::variant<qint64, QString, Text>;

    QByteArray source; ///< the template; empty where the text is verbatim
    QString verbatim;
    qint64 count = notCounted;
    std::vector<Argument> arguments;

    bool operator==(const Data &) const = default;

    QString englishPattern() const
    {
        QString pattern;
        if (count != notCounted)
            pattern = englishPlurals().translate(textContext, source.constData(), nullptr, asCount(count));
        return pattern.isEmpty() ? QString::fromUtf8(source) : pattern;
    }
    QString shownPattern() const
    {
        if (source.contains('\0')) // of a file: a translation is found by a text that ends there
            return englishPattern();
        if (count == notCounted)
            return QCoreApplication::translate(textContext, source.constData());
        const QString pattern = QCoreApplication::translate(textContext, source.constData(), nullptr, asCount(count));
        const QString untranslated = QString::fromUtf8(source).replace("%n"_L1, QString::number(asCount(count)));
        return pattern == untranslated ? englishPattern() : pattern;
    }

    /// Each once, however often the pattern has its place.
    QStringList words(QString (Text::*in)() const) const
    {
        struct InWords
        {
            QString (Text::*in)() const;
            QString operator()(qint64 number) const { return QString::number(number); }
            QString operator()(const QString &text) const { return visible(text, longestArgument); }
            QString operator()(const Text &text) const { return (text.*in)(); }
        };
        QStringList all;
        for (const Argument &argument : arguments)
            all += std::visit(InWords{in}, argument);
        return all;
    }

    /// In one pass: what an argument brings along is not looked at.
    QString filled(const QString &pattern, QString (Text::*in)() const) const
    {
        const QStringList words = this->words(in);
        const QStringView whole(pattern);
        QString text;
        qsizetype from = 0; // what is not in the text yet
        const auto append = [&](qsizetype to) {
            text += whole.sliced(from, std::min(to - from, std::max<qsizetype>(0, longestText - text.size())));
            from = to;
        };
        for (qsizetype at = whole.indexOf(u'%'); at >= 0 && at + 1 < whole.size(); at = whole.indexOf(u'%', at)) {
            const int place = whole[at + 1].digitValue();
            const bool isCount = whole[at + 1] == u'n' && count != notCounted;
            if (!isCount && (place < 1 || place > words.size())) {
                ++at;
                continue;
            }
            append(at);
            if (text.size() < longestText)
                text += isCount ? QString::number(count) : words[place - 1];
            at += 2;
            from = at;
        }
        append(whole.size());
        return text;
    }
};

Text Text::counted(const char *source, qint64 count)
{
    Text text;
    if (source && *source)
        text.m_data = std::make_shared<Data>(
            Data{QByteArray::fromRawData(source, static_cast<qsizetype>(qstrlen(source))), {}, count, {}});
    return text;
}

Text Text::verbatim(const QString &verbatim)
{
    Text text;
    if (!verbatim.isEmpty())
        text.m_data = std::make_shared<Data>(Data{{}, verbatim, notCounted, {}});
    return text;
}

Text Text::ofFile(const QString &source)
{
    Text text;
    if (!source.isEmpty())
        text.m_data = std::make_shared<Data>(Data{shortened(source, longestShown).toUtf8(), {}, notCounted, {}});
    return text;
}

Text Text::enumerated(const QStringList &words)
{
    if (words.size() < 2)
        return verbatim(words.value(0));
    //: The end of a list: %1 is "A, B", %2 is its last element.
    return en("%1 and %2").arg(words.first(words.size() - 1).join(u", "_s), words.last());
}

Text Text::strung(const Text &both, const QList<Text> &parts)
{
    // In halves, so that a long list is no deep one.
    if (parts.size() < 2)
        return parts.value(0);
    const qsizetype half = parts.size() / 2;
    return both.arg(strung(both, parts.first(half)), strung(both, parts.sliced(half)));
}

Text Text::listed(const QList<Text> &parts)
{
    //: A list: %1 and %2 are its parts.
    return strung(en("%1, %2"), parts);
}

Text Text::clauses(const QList<Text> &parts)
{
    //: Clauses, one after another.
    return strung(en("%1; %2"), parts);
}

Text Text::sentences(const QList<Text> &parts)
{
    //: Sentences, one after another.
    return strung(en("%1 %2"), parts);
}

Text Text::lines(const QList<Text> &lines)
{
    return strung(en("%1\n%2"), lines);
}

QString Text::english() const
{
    if (!m_data)
        return {};
    return m_data->source.isEmpty() ? m_data->verbatim : m_data->filled(m_data->englishPattern(), &Text::english);
}

QString Text::shown() const
{
    if (!m_data)
        return {};
    // A template, too, may be of a file that another person wrote: a scenario, a recording.
    return visibleLines(m_data->source.isEmpty() ? m_data->verbatim
                                                 : m_data->filled(m_data->shownPattern(), &Text::shown));
}

Text::Data &Text::own()
{
    auto copy = m_data ? std::make_shared<Data>(*m_data) : std::make_shared<Data>();
    Data &data = *copy;
    m_data = std::move(copy);
    return data;
}

void Text::add(const QString &value)
{
    own().arguments.emplace_back(value);
}

void Text::add(const Text &value)
{
    // A verbatim one as it comes back from JSON.
    if (!value.m_data || value.m_data->source.isEmpty())
        own().arguments.emplace_back(value.english());
    else
        own().arguments.emplace_back(value);
}

void Text::addNumber(qint64 number)
{
    own().arguments.emplace_back(number);
}

bool Text::operator==(const Text &other) const
{
    return m_data == other.m_data || (m_data && other.m_data && *m_data == *other.m_data);
}

// ---- beside the sentence in JSON ----

constexpr int deepestText = 8;
constexpr qsizetype longestTemplate = 4'096;
constexpr qsizetype mostArguments = 9;
constexpr double largestNumber = 9'007'199'254'740'992; // up to which JSON's numbers are exact

std::optional<QJsonObject> Text::templateJson(int depth) const
{
    if (!m_data || m_data->source.isEmpty() || depth > deepestText)
        return std::nullopt;
    struct Write
    {
        int depth;
        QJsonValue operator()(qint64 number) const
        {
            const bool exact = std::abs(static_cast<double>(number)) < largestNumber;
            return exact ? QJsonValue(number) : QJsonValue(QString::number(number));
        }
        QJsonValue operator()(const QString &text) const { return text; }
        QJsonValue operator()(const Text &text) const
        {
            const auto nested = text.templateJson(depth + 1);
            return nested ? QJsonValue(*nested) : QJsonValue(text.english());
        }
    };
    QJsonObject json{{u"id"_s, QString::fromUtf8(m_data->source)}};
    if (m_data->count != notCounted)
        json.insert(u"count"_s, m_data->count);
    if (!m_data->arguments.empty()) {
        QJsonArray arguments;
        for (const Data::Argument &argument : m_data->arguments)
            arguments += std::visit(Write{depth}, argument);
        json.insert(u"arguments"_s, arguments);
    }
    return json;
}

std::optional<Text> Text::fromTemplateJson(const QJsonObject &json, int depth)
{
    const auto whole = [](const QJsonValue &value) {
        const double number = value.toDouble(0.5);
        return number >= -largestNumber && number <= largestNumber && static_cast<double>(value.toInteger()) == number;
    };
    const QJsonValue id = json[u"id"_s];
    const QJsonValue count = json[u"count"_s];
    const QJsonValue arguments = json[u"arguments"_s];
    const QString source = id.toString();
    if (depth > deepestText || source.isEmpty() || source.size() > longestTemplate
        || !(count.isUndefined() || (whole(count) && count.toInteger() >= 0))
        || !(arguments.isUndefined() || arguments.isArray()) || arguments.toArray().size() > mostArguments)
        return std::nullopt;
    Text text;
    auto data = std::make_shared<Data>(Data{source.toUtf8(), {}, count.toInteger(notCounted), {}});
    const QJsonArray each = arguments.toArray();
    for (const QJsonValue argument : each) {
        const auto nested = argument.isObject() ? fromTemplateJson(argument.toObject(), depth + 1) : std::nullopt;
        if (argument.isString())
            data->arguments.emplace_back(argument.toString());
        else if (nested)
            data->arguments.emplace_back(*nested);
        else if (whole(argument))
            data->arguments.emplace_back(argument.toInteger());
        else
            return std::nullopt;
    }
    text.m_data = std::move(data);
    return text;
}

Text Text::stored(const QString &sentence, const std::optional<Text> &known)
{
    return known && known->english() == sentence ? *known : verbatim(sentence);
}

void installTranslations(const QString &language)
{
    const auto install = [](std::unique_ptr<QTranslator> translator) {
        translator->setParent(QCoreApplication::instance());
        QCoreApplication::installTranslator(translator.release());
    };
    install(englishTranslator());
    const bool isChinese = language == "zh_CN"_L1;
    if (isChinese != (QLocale().language() == QLocale::Chinese)) // dates beside the sentences
        QLocale::setDefault(isChinese ? QLocale(language) : QLocale(QLocale::English));
    auto chinese = std::make_unique<QTranslator>();
    if (!isChinese || !chinese->load(u":/lockscope/translations/lockscope_zh_CN.qm"_s))
        return;
    auto buttons = std::make_unique<QTranslator>(); // Qt's own: Cancel, a file's dialog
    if (buttons->load(u"qtbase_zh_CN"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        install(std::move(buttons));
    install(std::move(chinese));
    languageShown = language;
}

QString shownLanguage()
{
    return languageShown;
}

} // namespace lockscope
