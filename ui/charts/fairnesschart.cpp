// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/fairnesschart.h"

#include "ui/charts/chartgeometry.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int textHeight = 62;

QString sharesTextOf(const std::vector<journal::Share> &shares)
{
    if (shares.empty())
        return {};
    const int most = shares.front().grants;
    const int least = shares.back().grants;
    const auto count = static_cast<int>(shares.size());
    if (count == 1)
        return most == 1 ? FairnessChart::tr("One asked, and had the lock once.")
                         : FairnessChart::tr("One asked, and had the lock %1 times.").arg(most);
    if (most == least)
        return most == 1 ? FairnessChart::tr("Each of %1 had the lock once.").arg(count)
                         : FairnessChart::tr("Each of %1 had the lock %2 times.").arg(count).arg(most);
    return FairnessChart::tr("%1 asked, and had the lock %2 to %3 times each.").arg(count).arg(least).arg(most);
}

QString orderTextOf(const journal::Fairness &fairness)
{
    if (fairness.served == 0)
        return FairnessChart::tr("In which order they were served is not known.");
    if (fairness.overtakings == 0)
        return FairnessChart::tr("Nobody was served before their turn.");
    const QString who =
        fairness.overtakers == 1
            ? FairnessChart::tr("1 of %1 was served before its turn").arg(fairness.served)
            : FairnessChart::tr("%1 of %2 were served before their turn").arg(fairness.overtakers).arg(fairness.served);
    return fairness.overtakings == 1 ? FairnessChart::tr("%1, past 1 who waited.").arg(who)
                                     : FairnessChart::tr("%1, past %2 who waited.").arg(who).arg(fairness.overtakings);
}

} // namespace

FairnessChart::FairnessChart(QWidget *parent)
    : ChartCard(tr("Fairness"), parent)
{
    show({});
}

void FairnessChart::show(const journal::Fairness &fairness)
{
    m_fairness = fairness;
    m_sharesText = sharesTextOf(fairness.shares);
    m_orderText = orderTextOf(fairness);
    const QString evenness =
        fairness.evenness ? tr("evenness %1").arg(QString::number(*fairness.evenness, 'f', 2)) : QString();
    setTexts({evenness}, fairness.shares.empty() ? tr("Nobody has asked yet.") : QString(), QString(),
             tr("A column for each who asked: how often it had the lock.\n"
                "Evenness is Jain's index: 1 means that all had it equally often; with n who asked, 1/n means that one "
                "had it every time.\n"
                "Before its turn: while somebody who had come earlier, by czxid, still waited. Where waiting clients "
                "have no node, the order in which they asked counts."));
    setAccessibleDescription(QStringList{evenness, m_sharesText, m_orderText}.join(u' '));
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
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sharesText + u'\n' + m_orderText);
}

} // namespace lockscope::ui
