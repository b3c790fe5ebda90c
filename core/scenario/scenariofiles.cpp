// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofiles.h"

#include "core/base/strictjson.h"
#include "core/locks/recipecatalog.h"
#include "core/scenario/duel.h"
#include "core/scenario/scenarioparts.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>
#include <utility>

/// Outside of any namespace, as Qt wants it: a static library's resources are not there by themselves.
static void initScenarios()
{
    Q_INIT_RESOURCE(scenarios);
}

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using journal::Fault;

// ---- whether the steps can be carried out one after another ----

namespace {

/// A client as the steps so far leave it.
struct PlannedClient
{
    const SpawnRequest *request = nullptr;
    int endedIn = -1; ///< the step after which it does nothing more
    enum class Ended { Not, Closed, Crashed, Left } ended = Ended::Not;
    bool removed = false;
    bool acquired = false; ///< a step asked for it
    bool paused = false;
    bool cut = false;     ///< partitioned, or late
    bool stopped = false; ///< before a step, or will be

    bool writes() const { return request->writers > 0; }
};

/// With places for its name and for the step.
Text overText(PlannedClient::Ended ended)
{
    switch (ended) {
    case PlannedClient::Ended::Not: break;
    case PlannedClient::Ended::Closed:
        return Text::en("\"%1\" closed its session in steps[%2] and does nothing any more");
    case PlannedClient::Ended::Crashed: return Text::en("\"%1\" crashed in steps[%2] and does nothing any more");
    case PlannedClient::Ended::Left: return Text::en("\"%1\" left in steps[%2] and does nothing any more");
    }
    return {};
}

Text silentText(const PlannedClient &client)
{
    if (!client.removed)
        return Text::en(
            "\"%1\" crashed in steps[%2] and reports nothing any more: wait for its node to be gone (\"node\": false)");
    return Text::en("\"%1\" left in steps[%2] and reports nothing any more");
}

/// Checks all steps where it is made.
class StepChecker
{
public:
    StepChecker(const Scenario &scenario, JsonComplaints &complaints)
        : m_complaints(complaints)
    {
        for (const SpawnRequest &request : scenario.clients) {
            for (const QString &name : request.names)
                m_clients[name].request = &request;
        }
        for (const PlannedStep &step : scenario.steps) {
            if (m_complaints.areEnough())
                return;
            std::visit([this](const auto &what) { check(what); }, step.what);
            ++m_index;
        }
    }

private:
    void complain(const QString &key, const Text &sentence)
    {
        m_complaints.add(u"steps[%1].%2"_s.arg(m_index).arg(key), sentence);
    }

    bool isOver(const QString &name, const PlannedClient &client)
    {
        if (client.endedIn < 0)
            return false;
        complain(u"client"_s, overText(client.ended).arg(name, client.endedIn));
        return true;
    }

    void end(PlannedClient &client, PlannedClient::Ended how)
    {
        client.endedIn = m_index;
        client.ended = how;
    }

    void check(const CommandAction &action)
    {
        for (const QString &name : action.clients) {
            PlannedClient &client = m_clients[name];
            if (action.command == ClientCommand::Remove && !client.removed) { // what ended otherwise can still leave
                end(client, PlannedClient::Ended::Left);
                client.removed = true;
            } else if (action.command == ClientCommand::Acquire
                       && !client.removed) { // with a new session, where need be
                client.endedIn = -1;
                client.ended = PlannedClient::Ended::Not;
                client.acquired = true;
            } else if (!isOver(name, client)) {
                check(action.command, name, client);
            }
        }
    }

    void check(ClientCommand command, const QString &name, PlannedClient &client)
    {
        const locks::RecipeInfo &recipe = locks::recipeInfo(client.request->recipe);
        const auto needsAcquire = [&] {
            if (!client.acquired)
                complain(u"client"_s, Text::en("\"%1\" was never told to acquire").arg(name));
        };
        switch (command) {
        case ClientCommand::Acquire: break;
        case ClientCommand::Release: needsAcquire(); break;
        case ClientCommand::Downgrade:
        case ClientCommand::Upgrade:
            needsAcquire();
            if (!recipe.options.writers)
                complain(u"client"_s, Text::en("\"%1\" runs %2, which knows no readers").arg(name, recipe.name));
            else if (command == ClientCommand::Downgrade && !client.writes())
                complain(u"client"_s, Text::en("\"%1\" is a reader: only a writer can downgrade").arg(name));
            break;
        case ClientCommand::Revoke:
            if (!recipe.isRevocable())
                complain(u"client"_s, Text::en("\"%1\" runs %2, which cannot ask for a lock").arg(name, recipe.name));
            break;
        case ClientCommand::Close: end(client, PlannedClient::Ended::Closed); break;
        case ClientCommand::Remove: break;
        }
    }

