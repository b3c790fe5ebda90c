// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/backenddialog.h"

#include "core/redis/address.h"
#include "core/sql/address.h"

#include <QFormLayout>
#include <QLineEdit>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString titleOf(locks::Backend backend)
{
    return backend == locks::Backend::Sqlite
               ? BackendDialog::tr("A SQLite file of your own")
               : BackendDialog::tr("A %1 server of your own").arg(locks::backendText(backend));
}

QString aboutOf(locks::Backend backend)
{
    return locks::isSql(backend)
               ? BackendDialog::tr("Simulated clients run on it. Two tables are made there, lockscope_locks and "
                                   "lockscope_log, and dropped when you disconnect, unless they were there before.")
               : BackendDialog::tr("Simulated clients run on it; on several servers, for Redlock, with commas between "
                                   "their addresses. What they do is not proved there: only what clients "
                                   "believe is compared.");
}

QString exampleOf(locks::Backend backend)
{
    switch (backend) {
    case locks::Backend::ZooKeeper: break;
    case locks::Backend::Redis: return u"redis://127.0.0.1:6379"_s;
    case locks::Backend::Sqlite: return u"sqlite:"_s;
    case locks::Backend::MariaDb: return u"mysql://root@127.0.0.1:3306/test"_s;
    case locks::Backend::PostgreSql: return u"postgresql://postgres@127.0.0.1:5432/postgres"_s;
    }
    return {};
}

} // namespace

BackendDialog::BackendDialog(locks::Backend backend, QWidget *parent)
    : FormDialog(titleOf(backend), aboutOf(backend), tr("Connect"), parent)
    , m_backend(backend)
    , m_address(new QLineEdit(exampleOf(backend), this))
    , m_password(new QLineEdit(this))
{
    m_address->setObjectName(u"backendAddress"_s);
    m_password->setObjectName(u"backendPassword"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("none"));
    form()->addRow(tr("&Address"), m_address);
    if (backend == locks::Backend::Sqlite)
        m_password->hide();
    else
        form()->addRow(tr("&Password"), m_password);
    connect(m_address, &QLineEdit::textChanged, this, &BackendDialog::validate);
    connect(this, &FormDialog::submitted, this, &QDialog::accept);
    validate();
}

BackendSpec BackendDialog::spec() const
{
    BackendSpec spec{m_backend};
    spec.address = m_address->text().trimmed();
    spec.password = m_password->text();
    return spec;
}

QString BackendDialog::findProblem() const
{
    const QString address = m_address->text().trimmed();
    if (m_backend == locks::Backend::Redis) {
        const auto parsed = redis::parseAddresses(address);
        return parsed ? QString() : parsed.error().sentence().shown();
    }
    const auto parsed = sql::parseAddress(address);
    if (!parsed)
        return parsed.error().sentence().shown();
    return locks::backendAt(parsed->toString()) == m_backend
               ? QString()
               : tr("This is not the address of a %1 database.").arg(locks::backendText(m_backend));
}

} // namespace lockscope::ui

#include "moc_backenddialog.cpp"
