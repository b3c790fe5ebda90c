// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/charts.h"

#include "ui/theme/format.h"
#include "ui/theme/painting.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int padding = 10;
constexpr int chartHeadHeight = 24;
constexpr int footHeight = 16;    ///< of a line
constexpr int figuresHeight = 16; ///< where they have a line of their own
constexpr qreal chartRadius = 6;

/// The same, to be broken between its parts only.
QString breakable(const QString &foot)
{
    QStringList parts = foot.split(u" \u00b7 "_s);
    for (QString &part : parts)
        part.replace(u' ', QChar(QChar::Nbsp));
    return parts.join(u"\u00a0\u00b7 "_s);
}

} // namespace

ChartCard::ChartCard(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
{
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ChartCard::setTexts(const QStringList &figures, const QString &gap, const QString &foot,
                         const QString &explanation)
{
    m_figures = figures;
    m_gap = gap;
    m_foot = foot;
    setAccessibleDescription(QStringList{figure(), gap, foot}.join(u' '));
    setToolTip(foot.isEmpty() ? explanation : explanation + u"\n\n"_s + foot); // where it is cut off below
    update();
}

QFont ChartCard::smallFont() const
{
    return scaledFont(font(), 0.85);
}

QFont ChartCard::titleFont() const
{
    return scaledFont(font(), 0.95, QFont::DemiBold);
}

QRectF ChartCard::plotRect() const
{
    const int head = chartHeadHeight + (figuresStandBelow() ? figuresHeight : 0);
    const int foot = std::max(footLines(), 1) * footHeight; // plots side by side end at one height where they can
    return QRectF(rect()).adjusted(padding, head + 10, -padding, -(axisHeight + foot + 5));
}

QRectF ChartCard::besideTitle() const
{
    const qreal used = QFontMetricsF(titleFont()).horizontalAdvance(m_title) + 10;
    return QRectF(padding, 5, width() - 2 * padding, chartHeadHeight).adjusted(used, 0, 0, 0);
}

int ChartCard::footLines() const
{
    if (m_foot.isEmpty())
        return 0;
    return QFontMetricsF(smallFont()).horizontalAdvance(m_foot) > width() - 2 * padding ? 2 : 1;
}

bool ChartCard::figuresStandBelow() const
{
    return m_figures.size() > 1 && QFontMetricsF(smallFont()).horizontalAdvance(figure()) > besideTitle().width();
}

void ChartCard::paintFigures(QPainter &painter) const
{
    const QFontMetricsF metrics(painter.font());
    if (!figuresStandBelow()) {
        const QRectF place = besideTitle();
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(figure(), Qt::ElideRight, place.width()));
        return;
    }
    // A share of the line for each; the last one ends where the plot does.
    const QRectF line(padding, 3 + chartHeadHeight, width() - 2 * padding, figuresHeight);
    const auto count = static_cast<int>(m_figures.size());
    for (int i = 0; i < count; ++i) {
        const QRectF place(line.left() + i * line.width() / count, line.top(), line.width() / count, line.height());
        const Qt::Alignment side = i == 0 ? Qt::AlignLeft : i == count - 1 ? Qt::AlignRight : Qt::AlignHCenter;
        painter.drawText(place, int(side | Qt::AlignVCenter) | Qt::TextDontClip, m_figures[i]);
    }
}

void ChartCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), chartRadius, chartRadius);

    const QRectF head(padding, 5, width() - 2 * padding, chartHeadHeight);
    painter.setFont(titleFont());
    painter.setPen(theme.text);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(smallFont());
    painter.setPen(theme.muted);
    paintFigures(painter);
    if (!m_foot.isEmpty()) {
        const qreal high = footLines() * footHeight;
        painter.drawText(QRectF(padding, height() - high - 4, head.width(), high),
                         int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap, breakable(m_foot));
    }
    if (m_gap.isEmpty())
        paintPlot(painter, theme, plotRect());
    else
        painter.drawText(plotRect().adjusted(6, 0, -6, axisHeight), Qt::AlignCenter | Qt::TextWordWrap, m_gap);
}

DurationChart::DurationChart(const QString &title, Role role, const QString &none, const QString &explanation,
                             QWidget *parent)
    : ChartCard(title, parent)
    , m_role(role)
    , m_none(none)
    , m_explanation(explanation)
{
    show({});
}

