// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientspanel.h"

#include "ui/clients/clientactions.h"
#include "ui/clients/clientsdelegate.h"
#include "ui/clients/clientsmodel.h"
#include "ui/models/liveworld.h"
#include "ui/selection/selection.h"
#include "ui/theme/icon.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Fault;
using lab::ClientCommand;

namespace {

/// In the tool bar, around the button of the faults.
const ClientAction barActions[] = {ClientCommand::Acquire, ClientCommand::Release, Fault::Crash, ClientCommand::Close,
                                   ClientCommand::Remove};
const ClientAction menuActions[] = {ClientCommand::Acquire,   ClientCommand::Release, ClientCommand::Revoke,
                                    ClientCommand::Downgrade, ClientCommand::Upgrade, ClientCommand::Close,
                                    ClientCommand::Remove};

/// Only where the recipe of a selected client has a use for it.
bool isRare(const ClientAction &action)
{
    return action == ClientAction(ClientCommand::Revoke) || action == ClientAction(ClientCommand::Downgrade)
           || action == ClientAction(ClientCommand::Upgrade);
}

} // namespace

ClientsPanel::ClientsPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new ClientsModel(this))
    , m_delegate(new ClientsDelegate(this))
    , m_view(new QTableView(this))
    , m_empty(new EmptyState(this))
    , m_stack(new QStackedLayout)
    , m_footer(new QLabel(this))
{
    m_toolbar = buildToolbar();
    buildView();
    setTone(m_footer, Tone::Small);
    m_footer->setContentsMargins(12, 5, 12, 8);
    m_footer->setWordWrap(true); // a long line must not widen the panel
    setFocusProxy(m_view);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addLayout(m_stack, 1);
    column->addWidget(m_footer);

    connect(m_empty, &EmptyState::buttonClicked, this, &ClientsPanel::spawnRequested);
    connect(m_delegate, &ClientsDelegate::actionClicked, this,
            [this](ClientId client, const ClientAction &action) { send({client}, action); });
    connect(m_world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        {
            const QScopedValueRollback following(m_isFollowing, true);
            m_model->update(m_world->world(), changes);
            followChosen();
        }
        if (changes.clients.isEmpty() && changes.clientsRemoved.isEmpty())
            return;
        updateButtons();
        updateFooter();
        updateEmptyState();
    });
    connect(world, &LiveWorld::ticked, m_view->viewport(), qOverload<>(&QWidget::update));
    m_model->setClock([world] { return world->nowNs(); });
    m_model->refresh(m_world->world());
    updateButtons();
    updateFooter();
    updateEmptyState();
}

void ClientsPanel::buildView()
{
    m_view->setObjectName(u"clientsView"_s);
    m_view->setAccessibleName(tr("Simulated clients"));
    // Before the view, which would go on to a neighbour: nobody chose that one.
    connect(m_model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { letGoOf(first, last); });
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setShowGrid(false);
    m_view->setMouseTracking(true);
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(ClientsDelegate::rowHeight);

    QHeaderView *header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setMinimumSectionSize(36);
    header->setSectionResizeMode(ClientsModel::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(ClientsModel::Place, QHeaderView::Fixed);
    header->setSectionResizeMode(ClientsModel::Actions, QHeaderView::Fixed);
    header->resizeSection(ClientsModel::Place, 40);
    header->resizeSection(ClientsModel::Actions, ClientsDelegate::actionsWidth());
    header->hide(); // comes with the first further column
    for (int column = ClientsModel::Actions + 1; column < ClientsModel::ColumnCount; ++column)
        m_view->hideColumn(column);

    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ClientsPanel::showMenu);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint &at) { showColumnMenu(header->mapToGlobal(at)); });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_isFollowing)
            m_chosen = selectedClients();
        updateButtons();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ClientsPanel::onCurrentChanged);
    connect(m_selection, &Selection::clientChanged, this, &ClientsPanel::showChosen);
}

/// Before the view has selected anything: what is told must not come back and change what it is about to do.
void ClientsPanel::onCurrentChanged(const QModelIndex &current)
{
    if (m_isFollowing)
        return;
    m_current = m_model->idAt(current);
    const QScopedValueRollback following(m_isFollowing, true);
    m_selection->setClient(m_current);
}

