// SPDX-License-Identifier: Apache-2.0
#include "ui/profiles/securityfields.h"

#include "ui/theme/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Keep;
using profiles::Profile;

namespace {

QLineEdit *edit(const QString &name, const QString &placeholder, const QString &accessibleName, QWidget *parent)
{
    auto *made = new QLineEdit(parent);
    made->setObjectName(name);
    made->setPlaceholderText(placeholder);
    made->setAccessibleName(accessibleName);
    return made;
}

/// Forms below one another look like one.
void alignLabels(const QList<QFormLayout *> &forms)
{
    QList<QWidget *> labels;
    for (const QFormLayout *form : forms) {
        for (int row = 0; row < form->rowCount(); ++row) {
            const QLayoutItem *item = form->itemAt(row, QFormLayout::LabelRole);
            if (item && item->widget())
                labels += item->widget();
        }
    }
    int widest = 0;
    for (QWidget *label : std::as_const(labels)) {
        label->ensurePolished();
        widest = std::max(widest, label->sizeHint().width());
    }
    for (QWidget *label : std::as_const(labels))
        label->setMinimumWidth(widest);
}

} // namespace

SecurityFields::SecurityFields(QWidget *parent)
    : QWidget(parent)
    , m_user(edit(u"user"_s, tr("none"), tr("User of the digest login"), this))
    , m_password(edit(u"password"_s, tr("password"), tr("Password"), this))
    , m_keep(new QComboBox(this))
    , m_tls(new QCheckBox(tr("Encrypt with &TLS"), this))
    , m_ca(edit(u"tlsCa"_s, tr("those that this system trusts"), tr("File of trusted authorities"), this))
    , m_cert(edit(u"tlsCert"_s, tr("none; PEM or PKCS#12"), tr("Client certificate"), this))
    , m_key(edit(u"tlsKey"_s, tr("in the certificate's file"), tr("Key of the client certificate"), this))
    , m_passphrase(edit(u"passphrase"_s, tr("if the key is encrypted"), tr("Passphrase of the key"), this))
    , m_insecure(new QCheckBox(tr("Do not &verify the server"), this))
    , m_warning(makeLabel(tr("Anybody on the way can pose as the server, read along and learn the password. A warning "
                             "stays in the connection bar."),
                          Tone::Small, this, Wraps))
    , m_tlsFields(new QWidget(this))
{
    for (QLineEdit *secret : {m_password, m_passphrase})
        secret->setEchoMode(QLineEdit::Password);
    m_keep->setObjectName(u"keep"_s);
    m_keep->addItem(tr("in the desktop's keychain"), int(Keep::Keychain));
    m_keep->addItem(tr("until Lockscope ends"), int(Keep::Session));
    m_keep->addItem(tr("nowhere: ask each time"), int(Keep::Nowhere));
    m_tls->setObjectName(u"tls"_s);
    m_insecure->setObjectName(u"insecure"_s);
    auto *sasl = makeLabel(tr("SASL (Kerberos) is not in the ZooKeeper C client of this build; servers that demand it "
                              "do not let Lockscope in."),
                           Tone::Small, this, Wraps);
    auto *form = makeForm(this, {}, 8);
    addFieldsRow(form, tr("&Digest login"), makeRow(8, {m_user, m_password}), m_user);
    form->addRow(tr("&Keep secrets"), m_keep);
    form->addRow(QString(), m_tls);
    auto *tlsForm = makeForm(m_tlsFields, {}, 8);
    addFieldsRow(tlsForm, tr("CA &file"), fileRow(m_ca, tr("Trusted authorities")), m_ca);
    addFieldsRow(tlsForm, tr("C&ertificate"), fileRow(m_cert, tr("Client certificate")), m_cert);
    addFieldsRow(tlsForm, tr("Ke&y"), fileRow(m_key, tr("Key")), m_key);
    tlsForm->addRow(tr("&Passphrase"), m_passphrase);
    tlsForm->addRow(QString(), m_insecure);
    tlsForm->addRow(QString(), m_warning);
    alignLabels({form, tlsForm});
    form->addRow(m_tlsFields);
    form->addRow(sasl);

    for (QLineEdit *one : {m_user, m_password, m_ca, m_cert, m_key, m_passphrase})
        connect(one, &QLineEdit::textChanged, this, &SecurityFields::changed);
    connect(m_keep, &QComboBox::currentIndexChanged, this, &SecurityFields::changed);
    for (QCheckBox *box : {m_tls, m_insecure})
        connect(box, &QCheckBox::toggled, this, &SecurityFields::changed);
    connect(this, &SecurityFields::changed, this, &SecurityFields::updateState);
    updateState();
}

