// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqlserver.h"

#include "core/base/guard.h"
#include "core/servers/sandbox.h"
#include "core/servers/sandboxports.h"
#include "core/sql/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include <sys/stat.h>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

const QString userName = u"lockscope"_s;
const QString databaseName = u"lockscope"_s;

/// Where Debian has PostgreSQL's programs, the newest version first.
QStringList postgreSqlDirectories()
{
    const QDir versions(u"/usr/lib/postgresql"_s);
    QStringList directories;
    for (const QString &version : versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed))
        directories += versions.filePath(version + "/bin"_L1);
    return directories;
}

Error missingServer(sql::Kind kind)
{
    const Text sentence = kind == sql::Kind::MariaDb
                              ? Text::en("No MariaDB server found: install one (on Debian: apt install "
                                         "mariadb-server-core mariadb-client-core), or give the address of one that "
                                         "runs.")
                              : Text::en("No PostgreSQL server found: install one (on Debian: apt install postgresql), "
                                         "or give the address of one that runs.");
    return {ErrorCode::SandboxFailed, {}, {}, sentence};
}

/// Whom there is to run a server as, where this program is root.
QString otherUser(sql::Kind kind)
{
    for (const char *name : {kind == sql::Kind::MariaDb ? "mysql" : "postgres", "nobody"}) {
        if (::getpwnam(name))
            return QString::fromLatin1(name);
    }
    return {};
}

/// The first folder on the way to \a path that \a user may not enter, by its mode; empty where there is none.
QString closedFolder(const QString &path, const passwd &user)
{
    QString folder = u"/"_s;
    for (const QString &name : QFileInfo(path).canonicalFilePath().split(u'/', Qt::SkipEmptyParts)) {
        folder = QDir(folder).filePath(name);
        struct stat facts;
        if (::stat(QFile::encodeName(folder).constData(), &facts) != 0)
            return {};
        const mode_t enter = facts.st_uid == user.pw_uid ? S_IXUSR : facts.st_gid == user.pw_gid ? S_IXGRP : S_IXOTH;
        if ((facts.st_mode & enter) == 0)
            return folder;
    }
    return {};
}

/// The line that says why a program failed: the first with an error, else the last one. Installers end with advice.
QString lineOfError(const QByteArray &output)
{
    static const QRegularExpression error(u"\\b(error|fatal)\\b"_s, QRegularExpression::CaseInsensitiveOption);
    const QStringList lines = QString::fromUtf8(output).split(u'\n', Qt::SkipEmptyParts);
    const auto first =
        std::find_if(lines.begin(), lines.end(), [](const QString &line) { return line.contains(error); });
    if (first != lines.end())
        return first->trimmed();
    return lines.isEmpty() ? QString() : lines.constLast().trimmed();
}

} // namespace

SqlServerSpec SqlServerSpec::fromEnvironment(sql::Kind kind)
{
    SqlServerSpec spec;
    spec.kind = kind;
    spec.path = qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts);
    spec.path += {u"/usr/sbin"_s, u"/usr/libexec"_s}; // servers are not on everybody's path
    if (kind == sql::Kind::PostgreSql)
        spec.path += postgreSqlDirectories();
    return spec;
}

SqlServer::SqlServer(SqlServerSpec spec, QObject *parent)
    : servers::PrivateServer(sql::kindText(spec.kind), parent)
    , m_spec(std::move(spec))
{
    if (m_spec.kind == sql::Kind::PostgreSql) // "immediate": all of its processes end at once, and nothing is tidied up
        setCrashSignal(SIGQUIT);
}

Result<SqlServer::Programs> SqlServer::find() const
{
    const bool isMariaDb = m_spec.kind == sql::Kind::MariaDb;
    const auto program = [this](const QString &name) { // QStandardPaths would ask $PATH for an empty list
        return m_spec.path.isEmpty() ? QString() : QStandardPaths::findExecutable(name, m_spec.path);
    };
    const Programs found{program(isMariaDb ? u"mariadb-install-db"_s : u"initdb"_s),
                         program(isMariaDb ? u"mariadbd"_s : u"postgres"_s)};
    if (found.prepare.isEmpty() || found.serve.isEmpty())
        return tl::unexpected(missingServer(m_spec.kind));
    return found;
}

std::optional<Error> SqlServer::missing() const
{
    const auto found = find();
    return found ? std::nullopt : std::optional(found.error());
}

Result<Done> SqlServer::giveDirectoryAway()
{
    if (::geteuid() != 0)
        return Done();
    m_user = otherUser(m_spec.kind);
    const passwd *other = m_user.isEmpty() ? nullptr : ::getpwnam(qPrintable(m_user));
    if (!other || ::chown(qPrintable(directory()), other->pw_uid, other->pw_gid) != 0) {
        return servers::sandboxFailure(
            Text::en("%1 does not run as root, and there is no other user to run it as: start "
                     "Lockscope as one.")
                .arg(sql::kindText(m_spec.kind)));
    }
    return Done();
}

