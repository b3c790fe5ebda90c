// SPDX-License-Identifier: Apache-2.0
#include "ui/findings/findingspanel.h"

#include "core/base/visible.h"
#include "core/locks/queue.h"
#include "ui/findings/findingsmodel.h"
#include "ui/models/text.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"
#include "ui/theme/widgets.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int findingInset = 12;
constexpr int badgeSide = 18;
constexpr int lineGap = 5;
constexpr int leastFindingWidth = 180;

/// Where the parts of one card are, and in which fonts: the same for measuring, painting and clicking.
struct Card
{
    QFont strong;
    QFont plain;
    QFont small;
    QFont mono;
    QRect badge;
    QRect head;
    QRect text;
    QRect advice;
    QRect evidence;
    QRect link;
    int height = 0;
};

Card cardOf(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    Card card;
    card.strong = scaledFont(option.font, 1.0, QFont::DemiBold);
    card.plain = option.font;
    card.small = scaledFont(option.font, 0.9);
    card.mono = monoFont(card.small);
    const int left = option.rect.left() + findingInset;
    const int indent = left + badgeSide + 9;
    const int width = std::max(leastFindingWidth, option.rect.width()) - (indent - option.rect.left()) - findingInset;
    int y = option.rect.top() + 11;
    const auto place = [&](const QString &text, const QFont &font, bool wraps) {
        if (text.isEmpty())
            return QRect();
        const QFontMetrics metrics(font);
        const int height = wraps ? metrics.boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, text).height()
                                 : metrics.height();
        const QRect box(indent, y, width, height);
        y += height + lineGap;
        return box;
    };
    card.badge = QRect(left, y, badgeSide, badgeSide);
    card.head = place(index.data(FindingsModel::IdRole).toString(), card.small, false);
    card.text = place(index.data(FindingsModel::TextRole).toString(), card.strong, true);
    card.advice = place(index.data(FindingsModel::AdviceRole).toString(), card.plain, true);
    card.evidence = place(index.data(FindingsModel::EvidenceRole).toString(), card.mono, false);
    if (!index.data(FindingsModel::NodesRole).toStringList().isEmpty()) {
        card.link = place(FindingsDelegate::tr("Show me"), card.strong, false);
        card.link.setWidth(QFontMetrics(card.strong).horizontalAdvance(FindingsDelegate::tr("Show me")) + 4);
    }
    card.height = y - option.rect.top() + 8;
    return card;
}

Role roleOf(locks::Finding::Severity severity)
{
    switch (severity) {
    case locks::Finding::Severity::Note: return Role::Suspended;
    case locks::Finding::Severity::Warning: return Role::Waiting;
    case locks::Finding::Severity::Error: return Role::Wrong;
    }
    return Role::Suspended;
}

} // namespace

// ---- FindingsDelegate ----

QSize FindingsDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem at = option;
    if (const auto *view = qobject_cast<const QListView *>(option.widget))
        at.rect.setWidth(view->viewport()->width());
    return {at.rect.width(), cardOf(at, index).height};
}

QRect FindingsDelegate::linkRect(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return cardOf(option, index).link;
}

void FindingsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const Card card = cardOf(option, index);
    const auto severity = locks::Finding::Severity(index.data(FindingsModel::SeverityRole).toInt());
    const bool selected = option.state & QStyle::State_Selected;
    const QColor ground = selected ? theme.selection : theme.panel;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected)
        painter->fillRect(option.rect, theme.selection);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.separator);

    const Role role = roleOf(severity);
    if (severity == locks::Finding::Severity::Note)
        paintGlyph(painter, card.badge, u'i', Fill::Outlined, role, theme, option.font);
    else
        paintBadge(painter, card.badge, severity == locks::Finding::Severity::Error, role, theme, option.font);

    const auto draw = [&](const QRect &box, const QFont &font, const QColor &color, const QString &text, int flags) {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(box, flags, text);
    };
    // The severity in words too, then which finding and where.
    const QString word = severity == locks::Finding::Severity::Error     ? tr("error")
                         : severity == locks::Finding::Severity::Warning ? tr("warning")
                                                                         : tr("note");
    const QFontMetrics small(card.small);
    const QString head = u"%1 · %2 · "_s.arg(word, index.data(FindingsModel::IdRole).toString());
    const QString lock = index.data(FindingsModel::LockRole).toString();
    const QString where =
        elidedPath(visible(lock), small, std::max(60, card.head.width() - small.horizontalAdvance(head)));
    draw(card.head, card.small, readableOn(theme.muted, ground),
         small.elidedText(head + where, Qt::ElideRight, card.head.width()), Qt::AlignLeft | Qt::AlignVCenter);
    draw(card.text, card.strong, theme.text, index.data(FindingsModel::TextRole).toString(), Qt::TextWordWrap);
    draw(card.advice, card.plain, theme.text, index.data(FindingsModel::AdviceRole).toString(), Qt::TextWordWrap);
    const QFontMetrics mono(card.mono);
    draw(card.evidence, card.mono, readableOn(theme.muted, ground),
         mono.elidedText(index.data(FindingsModel::EvidenceRole).toString(), Qt::ElideRight, card.evidence.width()),
         Qt::AlignLeft | Qt::AlignVCenter);
    draw(card.link, card.strong, readableOn(theme.accent.text, ground), card.link.isNull() ? QString() : tr("Show me"),
         Qt::AlignLeft | Qt::AlignVCenter);
    painter->restore();
}

