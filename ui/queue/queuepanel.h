// SPDX-License-Identifier: Apache-2.0
// The Queue panel: one lock with its head line, its contenders in order of service, its findings and the legend.
// Never acts on a server: it emits what was asked for.
#pragma once

#include "ui/models/queuemodel.h"

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockscope::ui {

class Banner;
class EmptyState;
class FindingsStrip;
class HerdGauge;
class Legend;
class QueueHeader;
class QueueView;
class StageView;

class QueuePanel : public QWidget
{
    Q_OBJECT
public:
    explicit QueuePanel(LiveWorld *world, QWidget *parent = nullptr);

    QueueModel *model() const { return m_model; }
    QueueView *view() const { return m_view; }
    StageView *stage() const { return m_stage; }
    /// Two presentations of one model.
    enum class Presentation { List, Stage };
    void setPresentation(Presentation presentation);
    Presentation presentation() const { return m_presentation; }
    QString lockPath() const { return m_model->lockPath(); }
    /// Full paths of the selected contenders' nodes, from the top.
    QStringList selectedNodes() const;
    void selectNodes(const QStringList &paths);

public Q_SLOTS:
    void setLockPath(const QString &path);
    void setObserveOnly(bool observeOnly);

Q_SIGNALS:
    /// Another node was chosen, or none: with another lock. One that goes stays chosen; its neighbour is not.
    void nodeSelected(const QString &path);
    /// "Release this node…", or those that are selected: open the dialog for them.
    void releaseRequested(const QStringList &paths);

private:
    void buildFooter(QBoxLayout *column);
    void updateAll();
    void updatePage();
    void onCurrentChanged();
    Zxid czxidAt(int row) const;
    void choose(const QString &path, Zxid czxid);
    void followChosen();
    void onHeaderClicked(int column);
    void showContextMenu(const QPoint &position);
    void copyAll();
    void exportTo();

    LiveWorld *m_world;
    QueueModel *m_model;
    QueueView *m_view;
    StageView *m_stage;
    QueueHeader *m_header;
    HerdGauge *m_herd;
    FindingsStrip *m_findings;
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    Banner *m_exportFailed;
    Legend *m_legend;
    QLabel *m_count;
    QPushButton *m_resetOrder;
    QPushButton *m_copy;
    QPushButton *m_export;
    QWidget *m_footer;
    QTimer m_durations;
    QTimer m_coalesce; ///< a burst of changes repaints the head line once
    Presentation m_presentation = Presentation::List;
    QString m_selectedNode; ///< what was chosen last, also while it is gone
    Zxid m_selectedCzxid;
    bool m_observeOnly = false;
    bool m_existed = false; ///< the lock was there since it was selected
};

} // namespace lockscope::ui
