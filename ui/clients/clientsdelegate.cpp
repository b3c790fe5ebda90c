// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientsdelegate.h"

#include "core/base/visible.h"
#include "core/locks/recipecatalog.h"
#include "ui/clients/clientsmodel.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"
#include "ui/theme/icon.h"
#include "ui/theme/painting.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <array>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Fault;
using lab::ClientCommand;

namespace {

constexpr int buttonSide = 23;
constexpr int buttonGap = 2;
constexpr int clientBadgeSide = 14;
const std::array<ClientAction, 4> buttons{ClientCommand::Acquire, ClientCommand::Release, Fault::Pause, Fault::Crash};

/// The same button pauses and resumes.
ClientAction shownFor(const ClientAction &button, const journal::Client &client)
{
    return button == ClientAction(Fault::Pause) && client.paused ? ClientAction(Fault::Resume) : button;
}

struct ClientLook
{
    Role role = Role::Neutral;
    Fill fill = Fill::Outlined;
};

/// As in the queue, and never colour alone: holding is filled, waiting outlined, paused or cut off is hatched, dead
/// crossed, as is whoever believes to hold beside the holder.
ClientLook lookOf(const ClientsModel::Row &row)
{
    const journal::Client &client = row.client;
    if (client.crashed || client.connection == ConnectionState::Expired
        || client.connection == ConnectionState::AuthFailed)
        return {Role::Suspended, Fill::Crossed};
    if (client.connection == ConnectionState::Suspended)
        return {Role::Suspended, Fill::Hatched};
    if (client.paused || client.cutOff)
        return {Role::Suspended, Fill::Hatched};
    if (row.isZombie)
        return {Role::Wrong, Fill::Crossed};
    switch (client.state) {
    case locks::LockState::Retained: return {Role::Holding, Fill::Filled};
    case locks::LockState::Fetching:
    case locks::LockState::Releasing: return {Role::Waiting, Fill::Outlined};
    case locks::LockState::Free:
    case locks::LockState::Released: return {Role::Suspended, Fill::Outlined};
    }
    return {};
}

const ClientsModel::Row &rowOf(const QModelIndex &index)
{
    return static_cast<const ClientsModel *>(index.model())->row(index.row());
}

} // namespace

QRect ClientsDelegate::buttonRect(const QRect &cell, const ClientAction &action)
{
    const ClientAction button = action == ClientAction(Fault::Resume) ? Fault::Pause : action;
    const auto place = static_cast<int>(std::find(buttons.begin(), buttons.end(), button) - buttons.begin());
    return {cell.left() + 2 + place * (buttonSide + buttonGap), cell.center().y() - buttonSide / 2, buttonSide,
            buttonSide};
}

int ClientsDelegate::actionsWidth()
{
    return static_cast<int>(buttons.size()) * (buttonSide + buttonGap) + 4;
}

QSize ClientsDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    switch (index.column()) {
    case ClientsModel::Name: return {150, rowHeight};
    case ClientsModel::Place: return {40, rowHeight};
    case ClientsModel::Actions: return {actionsWidth(), rowHeight};
    default: return {90, rowHeight};
    }
}

void ClientsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.selection);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.hover);
    switch (index.column()) {
    case ClientsModel::Name: paintName(painter, option, index); break;
    case ClientsModel::Actions: paintActions(painter, option, index); break;
    default: paintText(painter, option, index); break;
    }
    painter->restore();
}

