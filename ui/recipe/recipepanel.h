// SPDX-License-Identifier: Apache-2.0
// The Recipe panel: the algorithm of the chosen client as pseudo-code, the line on which it is, its variables, and what
// a release costs in this and in other variants. At the cursor as all panels; never acts on a client.
#pragma once

#include "core/locks/recipecatalog.h"
#include "ui/recipe/recipereading.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QScrollArea;
class QStackedWidget;

namespace lockscope::ui {

/// What one release costs in each variant, side by side: a bar and two figures each, the one that is looked at marked.
/// Shows core/locks' figures and nothing of its own.
class CostTable : public QWidget
{
    Q_OBJECT
public:
    struct Row
    {
        QString label;
        locks::ReleaseCost cost;
        bool isCurrent = false;
        bool growsWithWaiters = false; ///< it costs more the more wait

        bool operator==(const Row &) const = default;
    };

    explicit CostTable(QWidget *parent = nullptr);

    /// \a recipe is marked, and added where it is none of the usual ones; \a waiting stand behind the holder.
    void show(locks::RecipeId recipe, qint64 waiting);
    const std::vector<Row> &rows() const { return m_rows; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<Row> m_rows;
};

/// The rows for a recipe and so many waiters.
std::vector<CostTable::Row> costRows(locks::RecipeId recipe, qint64 waiting);
/// "6 events, 12 requests"
QString costText(const locks::ReleaseCost &cost);

class Banner;
class CodeView;
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
    QRect currentLine() const;
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
    QScrollArea *m_scroll;
    QWidget *m_shownPage;
    QTimer m_coalesce; ///< a burst of steps is shown once a frame
};

} // namespace lockscope::ui
