// SPDX-License-Identifier: Apache-2.0
// Asks for simulated clients: recipe, number, lock, names, hold time, faults; shows what the recipe promises and costs
// and the node names that will be made. Never starts them itself: submitted() hands the request on, the answer comes
// back by setFailed() or accept().
#pragma once

#include "core/lab/clientspec.h"
#include "ui/dialogs/formdialog.h"

#include <QList>
#include <QString>

class QLabel;
class QLineEdit;

namespace lockscope::ui {

/// The nodes that simulated clients will make, as examples, before anything is asked of a server.
/// Pure; the sequence numbers and tokens are made up, everything else is as core/recipes writes it.
struct NodeExample
{
    QChar letter;      ///< M, R, W or L
    QString directory; ///< where it is made
    QString name;      ///< its last name, with an example of a sequence number where it has one
    bool persistent = false;

    bool operator==(const NodeExample &) const = default;
};

/// \a token: as locks::newToken() makes it for the dialect. Empty where the dialect has no names for the recipe.
QList<NodeExample> nodeExamples(const lab::SpawnRequest &request, const QString &token);

class FaultTable;
class RecipeCard;
class RecipeList;
class SpawnFields;

class SpawnDialog : public FormDialog
{
    Q_OBJECT
public:
    /// \a values: those used last. \a lock: the one selected; empty for the demo lock.
    SpawnDialog(const lab::SpawnRequest &values, const QString &lock, QWidget *parent = nullptr);

    static QString demoLock();

    lab::SpawnRequest request() const;
    void setRequest(const lab::SpawnRequest &request);
    /// One line for each kind of node: its letter and its full path.
    QString preview() const;

protected:
    QString findProblem() const override;

private:
    void build();
    QWidget *buildFaults();
    QWidget *buildPreview();
    void onRecipeChanged();
    void update();
    void updatePreview();

    RecipeList *m_recipe;
    RecipeCard *m_card;
    SpawnFields *m_fields;
    FaultTable *m_faults;
    QLineEdit *m_seed;
    QLabel *m_preview;
    QLabel *m_previewTitle;
    QString m_previewText;
    QString m_token; ///< one example for as long as the dialect stays
    std::optional<locks::Dialect> m_tokenOf;
};

} // namespace lockscope::ui
