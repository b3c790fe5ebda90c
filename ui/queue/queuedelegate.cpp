// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queuedelegate.h"

#include "ui/theme/color.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::ContenderState;
using Presence = QueueModel::Presence;

namespace {

constexpr int glyphSide = 20;

/// Readers' letters are blue; all else about a row keeps the colour of its state.
RowLook glyphLook(const QueueModel &model, int row)
{
    RowLook look = lookOf(model, row);
    const auto &parsed = model.contenderAt(row).parsed;
    if (parsed && parsed->mode == locks::Mode::Shared && (look.role == Role::Holding || look.role == Role::Waiting))
        look.role = Role::Shared;
    return look;
}

bool isMono(int column)
{
    return column == QueueModel::Client || column == QueueModel::Session || column == QueueModel::Node
           || column == QueueModel::Since;
}

bool isCurrent(const QStyleOptionViewItem &option, int row)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    return view && view->hasFocus() && view->currentIndex().row() == row;
}

} // namespace

RowLook lookOf(const QueueModel &model, int row)
{
    const locks::Contender &contender = model.contenderAt(row);
    const bool holds = contender.state == ContenderState::Holding;
    RowLook look{holds ? Fill::Filled : Fill::Outlined, holds ? Role::Holding : Role::Waiting};
    if (contender.state == ContenderState::Foreign || contender.state == ContenderState::Pending)
        look.role = Role::Suspended;
    switch (model.presenceAt(row)) {
    case Presence::Alive: break;
    case Presence::Suspended: look = {Fill::Hatched, Role::Suspended}; break;
    case Presence::Expired:
    case Presence::Crashed: look = {Fill::Crossed, Role::Suspended}; break;
    }
    if (model.findingAt(row).value_or(locks::Finding::Severity::Note) == locks::Finding::Severity::Error)
        look.role = Role::Wrong;
    return look;
}

QueueDelegate::QueueDelegate(QueueModel *model, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{
}

QSize QueueDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QFont font = isMono(index.column()) ? monoFont(option.font) : option.font;
    return {QFontMetrics(font).horizontalAdvance(index.data().toString()) + 2 * cellMargin, rowHeight};
}

void QueueDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const int row = index.row();
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    if (selected)
        painter->fillRect(option.rect, theme.selection);
    painter->fillRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1, theme.separator);
    if (index.column() == QueueModel::Place && isCurrent(option, row)) // where the keyboard is, selected or not
        painter->fillRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1, theme.accent.fill);

    const RowLook look = lookOf(*m_model, row);
    QRect box = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QString text = index.data().toString();
    QFont font = isMono(index.column()) ? monoFont(option.font) : option.font;
    QColor color = theme.text;
    switch (QueueModel::Column(index.column())) {
    case QueueModel::Place: color = theme.muted; break;
    case QueueModel::Edges: painter->restore(); return; // the view paints the gutter over all rows
    case QueueModel::ModeLetter:
        if (!text.isEmpty()) {
            const RowLook glyph = glyphLook(*m_model, row);
            paintGlyph(painter,
                       QRectF(box.left(), option.rect.center().y() - glyphSide / 2.0 + 0.5, glyphSide, glyphSide),
                       text.at(0), glyph.fill, glyph.role, theme, option.font);
        }
        painter->restore();
        return;
    case QueueModel::State:
        font.setWeight(QFont::DemiBold);
        color = readableOn(theme.role(look.role).text, selected ? theme.selection : theme.panel);
        break;
    case QueueModel::Client:
        if (text == "—"_L1)
            color = theme.muted;
        else if (m_model->lacksConnection(row))
            color = readableOn(theme.wrong.text, selected ? theme.selection : theme.panel); // no connection
        break;
    case QueueModel::Data:
        if (m_model->contenderAt(row).node.access != locks::ChildNode::Data::Read)
            color = theme.muted;
        break;
    case QueueModel::Node: color = theme.muted; break;
    case QueueModel::Session:
    case QueueModel::Since:
    case QueueModel::ColumnCount: break;
    }
    painter->setFont(font);
    painter->setPen(color);
    // The end of a session id tells more than its middle.
    const bool shortened = index.column() == QueueModel::Session && text.startsWith("0x"_L1)
                           && QFontMetrics(font).horizontalAdvance(text) > box.width();
    const auto elide = index.column() == QueueModel::Node ? Qt::ElideLeft // its number tells most
                       : shortened                        ? Qt::ElideMiddle
                                                          : Qt::ElideRight;
    painter->drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(font).elidedText(shortened ? shortHex(text) : text, elide, box.width()));
    painter->restore();
}

} // namespace lockscope::ui
