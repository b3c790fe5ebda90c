// SPDX-License-Identifier: Apache-2.0
// Asks for two recipes, or a recipe and no lock, and what the clients of both do. Never runs them.
#pragma once

#include "core/scenario/scenario.h"
#include "ui/dialogs/formdialog.h"

#include <array>

class QComboBox;
class QSpinBox;

namespace lockscope::ui {

class DuelDialog : public FormDialog
{
    Q_OBJECT
public:
    explicit DuelDialog(QWidget *parent = nullptr);

    Result<lab::Scenario> duel() const;

protected:
    QString findProblem() const override;

private:
    std::array<QComboBox *, 2> m_sides{};
    QSpinBox *m_clients;
    QSpinBox *m_rounds;
    QSpinBox *m_holdMs;
};

} // namespace lockscope::ui
