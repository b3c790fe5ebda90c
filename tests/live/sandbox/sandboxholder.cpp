// SPDX-License-Identifier: Apache-2.0
// Starts a sandbox on a thread other than the main one, as the engine does, says where it is, and runs until killed.

#include "core/servers/sandbox.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QThread>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

void say(const QJsonObject &what)
{
    std::puts(QJsonDocument(what).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QThread thread;
    servers::SandboxSpec spec;
    spec.servers = app.arguments().value(1, u"1"_s).toInt();
    servers::Sandbox sandbox(spec);
    QObject::connect(&sandbox, &servers::Sandbox::ready, [](const servers::SandboxInfo &info) {
        QJsonArray servers;
        for (const servers::SandboxServer &server : info.servers)
            servers += QJsonObject{{u"pid"_s, server.pid}, {u"address"_s, server.clientAddress}};
        say({{u"directory"_s, info.directory}, {u"servers"_s, servers}});
    });
    QObject::connect(&sandbox, &servers::Sandbox::failed, [](const Error &error) {
        say({{u"error"_s, error.sentence().english()}});
    });
    sandbox.moveToThread(&thread);
    thread.start();
    sandbox.start();
    return QCoreApplication::exec(); // never comes back: it is killed
}
