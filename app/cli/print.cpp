// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/visible.h"
#include "core/journal/eventjson.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/holdend.h"
#include "core/locks/queuejson.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QStringDecoder>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

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
    return *code != '\0' && coloured() ? u"\x1b[%1m%2\x1b[0m"_s.arg(QLatin1String(code), text) : text;
}

const char *colourOf(locks::ContenderState state)
{
    switch (state) {
    case locks::ContenderState::Holding: return "32";
    case locks::ContenderState::Waiting: return "33";
    case locks::ContenderState::Pending:
    case locks::ContenderState::Member:
    case locks::ContenderState::Foreign: return "90";
    }
    return "";
}

/// \a line as it stands: all in it but our own colours is visible() already.
int firstOutputError = 0; // stdio forgets it

void put(const QString &line)
{
    writeOut((line + u'\n').toLocal8Bit());
    outputTrouble();
}

struct Cell
{
    QString text;
    const char *colour = "";
    bool right = false;
};

/// Columns as wide as their widest cell; the last one is not padded.
void printTable(std::vector<std::vector<Cell>> rows)
{
    std::vector<qsizetype> widths;
    for (auto &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (size_t i = 0; i < row.size(); ++i) {
            row[i].text = visible(row[i].text);
            widths[i] = std::max(widths[i], row[i].text.size());
        }
    }
    for (const auto &row : rows) {
        QStringList cells;
        for (size_t i = 0; i < row.size(); ++i) {
            const bool right = rows.back()[i].right; // the header stands as its column does
            const QString padded = right                 ? row[i].text.rightJustified(widths[i])
                                   : i + 1 == row.size() ? row[i].text
                                                         : row[i].text.leftJustified(widths[i]);
            cells += inColour(padded, row[i].colour);
        }
        put(cells.join(u"  "_s));
    }
}

QString findingText(const locks::Finding &finding)
{
    const char *colour = finding.severity == locks::Finding::Severity::Error     ? "31"
                         : finding.severity == locks::Finding::Severity::Warning ? "33"
                                                                                 : "";
    return inColour(locks::severityName(finding.severity), colour) + u": "_s + finding.text.english()
           + (finding.advice.isEmpty() ? QString() : u"\n  → "_s + finding.advice.english());
}

std::vector<Cell> header(std::initializer_list<QString> names)
{
    std::vector<Cell> cells;
    for (const QString &name : names)
        cells.push_back({name, "1"});
    return cells;
}

/// "1", or "1, 3": the places of contenders that must go before.
QString placesText(const locks::IndexList &indices)
{
    QStringList places;
    for (const int index : indices)
        places += QString::number(index + 1);
    return places.isEmpty() ? u"-"_s : places.join(u", "_s);
}

QString holdersText(const locks::LockQueue &queue)
{
    const locks::Contender *first = queue.firstHolder();
    if (queue.isGroup())
        return queue.mayBeLine ? u"(no lock known)"_s : u"(a group)"_s;
    if (!first)
        return queue.isHolderUnknown() ? u"not known"_s : u"-"_s;
    const QString &name = first->node.name;
    return queue.holders.size() == 1 ? name : u"%1 and %2 more"_s.arg(name, QString::number(queue.holders.size() - 1));
}

/// A place at the head need not be a hold.
QString stateText(const journal::World &world, const QString &lock, const locks::Contender &contender)
{
    const auto lost = world.lostWakeup(lock, contender);
    const QString state = locks::contenderStateName(contender.state);
    if (!lost)
        return state;
    return lost->sibling.isEmpty() ? u"%1, or not woken: had no watch when its turn came"_s.arg(state)
                                   : u"%1, or lost its wake-up: watches %2, which is gone"_s.arg(state, lost->sibling);
}

