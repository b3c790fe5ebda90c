// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparisonpage.h"

#include "core/base/visible.h"
#include "core/compare/comparisontables.h"
#include "core/report/html.h"

#include <QUrl>

#include <algorithm>
#include <cmath>

namespace lockscope::compare {

using namespace Qt::StringLiterals;
using report::Html;

namespace {

// Six colours that differ to any colour vision, for each ground.
const QString pageStyle = QStringLiteral(R"(
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2430; --quiet: #5a6472; --line: #d8dde4;
        --bar: #0072b2; --range: #1c2430;
        --c0: #0072b2; --c1: #b3470a; --c2: #007a58; --c3: #a5518c; --c4: #7a6200; --c5: #1c2430; }
@media (prefers-color-scheme: dark) {
:root { --ground: #14181f; --text: #e6eaf0; --quiet: #9aa5b4; --line: #333c49; --bar: #56b4e9; --range: #e6eaf0;
        --c0: #56b4e9; --c1: #ff9a5c; --c2: #35c79a; --c3: #e28dc4; --c4: #e6cf4a; --c5: #e6eaf0; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 1180px;
       margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 8px; } h3 { font-size: 16px; margin: 20px 0 4px; }
.quiet { color: var(--quiet); } p { margin: 6px 0; max-width: 860px; } .scroll { overflow-x: auto; }
code { font: 13px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--quiet); font-weight: 600; }
th, td { padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child { white-space: nowrap; }
a { color: inherit; text-decoration-style: dotted; text-underline-offset: 3px; }
.bars { display: grid; grid-template-columns: max-content 1fr max-content; gap: 2px 12px; align-items: center; }
.bars svg { width: 100%; height: 14px; display: block; }
.bars rect { fill: var(--bar); } .bars line { stroke: var(--range); stroke-width: 2; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); gap: 20px; }
.panels svg { width: 100%; display: block; } .panels text { font: 11px system-ui, sans-serif; fill: var(--quiet); }
.panels .axis { stroke: var(--line); } .panels polyline { fill: none; stroke-width: 2; }
)");

// ---- bars: a figure of each lock, from its lowest to its highest ----

void bars(Html &html, const Comparison &comparison, int clients, std::optional<double> (*of)(const Run &))
{
    double most = 0;
    for (const Subject &subject : comparison.subjects) {
        if (const auto spread = spreadOf(subject, clients, of))
            most = std::max(most, spread->highest);
    }
    if (most <= 0)
        return;
    html.open(u"div class=\"bars\""_s);
    for (const Subject &subject : comparison.subjects) {
        const auto spread = spreadOf(subject, clients, of);
        if (!spread)
            continue;
        const auto percent = [most](double value) { return QString::number(100 * value / most, 'f', 2); };
        html.element(u"span"_s, subjectName(subject));
        html.open(u"svg role=\"img\" aria-label=\"%1\""_s.arg(figure(spread->middle)));
        html.element(u"rect y=\"2\" width=\"%1%\" height=\"10\""_s.arg(percent(spread->middle)), QString());
        html.element(
            u"line x1=\"%1%\" x2=\"%2%\" y1=\"7\" y2=\"7\""_s.arg(percent(spread->lowest), percent(spread->highest)),
            QString());
        html.close(u"svg"_s);
        html.element(u"span"_s, figure(spread->middle));
    }
    html.close(u"div"_s);
}

// ---- curves: how a figure grows with the clients, a panel for each kind of server ----

/// A panel of 330 × 200, both axes logarithmic: from one client to the most, from \a least to \a most.
class Curves
{
public:
    Curves(Html &html, QList<int> counts, double least, double most)
        : m_html(html)
        , m_counts(std::move(counts))
        , m_bottom(std::floor(std::log10(least)))
        , m_top(std::max(std::ceil(std::log10(most)), m_bottom + 1))
    {
    }

