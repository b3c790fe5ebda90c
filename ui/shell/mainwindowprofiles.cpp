// SPDX-License-Identifier: Apache-2.0
// The main window's way in: the connect dialog, the profiles' file, and the secrets that a profile needs.
#include "core/profiles/profile.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"

#include <QFileDialog>
#include <QFuture>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;
using profiles::SecretKind;

namespace {

/// Where a fresh dialog points, if nothing was connected to before: what the field's environment variables say.
QString usualPlace()
{
    const QString named = profiles::connectStringFromEnvironment().connectString;
    return named.isEmpty() ? u"127.0.0.1:2181"_s : named;
}

} // namespace

// ---- secrets ----

void MainWindow::withSecrets(const Profile &profile, const Typed &typed, const Go &go, const Ask &ask)
{
    const bool wantsPassword = !profile.user.isEmpty() && typed.password.isEmpty();
    if (!wantsPassword && (!typed.passphrase.isEmpty() || !profiles::wantsPassphrase(profile))) {
        go(typed);
        return;
    }
    const SecretKind kind = wantsPassword ? SecretKind::Password : SecretKind::Passphrase;
    m_secrets->read(profile, kind, [=, this](const profiles::SecretAnswer &answer) {
        if (!answer.secret || answer.secret->isEmpty()) {
            ask(kind, answer.trouble);
            return;
        }
        Typed more = typed;
        (kind == SecretKind::Password ? more.password : more.passphrase) = *answer.secret;
        withSecrets(profile, more, go, ask);
    });
}

void MainWindow::openProfile(const Profile &profile)
{
    withSecrets(
        profile, {},
        [this, profile](const Typed &secrets) {
            Target target;
            target.spec = profiles::connectSpecOf(profile, secrets.password, secrets.passphrase);
            target.root = profile.root;
            if (!profile.name.isEmpty())
                target.profile = profile;
            m_typed = {};
            open(target);
        },
        [this, profile](SecretKind kind, const QString &why) {
            openConnectDialog(profile);
            if (kind == SecretKind::Password)
                m_connectDialog->askForPassword(why);
            else
                m_connectDialog->askForPassphrase(why);
        });
}

// ---- the dialog ----

Profile MainWindow::profileOf(const Target &target) const
{
    if (target.profile)
        return *target.profile;
    Profile profile = profiles::newProfile({});
    profile.name.clear();
    profile.connect = target.spec.connectString.isEmpty() ? usualPlace() : target.spec.connectString;
    profile.root = target.root;
    profile.sessionTimeoutMs = target.spec.sessionTimeoutMs;
    profile.connectTimeoutMs = target.spec.connectTimeoutMs;
    profile.observeOnly = target.spec.observeOnly;
    profile.tls = target.spec.tls;
    profile.tls.passphrase.clear();
    if (target.spec.authScheme == "digest"_L1)
        profile.user = QString::fromUtf8(target.spec.authCredential.left(target.spec.authCredential.indexOf(':')));
    return profile;
}

void MainWindow::openConnectDialog()
{
    // What was used last: a profile, or a place without one.
    const auto kept = m_profileStore.load().value_or(QList<Profile>());
    const QList<RecentConnection> recent = m_settings->recentConnections();
    const Profile *newest = nullptr;
    for (const Profile &profile : kept) {
        if (profile.usedAt.isValid() && (!newest || profile.usedAt > newest->usedAt))
            newest = &profile;
    }
    if (newest && (recent.isEmpty() || newest->usedAt > recent.front().usedAt)) {
        openConnectDialog(*newest);
        return;
    }
    Target target;
    if (!recent.isEmpty()) {
        target.spec.connectString = recent.front().connectString;
        target.spec.sessionTimeoutMs = recent.front().sessionTimeoutMs;
        target.spec.observeOnly = recent.front().observeOnly;
        target.spec.tls = recent.front().tls;
        target.root = recent.front().root;
    }
    Profile profile = profileOf(target);
    if (!recent.isEmpty())
        profile.user = recent.front().user;
    openConnectDialog(profile);
}

