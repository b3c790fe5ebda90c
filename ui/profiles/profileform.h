// SPDX-License-Identifier: Apache-2.0
// All values of one connection, as a form: general, security, lock inspection.
// Never stores or connects; what is wrong with the values is one sentence.
#pragma once

#include "core/profiles/secrets.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QTabWidget;

namespace lockscope::ui {

class SecurityFields;

class ProfileForm : public QWidget
{
    Q_OBJECT
public:
    static constexpr int inset = 14; ///< left and right of the fields

    explicit ProfileForm(QWidget *parent = nullptr);

    /// \a named: it is kept under a name; else it has neither name nor colour.
    void setProfile(const profiles::Profile &profile, bool named);
    profiles::Profile profile() const;
    SecurityFields *security() const { return m_security; }
    /// Puts the cursor there.
    void askFor(profiles::SecretKind kind);
    QString problem(const QList<profiles::Profile> &others) const;
    void focusServers();

Q_SIGNALS:
    void changed();

private:
    QWidget *generalPage();
    QWidget *inspectionPage();

    profiles::Profile m_profile; ///< what has no field
    bool m_named = false;
    QTabWidget *m_tabs;
    QLineEdit *m_name;
    QComboBox *m_color;
    QLineEdit *m_connect;
    QLineEdit *m_ssh;
    QLineEdit *m_root;
    QDoubleSpinBox *m_timeout;
    QDoubleSpinBox *m_connectTimeout;
    QCheckBox *m_observeOnly;
    QCheckBox *m_production;
    SecurityFields *m_security;
    QDoubleSpinBox *m_staleHolder;
    QDoubleSpinBox *m_longWait;
    QLineEdit *m_admin;
    QLineEdit *m_ownerLink;
};

} // namespace lockscope::ui
