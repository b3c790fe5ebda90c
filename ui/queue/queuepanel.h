// SPDX-License-Identifier: Apache-2.0
// The Queue panel: one lock with its head line, its contenders in order of service, its findings and the legend.
// Another view of the same model may take the place of the rows. Never acts on a server: it emits what was asked for.
#pragma once

#include "ui/models/queuemodel.h"

#include <QTimer>
#include <QWidget>

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
class Selection;

class QueuePanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    QueuePanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    QueueModel *model() const { return m_model; }
    QueueView *view() const { return m_view; }
    /// Another view of model(), which takes the place of the rows between the head line and the legend; null: the rows.
    void setPresentation(QWidget *view);
    /// To be shown by setPresentation(); hidden until then.
    void addPresentation(QWidget *view);
    /// For a projector: without what is for the desk.
    void setPresenting(bool presenting);
    /// What is wrong is said below the rows; by default it is.
    void setShowsFindings(bool shows)
    {
        m_showsFindings = shows;
        updateAll();
    }
    QString lockPath() const { return m_model->lockPath(); }
    /// The keyboard goes to the rows, if they can be seen.
    void focusChosen();

Q_SIGNALS:
    /// Of the view that stands in place of the rows, which the panel exports itself.
    void exportRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QLayout *buildNotes();
    QWidget *buildFooter();
    void updateAll();
    void updatePage();
    void updateRoom();
    void showLock();
    void showChosen();
    void onCurrentChanged();
    void onRowsChosen();
    /// Full paths of the selected rows' nodes, from the top.
    QStringList chosenRows() const;
    Zxid czxidAt(int row) const;
    void followChosen();
    void onHeaderClicked(int column);
    void showContextMenu(const QPoint &position);
    void copyRows();
    void copyAll();
    void exportTo();

    LiveWorld *m_world;
    Selection *m_selection;
    QueueModel *m_model;
    QueueView *m_view;
    QueueHeader *m_header;
    HerdGauge *m_herd;
    FindingsStrip *m_findings;
    bool m_showsFindings = true;
    bool m_isPresenting = false;
    bool m_hasRoom = true; ///< for more than rows
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    QWidget *m_shown; ///< while there is a contender: the rows, or what takes their place
    Banner *m_exportFailed;
    Legend *m_legend;
    QLabel *m_count;
    QPushButton *m_resetOrder;
    QWidget *m_footer;
    QTimer m_coalesce;          ///< a burst of changes repaints the head line once
    bool m_isFollowing = false; ///< rows show what was chosen: the user chooses nothing
    bool m_existed = false;     ///< the lock was there since it was selected
};

} // namespace lockscope::ui
