// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/guard.h"
#include "core/base/visible.h"

#include <QProcess>

#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// Runs a command with LOCKSCOPE_CONNECT set, on this terminal; its exit code, or an error if it did not start.
Reply<int> execute(Context &context, const QStringList &command, const QString &connectString)
{
    auto *process = new QProcess(&context);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LOCKSCOPE_CONNECT"_s, connectString);
    process->setProcessEnvironment(environment);
    process->setProcessChannelMode(QProcess::ForwardedChannels);
    process->setInputChannelMode(QProcess::ForwardedInputChannel);
    const ReplyPromise<int> promise;
    QObject::connect(process, &QProcess::finished, process, [promise](int code, QProcess::ExitStatus status) {
        promise.complete(status == QProcess::NormalExit ? code : 128 + code); // as shells do: the code is the signal
    });
    QObject::connect(process, &QProcess::errorOccurred, process, [promise, process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            promise.complete(failure(ErrorCode::InvalidInput, {}, {},
                                     Text::verbatim(u"--exec: %1 cannot be started: %2."_s.arg(
                                         process->program(), process->errorString()))));
    });
    endWithThisThread(*process); // without the servers it has nothing to work with
    context.onInterrupt([process] { process->terminate(); }, Context::Ending::Long);
    process->start(command.first(), command.mid(1));
    return Reply<int>(promise);
}

Result<servers::SandboxSpec> readSpec(const CommandLine &line)
{
    servers::SandboxSpec spec;
    const auto servers = ensembleSize(line);
    if (!servers)
        return tl::unexpected(servers.error());
    const auto port = line.number(u"port"_s, 0, 65535);
    if (!port)
        return tl::unexpected(port.error());
    spec.servers = *servers;
    spec.port = static_cast<quint16>(*port);
    spec.directory = line.text(u"dir"_s);
    return spec;
}

} // namespace

Task<ExitCode> runSandbox(Context &context, QStringList arguments)
{
    // What follows --exec belongs to the command.
    QStringList command;
    if (const qsizetype exec = arguments.indexOf(u"--exec"_s); exec >= 0) {
        command = arguments.mid(exec + 1);
        arguments = arguments.mid(0, exec);
        if (command.isEmpty())
            co_return usage(u"--exec wants a command."_s);
    }
    CommandLine line(u"sandbox"_s, u"Starts a private ZooKeeper on loopback and runs until stopped."_s,
                     CommandLine::Servers::None);
    line.value(u"servers"_s, u"N"_s, u"1, 3 or 5 servers."_s, u"1"_s);
    line.value(u"port"_s, u"P"_s, u"Client port of the first server; 0: any free one."_s, u"0"_s);
    line.value(u"dir"_s, u"DIR"_s,
               u"Keep the servers' files there; default: a temporary directory, deleted at the end."_s);
    line.value(u"exec"_s, u"CMD…"_s,
               u"Run CMD with LOCKSCOPE_CONNECT set, and stop with its exit code (last option)."_s);
    if (const auto ended = line.parse(arguments, 0, 0))
        co_return *ended;
    const auto spec = readSpec(line);
    if (!spec)
        co_return fail(spec.error());

    const ReplyPromise<Done> end;
    QObject::connect(&context.engine, &Engine::sandboxProgress, &context, [](const Text &sentence) {
        std::fprintf(stderr, "%s\n", qPrintable(visible(sentence.english())));
    });
    QObject::connect(&context.engine, &Engine::sandboxFailed, &context,
                     [end](const Error &error) { end.complete(tl::unexpected(error)); });
    if (command.isEmpty())
        context.onInterrupt([end] { end.complete(Done()); }, Context::Ending::Long);

    auto starting = context.engine.startSandbox(*spec);
    const auto info = co_await starting;
    if (!info)
        co_return fail(info.error());
    if (!command.isEmpty()) {
        const auto executing = execute(context, command, info->connectString);
        const auto code = co_await executing;
        co_return code ? static_cast<ExitCode>(*code) : fail(code.error());
    }
    printLine(u"connect: %1"_s.arg(info->connectString));
    for (const servers::SandboxServer &server : info->servers) {
        if (!server.adminUrl.isEmpty())
            printLine(u"admin: %1"_s.arg(server.adminUrl));
        printLine(u"log: %1"_s.arg(server.logFile));
    }
    const Reply<Done> ending(end);
    const auto ended = co_await ending;
    co_return ended ? ExitCode::Ok : fail(ended.error());
}

} // namespace lockscope::cli
