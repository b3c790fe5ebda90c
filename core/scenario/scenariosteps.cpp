// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenarioparts.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

constexpr double largestCount = 1e9;
constexpr int mostSteps = 10'000;

/// What "do" can be.
enum class Deed { Command, Fault, Server, Stop, GoOn, Create, Delete, Wait, Measure };

struct Verb
{
    QString name;
    Deed deed;
    ClientCommand command = ClientCommand::Acquire;
    Fault fault = Fault::Crash;
    ServerCommand server = ServerCommand::Kill;
};

QList<Verb> verbsOfServers()
{
    QList<Verb> verbs;
    for (const ServerCommand command : allServerCommands) {
        if (command != ServerCommand::RestartEmpty) // a restart says so
            verbs += {serverCommandName(command), Deed::Server, {}, {}, command};
    }
    return verbs;
}

const QList<Verb> &verbs()
{
    static const QList<Verb> all =
        QList<Verb>{
            {u"acquire"_s, Deed::Command, ClientCommand::Acquire},
            {u"release"_s, Deed::Command, ClientCommand::Release},
            {u"downgrade"_s, Deed::Command, ClientCommand::Downgrade},
            {u"upgrade"_s, Deed::Command, ClientCommand::Upgrade},
            {u"revoke"_s, Deed::Command, ClientCommand::Revoke},
            {u"crash"_s, Deed::Fault, {}, Fault::Crash},
            {u"pause"_s, Deed::Fault, {}, Fault::Pause},
            {u"resume"_s, Deed::Fault, {}, Fault::Resume},
            {u"partition"_s, Deed::Fault, {}, Fault::Partition},
            {u"heal"_s, Deed::Fault, {}, Fault::Heal},
            {u"delay"_s, Deed::Fault, {}, Fault::Delay},
            {u"lose-request"_s, Deed::Fault, {}, Fault::LoseRequest},
            {u"lose-reply"_s, Deed::Fault, {}, Fault::LoseReply},
            {u"lose-create-reply"_s, Deed::Fault, {}, Fault::LoseCreateReply},
            {u"expire"_s, Deed::Fault, {}, Fault::Expire},
            {u"jump-clock"_s, Deed::Fault, {}, Fault::JumpClock},
            {u"stop"_s, Deed::Stop},
            {u"go-on"_s, Deed::GoOn},
            {u"close"_s, Deed::Command, ClientCommand::Close},
            {u"remove"_s, Deed::Command, ClientCommand::Remove},
            {u"create"_s, Deed::Create},
            {u"delete"_s, Deed::Delete},
            {u"wait"_s, Deed::Wait},
            {u"measure"_s, Deed::Measure},
        }
        + verbsOfServers();
    return all;
}

std::optional<ConnectionState> connectionFromName(QStringView name)
{
    for (const auto state : {ConnectionState::Closed, ConnectionState::Connecting, ConnectionState::Connected,
                             ConnectionState::Suspended, ConnectionState::Expired, ConnectionState::AuthFailed}) {
        if (connectionStateName(state) == name)
            return state;
    }
    return {};
}

/// Those with which a client can end an acquire or a release.
std::optional<ErrorCode> errorFromName(QStringView name)
{
    for (int code = 0; code <= static_cast<int>(ErrorCode::Other); ++code) {
        if (errorCodeName(static_cast<ErrorCode>(code)) == name)
            return static_cast<ErrorCode>(code);
    }
    return {};
}

class StepReader
{
public:
    StepReader(JsonFields &fields, const ClientNames &clients, const QStringList &lockPaths)
        : m_fields(fields)
        , m_clients(clients)
        , m_locks(lockPaths)
    {
    }

