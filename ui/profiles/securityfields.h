// SPDX-License-Identifier: Apache-2.0
// The fields of a login and of TLS. Secrets live in the fields and in what is read from them, and nowhere else.
// Says what is wrong with a file as soon as it is named; of a key with a passphrase, when it is used.
#pragma once

#include "core/profiles/secrets.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace lockscope::ui {

/// What was typed; empty where nothing was.
struct TypedSecrets
{
    SecretBytes password;
    SecretBytes passphrase;
};

class SecurityFields : public QWidget
{
    Q_OBJECT
public:
    explicit SecurityFields(QWidget *parent = nullptr);

    /// Empties the secrets.
    void setProfile(const profiles::Profile &profile);
    void writeTo(profiles::Profile &profile) const;
    TypedSecrets typed() const;
    void askFor(profiles::SecretKind kind);
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    QBoxLayout *fileRow(QLineEdit *edit, const QString &title);
    void updateState();
    QString fileProblem() const;

    QLineEdit *m_user;
    QLineEdit *m_password;
    QComboBox *m_keep;
    QCheckBox *m_tls;
    QLineEdit *m_ca;
    QLineEdit *m_cert;
    QLineEdit *m_key;
    QLineEdit *m_passphrase;
    QCheckBox *m_insecure;
    QLabel *m_warning;
    QWidget *m_tlsFields;
    mutable QStringList m_read; ///< which files, and of when
    mutable QString m_fileProblem;
};

} // namespace lockscope::ui
