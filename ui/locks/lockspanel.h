// SPDX-License-Identifier: Apache-2.0
// The Locks panel: the tree of lock directories, the list of locks that fit a filter or an order, what is shown where
// there is none, and the footer.
// Never acts on a server: it emits what was asked for.
#pragma once

#include "core/journal/event.h"
#include "ui/models/locklist.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QActionGroup;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

/// How far the first reading of the tree is, with a way to end it; that it was ended, with a way to go on; and how much
/// is not watched, with a root that would be. Never acts on a server: it emits what was asked for.
class DiscoveryBar : public QWidget
{
    Q_OBJECT
public:
    explicit DiscoveryBar(QWidget *parent = nullptr);

    /// Shows itself where there is something to say; a short reading never shows. \a narrowerRoot: empty where none is
    /// known that has all locks and few enough directories.
    void setObservation(const journal::ObservationChanged &observation, const QString &narrowerRoot);

Q_SIGNALS:
    /// To go on, or to end it here.
    void discoveryRequested(bool goOn);

private:
    QLabel *m_text;
    QProgressBar *m_progress;
    QPushButton *m_button;
    QElapsedTimer m_reading;
    bool m_incomplete = false;
};

class EmptyState;
class LocksView;
class Selection;

class LocksPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    LocksPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    /// Chooses the lock at this path; as soon as there is one, if there is none yet.
    void selectLock(const QString &path);
    LocksModel *model() const { return m_model; }
    /// What the tree, or the list that stands for it, shows and in which order.
    void setQuestion(const LockQuestion &question);

    /// Without a server nothing can be paused.
    void setPauseEnabled(bool enabled);

public Q_SLOTS:
    void focusFilter();

Q_SIGNALS:
    /// Read nothing until it is asked for again, or go on.
    void liveRequested(bool live);
    /// End the first reading here; or go on with it.
    void discoveryRequested(bool goOn);

private:
    void onWorldChanged();
    void onRowsInserted(const QModelIndex &parent, int first, int last);
    void expandRows(const QModelIndex &index);
    void buildFilter();
    void buildOrder();
    void buildView(LocksView *view, QAbstractItemModel *model);
    void onSelectionChanged(LocksView *view);
    void showContextMenu(const QPoint &position);
    void applyFilter();
    void goToRows();
    bool isAsked() const { return !m_list->question().asksForAll(); }
    LocksView *view() const { return isAsked() ? m_found : m_tree; }
    QModelIndex indexOfPath(const QString &path) const;
    void updateEmptyState();
    void updateFooter();
    void updatePause();
    void updateDiscovery();
    QString narrowerRoot() const;
    bool isLocksOnly() const; ///< rows that are none group them, and cannot be chosen
    void trySelect();
    void showChosen();

    LiveWorld *m_world;
    Selection *m_selection;
    LocksModel *m_model;
    LockList *m_list;
    QLineEdit *m_filter;
    QToolButton *m_order;
    QActionGroup *m_orders;
    QAction *m_onlyWithWaiters;
    LocksView *m_tree;
    LocksView *m_found; ///< shown instead while there is a filter or an order
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    QLabel *m_footer;
    QToolButton *m_allNodes;
    QToolButton *m_refresh;
    QToolButton *m_pause;
    DiscoveryBar *m_discovery;
    QTimer m_filterDelay;
    QString m_wanted; ///< to be chosen when its row comes
    QString m_narrowerRoot;
    std::pair<int, int> m_rootSoughtFor; ///< directories that are not watched, and locks, then
};

} // namespace lockscope::ui
