// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connectdialog.h"

#include "core/profiles/profilestore.h"
#include "ui/profiles/profileform.h"
#include "ui/profiles/profilelist.h"
#include "ui/profiles/profiletext.h"
#include "ui/theme/building.h"

#include <QPushButton>
#include <QScopedValueRollback>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;

namespace {

constexpr int listWidth = 190;
constexpr int listGap = 18; ///< the list and the form
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
    form()->addRow(makeRow(listGap, {m_list, {m_form, 1}}));
    extra()->addLayout(
        makeRow(8, {Part::gap(listWidth + listGap + ProfileForm::inset), m_test, m_save, Part::stretch()}));
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

TypedSecrets ConnectDialog::typed() const
{
    return m_form->security()->typed();
}

ConnectSpec ConnectDialog::spec() const
{
    return profiles::connectSpecOf(m_form->profile(), typed().password, typed().passphrase);
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

void ConnectDialog::askFor(profiles::SecretKind kind, const QString &why)
{
    setFailed(kind == profiles::SecretKind::Password ? tr("A password is needed.")
                                                     : tr("The key's passphrase is needed."),
              why);
    m_form->askFor(kind);
}

void ConnectDialog::setTested(const Result<TryOut> &found)
{
    if (!found) {
        setFailed(tr("Not connected."), found.error().sentence().shown());
        return;
    }
    setDone(found->rootError ? Banner::Severity::Warning : Banner::Severity::Note, tryOutTitle(*found),
            tryOutText(*found, m_form->profile().root));
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

#include "moc_connectdialog.cpp"
