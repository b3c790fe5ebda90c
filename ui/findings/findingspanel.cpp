// SPDX-License-Identifier: Apache-2.0
#include "ui/findings/findingspanel.h"

#include "ui/findings/findingsmodel.h"
#include "ui/findings/findingsview.h"
#include "ui/models/sessiontext.h"
#include "ui/selection/selection.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using Severity = locks::Finding::Severity;

namespace {

QString counted(int count, const QString &one, const QString &many)
{
    return count == 1 ? one : many.arg(count);
}

} // namespace

FindingsPanel::FindingsPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new FindingsModel(world, this))
    , m_view(new FindingsView(this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
    , m_onlyThisLock(new QToolButton(this))
    , m_copy(new QToolButton(this))
    , m_footer(new QLabel(this))
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Findings"));
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);

    m_onlyThisLock->setDefaultAction(selection->onlyThisLockAction());
    m_onlyThisLock->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_copy->setIcon(icon(IconId::Copy));
    m_copy->setToolTip(tr("Copy all findings that are shown as text"));
    m_copy->setAccessibleName(tr("Copy findings"));
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(allText()); });

    auto *top = new QHBoxLayout;
    top->setContentsMargins(10, 8, 8, 6);
    top->setSpacing(4);
    top->addWidget(m_onlyThisLock);
    top->addStretch(1);
    top->addWidget(m_copy);
    setTone(m_footer, Tone::Small);
    m_footer->setTextFormat(Qt::PlainText);
    m_footer->setWordWrap(true);
    auto *bottom = new QHBoxLayout;
    bottom->setContentsMargins(12, 4, 12, 8);
    bottom->addWidget(m_footer);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_pages, 1);
    column->addLayout(bottom);

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
}

void FindingsPanel::updateAll()
{
    m_view->setStale(m_world->isStale() && !m_world->isPast());
    const bool any = m_model->rowCount() > 0;
    m_pages->setCurrentWidget(any ? static_cast<QWidget *>(m_view) : m_empty);
    m_copy->setEnabled(any);
    const int errors = m_model->count(Severity::Error);
    const int warnings = m_model->count(Severity::Warning);
    const int notes = m_model->count(Severity::Note);
    QStringList parts;
    if (errors > 0)
        parts += counted(errors, tr("1 error"), tr("%1 errors"));
    if (warnings > 0)
        parts += counted(warnings, tr("1 warning"), tr("%1 warnings"));
    if (notes > 0)
        parts += counted(notes, tr("1 note"), tr("%1 notes"));
    const QString gap = notCheckedText(m_world->world());
    m_footer->setVisible(any);
    m_footer->setText(
        (QStringList{parts.join(u" · "_s)} + (gap.isEmpty() ? QStringList() : QStringList{gap})).join(u'\n'));
    if (!any)
        updateEmptyState();
    Q_EMIT countsChanged(errors, warnings, notes);
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
                          : counted(locks, tr("The names and Stats of 1 lock were checked."),
                                    tr("The names and Stats of %1 locks were checked."));
    const locks::Knowledge &knowledge = knowledgeOf(m_world->world());
    if (knowledge.allWatches && knowledge.allSessions)
        checked = one ? tr("The names, Stats, sessions and watches of %1 were checked.").arg(m_model->lock())
                      : counted(locks, tr("The names, Stats, sessions and watches of 1 lock were checked."),
                                tr("The names, Stats, sessions and watches of %1 locks were checked."));
    const QString gap = notCheckedText(m_world->world());
    m_empty->set(IconId::Check, tr("Nothing is wrong"), gap.isEmpty() ? checked : checked + u' ' + gap);
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