bool FindingsDelegate::editorEvent(QEvent *event, QAbstractItemModel *, const QStyleOptionViewItem &option,
                                   const QModelIndex &index)
{
    if (event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    if (mouse->button() != Qt::LeftButton || !linkRect(option, index).adjusted(-4, -3, 4, 3).contains(mouse->pos()))
        return false;
    Q_EMIT showClicked(index);
    return true;
}

// ---- FindingsView ----

FindingsView::FindingsView(QWidget *parent)
    : QListView(parent)
    , m_delegate(new FindingsDelegate(this))
{
    setItemDelegate(m_delegate);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // its coming and going would wrap all texts again
    setResizeMode(QListView::Adjust);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setMouseTracking(true);
    connect(m_delegate, &FindingsDelegate::showClicked, this, &FindingsView::showRequested);
    connect(this, &QAbstractItemView::doubleClicked, this, &FindingsView::showRequested);
}

void FindingsView::setStale(bool stale)
{
    if (m_stale == stale)
        return;
    m_stale = stale;
    viewport()->update();
}

void FindingsView::keyPressEvent(QKeyEvent *event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid())
        Q_EMIT showRequested(currentIndex());
    else
        QListView::keyPressEvent(event);
}

void FindingsView::mouseMoveEvent(QMouseEvent *event)
{
    QListView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->pos());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    const bool over = index.isValid() && m_delegate->linkRect(option, index).contains(event->pos());
    viewport()->setCursor(over ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FindingsView::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (!m_stale)
        return;
    QColor veil = themeFor(palette()).panel;
    veil.setAlphaF(0.45F);
    QPainter(viewport()).fillRect(event->rect(), veil);
}

FindingsPanel::FindingsPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new FindingsModel(world, this))
    , m_view(new FindingsView(this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
    , m_onlyThisLock(new QToolButton(this))
    , m_copy(makeToolButton(IconId::Copy, {}, tr("Copy all findings that are shown as text"), this))
    , m_footer(makeLabel({}, Tone::Small, this, Wraps))
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Findings"));
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);

    m_onlyThisLock->setDefaultAction(selection->onlyThisLockAction());
    m_onlyThisLock->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_copy->setAccessibleName(tr("Copy findings"));
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(allText()); });

    makeColumn(this, {}, 0,
               {makeRow(nullptr, {10, 8, 8, 6}, 4, {m_onlyThisLock, Part::stretch(), m_copy}),
                {m_pages, 1},
                makeRow(nullptr, {12, 4, 12, 8}, -1, {m_footer})});

    connect(selection, &Selection::filterChanged, this, [this] {
        m_model->setLock(m_selection->onlyLock());
        updateAll();
    });
    connect(m_view, &FindingsView::showRequested, this, &FindingsPanel::showRow);
    connect(m_view, &QWidget::customContextMenuRequested, this, &FindingsPanel::showContextMenu);
    auto *copyOne = new QShortcut(QKeySequence::Copy, m_view, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(copyOne, &QShortcut::activated, this, [this] {
        if (m_view->currentIndex().isValid())
            QGuiApplication::clipboard()->setText(m_model->textOf(m_view->currentIndex().row()));
    });
    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(0);
    connect(&m_coalesce, &QTimer::timeout, this, &FindingsPanel::updateAll);
    connect(world, &LiveWorld::changed, &m_coalesce, qOverload<>(&QTimer::start));
    m_model->setLock(selection->onlyLock());
    updateAll();
    m_coalesce.start(); // a recording does not change: whoever counts its findings listens only from now on
}

