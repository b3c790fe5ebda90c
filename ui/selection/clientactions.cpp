// SPDX-License-Identifier: Apache-2.0
#include "ui/selection/clientactions.h"

#include "core/locks/recipecatalog.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"
#include "ui/world/liveworld.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>
#include <QWidget>

#include <array>
#include <cmath>

namespace lockscope::ui {

using journal::Fault;
using lab::ClientCommand;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

struct Shown
{
    IconId icon = IconId::Info;
    const char *text = "";
    const char *help = "";
};

Shown shownOf(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire:
        return {
            IconId::Play, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Acquire"),
            QT_TRANSLATE_NOOP("lockscope::ui::ClientActions",
                              "Acquire: join the queue for the lock, with a new session where the old one is over")};
    case ClientCommand::Release:
        return {
            IconId::Stop, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Release"),
            QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Release: give the lock back, or stop waiting for it")};
    case ClientCommand::Downgrade:
        return {IconId::Down, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Downgrade to reader"),
                QT_TRANSLATE_NOOP("lockscope::ui::ClientActions",
                                  "Downgrade: go on as a reader, with no writer in between")};
    case ClientCommand::Upgrade:
        return {IconId::Sort, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Upgrade to writer"),
                QT_TRANSLATE_NOOP("lockscope::ui::ClientActions",
                                  "Upgrade: become a writer without giving the lock back; refused, since two "
                                  "readers that both want it would wait for each other")};
    case ClientCommand::Revoke:
        return {
            IconId::Hand, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Ask for the lock"),
            QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Ask for the lock: its holder is asked to give it back")};
    case ClientCommand::Close:
        return {
            IconId::Close, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Close"),
            QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Close: end the session cleanly; its node goes at once")};
    case ClientCommand::Remove:
        return {IconId::Trash, QT_TRANSLATE_NOOP("lockscope::ui::ClientActions", "Remove"),
                QT_TRANSLATE_NOOP("lockscope::ui::ClientActions",
                                  "Remove: close the session and take the client off the list")};
    }
    return {};
}

IconId faultIcon(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return IconId::Crash;
    case Fault::Pause: return IconId::Pause;
    case Fault::Resume: return IconId::Next;
    case Fault::Partition: return IconId::Disconnect;
    case Fault::Heal: return IconId::Connect;
    case Fault::Delay:
    case Fault::JumpClock: return IconId::Clock;
    case Fault::LoseRequest:
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
    const bool alive = !client.isGone();
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
    case ClientCommand::Revoke: return alive && recipe.isRevocable();
    case ClientCommand::Close: return alive;
    case ClientCommand::Remove: return true;
    }
    return false;
}

bool canFault(const journal::Client &client, Fault fault)
{
    if (client.isGone())
        return false;
    switch (fault) {
    case Fault::Pause: return !client.paused;
    case Fault::Resume: return client.paused;
    case Fault::Partition: return !client.cutOff;
    case Fault::Heal: return client.cutOff || client.delayMs > 0;
    case Fault::Crash:
    case Fault::Delay:
    case Fault::LoseRequest:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire:
    case Fault::Close: return true;
    case Fault::JumpClock: return !locks::recipeInfo(client.spec.recipe).isOfZooKeeper();
    }
    return false;
}

} // namespace

QString actionText(const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return ClientActions::tr(shownOf(*command).text);
    return faultText(std::get<Fault>(action));
}

QString actionHelp(const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return ClientActions::tr(shownOf(*command).help);
    const Fault fault = std::get<Fault>(action);
    return ClientActions::tr("%1: %2").arg(faultText(fault), faultHelp(fault));
}

IconId actionIcon(const ClientAction &action)
{
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return shownOf(*command).icon;
    return faultIcon(std::get<Fault>(action));
}

bool canDo(const journal::Client &client, const ClientAction &action)
{
    if (client.spec.foreign) // another program's: the lab has no hand on it
        return false;
    if (const auto *command = std::get_if<ClientCommand>(&action))
        return canCommand(client, *command);
    return canFault(client, std::get<Fault>(action));
}

// ---- of the chosen clients ----

/// An entry of the menus: what it asks for, or, where that would do nothing, what undoes it.
struct ClientActions::Hand
{
    ClientAction action;
    std::optional<ClientAction> undoing = {};
    Qt::Key key = Qt::Key_unknown; ///< a letter that no other shortcut of the window has
    bool isRare = false;           ///< only where the recipe of one of them has a use for it

