// SPDX-License-Identifier: Apache-2.0
#include "core/redis/answers.h"

#include "core/base/secret.h"

namespace lockscope::redis {

using namespace Qt::StringLiterals;

namespace {

bool isOfLogin(const QByteArray &answer)
{
    // Before version 6 a wrong password, or one that the server does not ask for, had no word of its own.
    return answer.startsWith("NOAUTH") || answer.startsWith("WRONGPASS") || answer.startsWith("ERR invalid password")
           || answer.startsWith("ERR AUTH") || answer.startsWith("ERR Client sent AUTH");
}

/// What to do about it; the server's own words follow.
Text adviceFor(const QByteArray &answer, const QString &operation)
{
    const auto begins = [&answer](const char *word) { return answer.startsWith(word); };
    if (begins("LOADING"))
        return Text::en("The Redis server still loads its data: try again when it has.");
    if (begins("READONLY"))
        return Text::en("This Redis server is a replica, which takes no writes: give the address of its master.");
    if (begins("NOPERM"))
        return Text::en("The Redis server does not allow this user %1: give another user, or the right by ACL SETUSER.")
            .arg(operation);
    if (begins("MOVED") || begins("ASK") || begins("CLUSTERDOWN") || begins("CROSSSLOT"))
        return Text::en("This Redis server is one of a cluster, which Lockscope does not follow: give one that stands "
                        "alone.");
    if (begins("MISCONF") || begins("OOM") || begins("NOREPLICAS"))
        return Text::en("The Redis server takes no writes at present: see why, then try again.");
    if (begins("WRONGTYPE"))
        return Text::en("The key holds something that is no lock: choose another key.");
    if (begins("ERR unknown command") || begins("ERR syntax error") || begins("ERR wrong number"))
        return Text::en("The Redis server does not know %1 in this form: it takes version 2.6.12 or newer.")
            .arg(operation);
    if (begins("ERR Error running script") || begins("ERR Error compiling script") || begins("BUSY")
        || answer.contains("script: "))
        return Text::en("A script failed on the Redis server: what it wrote before that stays.");
    return Text::en("The Redis server refused %1.").arg(operation);
}

} // namespace

QString operationOf(const Command &command)
{
    return command.isEmpty() ? QString() : QString::fromLatin1(command.front()).toLower();
}

Error refusal(const Command &command, const QByteArray &answer)
{
    const QString operation = operationOf(command);
    QByteArray said = answer;
    if (operation == "auth"_L1) { // where that is no command, servers repeat it, and cut what is long
        if (const auto repeated = said.indexOf(", with args"); repeated >= 0)
            said.truncate(repeated);
        for (qsizetype i = 1; i < command.size(); ++i)
            said = withoutSecret(said, command[i]);
    }
    const Text words = Text::verbatim(QString::fromUtf8(said));
    if (isOfLogin(answer))
        return {ErrorCode::AuthFailed, operation, {}, words};
    return {ErrorCode::RedisFailed, operation, {}, Text::en("%1 (%2)").arg(adviceFor(answer, operation), words)};
}

} // namespace lockscope::redis
