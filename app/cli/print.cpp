// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/clock.h"
#include "core/locks/queuejson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

bool coloured()
{
    static const bool terminal = ::isatty(STDOUT_FILENO) == 1 && !qEnvironmentVariableIsSet("NO_COLOR");
    return terminal;
}

QString inColour(const QString &text, const char *code)
{
    return coloured() ? u"\x1b[%1m%2\x1b[0m"_s.arg(QLatin1String(code), text) : text;
}

QString stateColoured(locks::ContenderState state)
{
    const QString name = locks::contenderStateName(state).leftJustified(8);
    switch (state) {
    case locks::ContenderState::Holding: return inColour(name, "32");
    case locks::ContenderState::Waiting: return inColour(name, "33");
    case locks::ContenderState::Pending:
    case locks::ContenderState::Foreign: return inColour(name, "90");
    }
    return name;
}

QString dataText(const locks::ChildNode &node)
{
    switch (node.access) {
    case locks::ChildNode::Data::NotRead: return u"…"_s;
    case locks::ChildNode::Data::NoPermission: return u"(no READ permission)"_s;
    case locks::ChildNode::Data::Read: break;
    }
    const QString text = QString::fromUtf8(node.data);
    const bool readable = std::none_of(text.begin(), text.end(), [](QChar c) {
        return c == QChar::ReplacementCharacter || c.category() == QChar::Other_Control;
    });
    if (!readable)
        return u"(%1 bytes)"_s.arg(node.stat ? node.stat->dataLength : node.data.size());
    return text.size() > 40 ? text.left(39) + u'…' : text;
}

} // namespace

void printLine(const QString &line)
{
    std::fputs(qPrintable(line + u'\n'), stdout);
    std::fflush(stdout);
}

void printJson(const QJsonObject &object, bool indented)
{
    const QByteArray bytes = QJsonDocument(object).toJson(indented ? QJsonDocument::Indented : QJsonDocument::Compact);
    std::fputs(bytes.constData(), stdout);
    if (!indented)
        std::fputc('\n', stdout);
    std::fflush(stdout);
}

void printJson(const QJsonArray &array)
{
    std::fputs(QJsonDocument(array).toJson(QJsonDocument::Indented).constData(), stdout);
    std::fflush(stdout);
}

QJsonObject lockJson(const journal::World &world, const QString &path)
{
    return locks::toJson(world.queue(path), toDateTime(world.atNs()), world.newestZxid());
}

QString durationText(qint64 ms)
{
    if (ms < 60'000)
        return u"%1 s"_s.arg(static_cast<double>(ms) / 1000, 0, 'f', 1);
    const qint64 minutes = ms / 60'000;
    if (minutes < 60)
        return u"%1 min %2 s"_s.arg(minutes).arg(ms / 1000 % 60);
    return u"%1 h %2 min"_s.arg(minutes / 60).arg(minutes % 60);
}

QString summary(const locks::LockQueue &queue)
{
    QString holders = u"free"_s;
    if (!queue.holders.empty()) {
        const auto &first = queue.contenders[static_cast<size_t>(queue.holders.front())];
        holders =
            queue.holders.size() == 1 ? u"held by %1"_s.arg(first.node.name) : u"%1 hold"_s.arg(queue.holders.size());
    }
    return u"%1: %2 (%3), %4, %5 waiting"_s
        .arg(queue.path, locks::lockKindName(queue.kind), locks::dialectName(queue.dialect), holders)
        .arg(queue.waiting);
}

void printQueue(const locks::LockQueue &queue)
{
    printLine(inColour(summary(queue), "1"));
    const qint64 now = nowNs() / 1'000'000;
    int place = 0;
    for (const locks::Contender &contender : queue.contenders) {
        const bool foreign = contender.state == locks::ContenderState::Foreign;
        const auto &stat = contender.node.stat;
        printLine(u"%1  %2  %3  %4  %5  %6  %7"_s.arg(
            foreign ? u"  -"_s : QString::number(++place).rightJustified(3),
            (foreign ? u"-"_s : locks::modeName(contender.parsed->mode)).leftJustified(9),
            stateColoured(contender.state), (stat ? stat->ephemeralOwner.toHex() : u"…"_s).leftJustified(18),
            (stat ? durationText(std::max<qint64>(0, now - stat->ctimeMs)) : u"…"_s).rightJustified(12),
            contender.node.name, dataText(contender.node)));
    }
    for (const locks::Finding &finding : queue.findings)
        printLine(u"%1: %2"_s.arg(locks::severityName(finding.severity), finding.text));
}

} // namespace lockscope::cli
