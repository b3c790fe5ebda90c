// SPDX-License-Identifier: Apache-2.0
// A sentence for people as what it is made of: an English template and what stands in its places, so that it is kept in
// English and shown in the reader's language. What stands in its places is shown as visible() shows it. Never a
// translated text: who shows it asks for that.
#pragma once

#include <QCoreApplication>
#include <QJsonObject>
#include <QString>

#include <concepts>
#include <memory>
#include <optional>

namespace lockscope {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::Text) // the one context of all of core's texts

public:
    /// Empty.
    Text() = default;

    /// \a source: a literal, in English, with the places %1, %2, … It is extracted as it stands there.
    static Text en(const char *source) { return counted(source, notCounted); }
    /// The same for a literal of a table, which is extracted from QT_TRANSLATE_NOOP("lockscope::Text", "…").
    static Text ofTable(const char *source) { return en(source); }
    /// The same with %n for the number \a count, which decides between singular and plural: \a source is the plural.
    static Text counted(const char *source, qint64 count);
    /// What is not translated: a library's message, a name, data.
    static Text verbatim(const QString &text);
    /// What a file of ours says and translations may know: the texts of bundled scenarios. It has no places.
    static Text ofFile(const QString &source);
    /// "A, B and C"
    static Text enumerated(const QStringList &words);
    /// "A, B, C", of sentences' parts.
    static Text listed(const QList<Text> &parts);
    /// "A; B; C", of whole clauses.
    static Text clauses(const QList<Text> &parts);
    /// "A B C", of whole sentences.
    static Text sentences(const QList<Text> &parts);
    /// One below another.
    static Text lines(const QList<Text> &lines);

    /// What stands at the next places: numbers, QStrings or Texts. All at once, so that what stands in one place
    /// is not searched for another.
    template<typename... Values>
    Text arg(const Values &...values) const
    {
        Text filled = *this;
        (filled.add(values), ...);
        return filled;
    }

    bool isEmpty() const { return !m_data; }
    /// For JSON, logs and the command line: English whatever the language of the window is. A verbatim text is as it
    /// is: who prints it sees to what is visible.
    QString english() const;
    /// For the window: in the reader's language, else in English.
    QString shown() const;

    /// What JSON keeps beside the English sentence, so that it can be shown in another language: {"id": the template,
    /// "count": …, "arguments": […]}. Nothing where there is nothing to translate. \a depth: in how many it is, from 1.
    std::optional<QJsonObject> templateJson(int depth = 1) const;
    /// What templateJson() wrote; nothing for any other JSON.
    static std::optional<Text> fromTemplateJson(const QJsonObject &json, int depth = 1);
    /// \a known, if it says \a sentence in English; else the sentence as it stands.
    static Text stored(const QString &sentence, const std::optional<Text> &known);

    bool operator==(const Text &other) const;

private:
    struct Data;
    static constexpr qint64 notCounted = -1;

    template<std::integral Number>
    void add(Number number)
    {
        addNumber(static_cast<qint64>(number));
    }
    void add(const QString &value);
    void add(QStringView value) { add(value.toString()); }
    void add(QLatin1StringView value) { add(QString(value)); }
    void add(double value) { add(QString::number(value)); }
    void add(const Text &value);
    void addNumber(qint64 number);
    Data &own();
    static Text strung(const Text &both, const QList<Text> &parts);

    std::shared_ptr<const Data> m_data;
};

/// Installs what the language of the window needs: the English plurals, and above them the texts of \a language
/// ("zh_CN"); of another one nothing more.
void installTranslations(const QString &language = {});
/// "zh_CN", or "en": what the window is shown in.
QString shownLanguage();

} // namespace lockscope
