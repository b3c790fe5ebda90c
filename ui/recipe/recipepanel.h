// SPDX-License-Identifier: Apache-2.0
// The Recipe panel: the algorithm of the chosen client as pseudo-code, the line on which it is, its variables, and what
// a release costs in this and in other variants. At the cursor as all panels; never acts on a client.
#pragma once

#include "ui/recipe/recipereading.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QScrollArea;
class QStackedWidget;

namespace lockscope::ui {

class Banner;
class CodeView;
class CostTable;
class EmptyState;
class LiveWorld;
class Pill;
class Selection;

class RecipePanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    RecipePanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    const RecipeReading &reading();
    /// What is chosen now.
    RecipeSubject subject() const;
    CodeView *code() const { return m_code; }
    /// What is said about the line that is chosen, wrong or current.
    QString note() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildShown();
    QWidget *buildPage();
    void follow();
    void refresh();
    void showReading();
    void showNote();
    void showEmpty();
    bool currentIsInView() const;
    void revealCurrent();

    LiveWorld *m_world;
    Selection *m_selection;
    RecipeSubject m_shown;
    bool m_isNew = false; ///< nothing else of whom is shown has been shown yet
    RecipeReading m_reading;
    SessionWatches m_watches;
    bool m_isOld = false; ///< something has changed while it was hidden
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QWidget *m_shownPage = nullptr;
    QScrollArea *m_scroll;
    QLabel *m_title;
    QLabel *m_who;
    Pill *m_state;
    Banner *m_broken;
    CodeView *m_code;
    QLabel *m_note;
    FactsGrid *m_facts;
    QLabel *m_costTitle;
    CostTable *m_costs;
    QLabel *m_promises;
    QTimer m_coalesce; ///< a burst of steps is shown once a frame
};

} // namespace lockscope::ui
