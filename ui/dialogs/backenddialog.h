// SPDX-License-Identifier: Apache-2.0
// Asks for the address of a Redis server or a database, and for its password where it wants one. Never connects, never
// keeps either.
#pragma once

#include "core/engine/engine.h"
#include "ui/dialogs/formdialog.h"

class QLineEdit;

namespace lockscope::ui {

class BackendDialog : public FormDialog
{
    Q_OBJECT
public:
    explicit BackendDialog(locks::Backend backend, QWidget *parent = nullptr);

    BackendSpec spec() const;

protected:
    QString findProblem() const override;

private:
    locks::Backend m_backend;
    QLineEdit *m_address;
    QLineEdit *m_password;
};

} // namespace lockscope::ui