std::optional<Error> SqlServer::closedToUser() const
{
    const passwd *other = m_user.isEmpty() ? nullptr : ::getpwnam(qPrintable(m_user));
    const QString closed = other ? closedFolder(directory(), *other) : QString();
    if (closed.isEmpty())
        return std::nullopt;
    return Error{
        ErrorCode::SandboxFailed,
        {},
        {},
        Text::en("%1 runs as the user %2, who cannot enter %3: set TMPDIR to a folder that all users can enter.")
            .arg(sql::kindText(m_spec.kind), m_user, closed)};
}

Task<Result<Done>> SqlServer::prepare(QString program)
{
    const GroupGuard children; // the installer is a script: what it starts would go on without it
    QProcess process;
    tieToThisThread(process, m_user, &children);
    process.setProgram(program);
    process.setWorkingDirectory(directory());
    process.setProcessEnvironment(environment());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    if (m_spec.kind == sql::Kind::MariaDb) {
        process.setArguments({u"--no-defaults"_s, u"--datadir="_s + directory() + u"/data"_s,
                              u"--auth-root-authentication-method=normal"_s, u"--skip-test-db"_s,
                              u"--innodb-log-file-size=8M"_s});
    } else {
        process.setArguments({u"-D"_s, directory() + u"/data"_s, u"-U"_s, userName, u"-A"_s, u"trust"_s, u"-E"_s,
                              u"UTF8"_s, u"--locale=C"_s, u"--no-sync"_s});
    }
    const ReplyPromise<Done> over;
    connect(&process, &QProcess::finished, this, [over] { over.complete(Done()); });
    connect(&process, &QProcess::errorOccurred, this, [over] { over.complete(Done()); });
    QTimer::singleShot(m_spec.startTimeout, &process, [&process] { process.kill(); });
    process.start();
    const qint64 group = process.processId();
    Reply<Done> running(over);
    co_await running;
    if (process.exitStatus() == QProcess::NormalExit)
        children.leaveOut(group); // which may be another's by now
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        co_return Done();
    if (const auto closed = closedToUser())
        co_return tl::unexpected(*closed);
    co_return servers::sandboxFailure(
        Text::en("%1 could not be prepared: %2").arg(sql::kindText(m_spec.kind), lineOfError(process.readAll())));
}

QStringList SqlServer::arguments(quint16 port) const
{
    const QString data = directory() + u"/data"_s;
    if (m_spec.kind == sql::Kind::MariaDb) {
        return {u"--no-defaults"_s,
                u"--datadir="_s + data,
                u"--bind-address=127.0.0.1"_s,
                u"--port=%1"_s.arg(port),
                u"--socket="_s + directory() + u"/socket"_s,
                u"--pid-file="_s + directory() + u"/pid"_s,
                u"--max-connections=%1"_s.arg(m_spec.connections),
                u"--innodb-flush-log-at-trx-commit=2"_s,
                u"--innodb-buffer-pool-size=32M"_s,
                u"--innodb-log-file-size=8M"_s,
                u"--skip-name-resolve"_s,
                u"--init-file="_s + directory() + u"/init.sql"_s};
    }
    return {u"-D"_s, data,
            u"-h"_s, u"127.0.0.1"_s,
            u"-p"_s, QString::number(port),
            u"-k"_s, directory(),
            u"-N"_s, QString::number(m_spec.connections),
            u"-F"_s};
}

Task<Result<sql::Address>> SqlServer::start()
{
    const auto programs = find();
    if (!programs)
        co_return tl::unexpected(programs.error());
    if (const auto made = makeDirectory(); !made)
        co_return tl::unexpected(made.error());
    const bool isMariaDb = m_spec.kind == sql::Kind::MariaDb;
    const auto written = isMariaDb ? writeFile(u"init.sql"_s, "CREATE DATABASE IF NOT EXISTS lockscope;\n"
                                                              "CREATE USER IF NOT EXISTS lockscope@'%';\n"
                                                              "GRANT ALL ON lockscope.* TO lockscope@'%';\n"
                                                              "GRANT PROCESS ON *.* TO lockscope@'%';\n")
                                   : Result<Done>(Done());
    if (!written)
        co_return tl::unexpected(written.error());
    if (const auto given = giveDirectoryAway(); !given)
        co_return tl::unexpected(given.error());
    auto preparing = prepare(programs->prepare);
    const auto prepared = co_await preparing;
    if (!prepared)
        co_return tl::unexpected(prepared.error());
    const auto reserved = servers::PortReservation::take(); // held until the server has it
    if (!reserved)
        co_return tl::unexpected(reserved.error());
    launch(programs->serve, arguments(reserved->port()), m_user);

    m_address = {m_spec.kind, {}, userName, u"127.0.0.1"_s, reserved->port(), isMariaDb ? databaseName : u"postgres"_s};
    auto serving = untilServing(ErrorCode::SqlFailed, m_spec.startTimeout);
    const auto served = co_await serving;
    if (!served)
        co_return tl::unexpected(served.error());
    const sql::Address address = m_address; // what is returned is moved from
    co_return address;
}

Task<Result<Done>> SqlServer::greet()
{
    auto opening = sql::Session::open(m_address, {});
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    co_return Done();
}

} // namespace lockscope::backends

#include "moc_sqlserver.cpp"
