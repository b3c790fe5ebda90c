// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientsdelegate.h"

#include "core/base/clock.h"
#include "ui/clients/clientsmodel.h"
#include "ui/theme/color.h"
#include "ui/theme/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/icon.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <array>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using lab::ClientCommand;

namespace {

constexpr int buttonSide = 23;
constexpr int buttonGap = 2;
constexpr std::array buttons{ClientCommand::Acquire, ClientCommand::Release, ClientCommand::Crash,
                             ClientCommand::Close};

struct Look
{
    Role role = Role::Neutral;
    Fill fill = Fill::Outlined;
};

/// Never colour alone: holding is filled, waiting outlined, cut off hatched, dead crossed.
Look lookOf(const journal::Client &client)
{
    if (client.crashed || client.connection == ConnectionState::Expired
        || client.connection == ConnectionState::AuthFailed)
        return {Role::Suspended, Fill::Crossed};
    if (client.connection == ConnectionState::Suspended)
        return {Role::Suspended, Fill::Hatched};
    switch (client.state) {
    case locks::LockState::Retained: return {Role::Holding, Fill::Filled};
    case locks::LockState::Fetching:
    case locks::LockState::Releasing: return {Role::Waiting, Fill::Outlined};
    case locks::LockState::Free:
    case locks::LockState::Released: return {Role::Suspended, Fill::Outlined};
    }
    return {};
}

IconId iconOf(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return IconId::Play;
    case ClientCommand::Release: return IconId::Stop;
    case ClientCommand::Downgrade:
    case ClientCommand::Upgrade:
    case ClientCommand::Revoke: break; // in the menu only
    case ClientCommand::Crash: return IconId::Crash;
    case ClientCommand::Close: return IconId::Close;
    case ClientCommand::Remove: return IconId::Trash;
    }
    return IconId::Info;
}

const ClientsModel::Row *rowOf(const QModelIndex &index)
{
    const auto *model = qobject_cast<const ClientsModel *>(index.model());
    return model ? &model->row(index.row()) : nullptr;
}

/// What stands beside the state when the connection is not as it should be; empty where it is.
QString connectionNote(const journal::Client &client)
{
    if (client.crashed)
        return ClientsDelegate::tr("crashed");
    return client.connection == ConnectionState::Connected ? QString() : connectionStateName(client.connection);
}

} // namespace

ClientsDelegate::ClientsDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
}

QRect ClientsDelegate::buttonRect(const QRect &cell, ClientCommand command)
{
    const auto place = static_cast<int>(std::find(buttons.begin(), buttons.end(), command) - buttons.begin());
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
    const auto *row = rowOf(index);
    if (!row)
        return;
    const journal::Client &client = row->client;
    const Theme &theme = themeFor(option.palette);
    const Look look = lookOf(client);
    const QRect rect = option.rect;
    paintGlyph(painter, QRectF(rect.left() + 8, rect.center().y() - 11, 23, 23), modeLetter(client).front(), look.fill,
               look.role, theme, option.font);

    const QRect text(rect.left() + 39, rect.top() + 4, rect.width() - 41, (rect.height() - 8) / 2);
    const QFont strong = scaledFont(option.font, 1.0, QFont::DemiBold);
    painter->setFont(strong);
    painter->setPen(theme.text);
    const QFontMetrics metrics(strong);
    const QString note = connectionNote(client);
    const QFont small = scaledFont(option.font, 0.92);
    const QString name = metrics.elidedText(client.spec.name, Qt::ElideMiddle, text.width());
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter->setFont(small);
    painter->setPen(theme.muted);
    const QRect beside = text.adjusted(metrics.horizontalAdvance(name) + 7, 0, 0, 0);
    painter->drawText(beside, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(note, Qt::ElideRight, std::max(0, beside.width())));

    QRect below = text.translated(0, text.height());
    const QFont stateFont = scaledFont(option.font, 0.88, QFont::Bold);
    painter->setFont(stateFont);
    painter->setPen(theme.role(look.role).text);
    const QString state = locks::lockStateName(client.state);
    painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter, state);
    below.setLeft(below.left() + QFontMetrics(stateFont).horizontalAdvance(state) + 6);

    QString rest = formatDuration((nowNs() - client.stateSinceNs) / 1'000'000);
    if (client.round > 1)
        rest += u" · ×%1"_s.arg(client.round);
    painter->setFont(small);
    painter->setPen(theme.muted);
    painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(rest, Qt::ElideRight, below.width()));
}

