// SPDX-License-Identifier: Apache-2.0
#include "core/sql/address.h"

#include <QFile>
#include <QUrl>

#include <sys/stat.h>

namespace lockscope::sql {

using namespace Qt::StringLiterals;

namespace {

constexpr auto sqlitePrefix = "sqlite:"_L1;
constexpr int mariaDbPort = 3306;
constexpr int postgreSqlPort = 5432;

bool isPlainName(const QString &name)
{
    return !name.isEmpty() && !name.contains(u'/');
}

} // namespace

QString kindText(Kind kind)
{
    switch (kind) {
    case Kind::Sqlite: return u"SQLite"_s;
    case Kind::MariaDb: return u"MariaDB"_s;
    case Kind::PostgreSql: return u"PostgreSQL"_s;
    }
    return {};
}

std::optional<std::pair<quint64, quint64>> identityOf(const QString &file)
{
    struct stat found = {};
    if (::stat(QFile::encodeName(file).constData(), &found) != 0)
        return std::nullopt;
    return std::pair<quint64, quint64>(found.st_dev, found.st_ino);
}

std::optional<Error> otherFile(const Address &address)
{
    if (!address.fileIdentity || address.fileIdentity == identityOf(address.file))
        return std::nullopt;
    return Error{ErrorCode::SqlFailed,
                 u"connect"_s,
                 {},
                 Text::en("The file %1 was deleted or replaced: other programs do not see the locks of the clients "
                          "here. Disconnect, and connect to it again.")
                     .arg(address.file)};
}

QString Address::toString() const
{
    if (kind == Kind::Sqlite)
        return sqlitePrefix + file;
    QUrl url;
    url.setScheme(kind == Kind::MariaDb ? u"mysql"_s : u"postgresql"_s);
    url.setUserName(user);
    url.setHost(host);
    url.setPort(port);
    url.setPath(u'/' + database);
    return url.toString();
}

Result<Address> parseAddress(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.startsWith(sqlitePrefix)) {
        const QString file = trimmed.mid(sqlitePrefix.size());
        if (file.isEmpty())
            return invalidInput(Text::en("Which file? Write sqlite:FILE."));
        return Address{Kind::Sqlite, file};
    }
    const QUrl url(trimmed, QUrl::StrictMode);
    if (!url.password().isEmpty()) {
        return invalidInput(Text::en("A password does not belong into the address, where others can read it: leave it "
                                     "out there."));
    }
    const bool isMariaDb = url.scheme() == "mysql"_L1 || url.scheme() == "mariadb"_L1;
    const bool isPostgreSql = url.scheme() == "postgresql"_L1 || url.scheme() == "postgres"_L1;
    if (!url.isValid() || (!isMariaDb && !isPostgreSql) || url.host().isEmpty() || url.userName().isEmpty()
        || !isPlainName(url.path().mid(1)) || url.hasQuery() || url.hasFragment()) {
        return invalidInput(Text::en("Not the address of a database: write mysql://USER@HOST:PORT/DATABASE, "
                                     "postgresql://USER@HOST:PORT/DATABASE or sqlite:FILE."));
    }
    const int port = url.port(isMariaDb ? mariaDbPort : postgreSqlPort);
    if (port == 0)
        return invalidInput(Text::en("A port is 1 to 65535."));
    return Address{isMariaDb ? Kind::MariaDb : Kind::PostgreSql,
                   {},
                   url.userName(),
                   url.host(),
                   static_cast<quint16>(port),
                   url.path().mid(1)};
}

} // namespace lockscope::sql