QBoxLayout *SecurityFields::fileRow(QLineEdit *edit, const QString &title)
{
    auto *choose = makeToolButton(IconId::FolderOpen, {}, tr("Choose a file"), this);
    choose->setAccessibleName(tr("Choose a file: %1").arg(title));
    connect(choose, &QToolButton::clicked, this, [this, edit, title] {
        const QString file = QFileDialog::getOpenFileName(
            this, title, QFileInfo(edit->text()).absolutePath(),
            tr("Certificates and keys (*.pem *.crt *.cer *.key *.p12 *.pfx);;All files (*)"));
        if (!file.isEmpty())
            edit->setText(file);
    });
    return makeRow(6, {{edit, 1}, choose});
}

void SecurityFields::updateState()
{
    m_tlsFields->setVisible(m_tls->isChecked());
    m_warning->setVisible(m_insecure->isChecked());
    m_passphrase->setEnabled(!m_cert->text().isEmpty());
    m_key->setEnabled(!m_cert->text().isEmpty() || !m_key->text().isEmpty());
    const bool keychain = Keep(m_keep->currentData().toInt()) == Keep::Keychain;
    m_password->setPlaceholderText(keychain ? tr("the kept password") : tr("password"));
}

void SecurityFields::setProfile(const Profile &profile)
{
    m_user->setText(profile.user);
    m_password->clear();
    m_passphrase->clear();
    m_keep->setCurrentIndex(m_keep->findData(int(profile.keep)));
    m_tls->setChecked(profile.tls.enabled);
    m_ca->setText(profile.tls.caFile);
    m_cert->setText(profile.tls.certFile);
    m_key->setText(profile.tls.keyFile);
    m_insecure->setChecked(!profile.tls.verify);
    updateState();
}

void SecurityFields::writeTo(Profile &profile) const
{
    profile.user = m_user->text();
    profile.keep = Keep(m_keep->currentData().toInt());
    profile.tls.enabled = m_tls->isChecked();
    profile.tls.verify = !m_insecure->isChecked();
    profile.tls.caFile = m_ca->text().trimmed();
    profile.tls.certFile = m_cert->text().trimmed();
    profile.tls.keyFile = m_key->text().trimmed();
}

TypedSecrets SecurityFields::typed() const
{
    return {m_password->text().toUtf8(), m_passphrase->text().toUtf8()};
}

void SecurityFields::askFor(profiles::SecretKind kind)
{
    (kind == profiles::SecretKind::Password ? m_password : m_passphrase)->setFocus();
}

QString SecurityFields::problem() const
{
    if (m_user->text().isEmpty() && !m_password->text().isEmpty())
        return tr("The password has no user: fill in the user, or clear the password.");
    if (!m_tls->isChecked())
        return {};
    for (const QLineEdit *file : {m_ca, m_cert, m_key}) {
        const QString name = file->text().trimmed();
        if (!name.isEmpty() && !QFileInfo(name).isFile())
            return tr("There is no file %1.").arg(name);
    }
    return fileProblem();
}

QString SecurityFields::fileProblem() const
{
    Profile profile;
    writeTo(profile);
    QStringList read; // the files as they are now: they are not read again at each key that is pressed
    for (const QString &name : {profile.tls.caFile, profile.tls.certFile, profile.tls.keyFile})
        read += name + u'\n' + QString::number(QFileInfo(name).lastModified().toMSecsSinceEpoch());
    if (read == m_read)
        return m_fileProblem;
    m_read = read;
    m_fileProblem = zk::tlsFileProblem(profile.tls).shown();
    return m_fileProblem;
}

} // namespace lockscope::ui

#include "moc_securityfields.cpp"
