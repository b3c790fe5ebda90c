// SPDX-License-Identifier: Apache-2.0
// The command line of lockscope-cli: the options that all commands share, and how one command's own are declared.
// Never connects; a usage error is an Error with a sentence.
#pragma once

#include "app/common/programstart.h"
#include "core/engine/engine.h"
#include "core/profiles/profile.h"

#include <QCommandLineParser>
#include <QStringList>

#include <chrono>
#include <initializer_list>
#include <optional>

namespace lockscope::cli {

enum class ExitCode {
    Ok = 0,
    Failed = 1,
    Usage = 2,
    NotConnected = 3,
    NotAuthorised = 4,
    Unrecorded = 5, ///< it is done, but not written down or printed as it should be
};

/// The exit code for a script: what kind of error it was.
ExitCode exitCodeOf(const Error &error);

/// A parser with the common options; a command adds its own and then calls parse().
class CommandLine
{
public:
    enum class Servers { Asked, None };

    /// \a servers: without any it has no options that say how to connect.
    CommandLine(const QString &command, const QString &description, Servers servers = Servers::Asked);

    void positional(const QString &name, const QString &description, const QString &syntax = {});
    void flag(const QString &name, const QString &description);
    void value(const QString &name, const QString &placeholder, const QString &description,
               const QString &standard = {});

    /// Reads; with --help or an error it prints and gives the exit code to end with.
    std::optional<ExitCode> parse(QStringList arguments, int leastPositional, int mostPositional);

    bool isSet(const QString &name) const { return m_parser.isSet(name); }
    QString text(const QString &name) const { return m_parser.value(name); }
    /// Of an option that may be given several times.
    QStringList texts(const QString &name) const { return m_parser.values(name); }
    QStringList positionals() const { return m_parser.positionalArguments(); }
    bool json() const { return m_parser.isSet(QStringLiteral("json")); }

    /// A whole number in a range; InvalidInput with a sentence naming the option.
    Result<int> number(const QString &name, int least, int most) const;
    Result<double> share(const QString &name) const; ///< from 0 to 1
    /// Where and how to connect, from the options and the environment.
    Result<ConnectSpec> connectSpec() const;
    /// Of it only what --auth and --auth-file say.
    Result<ConnectSpec> login() const { return readConnectOptions(m_parser); }
    /// The profile that connectSpec() went by; nothing without one.
    std::optional<profiles::Profile> profile() const;
    /// From when on something is a finding: the profile's, else the standard.
    locks::Thresholds thresholds() const;

private:
    QCommandLineParser m_parser;
    QString m_command;
    QStringList m_syntax; ///< of the positional arguments
};

/// "500", "500ms", "20s", "5m", "1h"; a bare number is milliseconds.
Result<std::chrono::milliseconds> parseDuration(const QString &text);

/// The options --stale-after and --long-wait, and for commands that want one answer --quick.
void addFindingOptions(CommandLine &line, bool quick);
/// The thresholds that they ask for, else the profile's, else the standard ones.
Result<locks::Thresholds> thresholdsFrom(const CommandLine &line);

/// A whole number in a range, into \a value.
struct NumberOption
{
    QString option;
    int least;
    int most;
    int &value;
};
Result<Done> readNumbers(const CommandLine &line, std::initializer_list<NumberOption> numbers);
/// What --servers says of a private ensemble: 1, 3 or 5.
Result<int> ensembleSize(const CommandLine &line);

/// What --recipe says.
Result<locks::RecipeId> recipeFrom(const CommandLine &line);
/// What --recipe and --dialect say, into \a request.
Result<Done> readRecipe(const CommandLine &line, lab::SpawnRequest &request);
/// "crash@0.01", "pause@0.05:2s".
Result<lab::RandomFault> readFault(const QString &text);
/// What --seed says; without it one that it takes.
Result<quint32> seedFrom(const CommandLine &line);

/// Whether two options name the same file, as it is found or would be made; of an empty one: false.
bool isOneFile(const QString &one, const QString &other);

/// Declares --at.
void addServerOption(CommandLine &line, const QString &otherwise);
/// Of each of \a backends, none of them ZooKeeper, the address that --at gives, or none, with the password of
/// --auth-file where that is for it.
Result<QList<BackendSpec>> serversFrom(const CommandLine &line, const QList<locks::Backend> &backends);

/// Prints the sentence on standard error.
ExitCode fail(const Error &error);
ExitCode usage(const QString &sentence);

/// The same as fail(), and ends the program with that code: what its command hears of it in the same turn is not said
/// again, and changes nothing in the code.
void failForGood(const Error &error);
/// The code that failForGood() has ended the program with.
std::optional<ExitCode> failedForGood();

} // namespace lockscope::cli