void FindingsPanel::updateAll()
{
    m_view->setStale(m_world->isDisconnected());
    const bool any = m_model->rowCount() > 0;
    m_pages->setCurrentWidget(any ? static_cast<QWidget *>(m_view) : m_empty);
    m_copy->setEnabled(any);
    const int errors = m_model->count(locks::Finding::Severity::Error);
    const int warnings = m_model->count(locks::Finding::Severity::Warning);
    const int notes = m_model->count(locks::Finding::Severity::Note);
    QStringList parts;
    if (errors > 0)
        parts += tr("%n errors", nullptr, errors);
    if (warnings > 0)
        parts += tr("%n warnings", nullptr, warnings);
    if (notes > 0)
        parts += tr("%n notes", nullptr, notes);
    const QString gap = notCheckedText(m_world->world());
    m_footer->setVisible(any);
    m_footer->setText(
        (QStringList{parts.join(u" · "_s)} + (gap.isEmpty() ? QStringList() : QStringList{gap})).join(u'\n'));
    if (!any)
        updateEmptyState();
    Q_EMIT countsChanged(errors, warnings, notes);
}

/// Never more than what was looked at allows.
QString FindingsPanel::nothingFound(const locks::Knowledge &knowledge) const
{
    if (knowledge.allSessions && knowledge.allWatches)
        return m_model->lock().isEmpty() ? tr("Nothing is wrong") : tr("Nothing is wrong with this lock");
    if (knowledge.allSessions)
        return tr("Nothing found; watches not checked");
    return knowledge.allWatches ? tr("Nothing found; sessions not checked")
                                : tr("Nothing found; sessions and watches not checked");
}

void FindingsPanel::updateEmptyState()
{
    const auto locks = int(m_world->world().lockPaths().size());
    if (locks == 0) {
        m_empty->set(IconId::Check, tr("Nothing to check"), tr("What is wrong with a lock appears here."));
        return;
    }
    const bool one = !m_model->lock().isEmpty();
    QString checked = one ? tr("The names and Stats of %1 were checked.").arg(m_model->lock())
                          : tr("The names and Stats of %n locks were checked.", nullptr, locks);
    const locks::Knowledge &knowledge = m_world->world().knowledge();
    if (knowledge.allWatches && knowledge.allSessions)
        checked = one ? tr("The names, Stats, sessions and watches of %1 were checked.").arg(m_model->lock())
                      : tr("The names, Stats, sessions and watches of %n locks were checked.", nullptr, locks);
    QStringList sentences{checked};
    if (const QString gap = notCheckedText(m_world->world()); !gap.isEmpty())
        sentences += gap;
    if (const int others = m_model->total(); others > 0) // as the tab says
        sentences += tr("%n findings are about other locks.", nullptr, others);
    m_empty->set(IconId::Check, nothingFound(knowledge), sentences.join(u' '));
}

QString FindingsPanel::allText() const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row)
        texts += m_model->textOf(row);
    return texts.join(u"\n\n"_s) + u'\n';
}

void FindingsPanel::showRow(const QModelIndex &index)
{
    Q_EMIT showRequested(index.data(FindingsModel::LockRole).toString(),
                         index.data(FindingsModel::NodesRole).toStringList());
}

void FindingsPanel::showContextMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    if (!index.isValid())
        return;
    // Its text and nodes, not its row: rows move while the menu is open.
    const QString text = m_model->textOf(index.row());
    const QString lock = index.data(FindingsModel::LockRole).toString();
    const QStringList nodes = index.data(FindingsModel::NodesRole).toStringList();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconId::Eye), tr("Show me"), this, [this, lock, nodes] { Q_EMIT showRequested(lock, nodes); });
    menu->addAction(icon(IconId::Copy), tr("Copy"), this, [text] { QGuiApplication::clipboard()->setText(text); });
    menu->addAction(tr("Copy all"), this, [this] { QGuiApplication::clipboard()->setText(allText()); });
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

} // namespace lockscope::ui

#include "moc_findingspanel.cpp"
