// SPDX-License-Identifier: Apache-2.0
#include "ui/recipe/costtable.h"

#include "core/locks/recipecatalog.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 31;
constexpr qreal barTop = 20;
constexpr qreal barHeight = 6;

bool grows(locks::RecipeId recipe)
{
    return locks::releaseCost(recipe, 1000).requests > locks::releaseCost(recipe, 100).requests;
}

} // namespace

std::vector<CostTable::Row> costRows(locks::RecipeId recipe, qint64 waiting)
{
    const locks::RecipeId sound = locks::soundForm(recipe);
    const locks::ReleaseCost own = locks::releaseCost(recipe, waiting);
    std::vector<CostTable::Row> rows;
    bool isThere = false;
    for (const locks::CostVariant &variant : locks::costVariants()) {
        const bool isCurrent = variant.recipe == sound;
        isThere |= isCurrent;
        rows.push_back({variant.label, locks::releaseCost(variant.recipe, waiting), isCurrent, grows(variant.recipe)});
    }
    if (isThere)
        return rows;
    const auto place = std::find_if(rows.begin(), rows.end(), [&](const CostTable::Row &row) {
        return row.cost.requests <= own.requests && !row.growsWithWaiters;
    });
    rows.insert(place, {locks::recipeInfo(sound).title, own, true, grows(recipe)});
    return rows;
}

QString costText(const locks::ReleaseCost &cost)
{
    const QString events = cost.events == 1 ? CostTable::tr("1 event") : CostTable::tr("%1 events").arg(cost.events);
    const QString requests =
        cost.requests == 1 ? CostTable::tr("1 request") : CostTable::tr("%1 requests").arg(cost.requests);
    return u"%1 \u00b7 %2"_s.arg(events, requests);
}

CostTable::CostTable(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"costTable"_s);
    setAccessibleName(tr("What one release costs"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr("Watch events that one release sends, and the requests of all who are woken, until somebody holds. "
                  "Read/write: a writer releases and readers wait; of Curator's, one more writer is before them."));
}

void CostTable::show(locks::RecipeId recipe, qint64 waiting)
{
    auto rows = costRows(recipe, waiting);
    if (rows == m_rows)
        return;
    m_rows = std::move(rows);
    QStringList texts;
    for (const Row &row : m_rows)
        texts += row.label + u": "_s + costText(row.cost);
    setAccessibleDescription(texts.join(u'\n'));
    updateGeometry();
    update();
}

QSize CostTable::sizeHint() const
{
    return {220, static_cast<int>(m_rows.size()) * rowHeight};
}

void CostTable::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    qint64 most = 1;
    for (const Row &row : m_rows)
        most = std::max(most, row.cost.requests);
    qreal top = 0;
    for (const Row &row : m_rows) {
        painter.setFont(scaledFont(font(), 0.92, row.isCurrent ? QFont::Bold : QFont::Normal));
        const QRectF line(0, top, width(), barTop - 2);
        const QString figures = costText(row.cost);
        const qreal figuresWidth = painter.fontMetrics().horizontalAdvance(figures);
        painter.setPen(row.isCurrent ? theme.text : theme.muted);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, figures);
        const QString label = (row.isCurrent ? u"\u25b8 "_s : QString()) + row.label;
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(label, Qt::ElideRight, int(width() - figuresWidth - 8)));
        const qreal length = std::max(3.0, width() * static_cast<qreal>(row.cost.requests) / static_cast<qreal>(most));
        const RoleColors &colors = theme.role(row.growsWithWaiters ? Role::Wrong : Role::Holding);
        const QRectF bar(0.75, top + barTop, length - 1.5, barHeight);
        painter.setPen(QPen(colors.fill, 1.5));
        // Filled: as many as wait pay. Outlined: always the same few.
        painter.setBrush(row.growsWithWaiters ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(bar, 2, 2);
        top += rowHeight;
    }
}

} // namespace lockscope::ui