    void draw(const QList<const Subject *> &subjects, std::optional<double> (*of)(const Run &)) const
    {
        m_html.open(u"svg viewBox=\"0 0 330 %1\" role=\"img\""_s.arg(bottom + 22 + 16 * subjects.size()));
        for (double power = m_bottom; power <= m_top; ++power) {
            const double height = y(std::pow(10, power));
            m_html.element(
                u"line class=\"axis\" x1=\"%1\" x2=\"%2\" y1=\"%3\" y2=\"%3\""_s.arg(left).arg(right).arg(height),
                QString());
            m_html.element(u"text x=\"%1\" y=\"%2\" text-anchor=\"end\""_s.arg(left - 6).arg(height + 4),
                           power < 0 ? QString::number(std::pow(10, power))
                                     : QString::number(qRound64(std::pow(10, power))));
        }
        for (const int count : m_counts)
            m_html.element(u"text x=\"%1\" y=\"%2\" text-anchor=\"middle\""_s.arg(x(count)).arg(bottom + 16),
                           QString::number(count));
        for (qsizetype i = 0; i < subjects.size(); ++i)
            curve(*subjects.at(i), static_cast<int>(i), of);
        m_html.close(u"svg"_s);
    }

private:
    static constexpr double left = 44;
    static constexpr double right = 318;
    static constexpr double top = 10;
    static constexpr double bottom = 170;

    double x(int clients) const
    {
        const double whole = std::log10(std::max(2, m_counts.constLast()));
        return std::round(10 * (left + (right - left) * std::log10(clients) / whole)) / 10;
    }
    double y(double value) const
    {
        return std::round(10 * (bottom - (bottom - top) * (std::log10(value) - m_bottom) / (m_top - m_bottom))) / 10;
    }
    void curve(const Subject &subject, int index, std::optional<double> (*of)(const Run &)) const
    {
        const QString colour = u"var(--c%1)"_s.arg(index % 6);
        QStringList points;
        for (const int count : m_counts) {
            const auto spread = spreadOf(subject, count, of);
            if (!spread || spread->middle <= 0)
                continue;
            points += u"%1,%2"_s.arg(x(count)).arg(y(spread->middle));
            m_html.element(u"circle cx=\"%1\" cy=\"%2\" r=\"3\" style=\"fill: %3\""_s.arg(x(count))
                               .arg(y(spread->middle))
                               .arg(colour),
                           QString());
        }
        m_html.element(u"polyline points=\"%1\" style=\"stroke: %2\""_s.arg(points.join(u' '), colour), QString());
        const double line = bottom + 34 + 16 * index;
        m_html.element(
            u"circle cx=\"%1\" cy=\"%2\" r=\"4\" style=\"fill: %3\""_s.arg(left + 4).arg(line - 4).arg(colour),
            QString());
        m_html.element(u"text x=\"%1\" y=\"%2\""_s.arg(left + 14).arg(line), locks::recipeName(subject.recipe));
    }

