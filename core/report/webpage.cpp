// SPDX-License-Identifier: Apache-2.0
#include "core/report/webpage.h"

#include "core/report/html.h"

#include <QFile>
#include <QJsonDocument>

#include <utility>

/// Outside of any namespace, as Qt wants it: a static library's resources are not there by themselves.
static void initStory()
{
    Q_INIT_RESOURCE(story);
}

namespace lockscope::report {

using namespace Qt::StringLiterals;

namespace {

QString resource(const QString &name)
{
    QFile file(u":/story/"_s + name);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// As the text of a script element, which no letter of it can end.
QString inScript(const QJsonObject &json)
{
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)).replace(u'<', "\\u003c"_L1);
}

/// What the page says besides the sentences of its steps.
QJsonObject words()
{
    const auto put = [](const Text &text) { return text.shown(); };
    return {
        {u"holds"_s, put(Text::en("holds"))},
        {u"waits"_s, put(Text::en("waits"))},
        {u"notKnown"_s, put(Text::en("not known"))},
        {u"member"_s, put(Text::en("member"))},
        {u"believes"_s, put(Text::en("believes that it holds"))},
        {u"reader"_s, put(Text::en("reader, %1"))},
        {u"free"_s, put(Text::en("free"))},
        {u"group"_s, put(Text::en("no lock known here"))},
        {u"holderNotKnown"_s, put(Text::en("holder not known"))},
        {u"more"_s, put(Text::en("and %1 more"))},
        {u"moreLocks"_s, put(Text::en("Further locks: %1."))},
        {u"moreLanes"_s, put(Text::en("Further clients: %1."))},
        {u"wrong"_s, put(Text::en("%1 clients work at once in %2"))},
        {u"ms"_s, put(Text::en("%1 ms"))},
        {u"s"_s, put(Text::en("%1 s"))},
        {u"timeline"_s, put(Text::en("Timeline"))},
        {u"lanes"_s, put(Text::en("Each event has the same width. Upper bar: what the client believes. Lower: what the "
                                  "server says. Clients of other programs have one bar: what the server says."))},
        {u"before"_s, put(Text::en("Before the first step"))},
        {u"place"_s, put(Text::en("Step %1 of %2"))},
        {u"play"_s, put(Text::en("Play"))},
        {u"pause"_s, put(Text::en("Pause"))},
    };
}

void addButton(Html &html, const QString &id, const QString &sign, const Text &name)
{
    html.element(u"button type=\"button\" id=\"%1\" title=\"%2\" aria-label=\"%2\""_s.arg(id, escaped(name.shown())),
                 sign);
}

} // namespace

QByteArray webPage(journal::World world, const journal::Journal &journal, const WebPageRequest &request)
{
    initStory();
    const QJsonObject told = story(std::move(world), journal, request.story);
    if (told.isEmpty())
        return {};
    Html html;
    //: The language of the report, as HTML names it: "en", "zh-CN"
    html.open(u"!doctype html"_s).open(u"html lang=\"%1\""_s.arg(Text::en("en").shown())).open(u"head"_s);
    html.open(u"meta charset=\"utf-8\""_s).open(u"meta name=\"viewport\" content=\"width=device-width\""_s);
    html.open(u"meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
              "script-src 'unsafe-inline'\""_s);
    html.element(u"title"_s, request.title).style(resource(u"story.css"_s)).close(u"head"_s).open(u"body"_s);
    html.element(u"h1"_s, request.title).quiet(Text::verbatim(request.about));
    if (request.left > 0)
        html.quiet(Text::counted("A part of a longer history: %n events are not on this page.",
                                 static_cast<qint64>(request.left)));
    html.open(u"div id=\"now\""_s).element(u"p id=\"sentence\" aria-live=\"polite\""_s, QString());
    html.element(u"p id=\"when\" class=\"quiet\""_s, QString()).element(u"p id=\"wrong\""_s, QString()).close(u"div"_s);
    html.open(u"div id=\"stage\""_s).close(u"div"_s).open(u"figure id=\"timeline\""_s).close(u"figure"_s);
    html.open(u"div id=\"controls\""_s);
    addButton(html, u"first"_s, u"|◀"_s, Text::en("To the beginning (Home)"));
    addButton(html, u"back"_s, u"◀"_s, Text::en("One step back (left arrow)"));
    addButton(html, u"play"_s, Text::en("Play").shown(), Text::en("Play or pause (Space)"));
    addButton(html, u"next"_s, u"▶"_s, Text::en("One step on (right arrow)"));
    addButton(html, u"last"_s, u"▶|"_s, Text::en("To the end (End)"));
    html.open(u"input type=\"range\" id=\"at\" min=\"0\" value=\"0\" aria-label=\"%1\""_s.arg(
        escaped(Text::en("Step").shown())));
    html.element(u"span id=\"place\""_s, QString()).close(u"div"_s);
    html.element(u"noscript"_s,
                 Text::en("Turn JavaScript on to see this page. Its script is in the file; nothing is loaded."));
    html.data(u"words"_s, inScript(words()));
    html.data(u"story"_s, inScript(told));
    html.script(resource(u"story.js"_s)).close(u"body"_s).close(u"html"_s);
    return html.text().toUtf8();
}

} // namespace lockscope::report
