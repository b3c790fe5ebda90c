// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queuejson.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/holdend.h"
#include "core/locks/ownerfacts.h"

#include <QJsonArray>
#include <QStringDecoder>

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

template<typename Kind>
QJsonValue hexOrNull(HexId<Kind> id)
{
    return id.isNull() ? QJsonValue() : QJsonValue(id.toHex());
}

QString isoTime(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

/// The text of valid UTF-8, else nothing. Of data that was cut, an incomplete last character is left out.
std::optional<QString> anyText(const QByteArray &data, bool truncated)
{
    constexpr qsizetype longestTail = 3;
    const qsizetype shortest = truncated ? std::max<qsizetype>(0, data.size() - longestTail) : data.size();
    for (qsizetype length = data.size(); length >= shortest; --length) {
        QStringDecoder decode(QStringDecoder::Utf8,
                              QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
        const QString text = decode(QByteArrayView(data).first(length));
        if (!decode.hasError())
            return text;
    }
    return std::nullopt;
}

void addData(QJsonObject &json, const ChildNode &node)
{
    if (node.access != ChildNode::Data::Read) {
        json["data"_L1] = QJsonValue();
        return;
    }
    if (const auto text = anyText(node.data, node.truncated))
        json["data"_L1] = *text;
    else
        json["data_base64"_L1] = QString::fromLatin1(node.data.toBase64());
    if (node.truncated)
        json["data_truncated"_L1] = true;
}

/// What they say of the owner, where their form is known.
void addOwner(QJsonObject &json, const ChildNode &node)
{
    if (node.access != ChildNode::Data::Read || node.truncated)
        return;
    QJsonObject owner;
    for (const OwnerFact &fact : ownerFacts(node.data))
        owner[fact.key] = fact.value;
    if (!owner.isEmpty())
        json["owner"_L1] = owner;
}

void addStat(QJsonObject &json, const std::optional<NodeStat> &stat, const QDateTime &asOf)
{
    if (!stat) {
        for (const auto key : {"czxid"_L1, "created"_L1, "age_ms"_L1, "ephemeral"_L1, "session"_L1})
            json[key] = QJsonValue();
        return;
    }
    json["czxid"_L1] = hexOrNull(stat->czxid);
    json["created"_L1] = isoTime(QDateTime::fromMSecsSinceEpoch(stat->ctimeMs, Qt::UTC));
    json["age_ms"_L1] = std::max<qint64>(0, asOf.toMSecsSinceEpoch() - stat->ctimeMs);
    json["ephemeral"_L1] = stat->isEphemeral();
    json["session"_L1] = stat->isEphemeral() ? QJsonValue(stat->owner().toHex()) : QJsonValue();
}

void addEnd(QJsonObject &json, const HoldEnd &end)
{
    if (end.kind == HoldEnd::Kind::AtInstant)
        json["held_until"_L1] = isoTime(QDateTime::fromMSecsSinceEpoch(end.untilMs, Qt::UTC));
    const auto byItself = end.byItself();
    json["frees_by_itself"_L1] = byItself ? QJsonValue(*byItself) : QJsonValue();
    json["frees_in_ms"_L1] = end.inMs ? QJsonValue(*end.inMs) : QJsonValue();
}

template<typename Indices>
QJsonArray namesOf(const Indices &indices, const LockQueue &queue)
{
    QJsonArray names;
    for (const int index : indices)
        names += queue.contenders[static_cast<size_t>(index)].node.name;
    return names;
}

/// What servers reported, and the watched paths of each session.
struct Reports
{
    const Knowledge &knowledge;
    const QHash<SessionId, QStringList> &watches;
};

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

void addReported(QJsonObject &json, const Contender &contender, const LockQueue &queue, const Reports &reported)
{
    const SessionId session = contender.node.owner();
    const SessionFacts facts = reported.knowledge.sessions.value(session);
    json["client"_L1] = orNull(facts.client);
    json["server"_L1] = orNull(facts.server);
    json["watches"_L1] = QJsonValue();
    const auto watched = reported.watches.constFind(session);
    if (session.isNull() || (watched == reported.watches.cend() && !reported.knowledge.allWatches))
        return;
    QJsonArray paths;
    for (const QString &path : reported.watches.value(session)) {
        if (isAtOrBelow(path, queue.path))
            paths += path;
    }
    json["watches"_L1] = paths;
}

QJsonObject contenderJson(const LockQueue &queue, int index, const QDateTime &asOf, const Reports &reported)
{
    const Contender &contender = queue.contenders[static_cast<size_t>(index)];
    const bool isContender = contender.state != ContenderState::Foreign;
    QJsonObject json;
    json["node"_L1] = contender.node.name;
    const bool hasNumber =
        isContender && contender.parsed->kind != NameKind::Node && contender.parsed->sequence != noSequence;
    json["sequence"_L1] = hasNumber ? QJsonValue(contender.parsed->sequence) : QJsonValue();
    const bool hasMode = isContender && isModeKnown(contender);
    json["mode"_L1] = hasMode ? QJsonValue(contender.untilMs ? u"lease"_s : modeName(*contender.parsed)) : QJsonValue();
    json["state"_L1] = contenderStateName(contender.state);
    addStat(json, contender.node.stat, asOf);
    addData(json, contender.node);
    addOwner(json, contender.node);
    addReported(json, contender, queue, reported);
    json["waits_for"_L1] = namesOf(queue.waitsFor(index), queue);
    if (contender.state == ContenderState::Holding)
        addEnd(json, holdEnd(contender, reported.knowledge, asOf.toMSecsSinceEpoch()));
    return json;
}

QJsonObject connectionJson(const LockConnection &connection)
{
    QJsonArray waitsFor;
    for (const qint64 number : connection.waitsFor)
        waitsFor += number;
    return {{u"connection"_s, connection.number},
            {u"session"_s, hexOrNull(connection.session)},
            {u"who"_s, connection.who.isEmpty() ? QJsonValue() : QJsonValue(connection.who)},
            {u"waits"_s, connection.waits},
            {u"since"_s, connection.sinceMs > 0
                             ? QJsonValue(isoTime(QDateTime::fromMSecsSinceEpoch(connection.sinceMs, Qt::UTC)))
                             : QJsonValue()},
            {u"waits_for"_s, waitsFor}};
}

QJsonObject findingJson(const Finding &finding)
{
    QJsonArray sessions;
    for (const SessionId session : finding.sessions)
        sessions += session.toHex();
    return {{u"id"_s, finding.id},
            {u"severity"_s, severityName(finding.severity)},
            {u"nodes"_s, QJsonArray::fromStringList(finding.nodes)},
            {u"sessions"_s, sessions},
            {u"text"_s, finding.text.english()},
            {u"advice"_s, finding.advice.english()}};
}

} // namespace

QJsonObject toJson(const LockQueue &queue, const QDateTime &asOf, Zxid zxid, const Knowledge &knowledge,
                   const QHash<SessionId, QStringList> &watches)
{
    const Reports reported{knowledge, watches};
    const QJsonValue pzxid = queue.parentStat ? hexOrNull(queue.parentStat->pzxid) : QJsonValue();
    QJsonArray contenders;
    for (int index = 0; index < static_cast<int>(queue.contenders.size()); ++index) {
        if (queue.contenders[static_cast<size_t>(index)].hasNode())
            contenders += contenderJson(queue, index, asOf, reported);
    }
    QJsonArray findings;
    for (const Finding &finding : queue.findings)
        findings += findingJson(finding);
    QJsonObject json{
        {u"path"_s, queue.path},
        {u"kind"_s, lockKindName(queue.kind)},
        {u"dialect"_s, queue.dialect == Dialect::Generic ? QJsonValue() : QJsonValue(dialectName(queue.dialect))},
        {u"as_of"_s, QJsonObject{{u"zxid"_s, hexOrNull(zxid)}, {u"time"_s, isoTime(asOf)}, {u"pzxid"_s, pzxid}}},
        {u"holders"_s, namesOf(queue.holders, queue)},
        {u"waiting"_s, queue.areWaitersKnown() ? QJsonValue(queue.waitingCount()) : QJsonValue()},
        {u"pending"_s, queue.areWaitersKnown() ? QJsonValue(queue.pendingCount()) : QJsonValue()},
        {u"contenders"_s, contenders},
        {u"findings"_s, findings},
        {u"title"_s, queue.title.english()}};
    if (queue.kind == LockKind::Semaphore)
        json["max"_L1] = queue.maxLeases ? QJsonValue(*queue.maxLeases) : QJsonValue();
    if (queue.database) {
        QJsonArray connections;
        for (const LockConnection &connection : queue.database->connections)
            connections += connectionJson(connection);
        json["connections"_L1] = connections;
    }
    if (!queue.clientName.isEmpty())
        json["client_name"_L1] = queue.clientName;
    return json;
}

} // namespace lockscope::locks