/// What is there instead of a lock: the nodes of sessions, whatever they are for.
QString summaryOfNoLock(const journal::World &world, const QString &path)
{
    const locks::LockQueue &queue = world.queue(path);
    if (const QString lock = lockOfContender(world, path); !lock.isEmpty())
        return u"%1: by its name a contender, whose queue is that of %2"_s.arg(visible(path), visible(lock));
    if (queue.isNode && !queue.contenders.empty())
        return u"%1: no lock known here, an ephemeral node: whether clients take it as a lock is not known"_s.arg(
            visible(path));
    if (const auto inIt = world.nodeLocksIn(path).size(); inIt > 1)
        return u"%1: no lock itself: %2 locks of one node stand in it, lockscope-cli locks %3 lists them"_s
            .arg(visible(path))
            .arg(inIt)
            .arg(visible(forShell(path)));
    int ephemerals = 0;
    QSet<SessionId> sessions;
    for (const locks::Contender &contender : queue.contenders) {
        if (const SessionId owner = contender.node.owner(); !owner.isNull()) {
            ephemerals += 1;
            sessions.insert(owner);
        }
    }
    const QString counted =
        ephemerals == 0   ? u"no ephemeral node"_s
        : ephemerals == 1 ? u"1 ephemeral node"_s
                          : u"%1 ephemeral nodes of %2"_s.arg(ephemerals)
                                .arg(sessions.size() == 1 ? u"1 session"_s : u"%1 sessions"_s.arg(sessions.size()));
    const QString waits = queue.mayBeLine ? u", none is seen to wait for another"_s : QString();
    return u"%1: no lock known here, %2%3"_s.arg(visible(queue.path), counted, waits);
}

/// The directory of a lock as a node: some clients write there who leads (Vault). Nothing where it holds no data, or
/// where the node is the lock.
std::optional<locks::ChildNode> directoryWithData(const journal::World &world, const QString &path)
{
    const journal::Directory *at = world.directory(path);
    if (at == nullptr || at->isNodeLock)
        return std::nullopt;
    const journal::Directory *parent = world.directory(parentPath(path));
    auto node = parent != nullptr ? parent->children.find(baseName(path)) : at->itself.copy();
    return node && node->access == locks::ChildNode::Data::Read && !node->data.isEmpty() ? node : std::nullopt;
}

/// " until 2026-11-21T12:05:00.000Z" where the first hold ends by the clock.
QString untilText(const locks::LockQueue &queue)
{
    const locks::Contender *first = queue.firstHolder();
    const auto until = first ? first->untilMs : std::nullopt;
    return until ? u" until %1"_s.arg(QDateTime::fromMSecsSinceEpoch(*until, Qt::UTC).toString(Qt::ISODateWithMs))
                 : QString();
}

/// Until when a contender holds; "-" of one that does not.
QString endText(const journal::World &world, const locks::Contender &contender)
{
    if (contender.state != locks::ContenderState::Holding)
        return u"-"_s;
    return locks::holdEndText(locks::holdEnd(contender, world.knowledge(), nowNs() / nsPerMs)).english();
}

/// "2 waiting, 1 pending".
QString waitersText(const locks::LockQueue &queue)
{
    if (!queue.areWaitersKnown())
        return u"waiters not known"_s;
    const int pending = queue.pendingCount();
    QStringList parts;
    if (queue.waitingCount() > 0 || pending == 0)
        parts += u"%1 waiting"_s.arg(queue.waitingCount());
    if (pending > 0)
        parts += u"%1 pending"_s.arg(pending);
    return parts.join(u", "_s);
}

/// The same, below the heading "waiting": "2 + 1 pending".
QString waitersInTable(const locks::LockQueue &queue)
{
    if (!queue.areWaitersKnown())
        return u"not known"_s;
    const QString waiting = QString::number(queue.waitingCount());
    return queue.pendingCount() == 0 ? waiting : u"%1 + %2 pending"_s.arg(waiting).arg(queue.pendingCount());
}

/// An empty directory shows none: the names of contenders do.
bool isKindKnown(const locks::LockQueue &queue)
{
    return !queue.contenders.empty() || queue.dialect != locks::Dialect::Generic
           || queue.kind != locks::LockKind::Queue;
}

} // namespace

void writeOut(const QByteArray &text)
{
    errno = 0;
    const size_t written = std::fwrite(text.constData(), 1, static_cast<size_t>(text.size()), stdout);
    if (written < static_cast<size_t>(text.size()) && firstOutputError == 0)
        firstOutputError = errno;
}

QString outputTrouble()
{
    int &error = firstOutputError;
    errno = 0;
    if (std::fflush(stdout) != 0 && error == 0)
        error = errno;
    if (std::ferror(stdout) == 0 || error == EPIPE)
        return {};
    return u"standard output cannot be written: %1"_s.arg(
        QString::fromLocal8Bit(std::strerror(error != 0 ? error : EIO)));
}

void printLine(const QString &line)
{
    put(visibleLines(line));
}

void sayError(const QString &sentence)
{
    std::fprintf(stderr, "lockscope-cli: %s\n", qPrintable(visibleLines(withoutSecrets(sentence))));
}

void printJson(const QJsonObject &object, bool indented)
{
    const auto layout = indented ? QJsonDocument::Indented : QJsonDocument::Compact;
    writeOut(visibleJson(QJsonDocument(object).toJson(layout)) + (indented ? "" : "\n"));
    outputTrouble();
}

