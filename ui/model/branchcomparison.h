// SPDX-License-Identifier: Apache-2.0
// Two branches of a model side by side: where they part, which steps only one of them takes, and how each ends. Follows
// the play while it is open; a click on a step goes there in the window. Never takes a step.
#pragma once

#include "core/explore/schedule.h"
#include "ui/model/modelplay.h"

#include <QDialog>

#include <array>

class QComboBox;
class QLabel;
class QTableWidget;
class QTableWidgetItem;

namespace lockscope::ui {

class Banner;

class BranchComparison : public QDialog
{
    Q_OBJECT
public:
    /// Of the branch that is shown and another one. \a play has two branches at least and outlives it.
    explicit BranchComparison(ModelPlay *play, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Side
    {
        size_t end = 0; ///< of the branch
        std::vector<explore::Step> steps = {};
        explore::Course course = {};
        QComboBox *branch = nullptr;
        QLabel *outcome = nullptr;
        Banner *wrong = nullptr;
    };
    void listBranches();
    void compare();
    void fillSteps();
    QTableWidgetItem *stepItem(size_t side, size_t number) const;
    void showOutcome(const Side &side);
    void goTo(int row, int column);

    ModelPlay *m_play;
    std::array<Side, 2> m_sides;
    QTableWidget *m_steps;
    size_t m_common = 0; ///< steps until they part
};

/// "Branch 2", or the name that it was given; \a number from 1.
QString branchName(const explore::Branches::Branch &branch, int number);

} // namespace lockscope::ui
