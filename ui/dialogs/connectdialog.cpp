// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connectdialog.h"

#include "core/base/path.h"
#include "core/zk/connectstring.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ConnectDialog::ConnectDialog(QWidget *parent)
    : FormDialog(tr("Connect to ZooKeeper"), tr("Lockscope watches the locks under the root, live."), tr("Connect"),
                 parent)
    , m_connect(new QLineEdit(this))
    , m_root(new QLineEdit(u"/"_s, this))
    , m_timeout(new QDoubleSpinBox(this))
    , m_user(new QLineEdit(this))
    , m_password(new QLineEdit(this))
    , m_observeOnly(new QCheckBox(tr("Observe only: nothing is ever written"), this))
{
    m_connect->setObjectName(u"connectString"_s);
    m_connect->setFont(monoFont(font()));
    m_connect->setText(u"127.0.0.1:2181"_s);
    m_connect->setPlaceholderText(u"zk1:2181,zk2:2181/app"_s);
    m_connect->setToolTip(tr("Hosts with ports, separated by commas; a chroot at the end"));
    m_root->setObjectName(u"root"_s);
    m_root->setFont(monoFont(font()));
    m_timeout->setRange(0.4, 600);
    m_timeout->setDecimals(1);
    m_timeout->setValue(10);
    m_timeout->setSuffix(tr(" s"));
    m_user->setObjectName(u"user"_s);
    m_user->setPlaceholderText(tr("none"));
    m_password->setObjectName(u"password"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("password, never stored"));
    m_password->setAccessibleName(tr("Password"));

    auto *login = new QHBoxLayout;
    login->setSpacing(8);
    login->addWidget(m_user);
    login->addWidget(m_password);
    form()->addRow(tr("&Servers"), m_connect);
    form()->addRow(tr("&Root"), m_root);
    form()->addRow(tr("&Digest login"), login);
    qobject_cast<QLabel *>(form()->labelForField(login))->setBuddy(m_user);
    auto *timeout = new QHBoxLayout;
    timeout->addWidget(m_timeout);
    timeout->addStretch(1);
    form()->addRow(tr("Session &timeout"), timeout);
    qobject_cast<QLabel *>(form()->labelForField(timeout))->setBuddy(m_timeout);
    form()->addRow(QString(), m_observeOnly);

    for (QLineEdit *edit : {m_connect, m_root, m_user, m_password})
        connect(edit, &QLineEdit::textChanged, this, &ConnectDialog::validate);
    setMinimumWidth(520);
    m_connect->setFocus();
    m_connect->selectAll();
    validate();
}

void ConnectDialog::setValues(const ConnectSpec &spec, const QString &root)
{
    m_connect->setText(spec.connectString);
    m_root->setText(root);
    m_timeout->setValue(spec.sessionTimeoutMs / 1000.0);
    m_observeOnly->setChecked(spec.observeOnly);
    validate();
}

ConnectSpec ConnectDialog::spec() const
{
    ConnectSpec spec;
    spec.connectString = m_connect->text().trimmed();
    spec.sessionTimeoutMs = static_cast<int>(std::lround(m_timeout->value() * 1000));
    spec.observeOnly = m_observeOnly->isChecked();
    if (!m_user->text().isEmpty()) {
        spec.authScheme = u"digest"_s;
        spec.authCredential = (m_user->text() + u':' + m_password->text()).toUtf8();
    }
    return spec;
}

QString ConnectDialog::root() const
{
    return m_root->text().trimmed();
}

QString ConnectDialog::findProblem() const
{
    if (const auto parsed = zk::parseConnectString(m_connect->text().trimmed()); !parsed)
        return parsed.error().sentence();
    if (const auto wrong = pathProblem(root()))
        return tr("The root %1.").arg(*wrong);
    if (m_user->text().contains(u':'))
        return tr("A user's name has no colon.");
    if (m_user->text().isEmpty() && !m_password->text().isEmpty())
        return tr("The password has no user: fill in the user, or clear the password.");
    return {};
}

} // namespace lockscope::ui
