// SPDX-License-Identifier: Apache-2.0
// Asks where to connect to and as whom. A password lives in the field and in the spec made from it, and nowhere else.
// Never connects itself: submitted() hands the spec on, the answer comes back by setFailed() or accept().
#pragma once

#include "core/engine/engine.h"
#include "ui/dialogs/formdialog.h"

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;

namespace lockscope::ui {

class ConnectDialog : public FormDialog
{
    Q_OBJECT
public:
    explicit ConnectDialog(QWidget *parent = nullptr);

    /// Everything but the credential is filled in.
    void setValues(const ConnectSpec &spec, const QString &root);
    ConnectSpec spec() const;
    QString root() const;

protected:
    QString findProblem() const override;

private:
    QLineEdit *m_connect;
    QLineEdit *m_root;
    QDoubleSpinBox *m_timeout;
    QLineEdit *m_user;
    QLineEdit *m_password;
    QCheckBox *m_observeOnly;
};

} // namespace lockscope::ui
