// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include "app/cli/commands.h"
#include "app/common/programstart.h"
#include "core/base/duration.h"
#include "core/lab/faultdriver.h"
#include "core/profiles/profile.h"
#include "core/profiles/profilestore.h"
#include "core/profiles/secrets.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// Asks on the terminal, without showing what is typed, and blocks until a line was; nothing if there is no terminal,
/// or at the end of its input. Never reads a secret from anywhere else.
std::optional<SecretBytes> askSecret(const QString &question)
{
    if (::isatty(STDIN_FILENO) == 0)
        return std::nullopt;
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return std::nullopt;
    QFile file;
    termios before{};
    if (!file.open(terminal, QIODevice::ReadWrite | QIODevice::Unbuffered, QFileDevice::AutoCloseHandle)
        || ::tcgetattr(terminal, &before) != 0)
        return std::nullopt;
    termios silent = before;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    file.write(question.toLocal8Bit());
    ::tcsetattr(terminal, TCSAFLUSH, &silent);
    SecretBytes line = file.readLine();
    ::tcsetattr(terminal, TCSAFLUSH, &before);
    file.write("\n");
    if (line.isEmpty())
        return std::nullopt;
    if (line.endsWith('\n'))
        line.chop(1);
    return line;
}

/// From the keychain, else asked for on the terminal.
Result<SecretBytes> secretOf(const profiles::Profile &profile, profiles::SecretKind kind, const QString &instead)
{
    profiles::Secrets secrets;
    const profiles::SecretAnswer answer = secrets.readNow(profile, kind);
    if (answer.secret)
        return *answer.secret;
    const QString what =
        kind == profiles::SecretKind::Password
            ? u"password of %1"_s.arg(profile.user)
            : u"passphrase of %1"_s.arg(profile.tls.keyFile.isEmpty() ? profile.tls.certFile : profile.tls.keyFile);
    if (const auto typed = askSecret(u"%1: %2: "_s.arg(profile.name, what)))
        return *typed;
    return invalidInput(Text::verbatim(
        u"The profile \"%1\" needs the %2, which is not kept. %3Give %4, or run this on a terminal."_s.arg(
            profile.name, what, answer.trouble.isEmpty() ? QString() : answer.trouble.english() + u' ', instead)));
}

Result<ConnectSpec> specOf(const profiles::Profile &profile, bool hasLogin, bool hasPassphrase)
{
    SecretBytes password;
    SecretBytes passphrase;
    if (!profile.user.isEmpty() && !hasLogin) {
        const auto read = secretOf(profile, profiles::SecretKind::Password, u"--auth-file"_s);
        if (!read)
            return tl::unexpected(read.error());
        password = *read;
    }
    if (zk::wantsPassphrase(profile.tls) && !hasPassphrase) {
        const auto read = secretOf(profile, profiles::SecretKind::Passphrase, u"--tls-passphrase-file"_s);
        if (!read)
            return tl::unexpected(read.error());
        passphrase = *read;
    }
    return profiles::connectSpecOf(profile, password, passphrase);
}

} // namespace

