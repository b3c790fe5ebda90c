// SPDX-License-Identifier: Apache-2.0
// Asks for simulated clients: recipe, number, lock, names, hold time, faults; shows what the recipe promises and costs
// and the node names that will be made. Never starts them itself: submitted() hands the request on, the answer comes
// back by setFailed() or accept().
#pragma once

#include "core/lab/clientspec.h"
#include "ui/dialogs/formdialog.h"

#include <QList>
#include <QString>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class FaultTable;
class RecipeCard;
class RecipeList;
class SpawnFields;

class SpawnDialog : public FormDialog
{
    Q_OBJECT
public:
    /// \a values: those used last. \a lock: the one selected; empty for the demo lock.
    /// Only recipes for this \a backend can be chosen, and for so many \a servers.
    SpawnDialog(const lab::SpawnRequest &values, const QString &lock, QWidget *parent = nullptr,
                locks::Backend backend = locks::Backend::ZooKeeper, int servers = 1);

    static QString demoLock();
    /// A production ensemble: the lock's name is to be typed.
    void setProduction(bool production);
    /// The names of the nodes that queue in a lock, as far as they are known: what would not exclude them is warned of.
    void setNeighbours(std::function<NameList(const QString &lock)> namesIn);

    lab::SpawnRequest request() const;
    void setRequest(const lab::SpawnRequest &request);
    /// What was typed to confirm.
    QString confirmation() const;
    /// One line for each kind of node: its letter and its full path.
    QString preview() const;

Q_SIGNALS:
    /// Rather than spawn: the shipped scenario in which the chosen recipe goes wrong.
    void scenarioRequested(const QString &name);

protected:
    QString findProblem() const override;

private:
    void build();
    QWidget *buildFaults();
    QWidget *buildPreview();
    void onRecipeChanged();
    void update();
    void updatePreview();
    void updateConfirmation();
    void warn();

    RecipeList *m_recipe;
    RecipeCard *m_card;
    QPushButton *m_breaks; ///< of a recipe that is broken on purpose
    SpawnFields *m_fields;
    FaultTable *m_faults;
    QLineEdit *m_seed;
    QLabel *m_preview;
    QLabel *m_previewTitle;
    QWidget *m_confirm;
    QLabel *m_confirmLabel;
    QLineEdit *m_confirmation;
    std::function<NameList(const QString &)> m_namesIn;
    bool m_production = false;
    QString m_token; ///< one example for as long as the dialect stays
    std::optional<locks::Dialect> m_tokenOf;
};

} // namespace lockscope::ui
