// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientactions.h"

#include "core/locks/recipecatalog.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMenu>

#include <cmath>

namespace lockscope::ui {

using journal::Fault;
using lab::ClientCommand;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct ClientActionsText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ClientActionsText)
};

QString commandText(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return ClientActionsText::tr("Acquire");
    case ClientCommand::Release: return ClientActionsText::tr("Release");
    case ClientCommand::Downgrade: return ClientActionsText::tr("Downgrade to reader");
    case ClientCommand::Upgrade: return ClientActionsText::tr("Upgrade to writer");
    case ClientCommand::Revoke: return ClientActionsText::tr("Ask for the lock");
    case ClientCommand::Close: return ClientActionsText::tr("Close");
    case ClientCommand::Remove: return ClientActionsText::tr("Remove");
    }
    return {};
}

QString commandHelp(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire:
        return ClientActionsText::tr(
            "Acquire: join the queue for the lock, with a new session where the old one is over");
    case ClientCommand::Release: return ClientActionsText::tr("Release: give the lock back, or stop waiting for it");
    case ClientCommand::Downgrade:
        return ClientActionsText::tr("Downgrade: go on as a reader, with no writer in between");
    case ClientCommand::Upgrade:
        return ClientActionsText::tr(
            "Upgrade: become a writer without giving the lock back; refused, since two readers that both want it "
            "would wait for each other");
    case ClientCommand::Revoke: return ClientActionsText::tr("Ask for the lock: its holder is asked to give it back");
    case ClientCommand::Close: return ClientActionsText::tr("Close: end the session cleanly; its node goes at once");
    case ClientCommand::Remove:
        return ClientActionsText::tr("Remove: close the session and take the client off the list");
    }
    return {};
}

IconId commandIcon(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return IconId::Play;
    case ClientCommand::Release: return IconId::Stop;
    case ClientCommand::Downgrade: return IconId::Down;
    case ClientCommand::Upgrade: return IconId::Sort;
    case ClientCommand::Revoke: return IconId::Hand;
    case ClientCommand::Close: return IconId::Close;
    case ClientCommand::Remove: return IconId::Trash;
    }
    return IconId::Info;
}

IconId faultIcon(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return IconId::Crash;
    case Fault::Pause: return IconId::Pause;
    case Fault::Resume: return IconId::Next;
    case Fault::Partition: return IconId::Disconnect;
    case Fault::Heal: return IconId::Connect;
    case Fault::Delay: return IconId::Clock;
    case Fault::LoseReply:
    case Fault::LoseCreateReply: return IconId::EyeOff;
    case Fault::Expire: return IconId::Failed;
    case Fault::Close: return IconId::Close;
    }
    return IconId::Info;
}

bool canCommand(const journal::Client &client, ClientCommand command)
{
    using locks::LockState;
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.spec.recipe);
    const bool alive = isAlive(client);
    switch (command) {
    case ClientCommand::Acquire:
        return !alive || client.state == LockState::Free || client.state == LockState::Released
               || (client.state == LockState::Retained && recipe.guarantees.reentrant);
    case ClientCommand::Release:
        return alive && (client.state == LockState::Retained || client.state == LockState::Fetching);
    case ClientCommand::Downgrade:
        return alive && recipe.options.writers && client.state == LockState::Retained
               && client.mode == locks::Mode::Exclusive;
    case ClientCommand::Upgrade:
        return alive && recipe.options.writers && client.state == LockState::Retained
               && client.mode == locks::Mode::Shared;
    case ClientCommand::Revoke: return alive && recipe.revocable;
    case ClientCommand::Close: return alive;
    case ClientCommand::Remove: return true;
    }
    return false;
}

bool canFault(const journal::Client &client, Fault fault)
{
    if (!isAlive(client))
        return false;
    switch (fault) {
    case Fault::Pause: return !client.paused;
    case Fault::Resume: return client.paused;
    case Fault::Partition: return !client.cutOff;
    case Fault::Heal: return client.cutOff || client.delayMs > 0;
    case Fault::Crash:
    case Fault::Delay:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire:
    case Fault::Close: return true;
    }
    return false;
}

} // namespace

QString actionText(const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return commandText(*command);
    return faultText(std::get<Fault>(action));
}

QString actionHelp(const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return commandHelp(*command);
    const Fault fault = std::get<Fault>(action);
    return ClientActionsText::tr("%1: %2").arg(faultText(fault), faultHelp(fault));
}

IconId actionIcon(const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return commandIcon(*command);
    return faultIcon(std::get<Fault>(action));
}

