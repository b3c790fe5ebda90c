// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/serverspanel.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

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

void ServersModel::setServers(QList<journal::ServerReport> servers)
{
    std::ranges::stable_sort(servers, {}, [this](const auto &server) {
        const int row = rowOf(server.address);
        return row < 0 ? m_servers.size() : row;
    });
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

int ServersModel::rowOf(const QString &address) const
{
    const auto found = std::ranges::find(m_servers, address, &journal::ServerReport::address);
    return found == m_servers.cend() ? -1 : int(found - m_servers.cbegin());
}

const journal::ServerReport *ServersModel::serverAt(int row) const
{
    return row >= 0 && row < m_servers.size() ? &m_servers[row] : nullptr;
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
    case ReportedBy:
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
    case Qt::DisplayRole: return visible(text(*server, index.column()));
    case Qt::DecorationRole:
        if (index.column() != Server || (server->problem.isEmpty() && server->gaps.isEmpty()))
            return {};
        return icon(server->problem.isEmpty() ? IconId::Warning : IconId::Alert);
    case Qt::TextAlignmentRole: return alignmentOf(index.column());
    case Qt::ToolTipRole:
        if (index.column() == ReportedBy && !server->adminUrl.isEmpty())
            return plainToolTip(server->adminUrl);
        if (index.column() == Latency && server->maxLatencyMs)
            return tr("at most %1 ms").arg(QString::number(*server->maxLatencyMs, 'f', 1));
        return plainToolTip(server->problem.shown());
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
    static const char *const heads[] = {QT_TR_NOOP("Server"),   QT_TR_NOOP("Role"),        QT_TR_NOOP("Version"),
                                        QT_TR_NOOP("Sessions"), QT_TR_NOOP("Connections"), QT_TR_NOOP("Watches"),
                                        QT_TR_NOOP("Latency"),  QT_TR_NOOP("Outstanding"), QT_TR_NOOP("Zxid"),
                                        QT_TR_NOOP("Told by")};
    static_assert(std::size(heads) == ColumnCount);
    return section >= 0 && section < ColumnCount ? tr(heads[section]) : QVariant();
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
    static constexpr int padding = 5;
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
    , m_summary(new ElidedLabel(Tone::Small, this))
    , m_gaps(makeLabel({}, Tone::Normal, this, Wraps))
{
    buildView();
    m_gaps->setObjectName(u"serverGaps"_s);
    m_gaps->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_gaps->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_gaps->setContentsMargins(12, 8, 12, 10);
    m_gapsArea = scrolled(m_gaps, {}, this);
    m_gapsArea->setObjectName(u"serverGapsArea"_s);
    m_gapsArea->setMinimumHeight(24); // each scrolls, and lets the panel be low
    m_view->setMinimumHeight(24);
    makeColumn(m_shown, {}, 0, {buildBar(), {m_view, 3}, {m_gapsArea, 2}}); // three servers are seen whole
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
    dressTable(m_view);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setItemDelegate(new RowDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->setDefaultSectionSize(26);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setStretchLastSection(true);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (const journal::ServerReport *server = m_model->serverAt(current.row()))
                    m_chosen = server->address;
                showGaps();
                updateButtons();
            });
}

QBoxLayout *ServersPanel::buildBar()
{
    m_ask = makeToolButton(IconId::Refresh, tr("Ask now"),
                           tr("Asks every server what it knows. While the window is in sight this happens by itself."),
                           this);
    connect(m_ask, &QToolButton::clicked, this, &ServersPanel::probeRequested);
    m_summary->setObjectName(u"serversSummary"_s);
    auto *bar = makeRow(nullptr, {8, 6, 8, 6}, 4, {m_ask, {m_summary, 1}});
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
    const locks::Backend backend = m_world->head().connection().backend();
    if (empty && locks::isSql(backend))
        m_empty->set(IconId::Server, tr("A database: %1").arg(locks::backendText(backend)),
                     tr("It knows connections, and neither sessions nor watches. What it did is read from the log that "
                        "simulated clients write in it."),
                     {});
    else if (empty && backend == locks::Backend::Redis)
        m_empty->set(IconId::Server, tr("A Redis server"),
                     tr("It knows neither sessions nor watches: there is nothing to ask it. What a private one did is "
                        "read from its log of writes."),
                     {});
    else if (empty)
        m_empty->set(IconId::Server, tr("The servers have not been asked"), sentence,
                     m_readOnly ? QString() : tr("Ask now"));
    else if (!m_view->currentIndex().isValid()) // no other server instead of one that is gone: a kill would hit it
        m_view->selectRow(m_chosen.isEmpty() ? 0 : m_model->rowOf(m_chosen));
    showGaps();
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
    const auto ago = [this](qint64 atNs) { return formatDuration((m_world->nowNs() - atNs) / nsPerMs); };
    QStringList sentences{tr("Updated %1 ago.").arg(ago(knowledge.answeredAtNs))};
    if (knowledge.wholeAtNs != 0)
        sentences += tr("Sessions, watches and ephemeral nodes are as of %1 ago.").arg(ago(knowledge.wholeAtNs));
    const auto servers = m_world->world().servers();
    if (const auto silent = std::ranges::count_if(servers, [](const auto &one) { return !one.problem.isEmpty(); }))
        sentences += tr("%n servers do not answer.", nullptr, int(silent));
    if (!partial.isEmpty())
        sentences += tr("Not all is known of: %1.").arg(partial.join(u", "_s));
    m_summary->setWhole(sentences.join(u' '));
    m_summary->setToolTip(m_summary->whole());
}

QString ServersPanel::summary() const
{
    return m_summary->whole();
}

/// Where the server reports all, the rows have the room.
void ServersPanel::showGaps()
{
    const QString text = gapsText();
    m_gaps->setText(text);
    m_gapsArea->setVisible(!text.isEmpty());
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
        QString text = tr("Does not report %1.").arg(gap.missing.shown());
        if (!gap.why.isEmpty())
            text += u'\n' + gap.why.shown();
        if (!gap.setting.isEmpty())
            text += u'\n' + tr("Would be reported with: %1").arg(gap.setting.shown());
        parts += text;
    }
    return parts.join(u"\n\n"_s);
}

} // namespace lockscope::ui

#include "moc_serverspanel.cpp"
