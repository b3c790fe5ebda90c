// SPDX-License-Identifier: Apache-2.0
// The Locks panel: the tree of lock directories with its filter, what is shown where there is none, and the footer.
// Never acts on a server: it emits what was asked for.
#pragma once

#include "ui/models/locksmodel.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class DiscoveryBar;
class EmptyState;
class LocksView;

class LocksPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LocksPanel(LiveWorld *world, QWidget *parent = nullptr);

    /// Empty while nothing is selected.
    QString selectedLock() const { return m_selected; }
    /// Selects the row of this path; as soon as there is one, if there is none yet. Emits lockSelected() then.
    void selectLock(const QString &path);
    LocksModel *model() const { return m_model; }

    void setRefreshEnabled(bool enabled, const QString &why);

public Q_SLOTS:
    void focusFilter();

Q_SIGNALS:
    /// A row was selected: a lock, or with "all nodes" any directory.
    void lockSelected(const QString &path);
    /// Read this directory again now; the root if the path is empty.
    void refreshRequested(const QString &directory);
    /// Read nothing until it is asked for again, or go on.
    void liveRequested(bool live);
    /// End the first reading here; or go on with it.
    void discoveryRequested(bool goOn);

private:
    void onWorldChanged();
    void onRowsInserted(const QModelIndex &parent, int first, int last);
    void onSelectionChanged();
    void showContextMenu(const QPoint &position);
    void applyFilter();
    void updateEmptyState();
    void updateFooter();
    void updatePause();
    void trySelect();

    LiveWorld *m_world;
    LocksModel *m_model;
    QSortFilterProxyModel *m_filtered;
    QLineEdit *m_filter;
    LocksView *m_view;
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    QLabel *m_footer;
    QToolButton *m_allNodes;
    QToolButton *m_refresh;
    QToolButton *m_pause;
    DiscoveryBar *m_discovery;
    QTimer m_filterDelay;
    QTimer m_durations;
    QString m_selected;
    QString m_wanted; ///< to be selected when its row comes
};

} // namespace lockscope::ui
