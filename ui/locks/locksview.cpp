// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/locksview.h"

#include "core/locks/queue.h"
#include "ui/models/locksmodel.h"
#include "ui/theme/icon.h"
#include "ui/theme/painting.h"

#include <QPaintEvent>
#include <QPainter>

namespace lockscope::ui {

namespace {

constexpr int lockRowHeight = 28;
constexpr int lockGlyphSide = 19;
constexpr int lockGap = 8;

QRect besideText(QRect &free, int width)
{
    const QRect box(free.right() - width + 1, free.top(), width, free.height());
    free.setRight(box.left() - lockGap);
    return box;
}

/// Whole parts go before letters do, and how long it has been goes last: "4.2 s" rather than "1 · 6 wait…".
QString shortened(QString summary, const QFontMetrics &metrics, int width)
{
    const QStringView between(u" · ");
    while (metrics.horizontalAdvance(summary) > width && summary.contains(between))
        summary.remove(0, summary.indexOf(between) + between.size());
    return summary;
}

struct Badge
{
    int severity = -1; ///< of locks::Finding::Severity; -1: nothing is wrong
    int troubles = 0;
};

/// Its own; of a closed row also what is wrong inside, where it is not seen.
Badge badgeOf(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto read = [&index](int severity, int troubles) {
        const QVariant worst = index.data(severity);
        return worst.isValid() ? Badge{worst.toInt(), index.data(troubles).toInt()} : Badge();
    };
    const Badge own = read(LocksModel::SeverityRole, LocksModel::TroublesRole);
    if (option.state & QStyle::State_Open)
        return own;
    const Badge inside = read(LocksModel::InsideSeverityRole, LocksModel::InsideTroublesRole);
    return {std::max(own.severity, inside.severity), own.troubles + inside.troubles};
}

} // namespace

QSize LocksDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.rect.width(), lockRowHeight};
}

void LocksDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const bool isLock = index.data(LocksModel::IsLockRole).toBool();
    const bool dimmed = index.data(LocksModel::DimmedRole).toBool();
    QRect free = option.rect.adjusted(2, 0, -12, 0);
    painter->save();

    const QString letter = index.data(LocksModel::LetterRole).toString();
    if (!letter.isEmpty()) {
        const bool held = index.data(LocksModel::HeldRole).toBool();
        const bool shared = index.data(LocksModel::SharedRole).toBool();
        const QRectF square(free.left(), free.center().y() - lockGlyphSide / 2.0 + 0.5, lockGlyphSide, lockGlyphSide);
        paintGlyph(painter, square, letter.at(0), held ? Fill::Filled : Fill::Outlined,
                   !held    ? Role::Suspended
                   : shared ? Role::Shared
                            : Role::Holding,
                   theme, option.font);
        free.setLeft(free.left() + lockGlyphSide + lockGap);
    }
    if (const Badge badge = badgeOf(option, index); badge.severity > int(locks::Finding::Severity::Note)) {
        const bool error = badge.severity == int(locks::Finding::Severity::Error);
        if (badge.troubles > 1) {
            const QString count = QString::number(badge.troubles);
            const QFont font = scaledFont(option.font, 0.93, QFont::DemiBold);
            const QRect box = besideText(free, QFontMetrics(font).horizontalAdvance(count) + 1);
            free.setRight(free.right() + lockGap - 4);
            painter->setFont(font);
            painter->setPen(theme.role(error ? Role::Wrong : Role::Waiting).text);
            painter->drawText(box, Qt::AlignVCenter | Qt::AlignRight, count);
        }
        const QRect box = besideText(free, lockGlyphSide);
        paintBadge(painter,
                   QRectF(box.left(), box.center().y() - lockGlyphSide / 2.0 + 0.5, lockGlyphSide, lockGlyphSide),
                   error, error ? Role::Wrong : Role::Waiting, theme, option.font);
    }

    const QString name = index.data(Qt::DisplayRole).toString();
    const QFont nameFont = scaledFont(option.font, 1.0, isLock ? QFont::Medium : QFont::Normal);
    const QFontMetrics nameMetrics(nameFont);
    const QString summary = index.data(LocksModel::SummaryRole).toString();
    const QFont smallFont = scaledFont(option.font, 0.93);
    if (!summary.isEmpty()) {
        const QFontMetrics metrics(smallFont);
        // The name is worth more than the tail of the summary, but the summary keeps two fifths.
        const int wish = metrics.horizontalAdvance(summary) + 1;
        const int room = std::max(free.width() - nameMetrics.horizontalAdvance(name) - lockGap, free.width() * 2 / 5);
        QString fitting = summary;
        if (wish > room) // the holder's name goes first
            fitting = shortened(index.data(LocksModel::ShortRole).toString(), metrics, room);
        const QRect box = besideText(free, std::min(metrics.horizontalAdvance(fitting) + 1, room));
        painter->setFont(smallFont);
        painter->setPen(theme.muted);
        painter->drawText(box, Qt::AlignVCenter | Qt::AlignRight,
                          metrics.elidedText(fitting, Qt::ElideRight, box.width()));
    }
    painter->setFont(nameFont);
    painter->setPen(isLock && !dimmed ? theme.text : theme.muted);
    painter->drawText(free, Qt::AlignVCenter | Qt::AlignLeft,
                      nameMetrics.elidedText(name, Qt::ElideMiddle, free.width()));
    painter->restore();
}

