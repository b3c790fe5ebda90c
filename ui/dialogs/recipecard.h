// SPDX-License-Identifier: Apache-2.0
// What one recipe is: how it works, what it promises, what it costs; of a broken one, what goes wrong.
// Shows the catalog's data and nothing of its own.
#pragma once

#include "core/locks/recipecatalog.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace lockscope::ui {

class Pill;
class ProblemLine;

class RecipeCard : public QWidget
{
    Q_OBJECT
public:
    explicit RecipeCard(QWidget *parent = nullptr);

    void setRecipe(const locks::RecipeInfo &recipe);
    bool saysBroken() const;

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *) override;

private:
    void showGuarantees();
    void showCost();

    const locks::RecipeInfo *m_recipe = nullptr;
    QLabel *m_title;
    QLabel *m_name;
    Pill *m_broken;
    QLabel *m_summary;
    ProblemLine *m_failure;
    QList<QLabel *> m_ticks;    ///< an icon each
    QList<QLabel *> m_promises; ///< beside them
    QWidget *m_guarantees;
    QWidget *m_costs;
    QList<QLabel *> m_costValues;
    QLabel *m_letters; ///< what N and k are
};

} // namespace lockscope::ui