/// Chosen elsewhere: that one and no other, unless it is among those that are selected.
void ClientsPanel::showChosen(ClientId client)
{
    if (m_isFollowing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    m_current = client;
    if (!m_chosen.contains(client))
        m_chosen = client.isNull() ? QList<ClientId>() : QList{client};
    const int row = m_model->rowOf(client);
    QItemSelectionModel *selection = m_view->selectionModel();
    if (row < 0) {
        selection->clear();
    } else if (m_chosen.size() == 1) {
        m_view->selectRow(row);
        m_view->scrollTo(m_model->index(row, 0));
    } else {
        selection->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
    }
    updateButtons();
}

void ClientsPanel::letGoOf(int first, int last)
{
    QItemSelectionModel *selection = m_view->selectionModel();
    const int current = m_view->currentIndex().row();
    if (current >= first && current <= last)
        selection->clearCurrentIndex();
}

/// Those who were chosen are selected while they are there: going back to before one was spawned and forward again has
/// it selected as before.
void ClientsPanel::followChosen()
{
    if (m_model->rowCount() == 0 && !m_world->isRewound()) {
        m_chosen.clear(); // the next session's clients are others, under the same ids
        m_current = {};
        return;
    }
    QItemSelectionModel *selection = m_view->selectionModel();
    const auto rows = QItemSelectionModel::Select | QItemSelectionModel::Rows;
    for (const ClientId id : std::as_const(m_chosen)) {
        if (const int row = m_model->rowOf(id); row >= 0 && !selection->isRowSelected(row))
            selection->select(m_model->index(row, 0), rows);
    }
    const int current = m_model->rowOf(m_current);
    if (current >= 0 && current != m_view->currentIndex().row())
        selection->setCurrentIndex(m_model->index(current, 0), QItemSelectionModel::NoUpdate);
}

QWidget *ClientsPanel::buildToolbar()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 6, 8, 4);
    row->setSpacing(2);
    m_spawn = new QToolButton(bar);
    m_spawn->setObjectName(u"spawnButton"_s);
    m_spawn->setIcon(icon(IconId::Plus));
    m_spawn->setText(tr("Spawn…"));
    m_spawn->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_spawn, &QToolButton::clicked, this, &ClientsPanel::spawnRequested);
    row->addWidget(m_spawn);
    row->addStretch(1);
    for (const ClientAction &action : barActions) {
        auto *button = new QToolButton(bar);
        button->setObjectName(u"selected"_s + actionText(action));
        button->setIcon(icon(actionIcon(action)));
        button->setAccessibleName(tr("%1 the selected clients").arg(actionText(action)));
        connect(button, &QToolButton::clicked, this, [this, action] { sendToSelected(action); });
        row->addWidget(button);
        m_buttons.append({action, button});
        if (action == ClientAction(Fault::Crash)) {
            m_faults = new QToolButton(bar);
            m_faults->setObjectName(u"selectedFaults"_s);
            m_faults->setIcon(icon(IconId::More));
            m_faults->setAccessibleName(tr("Faults for the selected clients"));
            m_faults->setPopupMode(QToolButton::InstantPopup);
            auto *menu = new QMenu(m_faults);
            connect(menu, &QMenu::aboutToShow, this, [this, menu] {
                menu->clear();
                addFaultsTo(menu);
            });
            m_faults->setMenu(menu);
            row->addWidget(m_faults);
        }
    }
    return bar;
}

QList<ClientId> ClientsPanel::selectedClients() const
{
    QList<ClientId> clients;
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows)
        clients.append(m_model->idAt(index));
    std::sort(clients.begin(), clients.end());
    return clients;
}

QList<ClientId> ClientsPanel::thoseFor(const ClientAction &action, QList<ClientId> clients) const
{
    if (m_readOnly)
        return {};
    clients.removeIf([&](ClientId id) {
        const int row = m_model->rowOf(id);
        return row < 0 || !canDo(m_model->row(row).client, action);
    });
    return clients;
}

void ClientsPanel::setReadOnly(bool readOnly)
{
    if (m_readOnly == readOnly)
        return;
    m_readOnly = readOnly;
    m_delegate->setReadOnly(readOnly);
    m_view->viewport()->update();
    updateButtons();
}

void ClientsPanel::setSpawnEnabled(bool enabled, const QString &why)
{
    m_spawn->setEnabled(enabled);
    m_spawn->setToolTip(enabled ? tr("Start simulated clients on a lock") : why);
    m_whyNoSpawn = enabled ? QString() : why;
    updateEmptyState();
}

void ClientsPanel::send(const QList<ClientId> &clients, const ClientAction &action)
{
    if (clients.isEmpty())
        return;
    if (const auto *command = std::get_if<ClientCommand>(&action))
        Q_EMIT commandRequested(clients, *command);
    else
        Q_EMIT faultRequested(clients, {std::get<Fault>(action), {}});
}

void ClientsPanel::sendToSelected(const ClientAction &action)
{
    send(thoseFor(action, selectedClients()), action);
}

void ClientsPanel::stage(const lab::FaultRequest &request)
{
    const QList<ClientId> clients = thoseFor(request.fault, selectedClients());
    if (!clients.isEmpty())
        Q_EMIT faultRequested(clients, request);
}

void ClientsPanel::addActions(QMenu *menu)
{
    const QList<ClientId> selected = selectedClients();
    for (const ClientAction &action : menuActions) {
        const auto count = thoseFor(action, selected).size();
        if (count == 0 && isRare(action))
            continue;
        const QString text = actionText(action);
        auto *entry = menu->addAction(icon(actionIcon(action)),
                                      count > 1 ? tr("%1 (%n clients)", nullptr, int(count)).arg(text) : text, this,
                                      [this, action] { sendToSelected(action); });
        entry->setEnabled(count > 0);
        entry->setToolTip(actionHelp(action));
    }
}