void ClientsDelegate::paintActions(QPainter *painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    const auto *row = rowOf(index);
    if (!row)
        return;
    const Theme &theme = themeFor(option.palette);
    painter->setRenderHint(QPainter::Antialiasing);
    const QPoint mouse = option.widget ? option.widget->mapFromGlobal(QCursor::pos()) : QPoint(-1, -1);
    for (const ClientCommand command : buttons) {
        const QRect rect = buttonRect(option.rect, command);
        const bool enabled = canCommand(row->client, command);
        const bool hot = enabled && (option.state & QStyle::State_MouseOver) && rect.contains(mouse);
        QColor ink = command == ClientCommand::Crash ? theme.wrong.text : theme.text;
        if (!enabled)
            ink = mix(option.state & QStyle::State_Selected ? theme.selection : theme.panel, theme.text, 0.25);
        if (enabled) {
            painter->setPen(hot ? theme.accent.fill : theme.border);
            painter->setBrush(theme.raised);
            painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        const qreal ratio = option.widget ? option.widget->devicePixelRatioF() : 1;
        painter->drawPixmap(rect.center() - QPoint(6, 6), iconPixmap(iconOf(command), ink, 13, ratio));
    }
}

void ClientsDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const bool number = index.column() == ClientsModel::Requests || index.column() == ClientsModel::Events;
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
    const auto *row = rowOf(index);
    if (!row || mouse->button() != Qt::LeftButton)
        return false;
    for (const ClientCommand command : buttons) {
        if (!buttonRect(option.rect, command).contains(mouse->position().toPoint()))
            continue;
        if (!press && canCommand(row->client, command))
            Q_EMIT commandClicked(row->id, command);
        return true;
    }
    return false;
}

bool ClientsDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                                const QModelIndex &index)
{
    if (event->type() == QEvent::ToolTip && index.column() == ClientsModel::Actions) {
        for (const ClientCommand command : buttons) {
            if (buttonRect(option.rect, command).contains(event->pos())) {
                QToolTip::showText(event->globalPos(), commandHelp(command), view);
                return true;
            }
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

QString commandText(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return ClientsDelegate::tr("Acquire");
    case ClientCommand::Release: return ClientsDelegate::tr("Release");
    case ClientCommand::Downgrade: return ClientsDelegate::tr("Downgrade to reader");
    case ClientCommand::Upgrade: return ClientsDelegate::tr("Upgrade to writer");
    case ClientCommand::Revoke: return ClientsDelegate::tr("Ask for the lock");
    case ClientCommand::Crash: return ClientsDelegate::tr("Crash");
    case ClientCommand::Close: return ClientsDelegate::tr("Close");
    case ClientCommand::Remove: return ClientsDelegate::tr("Remove");
    }
    return {};
}

QString commandHelp(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return ClientsDelegate::tr("Acquire: join the queue for the lock");
    case ClientCommand::Release: return ClientsDelegate::tr("Release: give the lock back, or stop waiting for it");
    case ClientCommand::Downgrade:
        return ClientsDelegate::tr("Downgrade: go on as a reader, with no writer in between");
    case ClientCommand::Upgrade:
        return ClientsDelegate::tr("Upgrade: become a writer without giving the lock back; refused, since two readers "
                                   "that both want it would wait for each other");
    case ClientCommand::Revoke:
        return ClientsDelegate::tr("Ask for the lock: whoever holds it is asked to give it back");
    case ClientCommand::Crash:
        return ClientsDelegate::tr("Crash: cut the connection without a goodbye; the node stays until the session "
                                   "times out");
    case ClientCommand::Close: return ClientsDelegate::tr("Close: end the session cleanly; its node goes at once");
    case ClientCommand::Remove:
        return ClientsDelegate::tr("Remove: close the session and take the client off the list");
    }
    return {};
}

} // namespace lockscope::ui
