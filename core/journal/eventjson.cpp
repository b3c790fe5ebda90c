// SPDX-License-Identifier: Apache-2.0
#include "core/journal/eventjson.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

template<typename Id>
QJsonValue hexOrNull(Id id)
{
    return id.isNull() ? QJsonValue() : QJsonValue(id.toHex());
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonObject errorJson(const Error &error)
{
    return {{u"code"_s, errorCodeName(error.code)}, {u"text"_s, error.sentence()}};
}

QJsonValue errorOrNull(const std::optional<Error> &error)
{
    return error ? QJsonValue(errorJson(*error)) : QJsonValue();
}

QJsonObject statJson(const NodeStat &stat)
{
    return {{u"czxid"_s, hexOrNull(stat.czxid)},
            {u"mzxid"_s, hexOrNull(stat.mzxid)},
            {u"pzxid"_s, hexOrNull(stat.pzxid)},
            {u"ctime_ms"_s, stat.ctimeMs},
            {u"mtime_ms"_s, stat.mtimeMs},
            {u"version"_s, stat.version},
            {u"cversion"_s, stat.cversion},
            {u"aversion"_s, stat.aversion},
            {u"ephemeral_owner"_s, hexOrNull(stat.ephemeralOwner)},
            {u"data_length"_s, stat.dataLength},
            {u"num_children"_s, stat.numChildren}};
}

QString accessName(locks::ChildNode::Data access)
{
    switch (access) {
    case locks::ChildNode::Data::NotRead: return u"not-read"_s;
    case locks::ChildNode::Data::Read: return u"read"_s;
    case locks::ChildNode::Data::NoPermission: return u"no-permission"_s;
    }
    return {};
}

/// The fields of each payload. Data always in base64: a program reads this, and it gets every byte back.
struct Fields
{
    QJsonObject operator()(const ConnectionChanged &e) const
    {
        return {{u"state"_s, connectionStateName(e.state)},    {u"endpoint"_s, e.endpoint},
                {u"server"_s, textOrNull(e.server)},           {u"session"_s, hexOrNull(e.session)},
                {u"session_timeout_ms"_s, e.sessionTimeoutMs}, {u"detail"_s, e.detail}};
    }

    QJsonObject operator()(const ObservationChanged &e) const
    {
        return {{u"root"_s, e.root},
                {u"freshness"_s, freshnessName(e.freshness)},
                {u"directories_watched"_s, e.directoriesWatched},
                {u"watch_budget"_s, e.watchBudget},
                {u"directories_unwatched"_s, e.directoriesUnwatched},
                {u"reads_pending"_s, e.readsPending}};
    }

    QJsonObject operator()(const DirectoryListed &e) const
    {
        return {{u"path"_s, e.path},
                {u"stat"_s, statJson(e.stat)},
                {u"added"_s, QJsonArray::fromStringList(e.added)},
                {u"removed"_s, QJsonArray::fromStringList(e.removed)},
                {u"unseen_creates"_s, e.unseenCreates},
                {u"watched"_s, e.watched}};
    }

    QJsonObject operator()(const DirectoryUnreadable &e) const
    {
        return {{u"path"_s, e.path}, {u"error"_s, errorJson(e.error)}};
    }

    QJsonObject operator()(const NodeResolved &e) const
    {
        const bool read = e.access == locks::ChildNode::Data::Read;
        return {{u"path"_s, e.path},
                {u"stat"_s, statJson(e.stat)},
                {u"access"_s, accessName(e.access)},
                {u"data_base64"_s, read ? QJsonValue(QString::fromLatin1(e.data.toBase64())) : QJsonValue()},
                {u"truncated"_s, e.truncated}};
    }

    QJsonObject operator()(const NodeVanished &e) const { return {{u"path"_s, e.path}}; }

    QJsonObject operator()(const ClientSpawned &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"name"_s, e.name},
                {u"recipe"_s, locks::recipeName(e.recipe)},
                {u"dialect"_s, locks::dialectName(e.dialect)},
                {u"mode"_s, locks::modeName(e.mode)},
                {u"lock"_s, e.lock},
                {u"leases"_s, e.leases},
                {u"entries"_s, e.entries},
                {u"threads"_s, e.threads},
                {u"paths"_s, QJsonArray::fromStringList(e.paths)}};
    }

    QJsonObject operator()(const ClientConnection &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"state"_s, connectionStateName(e.state)},
                {u"session"_s, hexOrNull(e.session)}};
    }

    QJsonObject operator()(const ClientLockState &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"state"_s, locks::lockStateName(e.state)},
                {u"node"_s, textOrNull(e.node)},
                {u"token"_s, hexOrNull(e.token)},
                {u"round"_s, e.round},
                {u"error"_s, errorOrNull(e.error)},
                {u"entries"_s, e.entries},
                {u"mode"_s, locks::modeName(e.mode)}};
    }

    QJsonObject operator()(const ClientStep &e) const
    {
        return {{u"client"_s, qint64(e.id.value)}, {u"step"_s, locks::stepName(e.step)}, {u"path"_s, e.path}};
    }

    QJsonObject operator()(const ClientRequest &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"operation"_s, e.operation},
                {u"path"_s, e.path},
                {u"call"_s, qint64(e.call)}};
    }

    QJsonObject operator()(const ClientReply &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"operation"_s, e.operation},
                {u"path"_s, e.path},
                {u"error"_s, errorOrNull(e.error)},
                {u"latency_us"_s, static_cast<double>(e.latencyNs) / 1000},
                {u"call"_s, qint64(e.call)},
                {u"zxid"_s, hexOrNull(e.zxid)}};
    }

    QJsonObject operator()(const ClientWatchSet &e) const
    {
        return {{u"client"_s, qint64(e.id.value)}, {u"path"_s, e.path}, {u"of_children"_s, e.ofChildren}};
    }

    QJsonObject operator()(const ClientWatchEnded &e) const
    {
        return {{u"client"_s, qint64(e.id.value)}, {u"path"_s, e.path}};
    }

    QJsonObject operator()(const ServerNode &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"path"_s, e.path},
                {u"life"_s, lifeName(e.life)},
                {u"czxid"_s, hexOrNull(e.czxid)},
                {u"owner"_s, hexOrNull(e.owner)}};
    }

    QJsonObject operator()(const ClientWatchFired &e) const
    {
        return {{u"client"_s, qint64(e.id.value)}, {u"event"_s, watchEventName(e.event)}, {u"path"_s, e.path}};
    }

    QJsonObject operator()(const ClientFault &e) const
    {
        return {{u"client"_s, qint64(e.id.value)},
                {u"fault"_s, faultName(e.fault)},
                {u"duration_ms"_s, e.durationMs},
                {u"at_random"_s, e.atRandom}};
    }

    QJsonObject operator()(const ClientRemoved &e) const { return {{u"client"_s, qint64(e.id.value)}}; }

    QJsonObject operator()(const RunStarted &e) const
    {
        return {
            {u"title"_s, e.title}, {u"seed"_s, QString::number(e.seed)}, {u"request"_s, QString::fromUtf8(e.request)}};
    }

    QJsonObject operator()(const ScenarioStep &e) const { return {{u"index"_s, e.index}, {u"text"_s, e.text}}; }

    QJsonObject operator()(const ReleaseForced &e) const
    {
        return {{u"node"_s, e.node},
                {u"czxid"_s, hexOrNull(e.czxid)},
                {u"owner"_s, hexOrNull(e.owner)},
                {u"error"_s, errorOrNull(e.error)}};
    }

    QJsonObject operator()(const Notice &e) const
    {
        return {{u"severity"_s, locks::severityName(e.severity)}, {u"text"_s, e.text}};
    }
};

/// To the microsecond, which QDateTime does not keep.
QString isoMicroseconds(qint64 atNs)
{
    const qint64 microseconds = atNs / 1000;
    return QDateTime::fromSecsSinceEpoch(microseconds / 1'000'000, Qt::UTC).toString(u"yyyy-MM-ddTHH:mm:ss"_s)
           + u".%1Z"_s.arg(microseconds % 1'000'000, 6, 10, QChar(u'0'));
}

} // namespace

QJsonObject toJson(const Event &event)
{
    QJsonObject json = std::visit(Fields{}, event.what);
    json["n"_L1] = static_cast<qint64>(event.number);
    json["at"_L1] = isoMicroseconds(event.atNs);
    json["kind"_L1] = kindName(event.what);
    return json;
}

} // namespace lockscope::journal
