// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalpanel.h"

#include "core/base/visible.h"
#include "ui/journal/journalfilter.h"
#include "ui/journal/journalmodel.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <optional>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

/// Draws a row of the Journal panel: quiet times and nodes in digits of one width, the sentence in full strength.
/// Never changes what is written there.
class JournalDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

void JournalDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    using When = JournalModel::When;
    const auto when = static_cast<When>(index.data(JournalModel::WhenRole).toInt());
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.selection);
    else if (when == When::Now)
        painter->fillRect(option.rect, theme.wrong.tint);
    if (when == When::Now && index.column() == 0)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme.wrong.fill);
    // What has not happened yet at the instant that is shown stands back.
    painter->save();
    if (when == When::Future)
        painter->setOpacity(0.45);
    const int column = index.column();
    const bool mono = column == JournalModel::Time || column == JournalModel::Subject;
    const QFont font = mono ? monoFont(option.font) : option.font;
    painter->setFont(font);
    painter->setPen(column == JournalModel::Sentence || column == JournalModel::Client ? theme.text : theme.muted);
    const QRect text = option.rect.adjusted(8, 0, -6, 0);
    const auto elide = column == JournalModel::Subject ? Qt::ElideMiddle : Qt::ElideRight;
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString(), elide, text.width()));
    painter->restore();
}

JournalPanel::JournalPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new JournalModel(this))
    , m_filter(new JournalFilter(this))
    , m_view(new QTableView(this))
    , m_empty(new EmptyState(this))
    , m_stack(new QStackedLayout)
    , m_banner(new Banner(this))
    , m_searchDelay(new QTimer(this))
    , m_footer(new ElidedLabel(Tone::Small, this))
{
    m_filter->setSourceModel(m_model);
    connect(m_filter, &JournalFilter::searchedOn, this, &JournalPanel::onSearchedOn);
    buildView();
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);

    makeColumn(this, {}, 0, {buildToolbar(), makeColumn(nullptr, {10, 0, 10, 0}, -1, {m_banner}), {m_stack, 1}});

    connect(m_world, &LiveWorld::showsProbesChanged, this, &JournalPanel::updateProbes);
    connect(selection, &Selection::filterChanged, this, [this] { m_filter->setLock(m_selection->onlyLock()); });
    m_filter->setLock(selection->onlyLock());
    connect(m_world, &LiveWorld::appended, this, [this](const journal::EventBatch &batch) {
        for (const journal::Event &event : batch)
            learn(event);
        m_model->catchUp();
        forgetClients();
        updateFooter();
        if (followsNewest())
            scrollToNewest();
    });
    connect(m_world, &LiveWorld::restarted, this, &JournalPanel::readAll);
    readAll();
}

void JournalPanel::readAll()
{
    const QVariant chosen = m_client->currentData();
    const QSignalBlocker silent(m_client);
    while (m_client->count() > 1) // the first stands for all
        m_client->removeItem(1);
    m_clients.clear();
    m_gone.clear();
    m_model->follow(&m_world->journal(), [this](ClientId id) { return m_clients.value(id); });
    const journal::Journal &journal = m_world->journal();
    for (quint64 number = journal.firstNumber(); !journal.isEmpty() && number <= journal.lastNumber(); ++number)
        learn(journal.event(number));
    m_client->setCurrentIndex(std::max(0, m_client->findData(chosen)));
    m_filter->setClient(ClientId{m_client->currentData().toUInt()}); // all, where there is no such client any more
    updateFooter();
}

