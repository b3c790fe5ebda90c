// SPDX-License-Identifier: Apache-2.0
#include "ui/profiles/profileform.h"

#include "ui/profiles/profiletext.h"
#include "ui/profiles/securityfields.h"
#include "ui/theme/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabWidget>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;

namespace {

constexpr double msPerSecond = 1'000;

QDoubleSpinBox *seconds(const QString &name, double least, double most, QWidget *parent)
{
    auto *made = new QDoubleSpinBox(parent);
    made->setObjectName(name);
    made->setRange(least, most);
    made->setDecimals(1);
    made->setSuffix(ProfileForm::tr(" s"));
    return made;
}

int msOf(const QDoubleSpinBox *box)
{
    return static_cast<int>(std::lround(box->value() * msPerSecond));
}

constexpr QMargins pageMargins{ProfileForm::inset, 14, ProfileForm::inset, 12};

/// A field that is as wide as it needs, and its label's buddy all the same.
void addNarrow(QFormLayout *form, const QString &label, QWidget *field)
{
    addFieldsRow(form, label, makeRow(-1, {field, Part::stretch()}), field);
}

} // namespace

ProfileForm::ProfileForm(QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget(this))
    , m_name(new QLineEdit(this))
    , m_color(new QComboBox(this))
    , m_connect(new QLineEdit(this))
    , m_ssh(new QLineEdit(this))
    , m_root(new QLineEdit(this))
    , m_timeout(seconds(u"sessionTimeout"_s, profiles::leastTimeoutMs / msPerSecond,
                        profiles::mostTimeoutMs / msPerSecond, this))
    , m_connectTimeout(seconds(u"connectTimeout"_s, profiles::leastTimeoutMs / msPerSecond,
                               profiles::mostTimeoutMs / msPerSecond, this))
    , m_observeOnly(new QCheckBox(tr("&Observe only: nothing is ever written"), this))
    , m_production(new QCheckBox(tr("&Production: a forced release asks for the lock's name"), this))
    , m_security(new SecurityFields(this))
    , m_staleHolder(seconds(u"staleHolder"_s, 0, 7 * 86'400, this))
    , m_longWait(seconds(u"longWait"_s, 0, 7 * 86'400, this))
    , m_admin(new QLineEdit(this))
    , m_ownerLink(new QLineEdit(this))
{
    auto *security = new QWidget(this);
    makeColumn(security, pageMargins, -1, {m_security, Part::stretch()});
    m_tabs->addTab(generalPage(), tr("&General"));
    m_tabs->addTab(security, tr("Securi&ty"));
    m_tabs->addTab(inspectionPage(), tr("&Lock inspection"));
    makeColumn(this, {}, -1, {m_tabs});
    for (QLineEdit *edit : {m_name, m_connect, m_ssh, m_root, m_admin, m_ownerLink})
        connect(edit, &QLineEdit::textChanged, this, &ProfileForm::changed);
    for (QDoubleSpinBox *box : {m_timeout, m_connectTimeout, m_staleHolder, m_longWait})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ProfileForm::changed);
    for (QCheckBox *box : {m_observeOnly, m_production})
        connect(box, &QCheckBox::toggled, this, &ProfileForm::changed);
    connect(m_color, &QComboBox::currentIndexChanged, this, &ProfileForm::changed);
    connect(m_security, &SecurityFields::changed, this, &ProfileForm::changed);
    setProfile(profiles::newProfile({}), false);
}

QWidget *ProfileForm::generalPage()
{
    m_name->setObjectName(u"profileName"_s);
    m_color->setObjectName(u"profileColor"_s);
    for (const QString &color : profiles::profileColors())
        m_color->addItem(profileDot(color), colorName(color), color);
    m_connect->setObjectName(u"connectString"_s);
    m_connect->setFont(monoFont(font()));
    m_connect->setPlaceholderText(u"zk1:2181,zk2:2181/app"_s);
    m_connect->setToolTip(tr("Hosts with ports, separated by commas; a chroot at the end. What other programs have in "
                             "their settings can be pasted as it is."));
    m_ssh->setObjectName(u"sshHost"_s);
    m_ssh->setFont(monoFont(font()));
    m_ssh->setPlaceholderText(u"user@bastion"_s);
    m_ssh->setToolTip(tr("A host that ssh gets to with your config, keys and agent; the servers are looked up and "
                         "reached from there. Empty: directly"));
    m_root->setObjectName(u"root"_s);
    m_root->setFont(monoFont(font()));
    m_root->setToolTip(tr("Locks are looked for below this node"));
    m_observeOnly->setObjectName(u"observeOnly"_s);
    m_production->setObjectName(u"production"_s);
    auto *page = new QWidget(this);
    auto *form = makeForm(page, pageMargins, 9);
    form->addRow(tr("&Name"), m_name);
    addNarrow(form, tr("&Colour"), m_color);
    form->addRow(tr("&Servers"), m_connect);
    form->addRow(tr("Thro&ugh SSH host"), m_ssh);
    form->addRow(tr("&Root"), m_root);
    addNarrow(form, tr("Session t&imeout"), m_timeout);
    addNarrow(form, tr("Gi&ve up after"), m_connectTimeout);
    form->addRow(QString(), m_observeOnly);
    form->addRow(QString(), m_production);
    return page;
}

QWidget *ProfileForm::inspectionPage()
{
    m_admin->setObjectName(u"adminUrls"_s);
    m_admin->setPlaceholderText(tr("found by themselves, at port 8080"));
    m_admin->setToolTip(tr("http://host:port of each, separated by spaces"));
    m_ownerLink->setObjectName(u"ownerLink"_s);
    m_ownerLink->setFont(monoFont(font()));
    m_ownerLink->setPlaceholderText(u"https://logs.example.org/?host={host}"_s);
    m_ownerLink->setToolTip(
        tr("A link to more about the owner of a node, such as its logs. Its places are filled with what "
           "the node's data say: {host}, {port}, {pid}, {pod}, {application}, {query} or the keys of "
           "JSON, and {lock} and {node}."));
    for (QDoubleSpinBox *box : {m_staleHolder, m_longWait}) {
        box->setDecimals(0);
        box->setSpecialValueText(tr("never"));
    }
    auto *page = new QWidget(this);
    auto *form = makeForm(page, pageMargins, 9);
    addNarrow(form, tr("&Holder is stale after"), m_staleHolder);
    addNarrow(form, tr("&Wait is long after"), m_longWait);
    form->addRow(tr("&AdminServers"), m_admin);
    form->addRow(tr("Link to an own&er"), m_ownerLink);
    form->addRow(makeLabel(tr("A holder or a wait that lasts longer, while others wait, is told as a finding. What the "
                              "servers know of sessions and watches comes from their AdminServers, or from four-letter "
                              "words where these are off."),
                           Tone::Small, page, Wraps));
    return page;
}

void ProfileForm::setProfile(const Profile &profile, bool named)
{
    m_profile = profile;
    m_named = named;
    m_name->setText(profile.name);
    if (m_color->findData(profile.color) < 0)
        m_color->addItem(profileDot(profile.color), profile.color, profile.color);
    m_color->setCurrentIndex(m_color->findData(profile.color));
    m_connect->setText(profile.connect);
    m_ssh->setText(profile.sshHost);
    m_root->setText(profile.root);
    m_timeout->setValue(profile.sessionTimeoutMs / msPerSecond);
    m_connectTimeout->setValue(profile.connectTimeoutMs / msPerSecond);
    m_observeOnly->setChecked(profile.observeOnly);
    m_production->setChecked(profile.production);
    m_security->setProfile(profile);
    m_staleHolder->setValue(static_cast<double>(profile.thresholds.staleHolderMs) / msPerSecond);
    m_longWait->setValue(static_cast<double>(profile.thresholds.longWaitMs) / msPerSecond);
    m_admin->setText(profile.adminUrls.join(u' '));
    m_ownerLink->setText(profile.ownerLink);
    for (QWidget *field : std::initializer_list<QWidget *>{m_name, m_color})
        field->setEnabled(named);
}

Profile ProfileForm::profile() const
{
    static const QRegularExpression separators(u"[\\s,]+"_s);
    Profile profile = m_profile;
    if (m_named)
        profile.name = m_name->text().trimmed();
    profile.color = m_color->currentData().toString();
    profile.connect = m_connect->text().trimmed();
    profile.sshHost = m_ssh->text().trimmed();
    profile.root = m_root->text().trimmed();
    profile.sessionTimeoutMs = msOf(m_timeout);
    profile.connectTimeoutMs = msOf(m_connectTimeout);
    profile.observeOnly = m_observeOnly->isChecked();
    profile.production = m_production->isChecked();
    m_security->writeTo(profile);
    profile.thresholds.staleHolderMs = std::llround(m_staleHolder->value() * msPerSecond);
    profile.thresholds.longWaitMs = std::llround(m_longWait->value() * msPerSecond);
    profile.adminUrls = m_admin->text().split(separators, Qt::SkipEmptyParts);
    profile.ownerLink = m_ownerLink->text().trimmed();
    return profile;
}

void ProfileForm::askFor(profiles::SecretKind kind)
{
    m_tabs->setCurrentWidget(m_security->parentWidget());
    m_security->askFor(kind);
}

void ProfileForm::focusServers()
{
    m_connect->setFocus();
    m_connect->selectAll();
}

QString ProfileForm::problem(const QList<Profile> &others) const
{
    Profile values = profile();
    if (!m_named)
        values.name = u"–"_s; // it needs none
    const QString wrong = profiles::problemOf(values, m_named ? others : QList<Profile>()).shown();
    return wrong.isEmpty() ? m_security->problem() : wrong;
}

} // namespace lockscope::ui

#include "moc_profileform.cpp"
