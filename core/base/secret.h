// SPDX-License-Identifier: Apache-2.0
// Secrets in memory: overwritten when they are not needed any more, so that neither a core dump nor memory that is used
// again has them. Never reaches the copies of others: Qt's own, the C client's, a driver's (SECURITY.md names them).
#pragma once

#include <QByteArray>
#include <QString>

#include <concepts>
#include <cstring>
#include <type_traits>
#include <utility>

namespace lockscope {

/// Makes zeros of it, unless others share it: then it is theirs too, and the last one who has it does this.
inline void overwrite(QByteArray &secret)
{
    if (secret.isDetached())
        ::explicit_bzero(secret.data(), static_cast<size_t>(secret.size()));
}

inline void overwrite(QString &secret)
{
    if (secret.isDetached())
        ::explicit_bzero(secret.data(), static_cast<size_t>(secret.size()) * sizeof(QChar));
}

/// Overwrites it and lets go of it.
template<typename Secret>
void wipe(Secret &secret)
{
    overwrite(secret);
    secret = Secret();
}

/// From the first secret on this process leaves no core dump. For good: what Qt and the C client have copied stays
/// readable in memory after our own copies are gone.
void keepOutOfCoreDumps();

/// A text or bytes that are secret: the last one who has them overwrites them. What takes them as a plain text shares
/// them, and must not keep them longer than their owner.
template<typename Plain>
class Secret : public Plain
{
public:
    Secret() = default;
    /// From whatever becomes a plain one by itself.
    template<std::convertible_to<Plain> Other>
    // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): the requirement leaves copies and moves to their own
    requires(!std::derived_from<std::remove_cvref_t<Other>, Secret>) Secret(Other &&other)
        : Plain(std::forward<Other>(other))
    {
        note();
    }
    Secret(const Secret &) = default;
    Secret(Secret &&) noexcept = default;
    ~Secret() { overwrite(*this); }

    Secret &operator=(const Secret &other)
    {
        Secret copy(other);
        this->swap(copy); // what was there goes with the copy
        return *this;
    }
    Secret &operator=(Secret &&other) noexcept
    {
        this->swap(other);
        return *this;
    }

private:
    void note() const
    {
        if (!this->isEmpty())
            keepOutOfCoreDumps();
    }
};

/// \a text, in which a server may repeat what it was sent, without \a secret.
template<typename Plain>
Plain withoutSecret(Plain text, const Plain &secret)
{
    if (!secret.isEmpty())
        text.replace(secret, Plain(3, typename Plain::value_type(u'*')));
    return text;
}

using SecretBytes = Secret<QByteArray>;
using SecretText = Secret<QString>;

/// Wipes \a secret when this goes.
template<typename Secret>
class WipedAtEnd
{
public:
    explicit WipedAtEnd(Secret &secret)
        : m_secret(secret)
    {
    }
    ~WipedAtEnd() { wipe(m_secret); }
    WipedAtEnd(const WipedAtEnd &) = delete;
    WipedAtEnd &operator=(const WipedAtEnd &) = delete;

private:
    Secret &m_secret;
};

} // namespace lockscope
