// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparisonpage.h"

#include "core/locks/recipecatalog.h"
#include "core/report/html.h"

#include <QLocale>

#include <algorithm>

namespace lockscope::compare {

using namespace Qt::StringLiterals;
using report::Html;

namespace {

const QString pageStyle = QStringLiteral(R"(
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2430; --quiet: #5a6472; --line: #d8dde4;
        --bar: #0072b2; --wrong: #b3470a; }
@media (prefers-color-scheme: dark) {
:root { --ground: #14181f; --text: #e6eaf0; --quiet: #9aa5b4; --line: #333c49; --bar: #56b4e9; --wrong: #ff9a5c; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 1180px;
       margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 8px; }
.quiet { color: var(--quiet); } p { margin: 6px 0; } .scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--quiet); font-weight: 600; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.chart { display: grid; grid-template-columns: max-content 1fr max-content; gap: 2px 10px; align-items: center; }
.chart i { display: block; height: 12px; background: var(--bar); border-radius: 2px; min-width: 1px; }
)");

/// "1,234"; a figure below ten keeps one digit after the point.
QString figure(double value)
{
    const QLocale locale(QLocale::English);
    return locale.toString(value, 'f', value < 10 && value != 0 ? 1 : 0);
}

QString microseconds(const std::optional<qint64> &value)
{
    return value ? figure(static_cast<double>(*value)) : u"—"_s;
}

QString nameOf(const Subject &subject)
{
    return u"%1, %2"_s.arg(locks::backendText(subject.backend), locks::recipeName(subject.recipe));
}

const FaultOutcome *outcomeOf(const Subject &subject, QStringView fault)
{
    const auto found =
        std::ranges::find_if(subject.faults, [&](const FaultOutcome &each) { return each.fault == fault; });
    return found == subject.faults.end() ? nullptr : &*found;
}

Text violationsText(const FaultOutcome *outcome)
{
    if (!outcome || !outcome->isShown)
        return Text::en("not shown");
    if (!outcome->isProvable)
        return Text::en("not provable");
    return Text::verbatim(QString::number(outcome->violations));
}

Text overlapsText(const FaultOutcome *outcome)
{
    return outcome && outcome->isShown ? Text::verbatim(QString::number(outcome->beliefOverlaps))
                                       : Text::en("not shown");
}

Text recoveryText(const FaultOutcome *outcome)
{
    if (!outcome || !outcome->isShown)
        return Text::en("not shown");
    if (outcome->isDeadlocked)
        return Text::en("never");
    return outcome->recoveredMs == 0 ? Text::en("nobody waited")
                                     : Text::en("%1 ms").arg(figure(static_cast<double>(*outcome->recoveredMs)));
}

/// Tables that both pages have: heads, and a row for each recipe on each kind of server.
struct Table
{
    Text title;
    Text about;
    QList<Text> heads;
    QList<QStringList> rows;
};

QList<Table> tablesOf(const Comparison &comparison)
{
    const QList<int> &counts = comparison.conditions.clients;
    Table ease{
        Text::en("What it takes"),
        Text::en("Lines of the pseudo-code, and those of them on which a client asks a server."),
        {Text::en("Lock"), Text::en("Version"), Text::en("A commit waits"), Text::en("Steps"), Text::en("Lines")},
        {}};
    Table cost{
        Text::en("What it asks of the server"),
        Text::en("Requests for each acquire and release together, by one client alone and by %1 at once; and whom a "
                 "release wakes.")
            .arg(counts.isEmpty() ? 0 : std::ranges::max(counts)),
        {Text::en("Lock"), Text::en("Alone"), Text::en("Contended"), Text::en("Wake-ups per release")},
        {}};
    Table speed{Text::en("How fast"),
                Text::en("Acquires a second, and the hand-over from one client to the next (p50 / p99, µs): of the "
                         "middle one of its runs (turns: %1). Where nobody waited there is no hand-over.")
                    .arg(comparison.conditions.turns),
                {Text::en("Lock")},
                {}};
    for (const int count : counts)
        speed.heads += Text::en("%1 at once").arg(count);
    Table reliable{
        Text::en("What goes wrong"),
        Text::en("A holder that dies: when the next one holds. A holder that stands still for 4 s, twice the "
                 "limit where there is one, and replies that are lost, one in twenty: violations by what "
                 "the server proves, and clients that believed to hold at once. Each is read from the "
                 "recording that lies beside this page; lockscope-cli check judges it again."),
        {Text::en("Lock"), Text::en("Dies: next after"), Text::en("Pause: violations"), Text::en("Pause: believers"),
         Text::en("Lost replies: violations"), Text::en("Lost replies: believers")},
        {}};
    for (const Subject &subject : comparison.subjects) {
        const QString name = nameOf(subject);
        ease.rows += {name, subject.version, subject.durability.shown(), QString::number(subject.steps),
                      QString::number(subject.lines)};
        cost.rows +=
            {name, figure(subject.requestsFree), figure(subject.requestsContended), figure(subject.wakeUpsPerRelease)};
        QStringList runs{name};
        for (const int count : counts) {
            const Run *run = typicalRun(subject, count);
            const QString whole = run && !run->isWhole ? Text::en(" (cut off)").shown() : QString();
            runs += run ? u"%1%2 · %3 / %4"_s.arg(figure(run->acquiresPerS), whole, microseconds(run->handoffP50Us),
                                                  microseconds(run->handoffP99Us))
                        : u"—"_s;
        }
        speed.rows += runs;
        const FaultOutcome *pause = outcomeOf(subject, u"holder-pauses");
        const FaultOutcome *lost = outcomeOf(subject, u"lost-replies");
        reliable.rows += {name,
                          recoveryText(outcomeOf(subject, u"holder-crashes")).shown(),
                          violationsText(pause).shown(),
                          overlapsText(pause).shown(),
                          violationsText(lost).shown(),
                          overlapsText(lost).shown()};
    }
    return {ease, cost, speed, reliable};
}

Text conditionsText(const Conditions &conditions)
{
    return Text::en("%1, %2, %3 processors; every server private and on the same machine, one after the other; "
                    "%4 rounds for each client, nothing done while holding.")
        .arg(conditions.date, conditions.machine, conditions.processors, conditions.rounds);
}

/// Bars, as wide as the figure is great.
void chart(Html &html, const Comparison &comparison, int clients)
{
    double most = 0;
    for (const Subject &subject : comparison.subjects) {
        if (const Run *run = typicalRun(subject, clients))
            most = std::max(most, run->acquiresPerS);
    }
    html.element(u"h2"_s, Text::en("Acquires a second, %1 at once").arg(clients));
    html.open(u"div class=\"chart\""_s);
    for (const Subject &subject : comparison.subjects) {
        const Run *run = typicalRun(subject, clients);
        if (!run || most <= 0)
            continue;
        html.element(u"span"_s, nameOf(subject));
        html.element(u"i style=\"width: %1%\""_s.arg(qRound(100 * run->acquiresPerS / most)), QString());
        html.element(u"span"_s, figure(run->acquiresPerS));
    }
    html.close(u"div"_s);
}

} // namespace

QString toHtml(const Comparison &comparison)
{
    const Text title = Text::en("Locks beside one another");
    Html html;
    html.open(u"!doctype html"_s).open(u"html lang=\"en\""_s).open(u"head"_s).open(u"meta charset=\"utf-8\""_s);
    html.element(u"title"_s, title).style(pageStyle).close(u"head"_s).open(u"body"_s);
    html.element(u"h1"_s, title).quiet(conditionsText(comparison.conditions));
    for (const Table &table : tablesOf(comparison)) {
        html.element(u"h2"_s, table.title).quiet(table.about).openTable(u"table"_s, table.heads);
        for (const QStringList &row : table.rows)
            html.row(row);
        html.closeTable();
    }
    for (const int clients : comparison.conditions.clients)
        chart(html, comparison, clients);
    html.close(u"body"_s).close(u"html"_s);
    return html.text();
}

QString toMarkdown(const Comparison &comparison)
{
    QString text = u"# %1\n\n%2\n"_s.arg(Text::en("Locks beside one another").shown(),
                                         conditionsText(comparison.conditions).shown());
    for (const Table &table : tablesOf(comparison)) {
        text += u"\n## %1\n\n%2\n\n"_s.arg(table.title.shown(), table.about.shown());
        QStringList heads;
        for (const Text &head : table.heads)
            heads += head.shown();
        text += u"| %1 |\n|%2\n"_s.arg(heads.join(u" | "_s), u"---|"_s.repeated(heads.size()));
        for (const QStringList &row : table.rows)
            text += u"| %1 |\n"_s.arg(row.join(u" | "_s));
    }
    return text;
}

} // namespace lockscope::compare