    static const std::array<Hand, 11> &all();
};

const std::array<ClientActions::Hand, 11> &ClientActions::Hand::all()
{
    static const std::array<Hand, 11> hands{{
        {ClientCommand::Acquire, {}, Qt::Key_A},
        {ClientCommand::Release, {}, Qt::Key_R},
        {ClientCommand::Revoke, {}, Qt::Key_unknown, true},
        {ClientCommand::Downgrade, {}, Qt::Key_unknown, true},
        {ClientCommand::Upgrade, {}, Qt::Key_unknown, true},
        {Fault::Pause, Fault::Resume, Qt::Key_P},
        {Fault::Partition, Fault::Heal, Qt::Key_X},
        {Fault::Expire, {}, Qt::Key_E},
        {Fault::Crash, {}, Qt::Key_C},
        {ClientCommand::Close, {}},
        {ClientCommand::Remove, {}},
    }};
    return hands;
}

ClientActions::ClientActions(LiveWorld *world, QObject *parent)
    : QObject(parent)
    , m_world(world)
{
    for (const Hand &hand : Hand::all()) {
        auto *action = new QAction(this);
        if (hand.key != Qt::Key_unknown)
            action->setShortcut(hand.key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, which = &hand] { ask(actionOf(*which)); });
        m_actions.emplace_back(&hand, action);
    }
    connect(world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        if (!changes.clients.isEmpty() || !changes.clientsRemoved.isEmpty())
            update();
    });
    connect(world, &LiveWorld::cursorMoved, this, &ClientActions::update);
    update();
}

void ClientActions::setClients(const QList<ClientId> &clients)
{
    m_clients = clients;
    update();
}

QList<ClientId> ClientActions::thoseFor(const ClientAction &action) const
{
    QList<ClientId> those;
    if (!m_world->whyNoActing().isEmpty())
        return those;
    for (const ClientId id : m_clients) {
        const journal::Client *client = m_world->world().client(id);
        if (client && canDo(*client, action))
            those += id;
    }
    return those;
}

ClientAction ClientActions::actionOf(const Hand &hand) const
{
    const bool undoes = hand.undoing && thoseFor(hand.action).isEmpty() && !thoseFor(*hand.undoing).isEmpty();
    return undoes ? *hand.undoing : hand.action;
}

void ClientActions::askOf(const QList<ClientId> &clients, const ClientAction &action)
{
    if (clients.isEmpty())
        return;
    if (const auto *command = std::get_if<ClientCommand>(&action))
        Q_EMIT commandRequested(clients, *command);
    else
        Q_EMIT faultRequested(clients, {std::get<Fault>(action), {}});
}

void ClientActions::ask(const ClientAction &action)
{
    askOf(thoseFor(action), action);
}

void ClientActions::askFault(const lab::FaultRequest &request)
{
    const QList<ClientId> clients = thoseFor(request.fault);
    if (!clients.isEmpty())
        Q_EMIT faultRequested(clients, request);
}

QList<QAction *> ClientActions::actions() const
{
    QList<QAction *> actions;
    for (const auto &[hand, action] : m_actions)
        actions += action;
    return actions;
}

void ClientActions::addKeysTo(QWidget *view) const
{
    for (const auto &[hand, action] : m_actions) {
        if (hand->key != Qt::Key_unknown)
            view->addAction(action);
    }
}

void ClientActions::update()
{
    for (const auto &[hand, entry] : m_actions) {
        const ClientAction action = actionOf(*hand);
        const auto count = thoseFor(action).size();
        const QString text = actionText(action);
        entry->setText(count > 1 ? tr("%1 (%n clients)", nullptr, int(count)).arg(text) : text);
        entry->setIcon(icon(actionIcon(action)));
        entry->setToolTip(actionHelp(action));
        entry->setEnabled(count > 0);
        entry->setVisible(count > 0 || !hand->isRare);
    }
}