void ClientsDelegate::paintName(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ClientsModel::Row &row = rowOf(index);
    const journal::Client &client = row.client;
    const Theme &theme = themeFor(option.palette);
    const ClientLook look = lookOf(row);
    const QRect rect = option.rect;
    paintGlyph(painter, QRectF(rect.left() + 8, rect.center().y() - 11, 23, 23), letterOf(client.spec, client.mode),
               look.fill, look.role, theme, option.font);

    const QRect text(rect.left() + 39, rect.top() + 4, rect.width() - 41, (rect.height() - 8) / 2);
    const QFont strong = scaledFont(option.font, 1.0, QFont::DemiBold);
    painter->setFont(strong);
    painter->setPen(theme.text);
    const QFontMetrics metrics(strong);
    const QString note = client.crashed ? QString() : row.flags().join(u" · "_s); // that it is dead is its state
    const QFont small = scaledFont(option.font, 0.92);
    const bool isBroken = !locks::recipeInfo(client.spec.recipe).isSound();
    const int badge = isBroken ? clientBadgeSide + 7 : 0;
    // What happened to it is read whole before its name is.
    const int noteWidth = note.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(note) + 7;
    const int nameRoom = text.width() - badge;
    const QString name = metrics.elidedText(visible(client.spec.name), Qt::ElideMiddle,
                                            std::max(nameRoom - noteWidth, nameRoom * 2 / 5));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, name);
    QRect beside = text.adjusted(metrics.horizontalAdvance(name) + 7, 0, 0, 0);
    if (isBroken) {
        paintBadge(painter, QRectF(beside.left(), beside.center().y() - 6.5, clientBadgeSide, clientBadgeSide), true,
                   Role::Wrong, theme, option.font);
        beside.setLeft(beside.left() + clientBadgeSide + 5);
        // A word that is cut says less than the badge alone; the tool tip has it.
        const QString broken = tr("broken");
        const int width = QFontMetrics(small).horizontalAdvance(broken);
        if (width <= beside.width()) {
            painter->setFont(small);
            painter->setPen(theme.wrong.text);
            painter->drawText(beside, Qt::AlignLeft | Qt::AlignVCenter, broken);
            beside.setLeft(beside.left() + width + 7);
        }
    }
    painter->setFont(small);
    painter->setPen(theme.muted);
    painter->drawText(beside, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(note, Qt::ElideRight, std::max(0, beside.width())));

    QRect below = text.translated(0, text.height());
    const QFont stateFont = scaledFont(option.font, 0.88, QFont::Bold);
    painter->setFont(stateFont);
    painter->setPen(theme.role(look.role).text);
    const QString state = clientStateText(client);
    painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter, state);
    below.setLeft(below.left() + QFontMetrics(stateFont).horizontalAdvance(state) + 6);

    QString rest = index.siblingAtColumn(ClientsModel::Time).data().toString();
    if (QFontMetrics(small).horizontalAdvance(rest) > below.width()) // "2 min" rather than "2 m…"
        rest = rest.section(u' ', 0, 1);
    if (client.entries > 1)
        rest += u" · ×%1"_s.arg(client.entries);
    if (const QString lock = index.data(ClientsModel::LockRole).toString(); !lock.isEmpty())
        rest += u" · "_s + lock;
    painter->setFont(small);
    painter->setPen(theme.muted);
    painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(rest, Qt::ElideRight, below.width()));
}

void ClientsDelegate::paintActions(QPainter *painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    const journal::Client &client = rowOf(index).client;
    const Theme &theme = themeFor(option.palette);
    painter->setRenderHint(QPainter::Antialiasing);
    const QPoint mouse = option.widget ? option.widget->mapFromGlobal(QCursor::pos()) : QPoint(-1, -1);
    for (const ClientAction &button : buttons) {
        const ClientAction action = shownFor(button, client);
        const QRect rect = buttonRect(option.rect, action);
        const bool enabled = !m_readOnly && canDo(client, action);
        const bool hot = enabled && (option.state & QStyle::State_MouseOver) && rect.contains(mouse);
        QColor ink = action == ClientAction(Fault::Crash) ? theme.wrong.text : theme.text;
        if (!enabled)
            ink = mix(option.state & QStyle::State_Selected ? theme.selection : theme.panel, theme.text, 0.25);
        if (enabled) {
            painter->setPen(hot ? theme.accent.fill : theme.border);
            painter->setBrush(theme.raised);
            painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        const qreal ratio = option.widget ? option.widget->devicePixelRatioF() : 1;
        painter->drawPixmap(rect.center() - QPoint(6, 6), iconPixmap(actionIcon(action), ink, 13, ratio));
    }
}

void ClientsDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const bool number = index.column() >= ClientsModel::Rounds;
    const bool mono = index.column() == ClientsModel::Node || index.column() == ClientsModel::Session;
    const QFont font = mono ? monoFont(option.font) : option.font;
    const QRect text = option.rect.adjusted(6, 0, -6, 0);
    painter->setFont(font);
    painter->setPen(index.column() == ClientsModel::Place ? theme.text : theme.muted);
    painter->drawText(text, (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
}

bool ClientsDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                                  const QModelIndex &index)
{
    const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (index.column() != ClientsModel::Actions || (!press && event->type() != QEvent::MouseButtonRelease))
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    const auto *mouse = static_cast<QMouseEvent *>(event);
    const ClientsModel::Row &row = rowOf(index);
    if (mouse->button() != Qt::LeftButton)
        return false;
    for (const ClientAction &button : buttons) {
        const ClientAction action = shownFor(button, row.client);
        if (!buttonRect(option.rect, action).contains(mouse->position().toPoint()))
            continue;
        if (!press && !m_readOnly && canDo(row.client, action))
            Q_EMIT actionClicked(row.id, action);
        return true;
    }
    return false;
}

bool ClientsDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                                const QModelIndex &index)
{
    if (event->type() == QEvent::ToolTip && index.column() == ClientsModel::Actions) {
        for (const ClientAction &button : buttons) {
            if (buttonRect(option.rect, button).contains(event->pos())) {
                QToolTip::showText(event->globalPos(), actionHelp(shownFor(button, rowOf(index).client)), view);
                return true;
            }
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

} // namespace lockscope::ui

#include "moc_clientsdelegate.cpp"
