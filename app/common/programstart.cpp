// SPDX-License-Identifier: Apache-2.0
#include "app/common/programstart.h"

#include "core/base/limits.h"
#include "core/base/secret.h"
#include "core/base/smallfile.h"
#include "core/locks/dialectregistry.h"
#include "core/profiles/profilestore.h"
#include "core/recipes/own.h"
#include "core/zk/connectstring.h"
#include "core/zk/sshtunnel.h"

#include <QFile>
#include <QStandardPaths>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstring>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

constexpr auto optProfile = "profile"_L1;
constexpr auto optConnect = "connect"_L1;
constexpr auto optSsh = "ssh"_L1;
constexpr auto optAuth = "auth"_L1;
constexpr auto optAuthFile = "auth-file"_L1;
constexpr auto optTls = "tls"_L1;
constexpr auto optTlsCa = "tls-ca"_L1;
constexpr auto optTlsCert = "tls-cert"_L1;
constexpr auto optTlsKey = "tls-key"_L1;
constexpr auto optTlsPassphraseFile = "tls-passphrase-file"_L1;
constexpr auto optTlsInsecure = "tls-insecure"_L1;

/// "digest:user:password" into the spec. \a where: for the message, which never has the text itself.
Result<Done> readAuth(const QByteArray &text, const QString &where, ConnectSpec &spec)
{
    const qsizetype colon = text.indexOf(':');
    const auto isOfScheme = [](char each) {
        return std::isalnum(static_cast<unsigned char>(each)) || each == '_' || each == '-';
    };
    if (colon <= 0 || colon + 1 == text.size() || !std::all_of(text.begin(), text.begin() + colon, isOfScheme))
        return invalidInput(Text::en("%1 wants scheme:credential, as in digest:user:password.").arg(where));
    const QString scheme = QString::fromUtf8(text.left(colon));
    if (scheme == "sasl"_L1)
        return invalidInput(
            Text::en("%1: SASL is not in the ZooKeeper C client that this program was built with; log in by "
                     "digest.")
                .arg(where));
    if (scheme == "digest"_L1 && text.indexOf(':', colon + 1) < 0)
        return invalidInput(Text::en("%1 wants digest:user:password: there is a user, but no password.").arg(where));
    spec.authScheme = scheme;
    spec.authCredential = text.mid(colon + 1);
    return Done();
}

QByteArray firstLine(const QByteArray &text)
{
    qsizetype end = text.indexOf('\n');
    end = end < 0 ? text.size() : end;
    while (end > 0 && text[end - 1] == '\r')
        --end;
    return QByteArray(text.constData(), end); // a copy of its own, whatever becomes of the text
}

Result<Done> readTls(const QCommandLineParser &parser, zk::TlsSpec &tls)
{
    for (const auto &[name, file] :
         {std::pair(optTlsCa, &zk::TlsSpec::caFile), std::pair(optTlsCert, &zk::TlsSpec::certFile),
          std::pair(optTlsKey, &zk::TlsSpec::keyFile)}) {
        if (!parser.isSet(name))
            continue;
        tls.*file = parser.value(name);
        tls.enabled = true;
        if (!QFile::exists(tls.*file))
            return invalidInput(Text::en("--%1 %2: there is no such file.").arg(name, tls.*file));
    }
    if (!tls.keyFile.isEmpty() && tls.certFile.isEmpty())
        return invalidInput(Text::en("--tls-key needs --tls-cert: the certificate that belongs to the key."));
    tls.enabled = tls.enabled || parser.isSet(optTls) || parser.isSet(optTlsInsecure);
    if (parser.isSet(optTlsInsecure))
        tls.verify = false;
    if (parser.isSet(optTlsPassphraseFile)) {
        auto content = readSmallFile(parser.value(optTlsPassphraseFile));
        if (!content)
            return invalidInput(Text::en("--tls-passphrase-file: %1").arg(content.error().detail));
        const WipedAtEnd wiped(*content);
        tls.passphrase = firstLine(*content);
    }
    if (const Text problem = zk::tlsFileProblem(tls); !problem.isEmpty())
        return invalidInput(problem);
    return Done();
}

} // namespace

void addConnectOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {optProfile, Text::en("As this connection profile says; further options go before it.").shown(), u"NAME"_s},
        {optConnect, Text::en("Where to connect; default: $LOCKSCOPE_CONNECT.").shown(), u"HOST:PORT[,…][/chroot]"_s},
        {optSsh, Text::en("Reach the servers through this SSH host, by the ssh that you have.").shown(),
         u"[USER@]HOST[:PORT]"_s},
        {optAuth, Text::en("Log in; better --auth-file, since other users may see it for a moment.").shown(),
         u"digest:USER:PASSWORD"_s},
        {optAuthFile, Text::en("Log in with the first line of FILE, written like --auth.").shown(), u"FILE"_s},
        {optTls, Text::en("Over TLS, with the authorities that this system trusts.").shown()},
        {optTlsCa, Text::en("Over TLS; trust these authorities instead (PEM).").shown(), u"FILE"_s},
        {optTlsCert,
         Text::en("Over TLS; show this certificate to the server (PEM with its chain, or PKCS#12).").shown(),
         u"FILE"_s},
        {optTlsKey, Text::en("Its key (PEM), if it is not in the same file.").shown(), u"FILE"_s},
        {optTlsPassphraseFile, Text::en("The key's passphrase is the first line of FILE.").shown(), u"FILE"_s},
        {optTlsInsecure, Text::en("Over TLS, but believe any server: no look at certificate and name.").shown()},
    });
}