// ---- menus ----

void ClientActions::addTo(QMenu *menu)
{
    if (m_clients.isEmpty())
        return;
    menu->addActions(actions());
    QMenu *faults = menu->addMenu(icon(IconId::Crash), tr("Faults"));
    addFaultsTo(faults);
    faults->setEnabled(m_world->whyNoActing().isEmpty());
}

QString ClientActions::titleOf(Fault fault, qsizetype count) const
{
    QString text = faultText(fault);
    if (fault == Fault::Pause)
        text = tr("Pause for");
    else if (fault == Fault::Partition)
        text = tr("Cut off for");
    else if (fault == Fault::Delay)
        text = tr("Delay everything by");
    return count > 1 ? tr("%1 (%n clients)", nullptr, int(count)).arg(text) : text;
}

void ClientActions::askForSeconds(QWidget *parent, Fault fault)
{
    auto *dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setWindowTitle(faultText(fault));
    dialog->setLabelText(fault == Fault::Delay ? tr("Seconds by which everything is late:")
                                               : tr("For how many seconds:"));
    dialog->setDoubleRange(0.01, 86'400);
    dialog->setDoubleDecimals(2);
    dialog->setDoubleValue(fault == Fault::Delay ? 0.5 : 10);
    connect(dialog, &QInputDialog::doubleValueSelected, this, [this, fault](double seconds) {
        askFault({fault, milliseconds(std::llround(seconds * 1000))});
    });
    dialog->open();
}

void ClientActions::addLasting(QMenu *menu, Fault fault)
{
    const auto count = thoseFor(fault).size();
    QMenu *times = menu->addMenu(icon(faultIcon(fault)), titleOf(fault, count));
    times->setEnabled(count > 0);
    times->menuAction()->setToolTip(faultHelp(fault));
    const auto add = [&](const QString &text, milliseconds time) {
        times->addAction(text, this, [this, fault, time] { askFault({fault, time}); });
    };
    const bool delay = fault == Fault::Delay;
    const QList<milliseconds> usual =
        delay ? QList<milliseconds>{50ms, 200ms, 1000ms} : QList<milliseconds>{1000ms, 5000ms};
    for (const milliseconds time : usual)
        add(delay && time < 1000ms ? tr("%1 ms").arg(time.count()) : formatDuration(time.count()), time);
    if (!delay) {
        const milliseconds timeout(m_world->world().connection().sessionTimeoutMs);
        if (timeout.count() > 0) {
            const milliseconds past = timeout + 2000ms;
            add(tr("%1: past the session timeout").arg(formatDuration(past.count())), past);
        }
        add(fault == Fault::Pause ? tr("until I resume it") : tr("until I heal it"), 0ms);
    }
    times->addSeparator();
    times->addAction(tr("Other…"), this,
                     [this, parent = menu->parentWidget(), fault] { askForSeconds(parent, fault); });
}

void ClientActions::addMoment(QMenu *menu, Fault fault)
{
    const auto count = thoseFor(fault).size();
    QAction *action = menu->addAction(icon(faultIcon(fault)), titleOf(fault, count), this, [this, fault] {
        askFault({fault, {}});
    });
    action->setEnabled(count > 0);
    action->setToolTip(faultHelp(fault));
}

void ClientActions::addFaultsTo(QMenu *menu)
{
    menu->setToolTipsVisible(true);
    addMoment(menu, Fault::Crash);
    addMoment(menu, Fault::Expire);
    menu->addSeparator();
    addLasting(menu, Fault::Pause);
    addMoment(menu, Fault::Resume);
    menu->addSeparator();
    addLasting(menu, Fault::Partition);
    addLasting(menu, Fault::Delay);
    addMoment(menu, Fault::Heal);
    menu->addSeparator();
    addMoment(menu, Fault::LoseRequest);
    addMoment(menu, Fault::LoseReply);
    addMoment(menu, Fault::LoseCreateReply);
    addLasting(menu, Fault::JumpClock);
}

} // namespace lockscope::ui

#include "moc_clientactions.cpp"
