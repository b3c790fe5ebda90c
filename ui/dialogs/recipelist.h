// SPDX-License-Identifier: Apache-2.0
// All recipes to choose from: the sound ones, then, under a heading of their own, those that are broken on purpose.
// Never mixes the two, and never marks a broken one by colour alone.
#pragma once

#include "core/locks/recipecatalog.h"

#include <QListWidget>

namespace lockscope::ui {

class RecipeList : public QListWidget
{
    Q_OBJECT
public:
    explicit RecipeList(QWidget *parent = nullptr);

    locks::RecipeId recipe() const;
    void setRecipe(locks::RecipeId recipe);
    QSize sizeHint() const override { return {246, 320}; }
    QSize minimumSizeHint() const override { return {246, 200}; }

Q_SIGNALS:
    void recipeChanged(lockscope::locks::RecipeId recipe);

private:
    void addHeading(const QString &text, bool sound);
    void addRecipe(const locks::RecipeInfo &recipe);
};

} // namespace lockscope::ui