ExitCode exitCodeOf(const Error &error)
{
    switch (error.code) {
    case ErrorCode::NoAuth:
    case ErrorCode::AuthFailed: return ExitCode::NotAuthorised;
    case ErrorCode::SessionExpired:
    case ErrorCode::Closed:
    case ErrorCode::NotConnected:
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
    case ErrorCode::MalformedReply:
    case ErrorCode::HistoryChanged:
    case ErrorCode::UnknownHost:
    case ErrorCode::ConnectTimeout:
    case ErrorCode::NoAnswer:
    case ErrorCode::TooFewDescriptors:
    case ErrorCode::NotZooKeeper:
    case ErrorCode::NotRedis:
    case ErrorCode::RedisFailed:
    case ErrorCode::SqlFailed:
    case ErrorCode::SshFailed:
    case ErrorCode::TlsFailed: return ExitCode::NotConnected;
    case ErrorCode::MalformedConnectString:
    case ErrorCode::InvalidInput:
    case ErrorCode::BadArguments: return ExitCode::Usage;
    case ErrorCode::NoNode:
    case ErrorCode::NodeExists:
    case ErrorCode::BadVersion:
    case ErrorCode::NotEmpty:
    case ErrorCode::NoChildrenForEphemerals:
    case ErrorCode::InvalidAcl:
    case ErrorCode::Throttled:
    case ErrorCode::SqlBusy:
    case ErrorCode::Unimplemented:
    case ErrorCode::Unsupported:
    case ErrorCode::NoWatcher:
    case ErrorCode::Cancelled:
    case ErrorCode::AcquireTimeout:
    case ErrorCode::AuditFailed:
    case ErrorCode::IdentityChanged:
    case ErrorCode::ObserveOnly:
    case ErrorCode::SandboxFailed:
    case ErrorCode::ScenarioFailed:
    case ErrorCode::NotHeld:
    case ErrorCode::Other: return ExitCode::Failed;
    }
    return ExitCode::Failed;
}

namespace {

/// A session's id may be a negative number; no option is called so, and none wants such a value.
void takeAsPositional(QStringList &arguments)
{
    static const QRegularExpression id(u"\\A-[0-9]{10,}\\z"_s);
    if (arguments.contains("--"_L1))
        return;
    QStringList ids;
    for (const QString &argument : std::as_const(arguments)) {
        if (id.match(argument).hasMatch())
            ids += argument;
    }
    if (ids.isEmpty())
        return;
    arguments.removeIf([](const QString &argument) { return id.match(argument).hasMatch(); });
    arguments += QStringList(u"--"_s) + ids;
}

} // namespace

CommandLine::CommandLine(const QString &command, const QString &description, Servers servers)
    : m_command(command)
{
    m_parser.setApplicationDescription(description);
    flag(u"json"_s, u"Print JSON instead of text."_s);
    if (servers == Servers::Asked) {
        addConnectOptions(m_parser);
        value(u"timeout"_s, u"MS"_s, u"Session timeout in milliseconds."_s, u"10000"_s);
        value(u"admin"_s, u"URL"_s, u"AdminServer of a server, once each; default: http://SERVER:8080 is tried."_s);
    }
    m_parser.addOption({{u"h"_s, u"help"_s}, u"Show this help."_s});
}

void CommandLine::positional(const QString &name, const QString &description, const QString &syntax)
{
    m_parser.addPositionalArgument(name, description);
    m_syntax += syntax.isEmpty() ? name : syntax;
}

void CommandLine::flag(const QString &name, const QString &description)
{
    m_parser.addOption({name, description});
}

void CommandLine::value(const QString &name, const QString &placeholder, const QString &description,
                        const QString &standard)
{
    const QString shown = standard.isEmpty() ? QString() : u" Default: %1."_s.arg(standard);
    m_parser.addOption({name, description + shown, placeholder, standard});
}

std::optional<ExitCode> CommandLine::parse(QStringList arguments, int leastPositional, int mostPositional)
{
    arguments.removeAt(1); // the command itself
    takeAsPositional(arguments);
    if (!m_parser.parse(arguments))
        return usage(m_parser.errorText());
    if (m_parser.isSet(u"help"_s)) {
        const QString help = m_parser.helpText(); // its first line names the program's whole path
        const QStringList words = QStringList(u"Usage: lockscope-cli"_s) << m_command << m_syntax << u"[options]"_s;
        writeOut((words.join(u' ') + help.mid(help.indexOf(u'\n'))).toLocal8Bit());
        return ExitCode::Ok;
    }
    const qsizetype given = positionals().size();
    if (given < leastPositional || given > mostPositional)
        return usage(given < leastPositional
                         ? u"%1 wants an argument more: see lockscope-cli %1 --help."_s.arg(m_command)
                         : u"%1: \"%2\" is one argument too many."_s.arg(m_command, positionals().constLast()));
    return std::nullopt;
}