    std::optional<PlannedStep> read()
    {
        PlannedStep step;
        step.line = m_fields.complaints().lineOf(m_fields.path());
        step.text = m_fields.text(u"text"_s).value_or(QString());
        const bool acts = m_fields.has(u"do"_s);
        if (acts == m_fields.has(u"until"_s)) {
            m_fields.complaints().add(m_fields.path(), Text::en("a step has either \"do\" or \"until\""));
            return {};
        }
        const bool good = acts ? readDeed(step) : readUntil(step);
        m_fields.end();
        return good ? std::optional(step) : std::nullopt;
    }

private:
    bool readDeed(PlannedStep &step)
    {
        const auto verb = oneOf(m_fields, u"do"_s, verbs(), &Verb::name);
        if (!verb) {
            for (const QString &key : {u"client"_s, u"for"_s, u"by"_s, u"back"_s, u"before"_s, u"path"_s, u"data"_s,
                                       u"server"_s, u"empty"_s})
                m_fields.value(key); // which of them belong here is not known
            return false;
        }
        switch (verb->deed) {
        case Deed::Command: step.what = CommandAction{verb->command, clients()}; break;
        case Deed::Fault: step.what = readFault(verb->fault); break;
        case Deed::Server: step.what = readServer(verb->server); break;
        case Deed::Stop: step.what = readStop(); break;
        case Deed::GoOn: step.what = StopAction{clients(), {}}; break;
        case Deed::Create: step.what = readNode(NodeAction::Kind::Create); break;
        case Deed::Delete: step.what = readNode(NodeAction::Kind::Delete); break;
        case Deed::Wait: {
            const auto time = m_fields.duration(u"for"_s, 1ms);
            m_fields.need(u"for"_s);
            step.what = WaitAction{time.value_or(0ms)};
            break;
        }
        case Deed::Measure: step.what = MeasureAction{}; break;
        }
        return true;
    }

    ClientNames clients()
    {
        m_fields.need(u"client"_s);
        return readNames(m_fields, u"client"_s, m_clients);
    }

    FaultAction readFault(Fault fault)
    {
        FaultAction action{{fault, 0ms}, clients()};
        if (fault == Fault::Pause || fault == Fault::Partition)
            action.fault.duration = m_fields.duration(u"for"_s, 1ms).value_or(0ms);
        if (fault == Fault::Delay) {
            m_fields.need(u"by"_s);
            action.fault.duration = m_fields.duration(u"by"_s, 1ms).value_or(0ms);
        }
        if (fault == Fault::JumpClock) {
            m_fields.need(u"by"_s);
            action.fault.duration = m_fields.duration(u"by"_s, 1ms).value_or(0ms);
            if (m_fields.flag(u"back"_s).value_or(false))
                action.fault.duration = -action.fault.duration;
        }
        return action;
    }

    ServerAction readServer(ServerCommand command)
    {
        ServerAction action{command, m_fields.wholeNumber(u"server"_s, 0, 9).value_or(0)};
        if (command == ServerCommand::Restart && m_fields.flag(u"empty"_s).value_or(false))
            action.command = ServerCommand::RestartEmpty;
        return action;
    }

    StopAction readStop()
    {
        StopAction action{clients(), recipeStep(u"before"_s)};
        m_fields.need(u"before"_s);
        return action;
    }

    std::optional<locks::Step> recipeStep(const QString &key)
    {
        QStringList steps;
        for (size_t i = 0; i < locks::stepCount; ++i)
            steps << locks::stepName(static_cast<locks::Step>(i));
        return m_fields.choice<locks::Step>(key, locks::stepFromName, steps);
    }

    NodeAction readNode(NodeAction::Kind kind)
    {
        NodeAction action;
        action.kind = kind;
        m_fields.need(u"path"_s);
        action.path = path();
        if (kind == NodeAction::Kind::Create)
            action.data = m_fields.text(u"data"_s).value_or(QString()).toUtf8();
        return action;
    }

    /// At or below one of the scenario's locks: it touches nothing of anybody else.
    QString path()
    {
        const auto given = m_fields.text(u"path"_s);
        if (!given)
            return {};
        if (const auto problem = pathProblem(*given)) {
            m_fields.complain(u"path"_s, Text::en("the path \"%1\" is not valid: %2").arg(*given, *problem));
            return {};
        }
        const bool own =
            std::any_of(m_locks.begin(), m_locks.end(), [&](const QString &lock) { return isAtOrBelow(*given, lock); });
        if (!own)
            m_fields.complain(u"path"_s, Text::en("\"%1\" is not under a lock of this scenario; its locks are %2")
                                             .arg(*given, Text::enumerated(m_locks)));
        return *given;
    }