    void check(const FaultAction &action)
    {
        for (const QString &name : action.clients) {
            PlannedClient &client = m_clients[name];
            if (isOver(name, client))
                continue;
            switch (action.fault.fault) {
            case Fault::Crash: end(client, PlannedClient::Ended::Crashed); break;
            case Fault::Close: end(client, PlannedClient::Ended::Closed); break;
            case Fault::Expire: break;
            case Fault::Pause: client.paused = true; break;
            case Fault::Partition:
            case Fault::Delay: client.cut = true; break;
            case Fault::Resume:
                if (!std::exchange(client.paused, false))
                    complain(u"client"_s, Text::en("\"%1\" is not paused").arg(name));
                break;
            case Fault::Heal:
                if (!std::exchange(client.cut, false))
                    complain(u"client"_s, Text::en("\"%1\" is neither cut off nor late").arg(name));
                break;
            case Fault::LoseRequest:
            case Fault::LoseReply:
            case Fault::LoseCreateReply:
            case Fault::JumpClock: break;
            }
        }
    }

    void check(const StopAction &action)
    {
        for (const QString &name : action.clients) {
            PlannedClient &client = m_clients[name];
            if (isOver(name, client))
                continue;
            if (!action.before && !client.stopped)
                complain(u"client"_s, Text::en("\"%1\" is not stopped").arg(name));
            client.stopped = action.before.has_value();
        }
    }

    void check(const ServerAction &) { }
    void check(const NodeAction &) { }
    void check(const WaitAction &) { }
    void check(const MeasureAction &) { }

    void check(const Condition &condition)
    {
        const auto *clients = std::get_if<ClientCondition>(&condition);
        if (!clients)
            return;
        for (const QString &name : clients->clients) {
            const PlannedClient &client = m_clients[name];
            const bool ofTheServer = clients->node && !clients->state && !clients->holds && !clients->waits;
            if (client.removed
                || (client.ended == PlannedClient::Ended::Crashed && !ofTheServer && !clients->connection))
                complain(u"until.client"_s, silentText(client).arg(name, client.endedIn));
            const bool wantsLock = clients->holds == true || clients->waits == true
                                   || clients->state == locks::LockState::Retained
                                   || clients->state == locks::LockState::Fetching || clients->done == true;
            if (wantsLock && !client.acquired)
                complain(u"until.client"_s, Text::en("\"%1\" was never told to acquire").arg(name));
        }
    }

    JsonComplaints &m_complaints;
    QHash<QString, PlannedClient> m_clients;
    int m_index = 0;
};

} // namespace

// ---- the text ----

namespace {

constexpr int formatVersion = 1;

tl::unexpected<Error> refused(const Text &sentence)
{
    return failure(ErrorCode::InvalidInput, u"scenario"_s, {}, sentence);
}

void readVersion(JsonFields &top)
{
    if (!top.has(u"lockscope"_s)) {
        top.complain(u"lockscope"_s, Text::en("is missing: a scenario begins with \"lockscope\": 1"));
        return;
    }
    const auto version = top.wholeNumber(u"lockscope"_s, 1, std::numeric_limits<int>::max());
    if (version && *version != formatVersion)
        top.complain(u"lockscope"_s,
                     Text::en("this program reads version 1, not %1: it needs to be newer").arg(*version));
}

QStringList readDuel(JsonFields &top, const QStringList &locks)
{
    const QString key = u"duel"_s;
    const QStringList duel = top.texts(key).value_or(QStringList());
    const bool areTwo = duel.size() == 2 && duel.first() != duel.last();
    const auto unknown = std::ranges::find_if(duel, [&](const QString &lock) { return !locks.contains(lock); });
    if (top.has(key) && !areTwo)
        top.complain(key, Text::en("wants two locks of the scenario: [\"/a\", \"/b\"]"));
    else if (unknown != duel.end())
        top.complain(key, Text::en("no client takes the lock %1").arg(*unknown));
    return duel;
}

} // namespace