void ClientsPanel::addFaultsTo(QMenu *menu)
{
    FaultChoices choices;
    choices.count = [this](Fault fault) { return thoseFor(fault, selectedClients()).size(); };
    choices.ask = [this](const lab::FaultRequest &request) { stage(request); };
    choices.sessionTimeout = std::chrono::milliseconds(m_world->world().connection().sessionTimeoutMs);
    addFaults(menu, choices);
}

void ClientsPanel::showMenu(const QPoint &position)
{
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    addActions(&menu);
    QMenu *faults = menu.addMenu(icon(IconId::Crash), tr("Faults"));
    addFaultsTo(faults);
    faults->setEnabled(!m_readOnly && !selectedClients().isEmpty());
    menu.addSeparator();
    const QModelIndex current = m_view->currentIndex();
    if (current.isValid()) {
        menu.addAction(icon(IconId::Copy), tr("Copy what is known"), this, [this, current] {
            QApplication::clipboard()->setText(describe(m_model->row(current.row()), m_model->nowNs()));
        });
    }
    menu.addAction(tr("Select all"), m_view, &QTableView::selectAll);
    menu.addAction(tr("Columns…"), this,
                   [this, position] { showColumnMenu(m_view->viewport()->mapToGlobal(position)); });
    menu.addSeparator();
    menu.addAction(icon(IconId::Plus), tr("Spawn…"), this, &ClientsPanel::spawnRequested)
        ->setEnabled(m_whyNoSpawn.isEmpty());
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

void ClientsPanel::showColumnMenu(const QPoint &position)
{
    QMenu menu(this);
    for (int column = ClientsModel::Actions + 1; column < ClientsModel::ColumnCount; ++column) {
        auto *action = menu.addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_view->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_view->setColumnHidden(column, !shown);
            bool extra = false;
            for (int other = ClientsModel::Actions + 1; other < ClientsModel::ColumnCount; ++other)
                extra |= !m_view->isColumnHidden(other);
            m_view->horizontalHeader()->setVisible(extra);
            // With more columns than room the name keeps its width and the view scrolls.
            m_view->horizontalHeader()->setSectionResizeMode(ClientsModel::Name,
                                                             extra ? QHeaderView::Interactive : QHeaderView::Stretch);
            if (extra)
                m_view->horizontalHeader()->resizeSection(ClientsModel::Name, 150);
        });
    }
    menu.exec(position);
}

void ClientsPanel::updateButtons()
{
    const QList<ClientId> selected = selectedClients();
    for (const auto &[action, button] : std::as_const(m_buttons)) {
        const auto count = thoseFor(action, selected).size();
        button->setEnabled(count > 0);
        button->setToolTip(
            count > 0 ? tr("%1\n%n of the selected clients", nullptr, static_cast<int>(count)).arg(actionHelp(action))
                      : tr("%1\nSelect clients first").arg(actionHelp(action)));
    }
    m_faults->setEnabled(!m_readOnly && !selected.isEmpty());
    m_faults->setToolTip(selected.isEmpty() ? tr("Faults: pause, cut off, delay, lose a reply…\nSelect clients first")
                                            : tr("Faults: pause, cut off, delay, lose a reply…"));
}

void ClientsPanel::updateFooter()
{
    const int count = m_model->rowCount();
    const ClientsModel::Totals totals = m_model->totals();
    QString text = tr("%n clients", nullptr, count);
    text += u" · "_s + tr("%n requests", nullptr, int(totals.requests));
    if (totals.releases > 0) {
        const double perRelease = static_cast<double>(totals.watchEvents) / static_cast<double>(totals.releases);
        text += u" · "_s + tr("%1 events per release").arg(QString::number(perRelease, 'f', 1));
    }
    if (totals.faults > 0)
        text += u" · "_s + tr("%n faults", nullptr, int(totals.faults));
    m_footer->setText(text);
    m_footer->setToolTip(tr("%1, %2").arg(tr("%n watch events", nullptr, int(totals.watchEvents)),
                                          tr("%n releases", nullptr, int(totals.releases))));
}

void ClientsPanel::updateEmptyState()
{
    const bool empty = m_model->rowCount() == 0;
    m_stack->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_view);
    m_toolbar->setVisible(!empty);
    m_footer->setVisible(!empty);
    if (!empty)
        return;
    if (m_whyNoSpawn.isEmpty())
        m_empty->set(IconId::Users, tr("No simulated clients"),
                     tr("Spawn a few on a lock and watch them queue, hold and release."), tr("Spawn…"));
    else
        m_empty->set(IconId::Users, tr("No simulated clients"), m_whyNoSpawn);
}

} // namespace lockscope::ui