void printJson(const QJsonArray &array)
{
    writeOut(visibleJson(QJsonDocument(array).toJson(QJsonDocument::Indented)));
    outputTrouble();
}

QJsonObject lockJson(const journal::World &world, const QString &path, const QHash<SessionId, QStringList> &watches)
{
    const locks::LockQueue &queue = world.queue(path);
    QJsonObject lock = locks::toJson(queue, toDateTime(world.atNs()), world.newestZxid(), world.knowledge(), watches);
    QJsonArray contenders = lock.value("contenders"_L1).toArray();
    for (const int holder : queue.holders) { // a place at the head need not be a hold
        const auto lost = world.lostWakeup(path, queue.contenders[static_cast<size_t>(holder)]);
        if (!lost)
            continue;
        QJsonObject doubted = contenders[holder].toObject();
        if (lost->sibling.isEmpty())
            doubted.insert("had_no_watch"_L1, true);
        else
            doubted.insert("may_wait_for_gone"_L1, lost->sibling);
        contenders[holder] = doubted;
        lock.insert("contenders"_L1, contenders);
    }
    lock.insert("is_lock"_L1, isShownAsLock(world, path));
    if (const auto directory = directoryWithData(world, path)) {
        QStringDecoder decode(QStringDecoder::Utf8);
        const QString text = decode(directory->data);
        if (decode.hasError())
            lock.insert("directory_data_base64"_L1, QString::fromLatin1(directory->data.toBase64()));
        else
            lock.insert("directory_data"_L1, text);
    }
    return lock;
}

QString dataText(const locks::ChildNode &node, qsizetype longest)
{
    switch (node.access) {
    case locks::ChildNode::Data::NotRead: return u"…"_s;
    case locks::ChildNode::Data::NoPermission: return u"(no READ permission)"_s;
    case locks::ChildNode::Data::Read: break;
    }
    const QString text = QString::fromUtf8(node.data.left(4 * longest));
    const bool readable = std::none_of(text.begin(), text.begin() + std::min(text.size(), longest), [](QChar c) {
        return c == QChar::ReplacementCharacter || c.category() == QChar::Other_Control
               || c.category() == QChar::Other_Format;
    });
    if (!readable)
        return u"(%1 bytes)"_s.arg(node.stat ? node.stat->dataLength : node.data.size());
    return text.size() > longest ? text.left(longest - 1) + u'…' : text;
}

