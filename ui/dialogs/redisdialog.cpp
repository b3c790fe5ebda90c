// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/redisdialog.h"

#include "core/redis/address.h"

#include <QFormLayout>
#include <QLineEdit>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

RedisDialog::RedisDialog(QWidget *parent)
    : FormDialog(tr("A Redis server of your own"),
                 tr("Simulated clients run on it. What it does is not proved there: only what clients believe is "
                    "compared."),
                 tr("Connect"), parent)
    , m_address(new QLineEdit(u"redis://127.0.0.1:6379"_s, this))
    , m_password(new QLineEdit(this))
{
    m_address->setObjectName(u"redisAddress"_s);
    m_password->setObjectName(u"redisPassword"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("none"));
    form()->addRow(tr("&Address"), m_address);
    form()->addRow(tr("&Password"), m_password);
    connect(m_address, &QLineEdit::textChanged, this, &RedisDialog::validate);
    connect(this, &FormDialog::submitted, this, &QDialog::accept);
    validate();
}

RedisSpec RedisDialog::spec() const
{
    RedisSpec spec;
    spec.address = m_address->text().trimmed();
    spec.password = m_password->text();
    return spec;
}

QString RedisDialog::findProblem() const
{
    const auto parsed = redis::parseAddress(m_address->text().trimmed());
    return parsed ? QString() : parsed.error().sentence().shown();
}

} // namespace lockscope::ui

#include "moc_redisdialog.cpp"
