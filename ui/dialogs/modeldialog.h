// SPDX-License-Identifier: Apache-2.0
// Asks for a model: which lock, how many clients, and what may go wrong while it is searched for what breaks it.
// Never plays it.
#pragma once

#include "core/explore/setup.h"
#include "ui/dialogs/formdialog.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace lockscope::ui {

class RecipeCard;
class RecipeList;

class ModelDialog : public FormDialog
{
    Q_OBJECT
public:
    explicit ModelDialog(QWidget *parent = nullptr);

    explore::Setup setup() const;
    /// What is broken on purpose comes with the clients and faults in which it shows.
    void setRecipe(locks::RecipeId recipe);

protected:
    QString findProblem() const override;

private:
    void showSetup(const explore::Setup &setup);

    RecipeList *m_recipe;
    RecipeCard *m_card;
    QSpinBox *m_clients;
    QSpinBox *m_rounds;
    QComboBox *m_dialect;
    QSpinBox *m_writers; ///< in percent
    QLabel *m_writersLabel;
    std::array<QCheckBox *, explore::faultCount> m_faults{};
    explore::Setup m_usual; ///< of the recipe: what is not asked for
};

} // namespace lockscope::ui
