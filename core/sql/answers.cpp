// SPDX-License-Identifier: Apache-2.0
#include "core/sql/answers.h"

#include <QStringList>
#include <QVersionNumber>

namespace lockscope::sql {

using namespace Qt::StringLiterals;

namespace {

/// The codes of one kind of server that say the same.
struct Codes
{
    QStringList exists;
    QStringList busy;
    QStringList lost;
    QStringList full;         ///< no more connections
    QStringList refused;      ///< user or password
    QStringList denied;       ///< no right to do that
    QStringList foreign = {}; ///< no database at all
};

/// MariaDB: error codes of server and client; PostgreSQL: SQLSTATE; SQLite: extended result codes.
const Codes &codesOf(Kind kind)
{
    static const Codes sqlite{{u"19"_s, u"1555"_s, u"2067"_s},
                              {u"5"_s, u"6"_s, u"261"_s, u"517"_s},
                              {},
                              {},
                              {},
                              {u"8"_s, u"1032"_s, u"1544"_s},
                              {u"26"_s}};
    static const Codes mariaDb{{u"1062"_s},
                               {u"1205"_s, u"1213"_s, u"1020"_s},
                               {u"2002"_s, u"2003"_s, u"2006"_s, u"2013"_s, u"2055"_s, u"1053"_s, u"1927"_s, u"1317"_s},
                               {u"1040"_s, u"1203"_s, u"1226"_s},
                               {u"1045"_s, u"1698"_s},
                               {u"1044"_s, u"1142"_s, u"1227"_s, u"1290"_s}};
    static const Codes postgreSql{{u"23505"_s},
                                  {u"55P03"_s, u"40P01"_s, u"40001"_s},
                                  {QString(), u"57P01"_s, u"57P02"_s, u"57P03"_s, u"08000"_s, u"08003"_s, u"08006"_s},
                                  {u"53300"_s},
                                  {u"28P01"_s, u"28000"_s},
                                  {u"42501"_s, u"25006"_s}};
    switch (kind) {
    case Kind::Sqlite: break;
    case Kind::MariaDb: return mariaDb;
    case Kind::PostgreSql: return postgreSql;
    }
    return sqlite;
}

/// PostgreSQL's driver gives no code for a connection that could not be opened: what the server said does.
bool saysFull(const Codes &codes, const Refusal &refusal)
{
    return codes.full.contains(refusal.code) || refusal.text.contains("too many clients"_L1)
           || refusal.text.contains("connection slots"_L1);
}

bool saysRefused(const Codes &codes, const Refusal &refusal)
{
    return codes.refused.contains(refusal.code) || refusal.text.contains("authentication failed"_L1)
           || refusal.text.contains("no password supplied"_L1);
}

Text said(const Refusal &refusal)
{
    return Text::verbatim(refusal.text.simplified());
}

} // namespace

Error errorOf(Kind kind, const QString &operation, const Refusal &refusal)
{
    const Codes &codes = codesOf(kind);
    if (codes.exists.contains(refusal.code))
        return {ErrorCode::NodeExists, operation, {}, said(refusal)};
    if (codes.busy.contains(refusal.code))
        return {ErrorCode::SqlBusy, operation, {}, said(refusal)};
    if (codes.lost.contains(refusal.code))
        return {ErrorCode::ConnectionLoss, operation, {}, said(refusal)};
    if (codes.denied.contains(refusal.code)) {
        return {ErrorCode::SqlFailed,
                operation,
                {},
                Text::en("The database does not let this user do that: grant the right to create tables there, or give "
                         "another user. (%1)")
                    .arg(said(refusal))};
    }
    if (codes.foreign.contains(refusal.code)) {
        return {
            ErrorCode::SqlFailed,
            operation,
            {},
            Text::en("The file is no %1 database: give another one, or a name at which one is to be made. Nothing was "
                     "changed. (%2)")
                .arg(kindText(kind), said(refusal))};
    }
    return {ErrorCode::SqlFailed,
            operation,
            {},
            Text::en("%1 refused \"%2\". (%3)").arg(kindText(kind), operation, said(refusal))};
}

Error openErrorOf(const Address &address, const Refusal &refusal)
{
    const Codes &codes = codesOf(address.kind);
    const QString where = address.toString();
    if (saysRefused(codes, refusal)) {
        return {ErrorCode::AuthFailed,
                u"connect"_s,
                {},
                Text::en("%1 refused the user or the password: check both.").arg(where)};
    }
    if (saysFull(codes, refusal)) {
        return {ErrorCode::SqlFailed,
                u"connect"_s,
                {},
                Text::en("%1 takes no more connections: each client has one of its own. Raise its max_connections, or "
                         "start fewer clients. (%2)")
                    .arg(where, said(refusal))};
    }
    if (address.kind == Kind::Sqlite) {
        return {ErrorCode::SqlFailed,
                u"connect"_s,
                {},
                Text::en("%1 could not be opened: check that its directory is there and may be written. (%2)")
                    .arg(where, said(refusal))};
    }
    return {ErrorCode::SqlFailed,
            u"connect"_s,
            {},
            Text::en("No database at %1: check the address, that the server runs, and the name of the database. (%2)")
                .arg(where, said(refusal))};
}

std::optional<Error> tooOld(Kind kind, const QString &version)
{
    // MariaDB: RELEASE_ALL_LOCKS, which MySQL has since 5.7; PostgreSQL: hashtextextended().
    const bool isMySql = kind == Kind::MariaDb && !version.contains("mariadb"_L1, Qt::CaseInsensitive);
    const QVersionNumber needed = kind == Kind::PostgreSql ? QVersionNumber(11)
                                  : isMySql                ? QVersionNumber(5, 7, 5)
                                  : kind == Kind::MariaDb  ? QVersionNumber(10, 5, 2)
                                                           : QVersionNumber();
    const QVersionNumber found = QVersionNumber::fromString(version);
    if (found.isNull() || found >= needed)
        return {};
    return Error{ErrorCode::SqlFailed,
                 u"connect"_s,
                 {},
                 Text::en("%1 %2 is too old: version %3 or newer is needed. Nothing was changed.")
                     .arg(isMySql ? u"MySQL"_s : kindText(kind), version, needed.toString())};
}

} // namespace lockscope::sql