Result<int> CommandLine::number(const QString &name, int least, int most) const
{
    bool ok = false;
    const int value = text(name).toInt(&ok);
    if (!ok || value < least || value > most)
        return invalidInput(Text::verbatim(
            u"--%1 wants a whole number from %2 to %3, not \"%4\"."_s.arg(name).arg(least).arg(most).arg(text(name))));
    return value;
}

Result<double> CommandLine::share(const QString &name) const
{
    bool ok = false;
    const double value = text(name).toDouble(&ok);
    if (!ok || !(value >= 0 && value <= 1))
        return invalidInput(Text::verbatim(u"--%1 wants a share from 0 to 1, not \"%2\"."_s.arg(name, text(name))));
    return value;
}

Result<ConnectSpec> CommandLine::connectSpec() const
{
    const auto profile = profileFromOptions(m_parser);
    if (!profile)
        return tl::unexpected(profile.error());
    auto base = *profile ? specOf(**profile, isSet(u"auth"_s) || isSet(u"auth-file"_s), isSet(u"tls-passphrase-file"_s))
                         : Result<ConnectSpec>(ConnectSpec());
    if (!base)
        return base;
    auto spec = readConnectOptions(m_parser, *std::move(base));
    if (!spec)
        return spec;
    if (spec->connectString.isEmpty()) {
        const auto environment = profiles::connectStringFromEnvironment();
        spec->connectString = environment.connectString;
        if (!environment.variable.isEmpty() && environment.variable != "LOCKSCOPE_CONNECT"_L1)
            std::fprintf(stderr,
                         "lockscope-cli: connecting as $%s says\n", // not what it says: there may be a login in it
                         qPrintable(environment.variable));
    }
    if (spec->connectString.isEmpty())
        spec->connectString = u"127.0.0.1:2181"_s;
    const auto known = profiles::ProfileStore().load();
    if (!known) {
        sayError(u"%1 Until it can be read, every ensemble is treated as a production one."_s.arg(
            known.error().sentence().english()));
    }
    spec->production = spec->production || !known || profiles::isProduction(*known, spec->connectString, spec->sshHost);
    const auto timeout = number(u"timeout"_s, 1, 24 * 3600 * 1000);
    if (!timeout)
        return tl::unexpected(timeout.error());
    if (isSet(u"timeout"_s) || !*profile)
        spec->sessionTimeoutMs = *timeout;
    if (isSet(u"admin"_s))
        spec->adminUrls = texts(u"admin"_s);
    for (const QString &text : std::as_const(spec->adminUrls)) {
        const QUrl url(text, QUrl::StrictMode);
        if (!url.userInfo().isEmpty())
            return invalidInput(
                Text::verbatim(u"--admin: an AdminServer asks for no login, leave USER:PASSWORD@ out."_s));
        if (!url.scheme().startsWith("http"_L1))
            return invalidInput(Text::verbatim(u"--admin wants a URL like http://zk1:8080, not \"%1\"."_s.arg(text)));
    }
    if (spec->tls.enabled && !spec->tls.verify)
        std::fputs("lockscope-cli: the server's certificate is not verified: anybody could be answering\n", stderr);
    return spec;
}

std::optional<profiles::Profile> CommandLine::profile() const
{
    return profileFromOptions(m_parser).value_or(std::nullopt);
}

locks::Thresholds CommandLine::thresholds() const
{
    const auto chosen = profile();
    return chosen ? chosen->thresholds : locks::Thresholds();
}

Result<std::chrono::milliseconds> parseDuration(const QString &text)
{
    const auto duration = durationFromText(text);
    if (!duration)
        return invalidInput(Text::verbatim(u"\"%1\" is no duration: write 500ms, 20s, 5m or 1h."_s.arg(text)));
    return *duration;
}