    // ---- until ----

    bool readUntil(PlannedStep &step)
    {
        if (const auto within = m_fields.duration(u"within"_s, 1ms))
            step.within = *within;
        JsonFields until(m_fields.value(u"until"_s).value_or(QJsonValue()), m_fields.pathOf(u"until"_s),
                         m_fields.complaints());
        const QStringList subjects{u"client"_s, u"lock"_s, u"path"_s, u"deadlock"_s};
        const auto given =
            std::count_if(subjects.begin(), subjects.end(), [&](const auto &key) { return until.has(key); });
        if (given != 1) {
            until.complaints().add(until.path(), Text::en("wants exactly one of client, lock, path and deadlock"));
            return false;
        }
        StepReader inner(until, m_clients, m_locks);
        if (until.has(u"client"_s))
            step.what = Condition(inner.clientCondition());
        else if (until.has(u"lock"_s))
            step.what = Condition(inner.lockCondition());
        else if (until.has(u"path"_s))
            step.what = Condition(inner.nodeCondition());
        else
            step.what = Condition(DeadlockCondition{until.flag(u"deadlock"_s).value_or(true)});
        until.end();
        return true;
    }

    ClientCondition clientCondition()
    {
        ClientCondition condition;
        condition.clients = clients();
        condition.state =
            m_fields.choice<locks::LockState>(u"state"_s, locks::lockStateFromName,
                                              {u"FREE"_s, u"FETCHING"_s, u"RETAINED"_s, u"RELEASING"_s, u"RELEASED"_s});
        condition.connection = m_fields.choice<ConnectionState>(
            u"connection"_s, connectionFromName, {u"connected"_s, u"suspended"_s, u"expired"_s, u"closed"_s});
        condition.step = recipeStep(u"step"_s);
        condition.holds = m_fields.flag(u"holds"_s);
        condition.waits = m_fields.flag(u"waiting"_s);
        condition.node = m_fields.flag(u"node"_s);
        condition.done = m_fields.flag(u"done"_s);
        condition.entries = m_fields.wholeNumber(u"entries"_s, 0, 10'000);
        condition.error = m_fields.choice<ErrorCode>(u"error"_s, errorFromName,
                                                     {u"acquire-timeout"_s, u"session-expired"_s, u"closed"_s,
                                                      u"no-node"_s, u"not-held"_s, u"connection-loss"_s});
        needOneOf({u"state"_s, u"connection"_s, u"step"_s, u"holds"_s, u"waiting"_s, u"node"_s, u"done"_s, u"entries"_s,
                   u"error"_s});
        return condition;
    }

    LockCondition lockCondition()
    {
        LockCondition condition;
        condition.lock = oneOf(m_fields, u"lock"_s, m_locks, std::identity()).value_or(QString());
        condition.holders = readRange(m_fields, u"holders"_s);
        condition.waiting = readRange(m_fields, u"waiting"_s);
        condition.watchEvents = readRange(m_fields, u"watch_events"_s);
        condition.finding = m_fields.text(u"finding"_s).value_or(QString());
        needOneOf({u"holders"_s, u"waiting"_s, u"watch_events"_s, u"finding"_s});
        return condition;
    }

    NodeCondition nodeCondition()
    {
        NodeCondition condition;
        condition.path = path();
        condition.exists = m_fields.flag(u"exists"_s).value_or(true);
        return condition;
    }

    void needOneOf(const QStringList &keys)
    {
        if (std::none_of(keys.begin(), keys.end(), [this](const QString &key) { return m_fields.has(key); }))
            m_fields.complaints().add(m_fields.path(),
                                      Text::en("says not what to wait for: one of %1").arg(Text::enumerated(keys)));
    }

public:
    static std::optional<Range> readRange(JsonFields &fields, const QString &key)
    {
        const auto given = fields.value(key);
        if (!given)
            return {};
        if (!given->isObject()) {
            const auto number = fields.number(key, 0, largestCount);
            return number ? std::optional(Range{*number, *number}) : std::nullopt;
        }
        JsonFields ends(*given, fields.pathOf(key), fields.complaints());
        const Range range{ends.number(u"least"_s, 0, largestCount), ends.number(u"most"_s, 0, largestCount)};
        ends.end();
        if (!ends.has(u"least"_s) && !ends.has(u"most"_s))
            fields.complain(key, Text::en("wants a number, or {\"least\": …, \"most\": …}"));
        if (range.least && range.most && *range.least > *range.most)
            fields.complain(key, Text::en("the least is above the most: exchange them"));
        return range;
    }

private:
    JsonFields &m_fields;
    const ClientNames &m_clients;
    const QStringList &m_locks;
};

std::optional<OrderExpected> readOrder(JsonFields &fields, const ClientNames &clients)
{
    const auto list = fields.list(u"order"_s);
    if (!list)
        return {};
    OrderExpected order;
    for (qsizetype i = 0; i < list->size() && !fields.complaints().areEnough(); ++i) {
        const QString key = u"order[%1]"_s.arg(i);
        const QJsonValue element = list->at(i);
        JsonFields one(QJsonObject{{key, element}}, fields.path(), fields.complaints());
        if (const auto names = one.texts(key); names) {
            ClientNames group;
            for (const QString &name : *names) { // not as a set: a client may acquire more than once
                if (name.endsWith(u'*'))
                    group += readNames(one, key, clients);
                else if (clients.contains(name))
                    group << name;
                else
                    one.complain(key,
                                 Text::en("there is no client \"%1\"; there are %2").arg(name, namesText(clients)));
            }
            order.groups << group;
        }
    }
    return order;
}

void readExpected(JsonFields &fields, const QString &lock, const ClientNames &clients, QList<Expectation> &expected)
{
    for (const MeasureInfo &info : measures()) {
        if (!lock.isEmpty() && !info.perLock)
            continue;
        if (const auto range = StepReader::readRange(fields, info.key))
            expected.append({lock, CountExpected{info.measure, *range}});
    }
    if (auto order = readOrder(fields, clients))
        expected.append({lock, std::move(*order)});
    if (const auto list = fields.list(u"findings"_s))
        expected.append(
            {lock,
             FindingsExpected{list->isEmpty() ? QStringList() : fields.texts(u"findings"_s).value_or(QStringList())}});
}

} // namespace