void MainWindow::openConnectDialog(const Profile &profile)
{
    if (m_connectDialog) {
        m_connectDialog->raise();
        return;
    }
    const auto kept = m_profileStore.load();
    m_connectDialog = new ConnectDialog(kept.value_or(QList<Profile>()), this);
    m_connectDialog->setAttribute(Qt::WA_DeleteOnClose);
    if (profile.name.isEmpty())
        m_connectDialog->setUnnamed(profile);
    else
        m_connectDialog->select(profile.id);
    connectConnectDialog();
    if (!kept)
        m_connectDialog->setDone(
            Banner::Severity::Warning, tr("The profiles could not be read."),
            tr("%1 The file stays as it is until you save; then it is moved aside.").arg(kept.error().sentence()));
    m_connectDialog->open();
}

void MainWindow::connectConnectDialog()
{
    ConnectDialog *dialog = m_connectDialog;
    connect(dialog, &ConnectDialog::submitted, this, &MainWindow::connectFromDialog);
    connect(dialog, &ConnectDialog::testRequested, this, &MainWindow::testFromDialog);
    connect(dialog, &ConnectDialog::saveRequested, this, [this, dialog] { saveProfilesOf(dialog); });
    connect(dialog, &ConnectDialog::importRequested, this, &MainWindow::importProfiles);
    connect(dialog, &ConnectDialog::exportRequested, this, &MainWindow::exportProfiles);
    connect(dialog, &QDialog::rejected, this, [this, dialog] {
        if (dialog->isBusy() && m_controller->phase() != SessionController::Phase::Open)
            m_controller->close();
    });
}

void MainWindow::connectFromDialog()
{
    const QPointer<ConnectDialog> dialog = m_connectDialog;
    if (dialog->isEdited() && !saveProfilesOf(dialog))
        return;
    const Profile profile = dialog->profile();
    const Typed typed{dialog->password(), dialog->passphrase()};
    dialog->setBusy(tr("Looking for what is kept…"));
    withSecrets(
        profile, typed,
        [this, dialog, profile, typed](const Typed &secrets) {
            if (!dialog)
                return;
            Target target;
            target.spec = profiles::connectSpecOf(profile, secrets.password, secrets.passphrase);
            target.root = profile.root;
            if (!profile.name.isEmpty())
                target.profile = profile;
            m_typed = typed;
            dialog->setBusy(tr("Connecting to %1…").arg(target.spec.connectString));
            open(target);
        },
        [dialog](SecretKind kind, const QString &why) {
            if (dialog && kind == SecretKind::Password)
                dialog->askForPassword(why);
            else if (dialog)
                dialog->askForPassphrase(why);
        });
}

void MainWindow::testFromDialog()
{
    const QPointer<ConnectDialog> dialog = m_connectDialog;
    const Profile profile = dialog->profile();
    dialog->setBusy(tr("Trying %1…").arg(profile.connect));
    withSecrets(
        profile, {dialog->password(), dialog->passphrase()},
        [this, dialog, profile](const Typed &secrets) {
            const ConnectSpec spec = profiles::connectSpecOf(profile, secrets.password, secrets.passphrase);
            m_controller->engine()->tryOut(spec, profile.root).then(this, [dialog](const Result<TryOut> &found) {
                if (dialog)
                    dialog->setTested(found);
            });
        },
        [dialog](SecretKind kind, const QString &why) {
            if (dialog && kind == SecretKind::Password)
                dialog->askForPassword(why);
            else if (dialog)
                dialog->askForPassphrase(why);
        });
}

// ---- the profiles' file ----