QWidget *JournalPanel::buildToolbar()
{
    auto *bar = new QWidget(this);
    m_search = new QLineEdit(bar);
    m_search->setPlaceholderText(tr("Filter events"));
    m_search->setAccessibleName(tr("Filter events by text"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(70);
    m_search->setMaximumWidth(300);
    m_searchDelay->setSingleShot(true);
    m_searchDelay->setInterval(300);
    connect(m_search, &QLineEdit::textChanged, m_searchDelay, qOverload<>(&QTimer::start));
    connect(m_searchDelay, &QTimer::timeout, this, [this] { m_filter->setText(m_search->text()); });

    m_kind = new QComboBox(bar);
    m_kind->setAccessibleName(tr("Kind of event"));
    m_kind->addItem(tr("All events"), QString());
    connect(m_kind, &QComboBox::currentIndexChanged, this,
            [this] { m_filter->setKind(m_kind->currentData().toString()); });
    m_client = new QComboBox(bar);
    m_client->setAccessibleName(tr("Client"));
    m_client->addItem(tr("All clients"), 0u);
    for (QComboBox *box : {m_kind, m_client}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(9);
        box->setMinimumWidth(52); // gives way in a narrow panel; its list is as wide as ever
        box->view()->setMinimumWidth(190);
    }
    connect(m_client, &QComboBox::currentIndexChanged, this,
            [this] { m_filter->setClient(ClientId{m_client->currentData().toUInt()}); });

    m_follow = makeToolButton(IconId::Down, tr("Follow"), tr("Scroll to each new event as it comes"), bar);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QToolButton::toggled, this, [this](bool on) {
        if (on)
            scrollToNewest();
    });

    auto *save = makeToolButton(IconId::Export, {}, tr("Export…"), bar);
    save->setAccessibleName(tr("Export"));
    save->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(save);
    menu->addAction(tr("Export as text…"), this, [this] { exportAs(Format::Text); });
    menu->addAction(tr("Export as JSON Lines…"), this, [this] { exportAs(Format::JsonLines); });
    menu->addAction(tr("Export for ShiViz…"), this, [this] { exportAs(Format::ShiViz); })
        ->setToolTip(tr("A log with vector clocks: what caused what"));
    menu->setToolTipsVisible(true);
    save->setMenu(menu);

    auto *onlyThisLock = new QToolButton(bar);
    onlyThisLock->setDefaultAction(m_selection->onlyThisLockAction());
    onlyThisLock->setAccessibleName(m_selection->onlyThisLockAction()->text()); // no room for it to be read

    makeRow(bar, {10, 7, 10, 6}, 6,
            {{m_search, 1}, m_kind, m_client, onlyThisLock, Part::stretch(), m_footer, Part::gap(6), m_follow, save});
    return bar;
}

void JournalPanel::buildView()
{
    m_view->setObjectName(u"journalView"_s);
    m_view->setAccessibleName(tr("Journal"));
    m_view->setModel(m_filter);
    m_view->setItemDelegate(new JournalDelegate(m_view));
    dressTable(m_view);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setMinimumSectionSize(10);
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    QHeaderView *header = m_view->horizontalHeader();
    header->setStretchLastSection(true);
    header->resizeSection(JournalModel::Time, 104);
    header->resizeSection(JournalModel::Kind, 150);
    header->resizeSection(JournalModel::Client, 76);
    header->resizeSection(JournalModel::Subject, 150);

    // Scrolling up means reading: following would tear the rows away.
    connect(m_view->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar *bar = m_view->verticalScrollBar();
        setFollowsNewest(bar->sliderPosition() >= bar->maximum());
    });
    auto *copy = new QAction(tr("Copy"), m_view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &JournalPanel::copySelection);
    m_view->addAction(copy);
    connect(m_view, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex &index) { m_world->seek(numberAtProxyRow(index.row())); });
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &JournalPanel::showMenu);
}

bool JournalPanel::followsNewest() const
{
    return m_follow->isChecked();
}

void JournalPanel::setFollowsNewest(bool follow)
{
    m_follow->setChecked(follow);
}

void JournalPanel::setTextFilter(const QString &text)
{
    m_search->setText(text);
    m_searchDelay->stop();
    m_filter->setText(text);
}

void JournalPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (followsNewest())
        scrollToNewest();
}