QString forShell(const QString &word)
{
    static const QRegularExpression plain(u"\\A[A-Za-z0-9_./:@%+=,-]+\\z"_s);
    return plain.match(word).hasMatch() ? word : u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'';
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

bool isShownAsLock(const journal::World &world, const QString &path)
{
    return isKnownLock(world, path) && !world.queue(path).isGroup();
}

bool isKnownLock(const journal::World &world, const QString &path)
{
    const locks::LockQueue &queue = world.queue(path);
    return queue.isLock() || (!queue.mayBeLine && (queue.isGroup() ? world.isLock(path) : world.isKnownLock(path)));
}

bool isNamedAsContender(const QString &node)
{
    return locks::namesSayLock(parentPath(node), {baseName(node)});
}

QString lockOfContender(const journal::World &world, const QString &path)
{
    const journal::Directory *at = world.directory(path);
    const auto isOneByItself = [&path] { // where the path of its directory says it, as Kafka's does
        return locks::isLockDirectory(parentPath(path), std::nullopt, {baseName(path)});
    };
    const bool isOne = at && at->isNodeLock ? locks::viewName(baseName(path)) || isOneByItself()
                                            : at && !at->wasLock && at->children.isEmpty() && isNamedAsContender(path);
    return isOne ? parentPath(path) : QString();
}

QString summary(const journal::World &world, const QString &lock)
{
    const locks::LockQueue &queue = world.queue(lock);
    if (!isKnownLock(world, lock))
        return summaryOfNoLock(world, lock);
    if (queue.isGroup()) {
        const size_t members = queue.contenders.size() - queue.contenders.summary().foreign;
        return u"%1: %2 (%3), %4, none is known to wait"_s.arg(
            visible(queue.path), locks::lockKindName(queue.kind), locks::dialectName(queue.dialect),
            members == 1 ? u"1 member"_s : u"%1 members"_s.arg(members));
    }
    const locks::Contender *holder = queue.onlyHolder();
    const QString holders = holder ? u"held by %1%2"_s.arg(visible(holder->node.name), untilText(queue))
                            : !queue.holders.empty()  ? u"%1 holders"_s.arg(queue.holders.size())
                            : queue.isHolderUnknown() ? u"holder not known"_s
                                                      : u"free"_s;
    const QString state = u"%1, %2"_s.arg(holders, waitersText(queue));
    if (!isKindKnown(queue))
        return u"%1: %2"_s.arg(visible(queue.path), state);
    return u"%1: %2 (%3), %4"_s.arg(visible(queue.path), locks::lockKindName(queue.kind),
                                    locks::dialectName(queue.dialect), state);
}

void printQueue(const journal::World &world, const QString &lock)
{
    const locks::LockQueue &queue = world.queue(lock);
    const locks::Knowledge &knowledge = world.knowledge();
    put(inColour(summary(world, lock), "1"));
    const qint64 now = nowNs() / 1'000'000;
    std::vector<std::vector<Cell>> rows;
    rows.push_back(header({u"#"_s, u"mode"_s, u"state"_s, u"waits for"_s, u"session"_s, u"client"_s, u"age"_s,
                           u"until when"_s, u"node"_s, u"data"_s}));
    for (int index = 0; index < static_cast<int>(queue.contenders.size()); ++index) {
        const locks::Contender &contender = queue.contenders[static_cast<size_t>(index)];
        const bool foreign = contender.state == locks::ContenderState::Foreign;
        const bool hasMode = !foreign && contender.state != locks::ContenderState::Member;
        const auto &stat = contender.node.stat;
        const QString session = !stat ? u"…"_s : stat->isEphemeral() ? stat->owner().toHex() : u"persistent"_s;
        const QString client = knowledge.sessions.value(contender.node.owner()).client;
        rows.push_back({{foreign ? u"-"_s : QString::number(rows.size()), "", true},
                        {!hasMode                        ? u"-"_s
                         : locks::isModeKnown(contender) ? locks::modeName(*contender.parsed)
                                                         : u"not known"_s},
                        {stateText(world, lock, contender), colourOf(contender.state)},
                        {placesText(queue.waitsFor(index)), "", true},
                        {session},
                        {client.isEmpty() ? u"-"_s : client},
                        {stat ? durationText(std::max<qint64>(0, now - stat->ctimeMs)) : u"…"_s, "", true},
                        {endText(world, contender)},
                        {contender.node.name},
                        {dataText(contender.node)}});
    }
    if (rows.size() > 1)
        printTable(std::move(rows));
    if (const auto directory = directoryWithData(world, lock))
        put(u"data of the directory itself: %1"_s.arg(visible(dataText(*directory, 200))));
    for (const locks::Finding &finding : queue.findings)
        put(findingText(finding));
}

void printLocks(const journal::World &world, const QList<QString> &paths)
{
    std::vector<std::vector<Cell>> rows;
    rows.push_back(header({u"lock"_s, u"kind"_s, u"dialect"_s, u"waiting"_s, u"longest wait"_s, u"owner"_s, u"client"_s,
                           u"until when"_s, u"held by"_s}));
    const qint64 nowMs = nowNs() / nsPerMs;
    for (const QString &path : paths) {
        const locks::LockQueue &queue = world.queue(path);
        const auto since = queue.oldestWaitMs();
        const locks::Contender *holder = queue.firstHolder();
        const SessionId owner = holder ? holder->node.owner() : SessionId();
        const QString client = world.knowledge().sessions.value(owner).client;
        rows.push_back({{path},
                        {isKindKnown(queue) ? locks::lockKindName(queue.kind) : u"-"_s},
                        {isKindKnown(queue) ? locks::dialectName(queue.dialect) : u"-"_s},
                        {waitersInTable(queue), "", true},
                        {since ? durationText(std::max<qint64>(0, nowMs - *since)) : u"-"_s, "", true},
                        {owner.isNull() ? u"-"_s : owner.toHex()},
                        {client.isEmpty() ? u"-"_s : client},
                        {holder ? endText(world, *holder) : u"-"_s},
                        {holdersText(queue), holder ? "32" : ""}});
    }
    printTable(std::move(rows));
    for (const QString &path : paths) {
        for (const locks::Finding &finding : world.queue(path).findings)
            put(visible(path) + u": "_s + findingText(finding));
    }
}

void printEvent(const journal::Event &event, const QString &client)
{
    const QString instant = journal::isoMicroseconds(event.atNs).mid(11, 15);
    printLine(u"    %1  %2  %3"_s.arg(event.number, 8).arg(instant, journal::describe(event.what, client).english()));
}

} // namespace lockscope::cli