bool MainWindow::saveProfilesOf(ConnectDialog *dialog)
{
    const QList<Profile> wanted = dialog->profiles();
    const QList<Profile> removed = dialog->removedProfiles();
    const auto isIn = [](const QList<Profile> &list, const QString &id) {
        return std::any_of(list.begin(), list.end(), [&](const Profile &one) { return one.id == id; });
    };
    QString movedTo;
    const auto stored = m_profileStore.change(
        [&](QList<Profile> &present) {
            QList<Profile> all = wanted; // in their order; what another window has added comes after them
            for (const Profile &other : std::as_const(present)) {
                if (!isIn(wanted, other.id) && !isIn(removed, other.id))
                    all += other;
            }
            present = all;
        },
        &movedTo);
    if (!stored) {
        dialog->setFailed(tr("The profiles were not saved."), stored.error().sentence());
        return false;
    }
    for (const Profile &profile : removed)
        m_secrets->forget(profile);
    dialog->setStored();
    if (!movedTo.isEmpty())
        dialog->setDone(Banner::Severity::Warning, tr("Saved."),
                        tr("The file that could not be read is now %1.").arg(movedTo));
    showProfiles();
    return true;
}

void MainWindow::importProfiles()
{
    const QPointer<ConnectDialog> dialog = m_connectDialog;
    const QString file = QFileDialog::getOpenFileName(dialog, tr("Import profiles"), {}, tr("Profiles (*.json)"));
    if (file.isEmpty() || !dialog)
        return;
    const auto imported = profiles::importFrom(file);
    if (!imported) {
        dialog->setFailed(tr("Nothing was imported."), imported.error().sentence());
        return;
    }
    dialog->addImported(*imported);
}

void MainWindow::exportProfiles()
{
    const QPointer<ConnectDialog> dialog = m_connectDialog;
    const QString file = QFileDialog::getSaveFileName(dialog, tr("Export profiles, without passwords"),
                                                      u"lockscope-profiles.json"_s, tr("Profiles (*.json)"));
    if (file.isEmpty() || !dialog)
        return;
    const auto written = profiles::exportTo(file, dialog->profiles());
    if (!written)
        dialog->setFailed(tr("Nothing was exported."), written.error().sentence());
    else
        dialog->setDone(Banner::Severity::Note, tr("Exported, without passwords."), file);
}

void MainWindow::showProfiles()
{
    const auto kept = m_profileStore.load();
    m_startPage->setProfiles(kept.value_or(QList<Profile>()));
    m_startPage->setRecent(m_settings->recentConnections());
    if (!kept)
        m_startPage->showError(tr("The profiles could not be read."),
                               tr("%1 The file is left as it is.").arg(kept.error().sentence()));
}

/// Once it has let us in: when it was used, and what was typed for it.
void MainWindow::rememberConnection()
{
    const Target &target = m_controller->target();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const Typed typed = std::exchange(m_typed, {});
    if (!target.profile) {
        const Profile used = profileOf(target);
        m_settings->addRecentConnection(
            {used.connect, used.root, used.sessionTimeoutMs, used.observeOnly, now, used.user, used.tls});
        showProfiles();
        return;
    }
    const auto tell = [this](const QString &trouble) {
        if (!trouble.isEmpty())
            workspace()->messageBanner()->show(Banner::Severity::Note, tr("The password is not in a keychain."),
                                               trouble);
    };
    if (!typed.password.isEmpty())
        m_secrets->keep(*target.profile, SecretKind::Password, typed.password, tell);
    if (!typed.passphrase.isEmpty())
        m_secrets->keep(*target.profile, SecretKind::Passphrase, typed.passphrase, tell);
    const auto kept = m_profileStore.load();
    if (!kept)
        return; // a file that cannot be read is not moved aside for a date
    const auto stored = m_profileStore.change([&](QList<Profile> &present) {
        for (Profile &profile : present) {
            if (profile.id == target.profile->id)
                profile.usedAt = now;
        }
    });
    if (!stored)
        workspace()->messageBanner()->show(Banner::Severity::Warning, tr("The profiles were not saved."),
                                           stored.error().sentence());
    showProfiles();
}

} // namespace lockscope::ui