void JournalPanel::scrollToNewest()
{
    if (m_view->isVisible() && !m_world->isRewound())
        m_view->scrollToBottom();
}

void JournalPanel::showCursor()
{
    const bool rewound = m_world->isRewound();
    m_model->setCursor(rewound ? std::optional(m_world->position()) : std::nullopt);
    m_view->viewport()->update();
    if (!rewound && followsNewest())
        scrollToNewest();
    if (!rewound || !m_view->isVisible())
        return;
    // Its neighbours are seen with it; the selection stays as it is.
    if (const int row = proxyRowUpTo(m_world->position()); row >= 0) {
        const QRect place = m_view->visualRect(m_filter->index(row, 0));
        if (!m_view->viewport()->rect().contains(place.center()))
            m_view->scrollTo(m_filter->index(row, 0), QAbstractItemView::PositionAtCenter);
    }
}

quint64 JournalPanel::numberAtProxyRow(int row) const
{
    return m_model->numberOf(m_filter->mapToSource(m_filter->index(row, 0)).row());
}

int JournalPanel::proxyRowUpTo(quint64 number) const
{
    int low = 0; // the first later one is in [low, high]
    int high = m_filter->rowCount();
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (numberAtProxyRow(middle) <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

void JournalPanel::learn(const journal::Event &event)
{
    if (const auto *spawned = std::get_if<journal::ClientSpawned>(&event.what)) {
        m_clients.insert(spawned->id,
                         {spawned->name, spawned->paths.isEmpty() ? QStringList{spawned->lock} : spawned->paths});
        m_client->addItem(visible(spawned->name), spawned->id.value);
    } else if (const auto *removed = std::get_if<journal::ClientRemoved>(&event.what)) {
        m_gone.append({event.number, removed->id});
    }
    const QString kind = journal::kindName(event.what);
    if (m_kinds.contains(kind))
        return;
    m_kinds.insert(kind);
    updateProbes();
    int place = 1;
    while (place < m_kind->count() && m_kind->itemText(place) < kind)
        ++place;
    m_kind->insertItem(place, kind, kind);
}

/// A journal without any need not be gone through for them.
void JournalPanel::updateProbes()
{
    m_filter->setWithoutProbes(!m_world->showsProbes()
                               && m_kinds.contains(journal::kindName(journal::ServersProbed())));
}

void JournalPanel::forgetClients()
{
    std::optional<std::pair<quint64, ClientId>> shown; // the one that is filtered by stays
    while (!m_gone.isEmpty() && m_gone.first().first < m_world->journal().firstNumber()) {
        const auto gone = m_gone.takeFirst();
        const int place = m_client->findData(gone.second.value);
        if (place >= 0 && place == m_client->currentIndex()) {
            shown = gone;
            continue;
        }
        m_client->removeItem(place);
        m_clients.remove(gone.second);
    }
    if (shown)
        m_gone.prepend(*shown);
}

const journal::Event *JournalPanel::eventAtProxyRow(int row) const
{
    return m_model->eventAt(m_filter->mapToSource(m_filter->index(row, 0)).row());
}

JournalExtract JournalPanel::extract(Format format) const
{
    return {m_world->journal(), m_filter->question(), m_clients, format};
}

namespace {

struct FileKind
{
    QString suggested;
    QString filter;
};

FileKind fileKindOf(JournalPanel::Format format)
{
    switch (format) {
    case JournalPanel::Format::Text: return {u"journal.txt"_s, JournalPanel::tr("Text (*.txt)")};
    case JournalPanel::Format::JsonLines: return {u"journal.jsonl"_s, JournalPanel::tr("JSON Lines (*.jsonl)")};
    case JournalPanel::Format::ShiViz: return {u"journal-shiviz.log"_s, JournalPanel::tr("ShiViz log (*.log)")};
    }
    return {};
}

} // namespace

void JournalPanel::exportAs(Format format)
{
    const auto [suggested, filter] = fileKindOf(format);
    const QString name = QFileDialog::getSaveFileName(this, tr("Export the journal"), suggested, filter);
    if (name.isEmpty())
        return;
    exportTo(name, format);
}

void JournalPanel::exportTo(const QString &fileName, Format format)
{
    m_banner->hide();
    auto *running = new FileExport(writerOf(extract(format)), fileName, this);
    tellProgress(running, tr("Export the journal"), tr("Exporting the journal…"), window());
    connect(running, &FileExport::finished, this, [this, fileName, running](const FileExport::Outcome &outcome) {
        running->deleteLater();
        if (outcome.isWritten || outcome.wasCancelled)
            return;
        m_banner->show(Banner::Severity::Error, tr("The journal was not exported."),
                       tr("%1: %2. Choose another place.").arg(fileName, outcome.error));
        Q_EMIT exportFailed();
    });
}

void JournalPanel::copySelection() const
{
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &index : rows) {
        if (const journal::Event *event = eventAtProxyRow(index.row()))
            lines << lineOf(*event, clientName(journal::clientOf(event->what)));
    }
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(u'\n'));
}