bool isAlive(const journal::Client &client)
{
    if (client.crashed)
        return false;
    switch (client.connection) {
    case ConnectionState::Connecting:
    case ConnectionState::Connected:
    case ConnectionState::Suspended: return true;
    case ConnectionState::Closed:
    case ConnectionState::Expired:
    case ConnectionState::AuthFailed: return false;
    }
    return false;
}

bool canDo(const journal::Client &client, const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return canCommand(client, *command);
    return canFault(client, std::get<Fault>(action));
}

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct FaultMenuText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::FaultMenuText)
};

QString titleOf(Fault fault, qsizetype count)
{
    QString text = faultText(fault);
    if (fault == Fault::Pause)
        text = FaultMenuText::tr("Pause for");
    else if (fault == Fault::Partition)
        text = FaultMenuText::tr("Cut off for");
    else if (fault == Fault::Delay)
        text = FaultMenuText::tr("Delay everything by");
    return count > 1 ? FaultMenuText::tr("%1 (%n clients)", nullptr, int(count)).arg(text) : text;
}

void askForSeconds(QWidget *parent, Fault fault, const std::function<void(const lab::FaultRequest &)> &ask)
{
    auto *dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setWindowTitle(faultText(fault));
    dialog->setLabelText(fault == Fault::Delay ? FaultMenuText::tr("Seconds by which everything is late:")
                                               : FaultMenuText::tr("For how many seconds:"));
    dialog->setDoubleRange(0.01, 86'400);
    dialog->setDoubleDecimals(2);
    dialog->setDoubleValue(fault == Fault::Delay ? 0.5 : 10);
    QObject::connect(dialog, &QInputDialog::doubleValueSelected, dialog, [fault, ask](double seconds) {
        ask({fault, milliseconds(std::llround(seconds * 1000))});
    });
    dialog->open();
}

void addLasting(QMenu *menu, Fault fault, const FaultChoices &choices)
{
    const auto count = choices.count(fault);
    QMenu *times = menu->addMenu(icon(actionIcon(fault)), titleOf(fault, count));
    times->setEnabled(count > 0);
    times->menuAction()->setToolTip(faultHelp(fault));
    const auto add = [&](const QString &text, milliseconds time) {
        times->addAction(text, menu, [ask = choices.ask, fault, time] { ask({fault, time}); });
    };
    const bool delay = fault == Fault::Delay;
    const QList<milliseconds> usual =
        delay ? QList<milliseconds>{50ms, 200ms, 1000ms} : QList<milliseconds>{1000ms, 5000ms};
    for (const milliseconds time : usual)
        add(delay && time < 1000ms ? FaultMenuText::tr("%1 ms").arg(time.count()) : formatDuration(time.count()), time);
    if (!delay) {
        if (choices.sessionTimeout.count() > 0) {
            const milliseconds past = choices.sessionTimeout + 2000ms;
            add(FaultMenuText::tr("%1: past the session timeout").arg(formatDuration(past.count())), past);
        }
        add(fault == Fault::Pause ? FaultMenuText::tr("until I resume it") : FaultMenuText::tr("until I heal it"), 0ms);
    }
    times->addSeparator();
    times->addAction(FaultMenuText::tr("Other…"), menu,
                     [parent = menu->parentWidget(), ask = choices.ask, fault] { askForSeconds(parent, fault, ask); });
}

void addMoment(QMenu *menu, Fault fault, const FaultChoices &choices)
{
    const auto count = choices.count(fault);
    QAction *action = menu->addAction(icon(actionIcon(fault)), titleOf(fault, count), menu, [ask = choices.ask, fault] {
        ask({fault, {}});
    });
    action->setEnabled(count > 0);
    action->setToolTip(faultHelp(fault));
}

} // namespace

void addFaults(QMenu *menu, const FaultChoices &choices)
{
    menu->setToolTipsVisible(true);
    addMoment(menu, Fault::Crash, choices);
    addMoment(menu, Fault::Expire, choices);
    menu->addSeparator();
    addLasting(menu, Fault::Pause, choices);
    addMoment(menu, Fault::Resume, choices);
    menu->addSeparator();
    addLasting(menu, Fault::Partition, choices);
    addLasting(menu, Fault::Delay, choices);
    addMoment(menu, Fault::Heal, choices);
    menu->addSeparator();
    addMoment(menu, Fault::LoseReply, choices);
    addMoment(menu, Fault::LoseCreateReply, choices);
}

} // namespace lockscope::ui
