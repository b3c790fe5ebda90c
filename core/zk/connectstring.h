// SPDX-License-Identifier: Apache-2.0
// Connect strings ("zk1:2181,[::1]:2182/app") as values, and their host names turned into addresses off the loop.
// Never blocks: the C client would resolve names on its caller's thread, so it is only ever given addresses.
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"

#include <QList>
#include <QObject>
#include <QString>

namespace lockscope::zk {

constexpr quint16 defaultPort = 2181;

struct HostPort
{
    QString host; ///< name or address; IPv6 without brackets
    quint16 port = defaultPort;

    QString toString() const; ///< IPv6 in brackets
    bool operator==(const HostPort &) const = default;
};

struct ConnectString
{
    QList<HostPort> hosts;
    QString chroot;   ///< empty, or an absolute path other than "/"
    bool tls = false; ///< it was a zk+tls:// URL; toString() leaves that out

    QString toString() const;
    bool operator==(const ConnectString &) const = default;
};

/// Reads a connect string; MalformedConnectString with the part at fault as detail, which is never a password.
///
/// Takes what people have at hand, too: zk://, zookeeper:// and zk+tls:// URLs, a slash at the end, quotes around,
/// semicolons and line breaks between hosts, the same chroot after each host, "zookeeper.connect=…" and "-server …".
Result<ConnectString> parseConnectString(const QString &text);

/// A host's address, and the name under which it was asked for.
struct ResolvedHost
{
    HostPort address;
    QString name;

    bool operator==(const ResolvedHost &) const = default;
};

/// Every host name replaced by its addresses (a name with several gives several hosts).
/// Names that do not resolve are left out; UnknownHost if none is left. A look-up takes as long as it takes: it ends
/// with Cancelled when \a context is destroyed.
Task<Result<QList<ResolvedHost>>> resolveHosts(QList<HostPort> hosts, QObject *context);

} // namespace lockscope::zk