void DurationChart::show(const journal::Durations &durations)
{
    m_histogram = shownHistogram(durations);
    m_marks.clear();
    QStringList texts;
    // Of fewer than a hundred the 99th percentile is the longest.
    const QString last = durations.sortedNs.size() < 100 ? tr("max") : u"p99"_s;
    for (const auto &[share, name] : {std::pair(0.5, u"p50"_s), std::pair(0.9, u"p90"_s), std::pair(0.99, last)}) {
        const auto ns = durations.quantile(share);
        if (!ns)
            continue;
        m_marks.push_back({static_cast<double>(*ns), name});
        texts += name + u' ' + spanText(static_cast<double>(*ns));
    }
    QStringList foot;
    const auto known = static_cast<qint64>(durations.sortedNs.size());
    if (known > 0)
        foot += tr("%1 measured").arg(locale().toString(known));
    const auto atOnce = std::lower_bound(durations.sortedNs.begin(), durations.sortedNs.end(), shortestShownNs)
                        - durations.sortedNs.begin();
    if (atOnce > 0)
        foot += tr("%1 < %2").arg(locale().toString(qint64(atOnce)), spanText(double(shortestShownNs)));
    if (durations.unknown > 0)
        foot += tr("%1 began before we watched").arg(locale().toString(durations.unknown));
    if (durations.running > 0)
        foot += tr("%1 still running").arg(locale().toString(durations.running));
    setTexts(texts, known > 0 ? QString() : m_none, foot.join(u" \u00b7 "_s), m_explanation);
}

void DurationChart::paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot)
{
    const RoleColors &colors = theme.role(m_role);
    const LogScale scale = logScaleFor(m_histogram, plot.left(), plot.right());
    painter.setFont(smallFont());
    const auto widthOf = [&painter](const QString &text) { return painter.fontMetrics().horizontalAdvance(text) + 1; };
    for (const AxisMark &mark : decadeMarks(scale, widthOf)) {
        painter.fillRect(QRectF(mark.at, plot.top(), 1, plot.height()), theme.separator);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(mark.textLeft, plot.bottom() + 2, widthOf(mark.text) + 1, axisHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, mark.text);
    }
    const QRectF below = plot.adjusted(0, 12, 0, 0); // the names of the marks stand above the bars
    painter.setPen(QPen(colors.fill, 1.5));
    painter.setBrush(m_role == Role::Waiting ? mix(theme.card, colors.fill, 0.18) : colors.fill);
    for (const QRectF &bar : histogramBars(m_histogram, scale, below)) {
        if (bar.height() > 0)
            painter.drawRect(bar.adjusted(1, 0.75, -1, 0));
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.border);
    qreal free = plot.left() - 1;
    for (const Mark &mark : m_marks) {
        const qreal x = scale.xOf(mark.ns);
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, plot.top() + 11), QPointF(x, plot.bottom()));
        const qreal width = painter.fontMetrics().horizontalAdvance(mark.text);
        const qreal left = std::clamp(x - width / 2, plot.left(), plot.right() - width);
        if (left < free) // one on top of the other says nothing; the figures stand above
            continue;
        painter.drawText(QRectF(left, plot.top() - 6, width + 2, 14), Qt::AlignLeft | Qt::AlignVCenter, mark.text);
        free = left + width + 5;
    }
}

namespace {

constexpr int textHeight = 62;

} // namespace

QString FairnessChart::sharesText() const
{
    const std::vector<journal::Share> &shares = m_fairness.shares;
    if (shares.empty())
        return {};
    const int most = shares.front().grants;
    const int least = shares.back().grants;
    const auto count = static_cast<int>(shares.size());
    if (count == 1)
        return tr("One asked, and had the lock %n times.", nullptr, most);
    if (most == least)
        return tr("Each of %1 had the lock %n times.", nullptr, most).arg(count);
    return tr("%1 asked, and had the lock %2 to %3 times each.").arg(count).arg(least).arg(most);
}

QString FairnessChart::orderText() const
{
    if (m_fairness.served == 0)
        return tr("In which order they were served is not known.");
    if (m_fairness.overtakings == 0)
        return tr("No client was served before its turn.");
    const QString who =
        tr("%n of %1 were served before their turn", nullptr, int(m_fairness.overtakers)).arg(m_fairness.served);
    return tr("%1, past %n who waited.", nullptr, int(m_fairness.overtakings)).arg(who);
}

FairnessChart::FairnessChart(QWidget *parent)
    : ChartCard(tr("Fairness"), parent)
{
    show({});
}

void FairnessChart::show(const journal::Fairness &fairness)
{
    m_fairness = fairness;
    const QString evenness =
        fairness.evenness ? tr("evenness %1").arg(QString::number(*fairness.evenness, 'f', 2)) : QString();
    setTexts(
        {evenness}, fairness.shares.empty() ? tr("No client has asked yet.") : QString(), QString(),
        tr("A column for each who asked: how often it had the lock.\n"
           "Evenness is Jain's index: 1 means that all had it equally often; with n who asked, 1/n means that one "
           "had it every time.\n"
           "Before its turn: while a contender that had come earlier, by czxid, still waited. Where waiting clients "
           "have no node, the order in which they asked counts."));
    setAccessibleDescription(QStringList{evenness, sharesText(), orderText()}.join(u' '));
}

