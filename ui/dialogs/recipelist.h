// SPDX-License-Identifier: Apache-2.0
// All recipes of one kind of server to choose from: the sound ones, then, under a heading of their own, the ones that
// are broken on purpose. Never mixes the two, and never marks a broken one by colour alone.
#pragma once

#include "core/locks/recipecatalog.h"

#include <QListWidget>
#include <QWidget>

class QLabel;

namespace lockscope::ui {

class Pill;
class ProblemLine;

/// What one recipe is: how it works, what it promises, what it costs; of a broken one, what goes wrong.
/// Shows the catalog's data and nothing of its own.
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

class RecipeList : public QListWidget
{
    Q_OBJECT
public:
    /// \a servers: that there are; a recipe that needs more is shown and cannot be chosen.
    explicit RecipeList(QWidget *parent = nullptr, locks::Backend backend = locks::Backend::ZooKeeper, int servers = 1);

    locks::RecipeId recipe() const;
    void setRecipe(locks::RecipeId recipe);
    QSize sizeHint() const override { return {246, 320}; }
    QSize minimumSizeHint() const override { return {246, 200}; }

Q_SIGNALS:
    void recipeChanged(lockscope::locks::RecipeId recipe);

private:
    void addHeading(const QString &text, bool sound);
    void addRecipe(const locks::RecipeInfo &recipe, int servers);
};

} // namespace lockscope::ui