Text aboutIn(const QByteArray &text)
{
    const QString about = QJsonDocument::fromJson(text).object()[u"about"_s].toString();
    return about.isEmpty() ? Text() : Text::ofFile(about);
}

Result<Scenario> parseScenario(const QByteArray &text)
{
    if (text.size() > largestScenario)
        return refused(Text::en("This is no scenario: it has more than 4 MB."));
    const auto json = JsonText::read(text);
    if (!json)
        return refused(json.error().detail);
    JsonComplaints complaints(json->lines);
    JsonFields top(json->top, {}, complaints);
    Scenario scenario;
    scenario.source = text;
    readVersion(top);
    scenario.title = top.text(u"title"_s).value_or(QString());
    top.need(u"title"_s);
    scenario.about = top.text(u"about"_s).value_or(QString());
    scenario.conclusion = top.text(u"conclusion"_s).value_or(QString());
    scenario.show = top.text(u"show"_s).value_or(QString());
    if (!scenario.show.isEmpty() && !scenarioViews().contains(scenario.show))
        top.complain(
            u"show"_s,
            Text::en("there is no view \"%1\"; there are %2").arg(scenario.show, Text::enumerated(scenarioViews())));
    if (const auto seed = top.number(u"seed"_s, 0, std::numeric_limits<quint32>::max()))
        scenario.seed = static_cast<quint32>(*seed);
    scenario.servers = top.wholeNumber(u"servers"_s, 1, 9).value_or(1);
    scenario.replica = top.flag(u"replica"_s).value_or(false);
    scenario.clients = readClients(top, &scenario.backend);
    scenario.duel = readDuel(top, scenario.locks());
    const ClientNames names = scenario.clientNames();
    if (complaints.isEmpty()) { // else every step would be wrong for a reason that is none of its own
        scenario.steps = readSteps(top, names, scenario.locks());
        scenario.expect = readExpectations(top, names, scenario.locks());
    } else {
        top.value(u"steps"_s);
        top.value(u"expect"_s);
    }
    top.end();
    if (complaints.isEmpty())
        StepChecker(scenario, complaints);
    if (!complaints.isEmpty())
        return refused(complaints.first());
    return scenario;
}

// ---- the files ----

QStringList shippedScenarios(locks::Backend backend)
{
    if (backend == locks::Backend::Redis)
        return {u"redis-setnx"_s,         u"redis-setnx-expire"_s,      u"redis-late-release"_s,
                u"redis-setnx-getset"_s,  u"redis-holder-pauses"_s,     u"redis-without-persistence"_s,
                u"redis-fail-over"_s,     u"redlock-two-servers-die"_s, u"redlock-holder-pauses"_s,
                u"redlock-clock-jumps"_s, u"redlock-server-forgets"_s};
    if (locks::isSql(backend))
        return {u"sql-row"_s, u"sql-row-holder-pauses"_s, u"sql-holder-dies"_s, u"sql-row-server-dies"_s,
                u"sql-pool-exhausted"_s};
    QStringList names{u"queue-of-five"_s,
                      u"herd-against-predecessor"_s,
                      u"readers-and-writers"_s,
                      u"readers-and-writers-naive"_s,
                      u"readers-and-writers-curator"_s,
                      u"threads-of-a-process"_s,
                      u"three-leases"_s,
                      u"holder-crashes"_s,
                      u"holder-pauses"_s,
                      u"session-expires"_s,
                      u"timeout-in-mid-queue"_s,
                      u"deadlock"_s,
                      u"revocation"_s,
                      u"order-numbers"_s,
                      u"order-numbers-without-lock"_s,
                      u"fencing-token"_s,
                      u"parent-recreated"_s,
                      u"mixed-dialects"_s};
    for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
        if (!recipe.isSound())
            names << recipe.name;
    }
    return names;
}

QStringList allScenarios()
{
    return shippedScenarios() + shippedScenarios(locks::Backend::Redis) + shippedScenarios(locks::Backend::Sqlite);
}

QStringList shippedDuels()
{
    return {u"duel:none,mutex"_s, u"duel:queue-herd,mutex"_s, u"duel:ephemeral,mutex"_s,
            u"duel:broken-path-order,mutex"_s};
}

// ---- order numbers ----

