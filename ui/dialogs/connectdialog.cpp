// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connectdialog.h"

#include "core/profiles/profilestore.h"
#include "ui/profiles/profileform.h"
#include "ui/profiles/profilelist.h"
#include "ui/profiles/profiletext.h"
#include "ui/profiles/securityfields.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QPushButton>
#include <QScopedValueRollback>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;

namespace {

constexpr int listWidth = 190;
constexpr int dialogWidth = 780;

} // namespace

ConnectDialog::ConnectDialog(const QList<Profile> &profiles, QWidget *parent)
    : FormDialog(tr("Connect to ZooKeeper"), tr("Lockscope watches the locks under the root, live."), tr("Connect"),
                 parent)
    , m_list(new ProfileList(this))
    , m_form(new ProfileForm(this))
    , m_test(new QPushButton(tr("&Test"), this))
    , m_save(new QPushButton(tr("Sa&ve"), this))
    , m_unnamed(profiles::newProfile({}))
{
    m_list->setFixedWidth(listWidth);
    m_test->setObjectName(u"testConnection"_s);
    m_test->setToolTip(tr("Connects beside what is open, says what is found, and disconnects"));
    m_save->setObjectName(u"saveProfiles"_s);
    m_save->setToolTip(tr("Keeps all profiles as they stand here"));
    auto *sides = new QHBoxLayout;
    sides->setSpacing(18);
    sides->addWidget(m_list);
    sides->addWidget(m_form, 1);
    form()->addRow(sides);
    auto *tools = new QHBoxLayout;
    tools->setSpacing(8);
    tools->addSpacing(listWidth + sides->spacing() + ProfileForm::inset);
    tools->addWidget(m_test);
    tools->addWidget(m_save);
    tools->addStretch(1);
    extra()->addLayout(tools);
    connect(m_list, &ProfileList::currentChanged, this, &ConnectDialog::showCurrent);
    connect(m_list, &ProfileList::edited, this, [this] { setEdited(true); });
    connect(m_list, &ProfileList::addRequested, this, &ConnectDialog::addProfile);
    connect(m_list, &ProfileList::importRequested, this, &ConnectDialog::importRequested);
    connect(m_list, &ProfileList::exportRequested, this, &ConnectDialog::exportRequested);
    connect(m_form, &ProfileForm::changed, this, &ConnectDialog::onFormChanged);
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (!isBusy())
            Q_EMIT saveRequested();
    });
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (!isBusy())
            Q_EMIT testRequested();
    });
    setMinimumWidth(dialogWidth);
    m_list->setProfiles(profiles);
    setEdited(false);
    m_form->focusServers();
}

void ConnectDialog::select(const QString &id)
{
    m_list->select(id);
}

void ConnectDialog::setUnnamed(const Profile &profile)
{
    m_unnamed = profile;
    if (!isNamed())
        showCurrent();
}

void ConnectDialog::setValues(const ConnectSpec &spec, const QString &root)
{
    Profile profile = m_unnamed;
    profile.connect = spec.connectString;
    profile.root = root;
    profile.sessionTimeoutMs = spec.sessionTimeoutMs;
    profile.connectTimeoutMs = spec.connectTimeoutMs;
    profile.observeOnly = spec.observeOnly;
    profile.tls = spec.tls;
    profile.tls.passphrase.clear();
    if (spec.authScheme == "digest"_L1)
        profile.user = QString::fromUtf8(spec.authCredential.left(spec.authCredential.indexOf(':')));
    setUnnamed(profile);
}

void ConnectDialog::showCurrent()
{
    const QScopedValueRollback filling(m_filling, true);
    const Profile *chosen = m_list->current();
    m_form->setProfile(chosen ? *chosen : m_unnamed, chosen != nullptr);
    validate();
}

void ConnectDialog::onFormChanged()
{
    if (m_filling)
        return;
    if (isNamed()) {
        const Profile before = *m_list->current();
        const Profile now = m_form->profile();
        if (!(now == before)) {
            m_list->updateCurrent(now);
            setEdited(true);
        }
    } else {
        m_unnamed = m_form->profile();
    }
    validate();
}

void ConnectDialog::addProfile()
{
    Profile added = isNamed() ? profiles::newProfile(m_list->profiles()) : m_form->profile();
    const Profile fresh = profiles::newProfile(m_list->profiles());
    added.id = fresh.id;
    added.color = fresh.color;
    added.name = fresh.name;
    m_list->add(added);
}

void ConnectDialog::setEdited(bool edited)
{
    m_edited = edited;
    m_save->setEnabled(edited);
}

Profile ConnectDialog::profile() const
{
    Profile profile = m_form->profile();
    if (!isNamed())
        profile.name.clear();
    return profile;
}

bool ConnectDialog::isNamed() const
{
    return m_list->current() != nullptr;
}

QByteArray ConnectDialog::password() const
{
    return m_form->security()->password();
}

QByteArray ConnectDialog::passphrase() const
{
    return m_form->security()->passphrase();
}

ConnectSpec ConnectDialog::spec() const
{
    return profiles::connectSpecOf(m_form->profile(), password(), passphrase());
}

QString ConnectDialog::root() const
{
    return m_form->profile().root;
}

QList<Profile> ConnectDialog::profiles() const
{
    return m_list->profiles();
}

QList<Profile> ConnectDialog::removedProfiles() const
{
    return m_list->removed();
}

void ConnectDialog::setStored()
{
    m_list->setStored();
    setEdited(false);
    validate();
}

void ConnectDialog::addImported(const QList<Profile> &imported)
{
    const QList<Profile> all = profiles::merged(m_list->profiles(), imported);
    for (qsizetype i = m_list->profiles().size(); i < all.size(); ++i)
        m_list->add(all[i]);
}

void ConnectDialog::askForPassword(const QString &why)
{
    setFailed(tr("A password is needed."), why);
    m_form->showSecurity();
    m_form->security()->askForPassword();
}

void ConnectDialog::askForPassphrase(const QString &why)
{
    setFailed(tr("The key's passphrase is needed."), why);
    m_form->showSecurity();
    m_form->security()->askForPassphrase();
}

void ConnectDialog::setTested(const Result<TryOut> &found)
{
    if (!found) {
        setFailed(tr("Not connected."), found.error().sentence().shown());
        return;
    }
    setDone(found->rootError ? Banner::Severity::Warning : Banner::Severity::Note, tryOutTitle(*found),
            tryOutText(*found, root()));
}

QString ConnectDialog::findProblem() const
{
    const QString problem = m_form->problem(m_list->profiles());
    m_test->setEnabled(problem.isEmpty());
    if (m_edited)
        m_save->setEnabled(problem.isEmpty());
    return problem;
}

} // namespace lockscope::ui
