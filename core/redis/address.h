// SPDX-License-Identifier: Apache-2.0
// Where a Redis server is: redis://[USER@]HOST:PORT[/DB] as a value.
// Never holds a password: what is shown, recorded or typed on a command line has none.
#pragma once

#include "core/base/error.h"

#include <QList>
#include <QString>

namespace lockscope::redis {

struct Address
{
    QString user; ///< empty: the default user
    QString host; ///< name or address; IPv6 without brackets
    quint16 port = 6379;
    int database = 0;

    QString toString() const;
    bool operator==(const Address &) const = default;
};

/// InvalidInput with a sentence that never repeats a password.
Result<Address> parseAddress(const QString &text);
/// Several, with commas between them.
Result<QList<Address>> parseAddresses(const QString &text);

} // namespace lockscope::redis