namespace {

constexpr auto orderNumbers = "order-numbers:"_L1;
constexpr auto withoutLock = "none"_L1;

const std::vector<locks::RecipeInfo> &catalogOf(locks::Backend backend)
{
    return backend == locks::Backend::Redis ? locks::redisCatalog()
           : locks::isSql(backend)          ? locks::sqlCatalog()
                                            : locks::recipeCatalog();
}

/// "sql-row@mariadb"; the server may be left out where the recipe's first is meant.
std::optional<std::pair<std::optional<locks::RecipeId>, locks::Backend>> readLockAndServer(const QString &text)
{
    const qsizetype at = text.indexOf(u'@');
    const auto server = at < 0 ? std::nullopt : locks::backendFromName(text.mid(at + 1));
    if (at >= 0 && !server)
        return {};
    const QString name = text.left(at);
    if (name == withoutLock)
        return std::pair(std::optional<locks::RecipeId>(), server.value_or(locks::Backend::ZooKeeper));
    const auto recipe = locks::recipeFromName(name);
    if (!recipe)
        return {};
    const locks::RecipeInfo &info = locks::recipeInfo(*recipe);
    const locks::Backend backend = server.value_or(info.backends.first());
    return info.runsOn(backend) ? std::optional(std::pair(recipe, backend)) : std::nullopt;
}

QByteArray orderNumbersWith(const QString &lockAndServer)
{
    const auto read = readLockAndServer(lockAndServer);
    if (!read)
        return {};
    const auto &[recipe, backend] = *read;
    QJsonObject json = QJsonDocument::fromJson(shippedScenario(u"order-numbers"_s)).object();
    const QString lock = recipe ? locks::recipeName(*recipe) : QString(withoutLock);
    json[u"title"_s] = Text::en("Order numbers: %1 on %2").arg(lock, locks::backendText(backend)).english();
    json[u"backend"_s] = locks::backendName(backend);
    json[u"recipe"_s] = lock;
    json[u"rounds"_s] = 1;
    QJsonObject expect{{u"stamped"_s, 50}};
    const bool protects = recipe && *recipe != locks::RecipeId::SqlVersion; // which protects its own row alone
    if (protects)
        expect[u"duplicates"_s] = 0;
    else
        json.remove(u"conclusion"_s);
    if (!recipe)
        expect[u"duplicates"_s] = QJsonObject{{u"least"_s, 1}};
    json[u"expect"_s] = expect;
    return QJsonDocument(json).toJson();
}

} // namespace

QStringList orderNumberScenarios(locks::Backend backend)
{
    QStringList names;
    const QString server = u'@' + locks::backendName(backend);
    for (const locks::RecipeInfo &info : catalogOf(backend)) {
        // Several locks as one need their paths.
        if (info.runsOn(backend) && (info.isSound() || !info.isOfZooKeeper()) && !info.options.paths)
            names += orderNumbers + info.name + (info.backends.size() > 1 ? server : QString());
    }
    names += orderNumbers + withoutLock + server;
    return names;
}

QByteArray shippedScenario(const QString &name)
{
    initScenarios();
    if (name.startsWith(orderNumbers))
        return orderNumbersWith(name.mid(orderNumbers.size()));
    if (!allScenarios().contains(name))
        return {};
    QFile file(u":/scenarios/%1.json"_s.arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<Scenario> loadScenario(const QString &pathOrName)
{
    if (isDuelName(pathOrName))
        return duelNamed(pathOrName);
    QByteArray text;
    QFile file(pathOrName);
    if (QFileInfo(file).isFile()) {
        if (!file.open(QIODevice::ReadOnly))
            return failure(ErrorCode::InvalidInput, u"scenario"_s, {},
                           Text::en("%1: %2.").arg(pathOrName, file.errorString()));
        text = file.read(largestScenario + 1);
    } else {
        text = shippedScenario(pathOrName);
        if (text.isEmpty())
            return failure(
                ErrorCode::InvalidInput, u"scenario"_s, {},
                Text::en("There is no file and no scenario \"%1\"; the scenarios that come with the program are %2.")
                    .arg(pathOrName, Text::enumerated(allScenarios())));
    }
    auto scenario = parseScenario(text);
    if (!scenario)
        scenario.error().detail = Text::en("%1: %2").arg(pathOrName, scenario.error().detail);
    return scenario;
}

} // namespace lockscope::lab