bool isOneFile(const QString &one, const QString &other)
{
    const auto placeOf = [](const QString &file) {
        const QFileInfo info(file);
        return info.exists() ? info.canonicalFilePath() : QDir::cleanPath(info.absoluteFilePath());
    };
    return !one.isEmpty() && !other.isEmpty() && placeOf(one) == placeOf(other);
}

void addServerOption(CommandLine &line, const QString &otherwise)
{
    line.value(u"at"_s, u"BACKEND=URL"_s,
               u"Address of a server, such as redis=redis://HOST:PORT; default: "_s + otherwise + u'.');
}

Result<QList<BackendSpec>> serversFrom(const CommandLine &line, const QList<locks::Backend> &backends)
{
    QStringList names;
    QList<BackendSpec> servers;
    for (const locks::Backend backend : backends) {
        names += locks::backendName(backend);
        servers += BackendSpec{backend};
    }
    for (const QString &at : line.texts(u"at"_s)) {
        const qsizetype equals = at.indexOf(u'=');
        const QString name = at.left(std::max<qsizetype>(equals, 0));
        if (name == locks::backendName(locks::Backend::ZooKeeper))
            return invalidInput(Text::verbatim(u"--at is for other backends; of ZooKeeper say --connect."_s));
        const qsizetype index = names.indexOf(name);
        if (index < 0)
            return invalidInput(Text::verbatim(
                u"--at wants BACKEND=URL, as in redis=redis://127.0.0.1:6379, not \"%1\"; here BACKEND is %2."_s.arg(
                    at, names.join(u" or "_s))));
        QString &address = servers[index].address; // one may need several
        address += (address.isEmpty() ? QString() : u","_s) + at.mid(equals + 1);
    }
    const auto login = line.login();
    if (!login)
        return tl::unexpected(login.error());
    const qsizetype index = names.indexOf(login->authScheme);
    if (!login->authScheme.isEmpty() && index < 0)
        return invalidInput(Text::verbatim(
            u"--auth-file wants %1:PASSWORD; a user is part of the URL."_s.arg(names.join(u":PASSWORD or "_s))));
    if (index >= 0)
        servers[index].password = QString::fromUtf8(login->authCredential);
    return servers;
}

namespace {

std::optional<ExitCode> codeForGood;

} // namespace

ExitCode fail(const Error &error)
{
    if (!codeForGood)
        sayError(error.sentence().english());
    return exitCodeOf(error);
}

void failForGood(const Error &error)
{
    if (codeForGood)
        return;
    codeForGood = fail(error);
    QCoreApplication::exit(static_cast<int>(*codeForGood));
}

std::optional<ExitCode> failedForGood()
{
    return codeForGood;
}

ExitCode usage(const QString &sentence)
{
    sayError(sentence);
    return ExitCode::Usage;
}

Result<Done> readNumbers(const CommandLine &line, std::initializer_list<NumberOption> numbers)
{
    for (const NumberOption &number : numbers) {
        const auto given = line.number(number.option, number.least, number.most);
        if (!given)
            return tl::unexpected(given.error());
        number.value = *given;
    }
    return Done();
}

Result<int> ensembleSize(const CommandLine &line)
{
    const auto servers = line.number(u"servers"_s, 1, 5);
    if (servers && *servers % 2 == 0)
        return invalidInput(Text::verbatim(u"--servers is 1, 3 or 5."_s));
    return servers;
}

Result<locks::RecipeId> recipeFrom(const CommandLine &line)
{
    const auto recipe = locks::recipeFromName(line.text(u"recipe"_s));
    if (!recipe)
        return invalidInput(Text::verbatim(u"There is no recipe \"%1\"; there are %2."_s.arg(
            line.text(u"recipe"_s), locks::recipeNames().join(", "_L1))));
    return *recipe;
}

