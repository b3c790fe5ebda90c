// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/serverspanel.h"

#include "ui/models/liveworld.h"
#include "ui/theme/format.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using lab::ServerCommand;

namespace {

QString orDash(const std::optional<qint64> &number)
{
    return number ? QString::number(*number) : u"–"_s;
}

/// Numbers end under one another.
int alignmentOf(int column)
{
    const bool isNumber = column >= ServersModel::Sessions && column <= ServersModel::Outstanding;
    return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"–"_s : text;
}

} // namespace

ServersModel::ServersModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void ServersModel::setServers(const QList<journal::ServerReport> &servers)
{
    const bool same = std::equal(servers.cbegin(), servers.cend(), m_servers.cbegin(), m_servers.cend(),
                                 [](const auto &a, const auto &b) { return a.address == b.address; });
    if (!same)
        beginResetModel();
    m_servers = servers;
    if (!same)
        endResetModel();
    else if (!servers.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const journal::ServerReport *ServersModel::serverAt(int row) const
{
    return row >= 0 && row < m_servers.size() ? &m_servers[row] : nullptr;
}

int ServersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_servers.size());
}

int ServersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString ServersModel::text(const journal::ServerReport &server, int column) const
{
    switch (static_cast<Column>(column)) {
    case Server: return server.address;
    case Role:
        if (server.role.isEmpty() && !server.problem.isEmpty())
            return tr("no answer");
        return orDash(server.role);
    case Version: return orDash(server.version);
    case Sessions: return orDash(server.sessions);
    case Connections: return orDash(server.connections);
    case Watches: return orDash(server.watches);
    case Latency:
        return server.averageLatencyMs ? tr("%1 ms").arg(QString::number(*server.averageLatencyMs, 'f', 1)) : u"–"_s;
    case Outstanding: return orDash(server.outstanding);
    case Zxid: return server.zxid.isNull() ? u"–"_s : server.zxid.toHex();
    case ToldBy:
        if (server.adminAnswers && server.wordsAnswer)
            return tr("AdminServer, words");
        return server.adminAnswers ? tr("AdminServer") : server.wordsAnswer ? tr("four-letter words") : u"–"_s;
    case ColumnCount: break;
    }
    return {};
}

QVariant ServersModel::data(const QModelIndex &index, int role) const
{
    const journal::ServerReport *server = serverAt(index.row());
    if (!server)
        return {};
    switch (role) {
    case Qt::DisplayRole: return text(*server, index.column());
    case Qt::DecorationRole:
        if (index.column() != Server || (server->problem.isEmpty() && server->gaps.isEmpty()))
            return {};
        return icon(server->problem.isEmpty() ? IconId::Warning : IconId::Alert);
    case Qt::TextAlignmentRole: return alignmentOf(index.column());
    case Qt::ToolTipRole:
        if (index.column() == ToldBy && !server->adminUrl.isEmpty())
            return server->adminUrl;
        if (index.column() == Latency && server->maxLatencyMs)
            return tr("at most %1 ms").arg(QString::number(*server->maxLatencyMs, 'f', 1));
        return server->problem.shown();
    default: return {};
    }
}

QVariant ServersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Watches)
        return tr("Its own clients' watches of all kinds, with those that this program holds");
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Server: return tr("Server");
    case Role: return tr("Role");
    case Version: return tr("Version");
    case Sessions: return tr("Sessions");
    case Connections: return tr("Connections");
    case Watches: return tr("Watches");
    case Latency: return tr("Latency");
    case Outstanding: return tr("Outstanding");
    case Zxid: return tr("Zxid");
    case ToldBy: return tr("Told by");
    case ColumnCount: break;
    }
    return {};
}

namespace {

/// Cells with room at their sides, and no frame around one of them: rows are what is selected.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        cell.state.setFlag(QStyle::State_HasFocus, false);
        const QStyle *style = cell.widget->style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
        cell.rect.adjust(padding, 0, -padding, 0);
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * padding, 0);
    }

private:
    static constexpr int padding = 7;
};

} // namespace

ServersPanel::ServersPanel(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_model(new ServersModel(this))
    , m_view(new QTableView(this))
    , m_empty(new EmptyState(this))
    , m_stack(new QStackedLayout(this))
    , m_shown(new QWidget(this))
    , m_summary(new QLabel(this))
    , m_gaps(new QLabel(this))
{
    buildView();
    auto *column = new QVBoxLayout(m_shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(buildBar());
    column->addWidget(m_view, 3);
    setTone(m_gaps, Tone::Normal);
    m_gaps->setObjectName(u"serverGaps"_s);
    m_gaps->setTextFormat(Qt::PlainText); // what servers say is never markup
    m_gaps->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_gaps->setWordWrap(true);
    m_gaps->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_gaps->setContentsMargins(12, 8, 12, 10);
    auto *scroll = new QScrollArea(this);
    scroll->setObjectName(u"serverGapsArea"_s);
    scroll->setWidget(m_gaps);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setMinimumHeight(40);
    scroll->viewport()->setAutoFillBackground(false); // on the panel's ground
    m_gaps->setAutoFillBackground(false);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(scroll, 2); // three servers are seen whole
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_shown);
    setFocusProxy(m_view);

    connect(m_empty, &EmptyState::buttonClicked, this, &ServersPanel::probeRequested);
    connect(m_world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        if (changes.servers)
            update();
    });
    connect(m_world, &LiveWorld::cursorMoved, this, &ServersPanel::updateButtons);
    connect(m_world, &LiveWorld::ticked, this, &ServersPanel::updateSummary);
    update();
}

