// SPDX-License-Identifier: Apache-2.0
// Asks for the address of a Redis server, and for its password where it wants one. Never connects, never keeps either.
#pragma once

#include "core/engine/engine.h"
#include "ui/dialogs/formdialog.h"

class QLineEdit;

namespace lockscope::ui {

class RedisDialog : public FormDialog
{
    Q_OBJECT
public:
    explicit RedisDialog(QWidget *parent = nullptr);

    RedisSpec spec() const;

protected:
    QString findProblem() const override;

private:
    QLineEdit *m_address;
    QLineEdit *m_password;
};

} // namespace lockscope::ui
