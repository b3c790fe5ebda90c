// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connectflow.h"

#include "core/profiles/profile.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/shell/startpage.h"

#include <QFileDialog>
#include <QFuture>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;
using profiles::SecretKind;

namespace {

/// Kept nowhere: it has an id and a colour of its own, and no name.
Profile unnamed(Profile profile)
{
    const Profile fresh = profiles::newProfile({});
    profile.id = fresh.id;
    profile.color = fresh.color;
    return profile;
}

auto askingBy(const QPointer<ConnectDialog> &dialog)
{
    return [dialog](SecretKind kind, const QString &why) {
        if (dialog)
            dialog->askFor(kind, why);
    };
}

Target targetOf(const Profile &profile, const TypedSecrets &secrets)
{
    Target target;
    target.spec = profiles::connectSpecOf(profile, secrets.password, secrets.passphrase);
    target.root = profile.root;
    if (!profile.name.isEmpty())
        target.profile = profile;
    return target;
}

} // namespace

ConnectFlow::ConnectFlow(SessionController *controller, Settings *settings, StartPage *startPage, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_settings(settings)
    , m_startPage(startPage)
    , m_window(window)
    , m_store(settings->profilesFile())
    , m_secrets(new profiles::Secrets(this))
{
    connect(startPage, &StartPage::connectRequested, this, qOverload<>(&ConnectFlow::openDialog));
    connect(startPage, &StartPage::errorActionTriggered, this,
            [this] { openDialog(profileOf(m_controller->target())); });
    connect(startPage, &StartPage::profileRequested, this, [this](const QString &id) {
        const auto kept = m_store.load();
        for (const Profile &profile : kept.value_or(QList<Profile>())) {
            if (profile.id == id)
                openProfile(profile);
        }
    });
    connect(startPage, &StartPage::recentRequested, this,
            [this](const Profile &recent) { openProfile(unnamed(recent)); });
    connect(startPage, &StartPage::recentForgotten, this, [this](const Profile &recent) {
        m_settings->removeRecentConnection(recent);
        m_startPage->setRecent(m_settings->recentConnections());
    });
}

// ---- secrets ----

void ConnectFlow::withSecrets(const Profile &profile, const TypedSecrets &typed, const Go &go, const Ask &ask)
{
    const bool wantsPassword = !profile.user.isEmpty() && typed.password.isEmpty();
    if (!wantsPassword && (!typed.passphrase.isEmpty() || !zk::wantsPassphrase(profile.tls))) {
        go(typed);
        return;
    }
    const SecretKind kind = wantsPassword ? SecretKind::Password : SecretKind::Passphrase;
    m_secrets->read(profile, kind, [=, this](const profiles::SecretAnswer &answer) {
        if (!answer.secret || answer.secret->isEmpty()) {
            ask(kind, answer.trouble.shown());
            return;
        }
        TypedSecrets more = typed;
        (kind == SecretKind::Password ? more.password : more.passphrase) = *answer.secret;
        withSecrets(profile, more, go, ask);
    });
}

void ConnectFlow::openProfile(const Profile &profile)
{
    withSecrets(
        profile, {},
        [this, profile](const TypedSecrets &secrets) {
            m_typed = {};
            Q_EMIT openRequested(targetOf(profile, secrets));
        },
        [this, profile](SecretKind kind, const QString &why) {
            openDialog(profile);
            m_dialog->askFor(kind, why);
        });
}

// ---- the dialog ----

Profile ConnectFlow::profileOf(const Target &target) const
{
    if (target.profile)
        return *target.profile;
    Profile profile = unnamed({});
    profile.connect = target.spec.connectString;
    if (profile.connect.isEmpty()) // nothing was connected to before: as the field's environment variables say
        profile.connect = profiles::connectStringFromEnvironment().connectString;
    if (profile.connect.isEmpty())
        profile.connect = u"127.0.0.1:2181"_s;
    profile.sshHost = target.spec.sshHost;
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

Target ConnectFlow::guarded(Target target) const
{
    if (target.isPrivate() || target.other)
        return target;
    const auto kept = m_store.load();
    target.spec.production = target.spec.production || !kept
                             || profiles::isProduction(*kept, target.spec.connectString, target.spec.sshHost);
    return target;
}

void ConnectFlow::openDialog()
{
    const auto kept = m_store.load().value_or(QList<Profile>());
    const QList<Profile> recent = m_settings->recentConnections();
    const Profile *newest = nullptr;
    for (const Profile &profile : kept) {
        if (profile.usedAt.isValid() && (!newest || profile.usedAt > newest->usedAt))
            newest = &profile;
    }
    if (newest && (recent.isEmpty() || newest->usedAt > recent.front().usedAt))
        openDialog(*newest);
    else
        openDialog(recent.isEmpty() ? profileOf({}) : unnamed(recent.front()));
}

void ConnectFlow::openDialog(const Profile &profile)
{
    if (m_dialog) {
        m_dialog->raise();
        return;
    }
    const auto kept = m_store.load();
    m_dialog = new ConnectDialog(kept.value_or(QList<Profile>()), m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (profile.name.isEmpty())
        m_dialog->setUnnamed(profile);
    else
        m_dialog->select(profile.id);
    connect(m_dialog, &ConnectDialog::submitted, this, &ConnectFlow::connectFromDialog);
    connect(m_dialog, &ConnectDialog::testRequested, this, &ConnectFlow::testFromDialog);
    connect(m_dialog, &ConnectDialog::saveRequested, this, &ConnectFlow::saveProfiles);
    connect(m_dialog, &ConnectDialog::importRequested, this, &ConnectFlow::importProfiles);
    connect(m_dialog, &ConnectDialog::exportRequested, this, &ConnectFlow::exportProfiles);
    connect(m_dialog, &QDialog::rejected, this, [this, dialog = m_dialog.data()] {
        if (dialog->isBusy() && m_controller->phase() != SessionController::Phase::Open)
            m_controller->close();
    });
    if (!kept)
        m_dialog->setDone(Banner::Severity::Warning, tr("The profiles could not be read."),
                          tr("%1 The file stays as it is until you save; then it is moved aside.")
                              .arg(kept.error().sentence().shown()));
    m_dialog->open();
}

bool ConnectFlow::isWaiting() const
{
    return m_dialog && m_dialog->isBusy();
}

void ConnectFlow::setProgress(const QString &sentence)
{
    m_dialog->setBusy(sentence);
}

void ConnectFlow::setFailed(const Error &error)
{
    m_dialog->setFailed(tr("Not connected."), error.sentence().shown());
}

void ConnectFlow::setStayed()
{
    if (m_dialog)
        m_dialog->setDone(Banner::Severity::Note, tr("Nothing was changed."), {});
}

void ConnectFlow::connectFromDialog()
{
    if (m_dialog->isEdited() && !saveProfiles())
        return;
    const QPointer<ConnectDialog> dialog = m_dialog;
    const Profile profile = dialog->profile();
    const TypedSecrets typed = dialog->typed();
    dialog->setBusy(tr("Looking for what is kept…"));
    withSecrets(
        profile, typed,
        [this, dialog, profile, typed](const TypedSecrets &secrets) {
            if (!dialog)
                return;
            const Target target = targetOf(profile, secrets);
            m_typed = typed;
            dialog->setBusy(tr("Connecting to %1…").arg(target.spec.connectString));
            Q_EMIT openRequested(target);
        },
        askingBy(dialog));
}

void ConnectFlow::testFromDialog()
{
    const QPointer<ConnectDialog> dialog = m_dialog;
    const Profile profile = dialog->profile();
    dialog->setBusy(tr("Trying %1…").arg(profile.connect));
    withSecrets(
        profile, dialog->typed(),
        [this, dialog, profile](const TypedSecrets &secrets) {
            const ConnectSpec spec = profiles::connectSpecOf(profile, secrets.password, secrets.passphrase);
            m_controller->engine()->tryOut(spec, profile.root).then(this, [dialog](const Result<TryOut> &found) {
                if (dialog)
                    dialog->setTested(found);
            });
        },
        askingBy(dialog));
}

// ---- the profiles' file ----

bool ConnectFlow::saveProfiles()
{
    const QList<Profile> wanted = m_dialog->profiles();
    const QList<Profile> removed = m_dialog->removedProfiles();
    const auto isIn = [](const QList<Profile> &list, const QString &id) {
        return std::any_of(list.begin(), list.end(), [&](const Profile &one) { return one.id == id; });
    };
    QString movedTo;
    const auto stored = m_store.change(
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
        m_dialog->setFailed(tr("The profiles were not saved."), stored.error().sentence().shown());
        return false;
    }
    for (const Profile &profile : removed)
        m_secrets->forget(profile);
    m_dialog->setStored();
    if (!movedTo.isEmpty())
        m_dialog->setDone(Banner::Severity::Warning, tr("Saved."),
                          tr("The file that could not be read is now %1.").arg(movedTo));
    showKept();
    return true;
}

void ConnectFlow::importProfiles()
{
    const QPointer<ConnectDialog> dialog = m_dialog;
    const QString file = QFileDialog::getOpenFileName(dialog, tr("Import profiles"), {}, tr("Profiles (*.json)"));
    if (file.isEmpty() || !dialog)
        return;
    const auto imported = profiles::importFrom(file);
    if (imported)
        dialog->addImported(*imported);
    else
        dialog->setFailed(tr("Nothing was imported."), imported.error().sentence().shown());
}

void ConnectFlow::exportProfiles()
{
    const QPointer<ConnectDialog> dialog = m_dialog;
    const QString file = QFileDialog::getSaveFileName(dialog, tr("Export profiles, without passwords"),
                                                      u"lockscope-profiles.json"_s, tr("Profiles (*.json)"));
    if (file.isEmpty() || !dialog)
        return;
    const auto written = profiles::exportTo(file, dialog->profiles());
    if (!written)
        dialog->setFailed(tr("Nothing was exported."), written.error().sentence().shown());
    else
        dialog->setDone(Banner::Severity::Note, tr("Exported, without passwords."), file);
}

void ConnectFlow::showKept()
{
    const auto kept = m_store.load();
    m_startPage->setProfiles(kept.value_or(QList<Profile>()));
    m_startPage->setRecent(m_settings->recentConnections());
    if (!kept)
        m_startPage->showError(tr("The profiles could not be read."),
                               tr("%1 The file is left as it is.").arg(kept.error().sentence().shown()));
}

void ConnectFlow::setOpened()
{
    if (m_dialog)
        m_dialog->accept();
    if (m_controller->target().isSandbox() || m_controller->target().other)
        return;
    remember(std::exchange(m_typed, {}));
    if (const auto kept = m_store.load(); !kept) {
        Q_EMIT bannerWanted(Banner::Severity::Warning, tr("The profiles could not be read."),
                            tr("%1 Until they can be, every ensemble is treated as a production one.")
                                .arg(kept.error().sentence().shown()));
    }
}

/// When it was used, and what was typed for it.
void ConnectFlow::remember(const TypedSecrets &typed)
{
    const Target &target = m_controller->target();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (!target.profile) {
        Profile used = profileOf(target);
        used.usedAt = now;
        m_settings->addRecentConnection(used);
        showKept();
        return;
    }
    const auto reportTrouble = [this](const Text &trouble) {
        if (!trouble.isEmpty())
            Q_EMIT bannerWanted(Banner::Severity::Note, tr("The password is not in a keychain."), trouble.shown());
    };
    if (!typed.password.isEmpty())
        m_secrets->keep(*target.profile, SecretKind::Password, typed.password, reportTrouble);
    if (!typed.passphrase.isEmpty())
        m_secrets->keep(*target.profile, SecretKind::Passphrase, typed.passphrase, reportTrouble);
    if (!m_store.load())
        return; // a file that cannot be read is not moved aside for a date
    const auto stored = m_store.change([&](QList<Profile> &present) {
        for (Profile &profile : present) {
            if (profile.id == target.profile->id)
                profile.usedAt = now;
        }
    });
    if (!stored)
        Q_EMIT bannerWanted(Banner::Severity::Warning, tr("The profiles were not saved."),
                            stored.error().sentence().shown());
    showKept();
}

} // namespace lockscope::ui

#include "moc_connectflow.cpp"
