// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/lessons/lessonfiles.h"
#include "core/lessons/lessonplay.h"

#include <QJsonArray>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// The lesson with its text in each language that is asked for: that it can be read and done.
Result<Done> checked(const QString &idOrFile, const QString &language)
{
    const auto lesson = lessons::loadLesson(idOrFile);
    if (!lesson)
        return tl::unexpected(lesson.error());
    const auto text = lessons::loadLessonText(idOrFile, language);
    if (!text)
        return tl::unexpected(text.error());
    auto done = lessons::check(*lesson);
    if (!done)
        done.error().detail = Text::en("%1: %2").arg(idOrFile, done.error().detail);
    return done;
}

ExitCode checkAll(const QStringList &lessons, const QString &language, bool json)
{
    QJsonArray results;
    bool isGood = true;
    for (const QString &lesson : lessons) {
        const auto done = checked(lesson, language);
        isGood = isGood && done;
        results += QJsonObject{{u"lesson"_s, lesson},
                               {u"problem"_s, done ? QJsonValue() : QJsonValue(done.error().sentence().english())}};
        if (json)
            continue;
        if (done)
            printLine(u"%1: can be done"_s.arg(lesson));
        else
            sayError(done.error().sentence().english());
    }
    if (json)
        printJson(results);
    return isGood ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode listAll(const QString &language, bool json)
{
    QJsonArray all;
    for (const QString &id : lessons::shippedLessons()) {
        const auto text = lessons::loadLessonText(id, language);
        if (!text)
            return fail(text.error());
        all += QJsonObject{{u"id"_s, id},
                           {u"title"_s, text->title},
                           {u"about"_s, text->about},
                           {u"pages"_s, static_cast<qint64>(text->pages.size())}};
        if (!json)
            printLine(u"%1  %2"_s.arg(id, -13).arg(text->title));
    }
    if (json)
        printJson(all);
    return ExitCode::Ok;
}

} // namespace

Task<ExitCode> runLessons(Context &, QStringList arguments)
{
    CommandLine line(u"lessons"_s, u"Lists the lessons that `lockscope --lesson ID` opens."_s,
                     CommandLine::Servers::None);
    line.flag(u"check"_s, u"Check lesson files, or the lessons of this program: all can be read, and each task "
                          "can be done. Exit code 1 if not."_s);
    line.value(u"lang"_s, u"L"_s, u"Language of the texts: en or zh_CN."_s, u"en"_s);
    line.positional(u"FILE"_s, u"With --check: a lesson's JSON file or ID; default: all lessons of this program."_s,
                    u"[FILE…]"_s);
    if (const auto ended = line.parse(arguments, 0, std::numeric_limits<int>::max()))
        co_return *ended;
    const QString language = line.text(u"lang"_s);
    if (language != "en"_L1 && language != "zh_CN"_L1)
        co_return usage(u"There is no language \"%1\"; there are en and zh_CN."_s.arg(language));
    const QStringList given = line.positionals();
    if (line.isSet(u"check"_s))
        co_return checkAll(given.isEmpty() ? lessons::shippedLessons() : given, language, line.json());
    if (!given.isEmpty())
        co_return usage(u"lessons wants --check before files."_s);
    co_return listAll(language, line.json());
}

} // namespace lockscope::cli
