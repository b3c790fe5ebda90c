// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/lessonfiles.h"

#include "core/base/smallfile.h"
#include "core/base/strictjson.h"
#include "core/explore/schedule.h"
#include "core/locks/recipecatalog.h"

#include <QFile>
#include <QFileInfo>

/// Outside of any namespace, as Qt wants it: a static library's resources are not there by themselves.
static void initLessons()
{
    Q_INIT_RESOURCE(lessons);
}

namespace lockscope::lessons {

using namespace Qt::StringLiterals;

namespace {

constexpr int lessonVersion = 1;
constexpr int mostPages = 50;
constexpr int mostDeeds = 200;
constexpr int mostClients = 1'000;
constexpr int mostNodes = 10'000;

// ---- what is set up and done ----

std::vector<Deed> deedsAt(JsonFields &fields, const QString &key, bool inSandbox)
{
    std::vector<Deed> deeds;
    const QJsonArray words = fields.list(key).value_or(QJsonArray());
    if (words.size() > mostDeeds)
        fields.complain(key, Text::en("there can be at most %1").arg(mostDeeds));
    for (qsizetype i = 0; i < std::min<qsizetype>(words.size(), mostDeeds); ++i) {
        const auto deed = deedNamed(words[i].toString());
        const char *problem = nullptr;
        if (!deed)
            problem = QT_TRANSLATE_NOOP("lockscope::Text", "“%1” is nothing that a lesson can do");
        else if (!isPossibleIn(inSandbox, *deed))
            problem = inSandbox ? QT_TRANSLATE_NOOP("lockscope::Text", "“%1” is nothing that can be done in a sandbox")
                                : QT_TRANSLATE_NOOP("lockscope::Text", "“%1” is nothing that can be done in a model");
        else
            deeds.push_back(*deed);
        if (problem)
            fields.complaints().add(u"%1[%2]"_s.arg(fields.pathOf(key), QString::number(i)),
                                    Text::ofTable(problem).arg(words[i].toString()));
    }
    return deeds;
}

/// Clients' names, or none: an empty list is one too.
std::optional<QStringList> namesAt(JsonFields &fields, const QString &key)
{
    const auto list = fields.list(key);
    if (!list)
        return std::nullopt;
    QStringList names;
    for (const QJsonValue name : *list) {
        if (!name.isString())
            fields.complain(key, fields.complaints().words().text.arg(shortJson(name)));
        names += name.toString();
    }
    return names;
}

std::optional<Condition> conditionAt(JsonFields &page, const QString &key, bool inSandbox)
{
    const auto value = page.value(key);
    if (!value)
        return std::nullopt;
    JsonFields fields(*value, page.pathOf(key), page.complaints());
    Condition condition;
    condition.holding = namesAt(fields, u"holding"_s);
    condition.holders = fields.wholeNumber<int>(u"holders"_s, 0, mostClients);
    condition.waiting = namesAt(fields, u"waiting"_s);
    condition.gone = namesAt(fields, u"gone"_s);
    condition.paused = namesAt(fields, u"paused"_s);
    condition.nodes = fields.wholeNumber<int>(u"nodes"_s, 0, mostNodes);
    condition.nodesAtLeast = fields.wholeNumber<int>(u"nodes-at-least"_s, 0, mostNodes);
    condition.woken = fields.wholeNumber<int>(u"woken"_s, 0, mostNodes);
    condition.quiet = fields.flag(u"quiet"_s);
    condition.wrong = fields.text(u"wrong"_s).value_or(QString());
    condition.serversDown = fields.wholeNumber<int>(u"servers-down"_s, 0, 5);
    fields.end();
    if (value->toObject().isEmpty())
        page.complain(key, Text::en("wants something that must be so"));
    if (inSandbox && (condition.quiet || !condition.wrong.isEmpty()))
        page.complain(key, Text::en("has “quiet” or “wrong”, which are known in a model only"));
    return condition;
}

std::optional<Question> questionAt(JsonFields &page, bool inSandbox)
{
    const auto value = page.value(u"question"_s);
    if (!value)
        return std::nullopt;
    JsonFields fields(*value, page.pathOf(u"question"_s), page.complaints());
    for (const QString &key : {u"about"_s, u"answers"_s, u"then"_s})
        fields.need(key);
    const QStringList abouts{u"woken"_s, u"holder"_s, u"nodes"_s};
    Question question;
    question.about = fields
                         .choice<Question::About>(
                             u"about"_s,
                             [&abouts](QStringView word) -> std::optional<Question::About> {
                                 const qsizetype at = abouts.indexOf(word);
                                 return at < 0 ? std::nullopt : std::optional(static_cast<Question::About>(at));
                             },
                             abouts)
                         .value_or(Question::About::Woken);
    question.answers = fields.texts(u"answers"_s).value_or(QStringList());
    question.then = deedsAt(fields, u"then"_s, inSandbox);
    fields.end();
    return question;
}

std::optional<Sandbox> sandboxAt(JsonFields &page)
{
    const auto value = page.value(u"sandbox"_s);
    if (!value)
        return std::nullopt;
    JsonFields fields(*value, page.pathOf(u"sandbox"_s), page.complaints());
    Sandbox sandbox;
    sandbox.servers = fields.wholeNumber<int>(u"servers"_s, 1, 5).value_or(1);
    if (sandbox.servers % 2 == 0)
        fields.complain(u"servers"_s, Text::en("wants 1, 3 or 5"));
    sandbox.clients = explore::readSetup(fields, mostClients).clients;
    fields.end();
    return sandbox;
}

/// \a inSandbox: the page before is; where this one begins no place of its own, it is too.
Page pageFrom(const QJsonValue &value, const QString &path, JsonComplaints &complaints, bool &inSandbox)
{
    JsonFields fields(value, path, complaints);
    Page page;
    if (const auto model = fields.value(u"model"_s)) {
        JsonFields setup(*model, fields.pathOf(u"model"_s), complaints);
        page.model = explore::readSetup(setup, mostClients);
        setup.end();
    }
    page.sandbox = sandboxAt(fields);
    if (page.beginsPlace())
        inSandbox = page.sandbox.has_value();
    page.begin = deedsAt(fields, u"begin"_s, inSandbox);
    page.done = conditionAt(fields, u"done"_s, inSandbox);
    page.refused = conditionAt(fields, u"refused"_s, inSandbox);
    page.question = questionAt(fields, inSandbox);
    page.solution = deedsAt(fields, u"solution"_s, inSandbox);
    page.wrong = deedsAt(fields, u"wrong"_s, inSandbox);
    page.show = fields.text(u"show"_s).value_or(QString());
    page.search = fields.flag(u"search"_s).value_or(false);
    fields.end();
    if (page.model && page.sandbox)
        complaints.add(path, Text::en("wants a model or a sandbox, not both"));
    if (page.done && page.solution.empty())
        complaints.add(path, Text::en("wants a solution: what is asked for must be possible"));
    if (page.refused && page.wrong.empty())
        complaints.add(path, Text::en("wants wrong deeds: what is refused must be possible"));
    if (page.done && page.question)
        complaints.add(path, Text::en("wants something to do or a question, not both"));
    return page;
}

// ---- what is said ----

/// Where lines of a lesson's text go: what a heading of the third level names.
QString *partNamed(PageText &page, QStringView name)
{
    if (name == "Task"_L1)
        return &page.task;
    if (name == "Done"_L1)
        return &page.done;
    if (name == "Not so"_L1)
        return &page.refused;
    if (name == "Hint"_L1) {
        page.hints += QString();
        return &page.hints.last();
    }
    return nullptr;
}

QString jsonFileOf(const QString &idOrFile)
{
    return shippedLessons().contains(idOrFile) ? u":/lessons/%1.json"_s.arg(idOrFile) : idOrFile;
}

template<typename T>
Result<T> inFile(const QString &name, Result<T> read)
{
    if (read)
        return read;
    Error error = read.error();
    error.detail = Text::en("%1: %2").arg(name, error.detail);
    return tl::unexpected(error);
}

} // namespace

QStringList shippedLessons()
{
    return {u"flag"_s,    u"crash"_s,   u"queue"_s, u"herd"_s,     u"predecessor"_s,  u"lost-wakeup"_s, u"lost-reply"_s,
            u"timeout"_s, u"readers"_s, u"pause"_s, u"deadlock"_s, u"process-lock"_s, u"leader"_s,      u"puzzle"_s};
}

Result<Lesson> readLesson(const QByteArray &json, const QString &id)
{
    const auto text = JsonText::read(json);
    if (!text)
        return tl::unexpected(text.error());
    JsonComplaints complaints(text->lines);
    JsonFields fields(text->top, {}, complaints);
    if (fields.wholeNumber<int>(u"lockscope"_s, 0, std::numeric_limits<int>::max()) != lessonVersion
        || fields.text(u"kind"_s) != u"lesson"_s)
        return invalidInput(Text::en("This is no lesson that this version can read."));
    fields.need(u"pages"_s);
    const QJsonArray pages = fields.list(u"pages"_s).value_or(QJsonArray());
    if (pages.isEmpty() || pages.size() > mostPages)
        fields.complain(u"pages"_s, Text::en("there can be 1 to %1").arg(mostPages));
    Lesson lesson;
    lesson.id = id;
    bool inSandbox = false;
    for (qsizetype i = 0; i < std::min<qsizetype>(pages.size(), mostPages); ++i)
        lesson.pages.push_back(pageFrom(pages[i], u"pages[%1]"_s.arg(i), complaints, inSandbox));
    fields.end();
    for (size_t i = 0; i < lesson.pages.size(); ++i) {
        if (!lesson.pages[lesson.placeOf(i)].beginsPlace() && lesson.pages[i].isTask())
            complaints.add(u"pages[%1]"_s.arg(i),
                           Text::en("has a task, and no page up to it has a model or a sandbox"));
    }
    if (!complaints.isEmpty())
        return invalidInput(complaints.first());
    return lesson;
}

Result<LessonText> readLessonText(const QByteArray &markdown, size_t pages)
{
    LessonText text;
    QString *part = &text.about;
    int number = 0;
    for (const QString &line : QString::fromUtf8(markdown).split(u'\n')) {
        ++number;
        if (line.startsWith("<!--"_L1)) // the licence
            continue;
        if (line.startsWith("# "_L1)) {
            text.title = line.sliced(2).trimmed();
        } else if (line.startsWith("## "_L1)) {
            text.pages.emplace_back();
            text.pages.back().heading = line.sliced(3).trimmed();
            part = &text.pages.back().text;
        } else if (line.startsWith("### "_L1)) {
            const QString name = line.sliced(4).trimmed();
            part = text.pages.empty() ? nullptr : partNamed(text.pages.back(), name);
            if (!part)
                return invalidInput(
                    Text::en("line %1: there is no part “%2” here; there are Task, Hint, Done and Not so, "
                             "each of a page.")
                        .arg(number, name));
        } else {
            *part += line + u'\n';
        }
    }
    if (text.title.isEmpty())
        return invalidInput(Text::en("line 1: a lesson's text begins with its title, “# …”."));
    if (text.pages.size() != pages)
        return invalidInput(Text::en("The text has %1 pages, the lesson has %2.").arg(text.pages.size(), pages));
    text.about = text.about.trimmed();
    for (PageText &page : text.pages) {
        for (QString *of : {&page.text, &page.task, &page.done, &page.refused})
            *of = of->trimmed();
        for (QString &hint : page.hints)
            hint = hint.trimmed();
    }
    return text;
}

Result<Lesson> loadLesson(const QString &idOrFile)
{
    initLessons();
    const QString file = jsonFileOf(idOrFile);
    const auto json = readSmallFile(file);
    if (!json)
        return tl::unexpected(json.error());
    return inFile(idOrFile, readLesson(*json, QFileInfo(file).completeBaseName()));
}

Result<LessonText> loadLessonText(const QString &idOrFile, const QString &language)
{
    const auto lesson = loadLesson(idOrFile);
    if (!lesson)
        return tl::unexpected(lesson.error());
    const QFileInfo json(jsonFileOf(idOrFile));
    const auto fileIn = [&json](const QString &of) {
        return u"%1/%2/%3.md"_s.arg(json.path(), of, json.completeBaseName());
    };
    const QString file = QFile::exists(fileIn(language)) ? fileIn(language) : fileIn(u"en"_s);
    const auto markdown = readSmallFile(file);
    if (!markdown)
        return tl::unexpected(markdown.error());
    auto text = inFile(file, readLessonText(*markdown, lesson->pages.size()));
    for (size_t i = 0; text && i < lesson->pages.size(); ++i) {
        const PageText &said = text->pages[i];
        if (lesson->pages[i].isTask() && (said.task.isEmpty() || said.done.isEmpty()))
            return inFile(file,
                          Result<LessonText>(invalidInput(
                              Text::en("page %1 has no “### Task” or no “### Done”, and wants both.").arg(i + 1))));
    }
    return text;
}

} // namespace lockscope::lessons
