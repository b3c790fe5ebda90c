// SPDX-License-Identifier: Apache-2.0
// The end of a node's name as a sequence number, and the forms of what clients put before it to find their node again.
// Never decides who wrote a name: that is core/locks/dialectregistry.h.
#pragma once

#include <QStringView>

#include <optional>

namespace lockscope::locks {

/// What a client chooses itself and puts into its name.
enum class TokenForm : quint8 {
    None,
    Uuid,           ///< 8-4-4-4-12 hex digits
    HexId,          ///< 32 lower-case hex digits: Python's uuid4().hex
    DecimalSession, ///< a session id as Java prints it
    HexSession,     ///< a session id as C prints it with %016llx
};

bool isUuid(QStringView text);
bool isHexId(QStringView text);
/// The token that \a text begins with; nothing if it begins with none of this form.
std::optional<QStringView> leadingToken(TokenForm form, QStringView text);

/// One way to read the end of a name as a sequence number.
struct Split
{
    QStringView prefix;
    qint64 sequence = 0;
};

/// Servers write %010d. Both readings can be true of one name: "lock--1500000000" ends in a negative number after
/// "lock-" and in a positive one after "lock--".
struct Splits
{
    std::optional<Split> positive;
    std::optional<Split> negative;
    qsizetype digits = 0; ///< in a row at the end

    bool isEmpty() const { return !positive && !negative; }
};
Splits splitName(QStringView name);

/// Which of the two is likelier where no client is known that writes either; nothing for an id that ends in digits.
std::optional<Split> likelierSplit(QStringView name, const Splits &splits);

/// Sequence numbers in the order in which a server hands them out: the negative ones follow 2147483647.
inline quint32 circular(qint64 sequence)
{
    return static_cast<quint32>(static_cast<qint32>(sequence));
}

/// True if \a a was handed out before \a b, as long as less than 2³¹ creates lie between them.
inline bool isBefore(quint32 a, quint32 b)
{
    return static_cast<qint32>(a - b) < 0;
}

} // namespace lockscope::locks
