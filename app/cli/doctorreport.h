// SPDX-License-Identifier: Apache-2.0
// What `doctor` has found, as a value, and how it is told: JSON for programs, lines for people.
// Never connects, never judges a lock.
#pragma once

#include "core/history/world.h"

#include <QJsonObject>
#include <QStringList>

namespace lockscope::cli {

/// Trouble with the permissions of one node.
struct AclTrouble
{
    enum class Kind {
        CannotList,    ///< its children are hidden
        CannotRead,    ///< its data is
        AnyoneMayWrite ///< anybody who can connect may delete what is in it
    };

    QString path;
    Kind kind = Kind::CannotList;
    QString text; ///< a sentence
};

struct DoctorReport
{
    journal::ConnectionChanged connection;
    QList<journal::ServerReport> servers;
    locks::Knowledge knowledge;
    QString root;
    int locks = 0;
    int locksChecked = 0; ///< of them, those whose permissions were looked at
    QList<AclTrouble> acl;

    /// What to change, one sentence each, the most urgent first.
    QStringList advice() const;
    /// False if a server tells nothing or does not serve, or if something under the root cannot be read.
    bool isWell() const;
};

/// The document of docs/cli.md.
QJsonObject toJson(const DoctorReport &report);
QStringList toLines(const DoctorReport &report);

} // namespace lockscope::cli