Result<Done> readRecipe(const CommandLine &line, lab::SpawnRequest &request)
{
    const auto recipe = recipeFrom(line);
    if (!recipe)
        return tl::unexpected(recipe.error());
    const locks::RecipeInfo &info = locks::recipeInfo(*recipe);
    request.recipe = *recipe;
    request.dialect = info.dialects.contains(locks::Dialect::Docs) ? locks::Dialect::Docs
                                                                   : info.dialects.value(0, locks::Dialect::Docs);
    if (!line.isSet(u"dialect"_s))
        return Done();
    const auto dialect = locks::dialectFromName(line.text(u"dialect"_s));
    if (!dialect)
        return invalidInput(
            Text::verbatim(u"--dialect is docs, curator, kazoo or plain, not \"%1\"."_s.arg(line.text(u"dialect"_s))));
    request.dialect = *dialect;
    return Done();
}

// ---- faults ----

Result<lab::RandomFault> readFault(const QString &text)
{
    const qsizetype at = text.indexOf(u'@');
    const qsizetype colon = text.indexOf(u':', std::max<qsizetype>(at, 0));
    const auto fault = journal::faultFromName(text.left(std::max<qsizetype>(at, 0)));
    if (at < 0 || !fault)
        return invalidInput(Text::verbatim(
            u"--fault wants NAME@RATE, as in lose-reply@0.01, not \"%1\"; the names are crash, pause, resume, "
            "partition, heal, delay, lose-request, lose-reply, lose-create-reply, expire and close."_s.arg(text)));
    bool ok = false;
    const double rate = text.mid(at + 1, colon < 0 ? -1 : colon - at - 1).toDouble(&ok);
    if (!ok || !std::isfinite(rate) || rate < 0 || rate > 1)
        return invalidInput(
            Text::verbatim(u"--fault %1: the rate is the probability at each request, from 0 to 1."_s.arg(text)));
    auto duration = lab::usualDuration(*fault);
    if (colon >= 0) {
        const auto given = parseDuration(text.mid(colon + 1));
        if (!given)
            return tl::unexpected(given.error());
        duration = *given;
    }
    return lab::RandomFault{*fault, rate, duration};
}

Result<quint32> seedFrom(const CommandLine &line)
{
    if (!line.isSet(u"seed"_s))
        return QRandomGenerator::global()->generate() & 0x7fffffffu;
    const auto seed = line.number(u"seed"_s, 0, std::numeric_limits<int>::max());
    if (!seed)
        return tl::unexpected(seed.error());
    return static_cast<quint32>(*seed);
}

void addFindingOptions(CommandLine &line, bool quick)
{
    const locks::Thresholds standard;
    line.value(u"stale-after"_s, u"DURATION"_s,
               u"Report a holder that has held for this long while others wait (500ms, 20s, 5m, 1h); 0: never."_s,
               u"%1m"_s.arg(standard.staleHolderMs / 60'000));
    line.value(u"long-wait"_s, u"DURATION"_s, u"Report a wait of this length; 0: never."_s,
               u"%1m"_s.arg(standard.longWaitMs / 60'000));
    if (quick)
        line.flag(u"quick"_s, u"Ask the servers only once. Findings that need several readings are not reported."_s);
}

Result<locks::Thresholds> thresholdsFrom(const CommandLine &line)
{
    locks::Thresholds thresholds = line.thresholds();
    const auto stale = parseDuration(line.text(u"stale-after"_s));
    if (!stale)
        return tl::unexpected(stale.error());
    const auto wait = parseDuration(line.text(u"long-wait"_s));
    if (!wait)
        return tl::unexpected(wait.error());
    const bool standard = !line.profile(); // an option's standard value is nothing that was asked for
    if (standard || line.isSet(u"stale-after"_s))
        thresholds.staleHolderMs = stale->count();
    if (standard || line.isSet(u"long-wait"_s))
        thresholds.longWaitMs = wait->count();
    return thresholds;
}

} // namespace lockscope::cli
