// SPDX-License-Identifier: Apache-2.0
// The way in: the connect dialog, the profiles' file and the secrets of a profile, up to a target that can be opened.
// Never opens a connection: it asks for that with openRequested().
#pragma once

#include "core/profiles/profilestore.h"
#include "core/profiles/secrets.h"
#include "ui/profiles/securityfields.h"
#include "ui/settings/settings.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/theme/widgets.h"

#include <QPointer>

namespace lockscope::ui {

class ConnectDialog;
class StartPage;

class ConnectFlow : public QObject
{
    Q_OBJECT
public:
    /// All outlive the flow; \a window is the dialog's parent.
    ConnectFlow(SessionController *controller, Settings *settings, StartPage *startPage, QWidget *window);

    /// Filled in with what was used last: a profile, or a place without one.
    void openDialog();
    void openDialog(const profiles::Profile &profile);
    /// Asks the keychain for what the profile needs, and the user for what is not there, and has it opened.
    void openProfile(const profiles::Profile &profile);
    /// The target's own, or one without a name that says the same.
    profiles::Profile profileOf(const Target &target) const;
    /// Treated as production where a profile of production has an address of it, and where the profiles cannot be read.
    Target guarded(Target target) const;
    /// Profiles and recent connections, on the start page.
    void showKept();

    /// The dialog is open and waits for its connection.
    bool isWaiting() const;
    void setProgress(const QString &sentence);
    void setFailed(const Error &error);
    /// The connection that there is stays: its dialog, if it is there, can be changed again.
    void setStayed();
    /// The target is open: the dialog closes, and what was used and typed is kept.
    void setOpened();

Q_SIGNALS:
    void openRequested(const lockscope::ui::Target &target);
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    using Go = std::function<void(const TypedSecrets &)>;
    using Ask = std::function<void(profiles::SecretKind, const QString &why)>;
    /// With what was typed, and what was kept of the rest; \a ask where neither is there.
    void withSecrets(const profiles::Profile &profile, const TypedSecrets &typed, const Go &go, const Ask &ask);
    void connectFromDialog();
    void testFromDialog();
    bool saveProfiles();
    void importProfiles();
    void exportProfiles();
    void remember(const TypedSecrets &typed);

    SessionController *m_controller;
    Settings *m_settings;
    StartPage *m_startPage;
    QWidget *m_window;
    profiles::ProfileStore m_store;
    profiles::Secrets *m_secrets;
    QPointer<ConnectDialog> m_dialog;
    TypedSecrets m_typed; ///< kept once they have let us in
};

} // namespace lockscope::ui