void ServersPanel::buildView()
{
    m_view->setObjectName(u"serversView"_s);
    m_view->setAccessibleName(tr("Servers of the ensemble"));
    m_view->setModel(m_model);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setItemDelegate(new RowDelegate(m_view));
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setStretchLastSection(true);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_gaps->setText(gapsText());
        updateButtons();
    });
}

QBoxLayout *ServersPanel::buildBar()
{
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->setSpacing(4);
    m_ask = new QToolButton(this);
    m_ask->setIcon(icon(IconId::Refresh));
    m_ask->setText(tr("Ask now"));
    m_ask->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_ask->setToolTip(tr("Asks every server what it knows. While a lock is looked at this happens by itself."));
    connect(m_ask, &QToolButton::clicked, this, &ServersPanel::probeRequested);
    bar->addWidget(m_ask);
    setTone(m_summary, Tone::Small);
    m_summary->setObjectName(u"serversSummary"_s);
    bar->addWidget(m_summary, 1);
    addCommand(bar, tr("Kill"), tr("Ends this server's process at once; its data stays"), ServerCommand::Kill);
    addCommand(bar, tr("Restart"), tr("Starts it again on its data, after killing it if it runs"),
               ServerCommand::Restart);
    addCommand(bar, tr("Pause"), tr("Pauses its process, as in a long garbage collection"), ServerCommand::Pause);
    addCommand(bar, tr("Resume"), tr("Lets its process go on"), ServerCommand::Resume);
    return bar;
}

void ServersPanel::addCommand(QBoxLayout *bar, const QString &text, const QString &help, ServerCommand command)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setWhatsThis(help);
    connect(button, &QToolButton::clicked, this, [this, command] {
        if (const int server = selectedInSandbox(); server >= 0)
            Q_EMIT commandRequested(server, command);
    });
    bar->addWidget(button);
    m_commands += button;
}

void ServersPanel::setSandbox(const QStringList &addresses)
{
    m_sandbox = addresses;
    updateButtons();
}

void ServersPanel::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly;
    update();
}

int ServersPanel::selectedInSandbox() const
{
    const journal::ServerReport *server = m_model->serverAt(m_view->currentIndex().row());
    return server ? static_cast<int>(m_sandbox.indexOf(server->address)) : -1;
}

void ServersPanel::updateButtons()
{
    const QString whyNot = m_world->whyNoActing();
    m_ask->setEnabled(!m_readOnly);
    for (QToolButton *button : std::as_const(m_commands)) {
        button->setVisible(!m_sandbox.isEmpty() && !m_readOnly);
        button->setEnabled(selectedInSandbox() >= 0 && whyNot.isEmpty());
        button->setToolTip(whyNot.isEmpty() ? button->whatsThis() : whyNot);
    }
}

void ServersPanel::update()
{
    m_model->setServers(m_world->world().servers());
    const bool empty = m_model->rowCount() == 0;
    m_stack->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_shown);
    const QString sentence = tr("They know who each session is and what it watches.");
    if (empty)
        m_empty->set(IconId::Server, tr("The servers have not been asked"), sentence,
                     m_readOnly ? QString() : tr("Ask now"));
    else if (!m_view->currentIndex().isValid())
        m_view->selectRow(0);
    m_gaps->setText(gapsText());
    updateSummary();
    updateButtons();
}

void ServersPanel::updateSummary()
{
    const locks::Knowledge &knowledge = m_world->world().knowledge();
    if (knowledge.isEmpty())
        return;
    QStringList partial;
    if (!knowledge.allSessions)
        partial += tr("sessions");
    if (!knowledge.allConnections)
        partial += tr("addresses");
    if (!knowledge.allWatches)
        partial += tr("watches");
    if (!knowledge.allEphemerals)
        partial += tr("ephemeral nodes");
    const QString ago = formatDuration((m_world->nowNs() - knowledge.answeredAtNs) / 1'000'000);
    m_summary->setText(partial.isEmpty()
                           ? tr("Asked %1 ago. All is known.").arg(ago)
                           : tr("Asked %1 ago. Not all is known of: %2.").arg(ago, partial.join(u", "_s)));
}

QString ServersPanel::summary() const
{
    return m_summary->text();
}

QString ServersPanel::gapsText() const
{
    const journal::ServerReport *server = m_model->serverAt(m_view->currentIndex().row());
    if (!server)
        return {};
    QStringList parts;
    if (!server->problem.isEmpty())
        parts += server->problem.shown();
    for (const journal::ServerGap &gap : server->gaps) {
        QString text = tr("Does not tell %1.").arg(gap.missing.shown());
        if (!gap.why.isEmpty())
            text += u'\n' + gap.why.shown();
        if (!gap.setting.isEmpty())
            text += u'\n' + tr("Would be told with: %1").arg(gap.setting.shown());
        parts += text;
    }
    return parts.isEmpty() ? tr("%1 tells all that there is to tell.").arg(server->address) : parts.join(u"\n\n"_s);
}

} // namespace lockscope::ui