QList<PlannedStep> readSteps(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths)
{
    const auto list = top.list(u"steps"_s);
    if (!top.has(u"steps"_s) || (list && list->isEmpty()))
        top.complain(u"steps"_s,
                     Text::en("is missing: a scenario needs steps, as in [{\"do\": \"acquire\", \"client\": \"A\"}]"));
    QList<PlannedStep> steps;
    const QJsonArray entries = list.value_or(QJsonArray());
    if (entries.size() > mostSteps) {
        top.complain(u"steps"_s, Text::en("a scenario can have at most 10,000 steps"));
        return {};
    }
    for (qsizetype i = 0; i < entries.size() && !top.complaints().areEnough(); ++i) {
        JsonFields fields(entries.at(i), u"steps[%1]"_s.arg(i), top.complaints());
        if (!entries.at(i).isObject())
            continue;
        if (auto step = StepReader(fields, clients, lockPaths).read())
            steps.append(std::move(*step));
    }
    return steps;
}

QList<Expectation> readExpectations(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths)
{
    QList<Expectation> expected;
    const auto given = top.value(u"expect"_s);
    if (!given)
        return expected;
    JsonFields fields(*given, u"expect"_s, top.complaints());
    readExpected(fields, {}, clients, expected);
    if (const auto byLock = fields.value(u"locks"_s)) {
        const QString path = fields.pathOf(u"locks"_s);
        JsonFields scopes(*byLock, path, top.complaints());
        for (const QString &lock : lockPaths) {
            if (const auto scope = scopes.value(lock)) {
                JsonFields scoped(*scope, path + u'.' + lock, top.complaints());
                readExpected(scoped, lock, clients, expected);
                scoped.end();
            }
        }
        scopes.end();
    }
    fields.end();
    return expected;
}

} // namespace lockscope::lab
