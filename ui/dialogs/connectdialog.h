// SPDX-License-Identifier: Apache-2.0
// Asks where to connect to and as whom: the profiles at the left, the values of the selected one at the right.
// Never connects, stores or asks a keychain itself: it says what is wanted, and the answers come back to it.
#pragma once

#include "core/engine/engine.h"
#include "core/profiles/secrets.h"
#include "ui/dialogs/formdialog.h"
#include "ui/profiles/securityfields.h"

namespace lockscope::ui {

class ProfileForm;
class ProfileList;

class ConnectDialog : public FormDialog
{
    Q_OBJECT
public:
    explicit ConnectDialog(const QList<profiles::Profile> &profiles = {}, QWidget *parent = nullptr);

    /// Selects a profile by its id, or fills in one that is not kept.
    void select(const QString &id);
    void setUnnamed(const profiles::Profile &profile);

    /// What is in the form; without a name where nothing is kept.
    profiles::Profile profile() const;
    bool isNamed() const;
    TypedSecrets typed() const;
    ConnectSpec spec() const;

    /// All that are to be kept, in their order, and the ones that were taken away.
    QList<profiles::Profile> profiles() const;
    QList<profiles::Profile> removedProfiles() const;
    bool isEdited() const { return m_edited; }
    /// They are stored: from here on nothing is edited.
    void setStored();
    void addImported(const QList<profiles::Profile> &profiles);

    /// Something is needed that was not kept: says so, and puts the cursor there.
    void askFor(profiles::SecretKind kind, const QString &why);
    /// What a test came to.
    void setTested(const Result<TryOut> &found);

Q_SIGNALS:
    void testRequested();
    void saveRequested();
    void importRequested();
    void exportRequested();

protected:
    QString findProblem() const override;

private:
    void showCurrent();
    void onFormChanged();
    void addProfile();
    void setEdited(bool edited);

    ProfileList *m_list;
    ProfileForm *m_form;
    QPushButton *m_test;
    QPushButton *m_save;
    profiles::Profile m_unnamed; ///< what stands in the form while no profile is selected
    bool m_filling = false;
    bool m_edited = false;
};

} // namespace lockscope::ui