bool hasConnectOptions(const QCommandLineParser &parser)
{
    for (const auto name :
         {optConnect, optSsh, optAuth, optAuthFile, optTls, optTlsCa, optTlsCert, optTlsKey, optTlsInsecure}) {
        if (parser.isSet(name))
            return true;
    }
    return false;
}

Result<std::optional<profiles::Profile>> profileFromOptions(const QCommandLineParser &parser,
                                                            const QString &profilesFile)
{
    if (!parser.isSet(optProfile))
        return std::optional<profiles::Profile>();
    const auto kept = profiles::ProfileStore(profilesFile).load();
    if (!kept)
        return tl::unexpected(kept.error());
    const QString name = parser.value(optProfile);
    if (const profiles::Profile *found = profiles::findByName(*kept, name))
        return std::optional(*found);
    QStringList names;
    for (const profiles::Profile &profile : *kept)
        names << u'"' + profile.name + u'"';
    return invalidInput(
        names.isEmpty()
            ? Text::en("--profile %1: there are no profiles yet; the window makes them.").arg(name)
            : Text::en("--profile %1: there is no such profile; there are %2.").arg(name, names.join(", "_L1)));
}

Result<ConnectSpec> readConnectOptions(const QCommandLineParser &parser, ConnectSpec base)
{
    if (parser.isSet(optConnect))
        base.connectString = parser.value(optConnect);
    if (parser.isSet(optSsh)) {
        base.sshHost = parser.value(optSsh);
        if (const Text wrong = zk::sshHostProblem(base.sshHost); !wrong.isEmpty())
            return invalidInput(Text::en("--ssh: %1").arg(wrong));
    }
    if (parser.isSet(optAuth)) {
        QByteArray login = parser.value(optAuth).toUtf8(); // the parser keeps its own copy
        const WipedAtEnd wiped(login);
        if (const auto read = readAuth(login, u"--auth"_s, base); !read)
            return tl::unexpected(read.error());
    }
    if (parser.isSet(optAuthFile)) {
        if (const auto read = readAuthFile(parser.value(optAuthFile), base); !read)
            return tl::unexpected(read.error());
    }
    if (const auto read = readTls(parser, base.tls); !read)
        return tl::unexpected(read.error());
    return base;
}

Result<Done> readAuthFile(const QString &fileName, ConnectSpec &spec)
{
    auto content = readSmallFile(fileName);
    if (!content)
        return invalidInput(Text::en("--auth-file: %1").arg(content.error().detail));
    const WipedAtEnd wiped(*content);
    QByteArrayView rest(*content);
    QByteArrayView line;
    do {
        const qsizetype end = rest.indexOf('\n');
        line = rest.first(end < 0 ? rest.size() : end).trimmed();
        rest = rest.sliced(end < 0 ? rest.size() : end + 1);
    } while (line.startsWith('#') && !rest.isEmpty());
    QByteArray login = line.toByteArray();
    const WipedAtEnd wipedLogin(login);
    return readAuth(login, u"--auth-file %1"_s.arg(fileName), spec);
}

void quietDrivers()
{
    static QtMessageHandler usual = nullptr;
    usual = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &context, const QString &message) {
        const bool isToldElsewhere = message.startsWith("QMYSQLResult::cleanup"_L1)
                                     || message.startsWith("Unable to free statement"_L1) // of PostgreSQL
                                     || message.startsWith("unable to parse PKCS#12"_L1);
        if (!isToldElsewhere)
            usual(type, context, message);
    });
}

void outliveFailedWrites()
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

void scrubArguments(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        char *text = nullptr;
        if (std::strncmp(argv[i], "--auth=", 7) == 0)
            text = argv[i] + 7;
        else if (std::strcmp(argv[i], "--auth") == 0 && i + 1 < argc)
            text = argv[++i];
        // "digest:user:" may be seen, as many characters of a password may not.
        for (int colons = 0; text != nullptr && *text != '\0'; ++text) {
            if (colons == 2)
                *text = 'x';
            else if (*text == ':')
                ++colons;
        }
    }
}

void startOwnRecipe()
{
#ifdef LOCKSCOPE_HAS_OWN_RECIPE
    addOwnRecipe();
#endif
}

QList<Text> takeOwnSettings()
{
    QList<Text> problems;
    if (const auto problem = limitsOfProcess().problem)
        problems += *problem;
    const QString chosen = qEnvironmentVariable("LOCKSCOPE_PATTERNS");
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    const QString path = chosen.isEmpty() ? folder + "/lockscope/patterns.json"_L1 : chosen;
    if (chosen.isEmpty() && !QFile::exists(path)) // one that was asked for by name must be there
        return problems;
    const auto content = readSmallFile(path);
    if (!content)
        return problems << content.error().sentence();
    locks::Patterns patterns = locks::parsePatterns(*content, path);
    locks::useDialects(std::move(patterns.dialects));
    return problems + patterns.problems;
}

} // namespace lockscope
