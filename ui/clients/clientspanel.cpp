// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/clientspanel.h"

#include "ui/clients/clientsdelegate.h"
#include "ui/clients/clientsmodel.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Fault;
using lab::ClientCommand;

namespace {

/// In the tool bar, around the button of the faults.
const ClientAction barActions[] = {ClientCommand::Acquire, ClientCommand::Release, Fault::Crash, ClientCommand::Close,
                                   ClientCommand::Remove};

/// Chooses no client because the keyboard comes to it: a client has a lock, and the whole window would go there.
class ClientsView : public QTableView
{
public:
    using QTableView::QTableView;

protected:
    void focusInEvent(QFocusEvent *event) override
    {
        QAbstractScrollArea::focusInEvent(event); // NOLINT(bugprone-parent-virtual-call): that of views chooses a row
        viewport()->update();
    }
};

} // namespace

ClientsPanel::ClientsPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_actions(new ClientActions(world, this))
    , m_model(new ClientsModel(this))
    , m_delegate(new ClientsDelegate(this))
    , m_view(new ClientsView(this))
    , m_empty(new EmptyState(this))
    , m_stack(new QStackedLayout)
    , m_footer(makeLabel({}, Tone::Small, this, Wraps)) // a long line must not widen the panel
    , m_removeClosed(makeLink({}, this))
{
    m_toolbar = buildToolbar();
    buildView();
    m_footer->setContentsMargins(12, 5, 12, 8);
    setFocusProxy(m_view);
    m_actions->addKeysTo(m_view);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    m_removeClosed->setObjectName(u"removeClosed"_s);
    m_removeClosed->setToolTip(tr("Takes clients whose sessions are over off this list and out of the Timeline"));
    connect(m_removeClosed, &QPushButton::clicked, this,
            [this] { m_actions->askOf(closedClients(), ClientCommand::Remove); });
    makeColumn(this, {}, 0, {m_toolbar, {m_stack, 1}, m_footer, {m_removeClosed, 0, Qt::AlignLeft}});

    connect(m_empty, &EmptyState::buttonClicked, this, &ClientsPanel::spawnRequested);
    connect(m_delegate, &ClientsDelegate::actionClicked, this,
            [this](ClientId client, const ClientAction &action) { m_actions->askOf({client}, action); });
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
    connect(world, &LiveWorld::cursorMoved, this, [this] {
        updateButtons();
        updateFooter();
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
    // Before the view, which would go on to a neighbour that was not chosen.
    connect(m_model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { letGoOf(first, last); });
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    dressTable(m_view);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setMouseTracking(true);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(ClientsDelegate::rowHeight);

    QHeaderView *header = m_view->horizontalHeader();
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

/// Before the view has selected anything: the signal must not come back and change what it is about to do.
void ClientsPanel::onCurrentChanged(const QModelIndex &current)
{
    if (m_isFollowing)
        return;
    m_current = m_model->idAt(current);
    const QScopedValueRollback following(m_isFollowing, true);
    m_selection->setClient(m_current);
}

/// Chosen elsewhere: that one and no other, unless it is among the chosen ones.
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

/// Chosen clients are selected while they are there: going back to before one was spawned and forward again has
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
    m_spawn = makeToolButton(IconId::Plus, tr("Spawn…"), {}, bar);
    m_spawn->setObjectName(u"spawnButton"_s);
    connect(m_spawn, &QToolButton::clicked, this, &ClientsPanel::spawnRequested);
    auto *row = makeRow(bar, {8, 6, 8, 4}, 2, {m_spawn, Part::stretch()});
    for (const ClientAction &action : barActions) {
        auto *button = makeToolButton(actionIcon(action), {}, {}, bar);
        button->setObjectName(u"selected"_s + actionText(action));
        button->setAccessibleName(tr("%1 the selected clients").arg(actionText(action)));
        connect(button, &QToolButton::clicked, this, [this, action] { m_actions->ask(action); });
        row->addWidget(button);
        m_buttons.append({action, button});
        if (action == ClientAction(Fault::Crash)) {
            m_faults = makeToolButton(IconId::More, {}, {}, bar);
            m_faults->setObjectName(u"selectedFaults"_s);
            m_faults->setAccessibleName(tr("Faults for the selected clients"));
            m_faults->setPopupMode(QToolButton::InstantPopup);
            auto *menu = new QMenu(m_faults);
            connect(menu, &QMenu::aboutToShow, this, [this, menu] {
                menu->clear();
                m_actions->addFaultsTo(menu);
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

void ClientsPanel::setSpawnEnabled(bool enabled, const QString &why)
{
    m_spawn->setEnabled(enabled);
    m_spawn->setToolTip(enabled ? tr("Start simulated clients on a lock") : why);
    m_whyNoSpawn = enabled ? QString() : why;
    updateEmptyState();
}

void ClientsPanel::showMenu(const QPoint &position)
{
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    m_actions->addTo(&menu);
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
    const bool mayAct = m_world->whyNoActing().isEmpty();
    m_delegate->setReadOnly(!mayAct);
    m_actions->setClients(selectedClients());
    const bool none = m_actions->clients().isEmpty();
    for (const auto &[action, button] : std::as_const(m_buttons)) {
        const auto count = m_actions->thoseFor(action).size();
        button->setEnabled(count > 0);
        button->setToolTip(
            count > 0 ? tr("%1\n%n of the selected clients", nullptr, static_cast<int>(count)).arg(actionHelp(action))
                      : tr("%1\nSelect clients first").arg(actionHelp(action)));
    }
    m_faults->setEnabled(mayAct && !none);
    m_faults->setToolTip(none ? tr("Faults: pause, cut off, delay, lose a reply…\nSelect clients first")
                              : tr("Faults: pause, cut off, delay, lose a reply…"));
}

QList<ClientId> ClientsPanel::closedClients() const
{
    QList<ClientId> closed;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->row(row).client.isGone())
            closed += m_model->row(row).id;
    }
    return closed;
}

void ClientsPanel::updateFooter()
{
    const auto closed = closedClients().size();
    m_removeClosed->setVisible(closed > 0 && m_world->whyNoActing().isEmpty());
    m_removeClosed->setText(tr("Remove %n closed clients", nullptr, int(closed)));
    int places = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        places = std::max(places, m_model->row(row).place);
    const int widest = m_view->fontMetrics().horizontalAdvance(u"#%1"_s.arg(places)) + 14;
    m_view->horizontalHeader()->resizeSection(ClientsModel::Place, std::max(40, widest));
    const int count = m_model->rowCount();
    const ClientsModel::Totals totals = m_model->totals();
    QString text = tr("%n clients", nullptr, count);
    text += u" · "_s + tr("%n requests", nullptr, int(totals.requests));
    const journal::HerdCount herd = m_world->world().herd().count();
    if (herd.leavings > 0 && closed < count) { // what tidies up after a run is no part of it
        const double perLeaving = static_cast<double>(herd.wakeUps) / static_cast<double>(herd.leavings);
        text += u" · "_s + tr("%1 wake-ups per release").arg(QString::number(perLeaving, 'f', 1));
    }
    if (totals.faults > 0)
        text += u" · "_s + tr("%n faults", nullptr, int(totals.faults));
    m_footer->setText(text);
    m_footer->setToolTip(QStringList{tr("%n watch events", nullptr, int(totals.watchEvents)),
                                     tr("%n leavings", nullptr, int(herd.leavings)),
                                     tr("%n wake-ups by them", nullptr, int(herd.wakeUps))}
                             .join(u'\n'));
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

#include "moc_clientspanel.cpp"