void JournalPanel::showMenu(const QPoint &position)
{
    QMenu menu(this);
    menu.addAction(icon(IconId::Copy), tr("Copy"), this, &JournalPanel::copySelection)
        ->setEnabled(m_view->selectionModel()->hasSelection());
    const QModelIndex index = m_view->indexAt(position);
    const journal::Event *event = index.isValid() ? eventAtProxyRow(index.row()) : nullptr;
    if (event) {
        menu.addAction(icon(IconId::History), tr("Show this instant"), this,
                       [this, number = event->number] { m_world->seek(number); });
        const QString kind = journal::kindName(event->what);
        menu.addAction(icon(IconId::Filter), tr("Show only “%1”").arg(kind), this,
                       [this, kind] { m_kind->setCurrentIndex(m_kind->findData(kind)); });
        if (const ClientId id = journal::clientOf(event->what); !id.isNull()) {
            menu.addAction(icon(IconId::Filter), tr("Show only %1").arg(clientName(id)), this,
                           [this, id] { m_client->setCurrentIndex(m_client->findData(id.value)); });
            menu.addAction(icon(IconId::Users), tr("Select %1").arg(clientName(id)), this,
                           [this, id] { m_selection->setClient(id); });
        }
    }
    menu.addAction(m_selection->onlyThisLockAction());
    menu.addAction(tr("Show everything"), this,
                   [this] {
                       setTextFilter({});
                       m_kind->setCurrentIndex(0);
                       m_client->setCurrentIndex(0);
                       m_selection->setOnlyThisLock(false);
                       m_world->setShowsProbes(true);
                   })
        ->setEnabled(m_filter->isActive());
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

void JournalPanel::onSearchedOn()
{
    updateFooter();
    if (followsNewest() && !m_filter->isSearching())
        scrollToNewest();
}

void JournalPanel::updateFooter()
{
    const int all = m_model->rowCount();
    const int shown = m_filter->rowCount();
    m_footer->setWhole(
        m_filter->isSearching()
            ? tr("%1 found, %2 % searched").arg(shown).arg(qint64(m_filter->searched()) * 100 / std::max(all, 1))
        : m_filter->isActive() ? tr("%1 of %2 events").arg(shown).arg(all)
                               : tr("%n events", nullptr, all));
    const bool nothing = shown == 0 && !m_filter->isSearching();
    m_stack->setCurrentWidget(nothing ? static_cast<QWidget *>(m_empty) : m_view);
    if (all == 0)
        m_empty->set(IconId::History, tr("Nothing has happened yet"),
                     tr("Every event of the observer and of the simulated clients appears here."));
    else if (nothing)
        m_empty->set(IconId::Filter, tr("No event fits"),
                     tr("None of the %1 events is what the filters above ask for.").arg(QLocale().toString(all)));
}

} // namespace lockscope::ui

#include "moc_journalpanel.cpp"