    Html &m_html;
    QList<int> m_counts;
    double m_bottom; ///< powers of ten
    double m_top;
};

void curves(Html &html, const Comparison &comparison, std::optional<double> (*of)(const Run &))
{
    QList<int> counts;
    QMap<locks::Backend, QList<const Subject *>> panels;
    std::optional<double> least;
    std::optional<double> most;
    for (const Subject &subject : comparison.subjects) {
        panels[subject.backend] += &subject;
        for (const int count : countsOf(subject)) {
            if (!counts.contains(count))
                counts += count;
            const auto spread = spreadOf(subject, count, of);
            if (!spread || spread->middle <= 0)
                continue;
            least = std::min(least.value_or(spread->middle), spread->middle);
            most = std::max(most.value_or(spread->middle), spread->middle);
        }
    }
    if (!least)
        return;
    std::ranges::sort(counts);
    const Curves panel(html, counts, *least, *most);
    html.open(u"div class=\"panels\""_s);
    for (auto each = panels.cbegin(); each != panels.cend(); ++each) {
        html.open(u"div"_s).element(u"h3"_s, locks::backendText(each.key()));
        panel.draw(each.value(), of);
        html.close(u"div"_s);
    }
    html.close(u"div"_s);
}

// ---- the page ----

void row(Html &html, const QList<Cell> &cells, const QString &directory)
{
    html.open(u"tr"_s);
    for (const Cell &cell : cells) {
        if (cell.recording.isEmpty()) {
            html.element(u"td"_s, cell.text);
            continue;
        }
        const auto encoded = [](const QString &name) { return QString::fromLatin1(QUrl::toPercentEncoding(name)); };
        html.open(u"td"_s);
        html.element(u"a href=\"%1/%2\""_s.arg(encoded(directory), encoded(cell.recording)), cell.text);
        html.close(u"td"_s);
    }
    html.close(u"tr"_s);
}

void pictures(Html &html, const Comparison &comparison)
{
    html.element(u"h2"_s, Text::en("How the requests grow"));
    html.quiet(Text::en("Requests for each acquire and release, upwards, with so many clients at once, to the right; "
                        "both axes logarithmic, the same in each picture."));
    curves(html, comparison, requestsOf);
    html.element(u"h2"_s, Text::en("Acquires a second"));
    html.quiet(Text::en("A bar is the middle one of the runs; the line through its end goes from the lowest to the "
                        "highest."));
    for (const int clients : comparison.conditions.clients) {
        html.element(u"h3"_s, Text::en("%1 at once").arg(clients));
        bars(html, comparison, clients, speedOf);
    }
    html.element(u"h2"_s, Text::en("µs from one client to the next (p50)"));
    html.quiet(Text::en("Short is quick."));
    for (const int clients : comparison.conditions.clients) {
        if (clients == 1)
            continue;
        html.element(u"h3"_s, Text::en("%1 at once").arg(clients));
        bars(html, comparison, clients, handoffP50Of);
    }
}

} // namespace

QString toHtml(const Comparison &comparison, const QString &directory)
{
    Html html;
    html.open(u"!doctype html"_s).open(u"html lang=\"en\""_s).open(u"head"_s).open(u"meta charset=\"utf-8\""_s);
    html.open(u"meta name=\"viewport\" content=\"width=device-width\""_s);
    html.element(u"title"_s, comparisonTitle()).style(pageStyle).close(u"head"_s).open(u"body"_s);
    html.element(u"h1"_s, comparisonTitle()).quiet(conditionsText(comparison.conditions));
    html.element(u"p"_s, Text::en("Figures on faults are read from recordings, which lie beside this page in %1: a "
                                  "figure leads to its recording. Each can be judged again, to the same figures:")
                             .arg(directory));
    html.element(u"code"_s, u"lockscope-cli check %1/FILE.lockscope"_s.arg(directory));
    for (const Table &table : tablesOf(comparison)) {
        html.element(u"h2"_s, table.title).quiet(table.about).openTable(u"table"_s, table.heads);
        for (const QList<Cell> &cells : table.rows)
            row(html, cells, directory);
        html.closeTable();
    }
    pictures(html, comparison);
    html.close(u"body"_s).close(u"html"_s);
    return html.text();
}

QString toMarkdown(const Comparison &comparison)
{
    QString text = u"# %1\n\n%2\n"_s.arg(comparisonTitle().shown(), conditionsText(comparison.conditions).shown());
    if (!comparison.isWhole())
        text += u"\n%1\n"_s.arg(Text::en("Not whole: %1 of %2 parts were measured.")
                                    .arg(comparison.partsDone)
                                    .arg(comparison.parts)
                                    .shown());
    for (const Table &table : tablesOf(comparison)) {
        text += u"\n## %1\n\n%2\n\n"_s.arg(table.title.shown(), table.about.shown());
        QStringList heads;
        for (const Text &head : table.heads)
            heads += head.shown();
        text += u"| %1 |\n|%2\n"_s.arg(heads.join(u" | "_s), u"---|"_s.repeated(heads.size()));
        for (const QList<Cell> &row : table.rows) {
            QStringList cells;
            for (const Cell &cell : row)
                cells += visible(cell.text).replace(u'|', u"\\|"_s); // what a server said ends no cell
            text += u"| %1 |\n"_s.arg(cells.join(u" | "_s));
        }
    }
    return text;
}

} // namespace lockscope::compare