void FairnessChart::paintPlot(QPainter &painter, const Theme &theme, const QRectF &all)
{
    const QRectF plot = all.adjusted(0, -2, 0, axisHeight + 14 - textHeight);
    const int most = std::max(m_fairness.shares.front().grants, 1);
    std::vector<int> grants;
    for (const journal::Share &share : m_fairness.shares)
        grants.push_back(share.grants);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.holding.fill);
    for (const QRectF &column : columns(grants, most, plot)) {
        const qreal width = std::clamp(column.width() - 1.5, 1.0, 22.0);
        const qreal height = std::max(column.height(), 1.0); // also who never had it is there
        painter.drawRect(QRectF(column.left(), plot.bottom() - height, width, height));
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.border);
    painter.setFont(smallFont());
    painter.setPen(theme.text);
    const QRectF text(all.left(), plot.bottom() + 5, all.width(), textHeight - 4);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sharesText() + u'\n' + orderText());
}

namespace {

constexpr qreal leastColumn = 5; ///< pixels
constexpr int axisWidth = 34;    ///< for the figures at the left

QString rateText(double perSecond)
{
    const auto isWhole = [](double number) { return std::abs(number - std::round(number)) < 1e-9; };
    return QString::number(perSecond, 'f', isWhole(perSecond) ? 0 : isWhole(perSecond * 10) ? 1 : 2); // half of 0.1
}

} // namespace

RateChart::RateChart(QWidget *parent)
    : ChartCard(tr("Acquisitions a second"), parent)
{
}

void RateChart::show(const journal::LockTiming &timing, qint64 nowNs)
{
    m_timing = timing;
    m_nowNs = nowNs;
    recount();
}

void RateChart::recount()
{
    const bool none = m_timing.grantsNs.empty() && m_timing.unseen.empty();
    const auto most = static_cast<int>((plotRect().width() - axisWidth) / leastColumn);
    m_stretches = m_timing.isEmpty() ? Stretches() : stretchesFor(m_timing.beginNs, m_nowNs, most);
    m_counts = journal::countedPer(m_timing.grantsNs, m_stretches.fromNs, m_stretches.stepNs, m_stretches.count);
    m_unseen.assign(m_counts.size(), 0);
    for (const auto &[ns, count] : m_timing.unseen) {
        const qint64 index = (ns - m_stretches.fromNs) / m_stretches.stepNs;
        if (index >= 0 && index < m_stretches.count)
            m_unseen[static_cast<size_t>(index)] += static_cast<int>(count);
    }
    const auto all = static_cast<qint64>(m_timing.grantsNs.size());
    const QString figure = none ? QString() : tr("%n in all", nullptr, int(all));
    setTexts({figure}, none ? tr("No client was seen to get the lock yet.") : QString(),
             m_timing.unseenSum > 0 ? tr("Hatched: %1 came and went unseen").arg(locale().toString(m_timing.unseenSum))
                                    : QString(),
             tr("How often the lock was granted, by when. What came and went between two readings of the directory "
                "is counted by the server and drawn hatched: some of them may have given up."));
}

void RateChart::resizeEvent(QResizeEvent *event)
{
    ChartCard::resizeEvent(event);
    recount();
}

void RateChart::paintPlot(QPainter &painter, const Theme &theme, const QRectF &all)
{
    const QRectF plot = all.adjusted(axisWidth, 0, 0, 0);
    const double seconds = static_cast<double>(m_stretches.stepNs) / 1e9;
    int most = 1;
    for (size_t i = 0; i < m_counts.size(); ++i)
        most = std::max(most, m_counts[i] + m_unseen[i]);
    const double top = roundCeiling(most / seconds * 10) / 10;
    painter.setFont(smallFont());
    for (const double share : {0.0, 0.5, 1.0}) {
        const qreal y = plot.bottom() - share * plot.height();
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.separator);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(all.left(), y - 8, axisWidth - 5, 16), Qt::AlignRight | Qt::AlignVCenter,
                         rateText(top * share));
    }
    const auto heightOf = [&](int count) { return plot.height() * std::min(1.0, count / seconds / top); };
    for (int i = 0; i < m_stretches.count; ++i) {
        const auto index = static_cast<size_t>(i);
        const QRectF column = m_stretches.column(i, plot);
        const qreal width = std::max(column.width() - 1, 1.0);
        const qreal seen = heightOf(m_counts[index]);
        painter.fillRect(QRectF(column.left(), plot.bottom() - seen, width, seen), theme.accent.fill);
        if (m_unseen[index] > 0) {
            const QRectF box(column.left(), plot.bottom() - seen - heightOf(m_unseen[index]), width,
                             heightOf(m_unseen[index]));
            painter.fillRect(box, QBrush(theme.suspended.fill, Qt::BDiagPattern));
            painter.setPen(theme.suspended.fill);
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    painter.setPen(theme.muted);
    const QRectF axis(plot.left(), plot.bottom() + 2, plot.width(), axisHeight);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter,
                     u"\u2212"_s + formatDuration((m_nowNs - m_stretches.fromNs) / 1'000'000));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, tr("now"));
}

} // namespace lockscope::ui

#include "moc_charts.cpp"
