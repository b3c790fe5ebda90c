// SPDX-License-Identifier: Apache-2.0
// Passwords and passphrases of profiles: in the desktop's keychain, or in memory where there is none.
// Never writes one anywhere else: not to a file, a log, a journal or a message.
#pragma once

#include "core/base/secret.h"
#include "core/profiles/profile.h"

#include <QByteArray>
#include <QHash>
#include <QObject>

#include <functional>
#include <optional>

namespace QKeychain {
class Job;
}

namespace lockscope::profiles {

/// What is asked for.
enum class SecretKind {
    Password,   ///< of the digest login
    Passphrase, ///< of the TLS key
};

struct SecretAnswer
{
    std::optional<SecretBytes> secret; ///< nothing: there is none, or it could not be asked for
    Text trouble;                      ///< why the keychain did not answer, as a sentence; empty if it did
};

/// Lives on the thread that made it, which needs an event loop; answers come there, and never after it is gone.
class Secrets : public QObject
{
    Q_OBJECT
public:
    explicit Secrets(QObject *parent = nullptr);
    ~Secrets() override;

    /// What was kept, from memory first. The keychain may ask its user for permission: it takes as long as it takes.
    void read(const Profile &profile, SecretKind kind, std::function<void(SecretAnswer)> done);
    /// Keeps \a secret as the profile says; where the keychain does not take it, in memory, and says so as trouble.
    void keep(const Profile &profile, SecretKind kind, const QByteArray &secret,
              std::function<void(Text trouble)> done = {});
    /// Takes both secrets of a profile away, from everywhere.
    void forget(const Profile &profile, std::function<void(Text trouble)> done = {});

    /// As read(), and waits with an event loop of its own, \a patienceMs at most; for programs without a window.
    SecretAnswer readNow(const Profile &profile, SecretKind kind, int patienceMs = 60'000);

private:
    void start(QKeychain::Job *job, const Profile &profile, SecretKind kind,
               std::function<void(QKeychain::Job *)> finished);

    QHash<QString, SecretBytes> m_memory; ///< until this ends
};

} // namespace lockscope::profiles
