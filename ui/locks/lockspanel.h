// SPDX-License-Identifier: Apache-2.0
// The Locks panel: the tree of lock directories with its filter, what is shown where there is none, and the footer.
// Never acts on a server: it emits what was asked for.
#pragma once

#include "core/journal/event.h"
#include "ui/models/locksmodel.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

/// How far the first reading of the tree is, with a way to end it; and that it was ended, with a way to go on.
/// Never acts on a server: it emits what was asked for.
class DiscoveryBar : public QWidget
{
    Q_OBJECT
public:
    explicit DiscoveryBar(QWidget *parent = nullptr);

    /// Shows itself where there is something to say; a short reading never shows.
    void setObservation(const journal::ObservationChanged &observation);

Q_SIGNALS:
    void cancelRequested();
    void continueRequested();

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
    void onSelectionChanged();
    void showContextMenu(const QPoint &position);
    void applyFilter();
    void updateEmptyState();
    void updateFooter();
    void updatePause();
    void trySelect();
    void showChosen();

    LiveWorld *m_world;
    Selection *m_selection;
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
    QString m_wanted; ///< to be chosen when its row comes
};

} // namespace lockscope::ui
