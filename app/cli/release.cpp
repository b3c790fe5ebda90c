// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/clock.h"
#include "core/observe/audit.h"

#include <QFile>
#include <QJsonArray>

#include <cstdio>

#include <unistd.h>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

QString contenderText(const locks::Contender &contender)
{
    QString text = contender.node.name;
    if (contender.node.stat)
        text += u" (session %1)"_s.arg(contender.node.stat->ephemeralOwner.toHex());
    return text;
}

void explain(const observe::ReleasePlan &plan, FILE *out)
{
    const auto line = [out](const QString &name, const QString &value) {
        std::fprintf(out, "%s  %s\n", qPrintable(name.leftJustified(13)), qPrintable(value));
    };
    line(u"node"_s, plan.path);
    line(u"state"_s, plan.holds() ? u"holds the lock"_s : u"waits"_s);
    line(u"session"_s, plan.stat.isEphemeral() ? plan.stat.ephemeralOwner.toHex()
                                               : u"none: the node is persistent and stays until it is deleted"_s);
    line(u"czxid"_s, plan.stat.czxid.toHex());
    line(u"age"_s, durationText(plan.ageMs(nowNs())));
    line(u"data"_s, plan.node.data.isEmpty() ? u"-"_s : dataText(plan.node, 200));
    QStringList next;
    for (const int index : plan.next)
        next << contenderText(plan.queue.contenders[static_cast<size_t>(index)]);
    line(u"then holds"_s, next.isEmpty() ? plan.holds() ? u"nobody"_s : u"nobody new"_s : next.join(u", "_s));
    line(u"still waiting"_s, QString::number(plan.stillWaiting()));
    if (const QString warning = plan.warning(); !warning.isEmpty())
        line(u"warning"_s, warning);
}

bool confirmed()
{
    std::fputs("Delete this node? Type yes: ", stderr);
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return false;
    return input.readLine().trimmed() == "yes";
}

QJsonObject resultJson(const observe::ReleasePlan &plan, const QString &result, const std::optional<Error> &error)
{
    QJsonArray next;
    for (const int index : plan.next)
        next.append(plan.queue.contenders[static_cast<size_t>(index)].node.name);
    QJsonObject object{{u"node"_s, plan.path},
                       {u"czxid"_s, plan.stat.czxid.toHex()},
                       {u"session"_s, plan.stat.ephemeralOwner.toHex()},
                       {u"held"_s, plan.holds()},
                       {u"next"_s, next},
                       {u"still_waiting"_s, plan.stillWaiting()},
                       {u"result"_s, result}};
    object.insert(u"error"_s, error ? QJsonValue(error->sentence()) : QJsonValue());
    return object;
}

/// Tells what came of it, truthfully.
ExitCode tell(const observe::ReleasePlan &plan, const QString &result, const std::optional<Error> &error, bool json)
{
    if (json)
        printJson(resultJson(plan, result, error), true);
    if (error && error->code == ErrorCode::Cancelled)
        std::fputs("Nothing was deleted.\n", stderr); // an answer, not a failure
    if (error)
        return error->code == ErrorCode::Cancelled ? ExitCode::Failed : fail(*error);
    if (!json)
        printLine(u"Deleted %1."_s.arg(plan.path));
    return ExitCode::Ok;
}

std::optional<Error> unexpectedCzxid(const observe::ReleasePlan &plan, const QString &expected)
{
    bool ok = false;
    const qint64 zxid = static_cast<qint64>(expected.toULongLong(&ok, 0));
    if (!ok)
        return Error{ErrorCode::InvalidInput, {}, {}, u"--expect-czxid wants a zxid like 0x1f07."_s};
    if (plan.stat.czxid.value == zxid)
        return std::nullopt;
    return Error{ErrorCode::IdentityChanged, u"delete"_s, plan.path,
                 u"its czxid is %1, not %2"_s.arg(plan.stat.czxid.toHex(), expected)};
}

} // namespace

Task<ExitCode> runRelease(Context &context, QStringList arguments)
{
    CommandLine line(u"release"_s,
                     u"Forces a release: shows whose node it is and who holds next, asks, and deletes it if it "
                     "is still the same node."_s);
    line.positional(u"NODE"_s, u"Path of the contender's node"_s);
    line.flag(u"yes"_s, u"Do not ask."_s);
    line.value(u"expect-czxid"_s, u"ZXID"_s, u"Refuse unless the node was created by this transaction."_s);
    if (const auto ended = line.parse(arguments, 1, 1))
        co_return *ended;
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());

    context.endWhenLost();
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    auto planning = context.engine.planRelease(line.positionals().first());
    const auto plan = co_await planning;
    if (!plan)
        co_return exitCodeOf(plan.error()) == ExitCode::Usage ? (fail(plan.error()), ExitCode::Failed)
                                                              : fail(plan.error());
    if (line.isSet(u"expect-czxid"_s)) {
        if (const auto error = unexpectedCzxid(*plan, line.text(u"expect-czxid"_s)))
            co_return tell(*plan, u"refused"_s, error, line.json());
    }
    if (!line.json() || !line.isSet(u"yes"_s))
        explain(*plan, line.json() ? stderr : stdout);
    if (!line.isSet(u"yes"_s) && !confirmed())
        co_return tell(*plan, u"refused"_s,
                       Error{ErrorCode::Cancelled, {}, {}, u"it was not confirmed: nothing was deleted"_s},
                       line.json());

    auto carryingOut = context.engine.carryOut(*plan);
    const auto outcome = co_await carryingOut;
    const QString result = !outcome.error                    ? u"deleted"_s
                           : outcome.error->outcomeUnknown() ? u"unknown"_s
                                                             : u"refused"_s;
    if (outcome.fresh) {
        std::fputs("The node was replaced while you looked. It is now:\n", stderr);
        explain(*outcome.fresh, stderr);
    }
    co_return tell(*plan, result, outcome.error, line.json());
}

} // namespace lockscope::cli