LocksView::LocksView(QWidget *parent)
    : QTreeView(parent)
{
    setItemDelegate(new LocksDelegate(this));
    setHeaderHidden(true);
    setUniformRowHeights(true); // a hundred thousand rows
    setIndentation(14);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
}

void LocksView::setStale(bool stale)
{
    m_stale = stale;
    viewport()->update();
}

void LocksView::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(palette());
    const bool selected = selectionModel() && selectionModel()->isSelected(index);
    const bool hovered = option.rect.contains(viewport()->mapFromGlobal(QCursor::pos())) && viewport()->underMouse();
    const bool current = hasFocus() && index == currentIndex();
    if (selected || hovered || current) {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(current ? QPen(theme.accent.fill, 1) : QPen(Qt::NoPen));
        painter->setBrush(selected ? QBrush(theme.selection) : hovered ? QBrush(theme.hover) : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(4.5, 1.5, -4.5, -1.5), 4, 4);
        painter->restore();
    }
    // Not QTreeView's own: it would fill selected cells and draw a focus rectangle over the rounded row.
    QStyleOptionViewItem cell = option;
    cell.rect = visualRect(index);
    cell.rect.setRight(viewport()->width() - 1);
    cell.state.setFlag(QStyle::State_Open, isExpanded(index));
    drawBranches(painter, QRect(0, option.rect.top(), cell.rect.left(), option.rect.height()), index);
    itemDelegate()->paint(painter, cell, index);
}

void LocksView::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    QModelIndex going = currentIndex();
    while (going.isValid() && going.parent() != parent)
        going = going.parent();
    if (going.isValid() && going.row() >= first && going.row() <= last)
        selectionModel()->clear();
    QTreeView::rowsAboutToBeRemoved(parent, first, last);
}

void LocksView::drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    if (!model()->hasChildren(index))
        return;
    const Theme &theme = themeFor(palette());
    const QPixmap arrow =
        iconPixmap(isExpanded(index) ? IconId::Down : IconId::Right, theme.muted, 12, devicePixelRatioF());
    painter->drawPixmap(rect.right() - 12, rect.center().y() - 5, arrow);
}

void LocksView::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (!m_stale)
        return;
    QColor veil = themeFor(palette()).panel;
    veil.setAlphaF(0.45F);
    QPainter(viewport()).fillRect(event->rect(), veil);
}

} // namespace lockscope::ui

#include "moc_locksview.cpp"
