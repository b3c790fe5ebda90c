// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenarioparts.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

#include <QScopeGuard>
#include <QSet>

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int mostActors = 10'000;
constexpr int mostThings = 10'000; ///< leases, entries, threads: more is a slip of the pen
constexpr int mostRounds = 1'000'000;

/// What the top level says for all clients, and then what one says of its own.
struct Settings
{
    SpawnRequest request;
    std::optional<locks::Dialect> dialect; ///< else the first that the recipe can write
};

QStringList dialectNames(const QList<locks::Dialect> &dialects)
{
    QStringList names;
    for (const locks::Dialect dialect : dialects)
        names << locks::dialectName(dialect);
    return names;
}

std::optional<QString> recipeOrNone(QStringView name)
{
    return name == "none"_L1 || locks::recipeFromName(name) ? std::optional(name.toString()) : std::nullopt;
}

bool isUsable(JsonFields &fields, const QString &key, const QString &path)
{
    if (const auto problem = pathProblem(path))
        fields.complain(key, Text::en("the path \"%1\" is not valid: %2").arg(path, *problem));
    else if (path == "/"_L1 || isAtOrBelow(path, u"/zookeeper"_s))
        fields.complain(key, Text::en("\"%1\" is ZooKeeper's own: write a path like /lockscope/demo").arg(path));
    else
        return true;
    return false;
}

std::optional<QString> readPath(JsonFields &fields, const QString &key)
{
    auto path = fields.text(key);
    return path && isUsable(fields, key, *path) ? path : std::nullopt;
}

std::optional<HoldTime> readHold(JsonFields &fields)
{
    const QString key = u"hold"_s;
    const auto given = fields.value(key);
    if (!given)
        return {};
    if (!given->isArray()) {
        const auto time = fields.duration(key, 0ms);
        return time ? std::optional(HoldTime{HoldTime::Kind::Fixed, *time, *time}) : std::nullopt;
    }
    const QJsonArray pair = given->toArray();
    if (pair.size() != 2) {
        fields.complain(key, Text::en("wants a time, or the least and the greatest: [\"10ms\", \"50ms\"]"));
        return {};
    }
    JsonFields ends(QJsonObject{{u"[0]"_s, pair[0]}, {u"[1]"_s, pair[1]}}, fields.pathOf(key), fields.complaints());
    const auto least = ends.duration(u"[0]"_s, 0ms);
    const auto greatest = ends.duration(u"[1]"_s, 0ms);
    if (!least || !greatest)
        return {};
    if (*least > *greatest) {
        fields.complain(key, Text::en("the least time is above the greatest: exchange them"));
        return {};
    }
    return HoldTime{HoldTime::Kind::Random, *least, *greatest};
}

std::optional<QList<RandomFault>> readFaults(JsonFields &fields)
{
    const auto list = fields.list(u"faults"_s);
    if (!list)
        return {};
    QStringList names;
    for (size_t i = 0; i < journal::faultCount; ++i)
        names << journal::faultName(static_cast<journal::Fault>(i));
    QList<RandomFault> faults;
    for (qsizetype i = 0; i < list->size() && !fields.complaints().areEnough(); ++i) {
        JsonFields fault(list->at(i), u"%1[%2]"_s.arg(fields.pathOf(u"faults"_s)).arg(i), fields.complaints());
        const auto which = fault.choice<journal::Fault>(u"fault"_s, journal::faultFromName, names);
        const auto rate = fault.number(u"rate"_s, 0, 1);
        const auto time = fault.duration(u"for"_s, 1ms);
        fault.end();
        fault.need(u"fault"_s);
        fault.need(u"rate"_s);
        if (which && rate)
            faults.append({*which, *rate, time.value_or(0ms)});
    }
    return faults;
}

template<typename T, typename Value>
void take(T &setting, std::optional<Value> given)
{
    if (given)
        setting = std::move(*given);
}

/// What is not there stays as it is in \a settings.
void readSettings(JsonFields &fields, Settings &settings)
{
    SpawnRequest &request = settings.request;
    if (const auto recipe = fields.choice<QString>(u"recipe"_s, recipeOrNone, locks::recipeNames())) {
        request.withoutLock = *recipe == "none"_L1;
        request.recipe = locks::recipeFromName(*recipe).value_or(locks::RecipeId::Mutex);
    }
    take(settings.dialect, fields.choice<locks::Dialect>(u"dialect"_s,
                                                         [](QStringView name) {
                                                             const auto dialect = locks::dialectFromName(name);
                                                             return dialect == locks::Dialect::Generic ? std::nullopt
                                                                                                       : dialect;
                                                         },
                                                         {u"docs"_s, u"curator"_s, u"kazoo"_s, u"plain"_s}));
    take(request.lock, readPath(fields, u"lock"_s));
    if (const auto mode = oneOf(fields, u"mode"_s, QStringList{u"read"_s, u"write"_s}, std::identity()))
        request.writers = *mode == "read"_L1 ? 0 : 1;
    take(request.leases, fields.wholeNumber(u"leases"_s, 1, mostThings));
    take(request.paths, fields.texts(u"paths"_s));
    take(request.sorted, fields.flag(u"sorted"_s));
    take(request.acquireTimeout, fields.duration(u"acquire_timeout"_s, 1ms));
    take(request.hold, readHold(fields));
    take(request.sessionTimeout, fields.duration(u"limit"_s, 1ms));
    take(request.clockAhead, fields.duration(u"clock_ahead"_s, 0ms));
    take(request.rounds, fields.wholeNumber(u"rounds"_s, 0, mostRounds));
    take(request.entries, fields.wholeNumber(u"entries"_s, 1, mostThings));
    take(request.threads, fields.wholeNumber(u"threads"_s, 1, mostThings));
    take(request.pool, fields.wholeNumber(u"pool"_s, 1, mostThings));
    take(request.faults, readFaults(fields));
    take(request.stamp, readPath(fields, u"stamp"_s));
    if (const auto resource = oneOf(fields, u"resource"_s, QStringList{u"open"_s, u"fenced"_s}, std::identity()))
        request.resource = *resource == "fenced"_L1 ? Resource::Fenced : Resource::Open;
    if (!fields.has(u"paths"_s))
        return;
    for (const QString &path : std::as_const(request.paths))
        isUsable(fields, u"paths"_s, path);
}

/// What the recipe of \a request cannot do with its settings.
void checkRecipe(const JsonFields &fields, const SpawnRequest &request)
{
    const locks::RecipeInfo &info = locks::recipeInfo(request.recipe);
    const auto unusable = [&](bool usable, const QString &key) {
        if (!usable && fields.has(key))
            fields.complain(key, Text::en("%1 has no use for it").arg(info.name));
    };
    if (!info.dialects.contains(request.dialect))
        fields.complain(u"dialect"_s, Text::en("%1 cannot write %2 names; it can write %3")
                                          .arg(info.name, locks::dialectName(request.dialect),
                                               Text::enumerated(dialectNames(info.dialects))));
    unusable(info.options.writers, u"mode"_s);
    unusable(info.options.leases, u"leases"_s);
    unusable(info.options.paths, u"paths"_s);
    unusable(info.options.paths, u"sorted"_s);
    unusable(info.options.entries, u"entries"_s);
    unusable(info.options.threads, u"threads"_s);
    unusable(info.options.pool, u"pool"_s);
    unusable(!info.isOfZooKeeper(), u"limit"_s);
    unusable(info.runsOn(locks::Backend::Redis), u"clock_ahead"_s);
    if (info.options.paths && request.paths.size() < 2)
        fields.complain(u"paths"_s, Text::en("%1 wants two locks or more").arg(info.name));
}

SpawnRequest requestOf(const JsonFields &fields, const Settings &settings, std::optional<locks::Backend> &backend)
{
    SpawnRequest request = settings.request;
    const locks::RecipeInfo &info = locks::recipeInfo(request.recipe);
    request.dialect = settings.dialect.value_or(info.dialects.first());
    if (!info.options.paths)
        request.paths.clear();
    if (request.lock.isEmpty() && !request.paths.isEmpty())
        request.lock = request.paths.first();
    if (request.lock.isEmpty())
        fields.complain(u"lock"_s, Text::en("is missing: say which lock, here or at the top"));
    if (request.withoutLock && request.stamp.isEmpty())
        fields.complain(u"recipe"_s, Text::en("\"none\" is for clients that stamp numbers: say where, with \"stamp\""));
    if (request.resource != Resource::OfSession && request.stamp.isEmpty())
        fields.complain(u"resource"_s, Text::en("is of a number: say where it is, with \"stamp\""));
    else if (request.resource == Resource::Fenced && !request.hasToken())
        fields.complain(u"resource"_s, Text::en("%1 has no fencing token that a resource could compare")
                                           .arg(request.withoutLock ? u"none"_s : info.name));
    if (request.withoutLock)
        return request;
    const locks::Backend usual = info.backends.first();
    if (!info.runsOn(backend.value_or(usual)))
        fields.complain(u"recipe"_s, Text::en("%1 runs on %2, and this scenario on %3")
                                         .arg(info.name, locks::backendName(usual), locks::backendName(*backend)));
    backend = backend.value_or(usual);
    checkRecipe(fields, request);
    return request;
}

QStringList readClientNames(JsonFields &fields)
{
    const auto name = fields.text(u"name"_s);
    const auto count = fields.wholeNumber(u"count"_s, 1, mostActors);
    fields.need(u"name"_s);
    if (!name)
        return {};
    const bool usable = !name->isEmpty() && !name->contains(u'*')
                        && std::all_of(name->begin(), name->end(), [](QChar c) { return c.isPrint(); });
    if (!usable) {
        fields.complain(u"name"_s, Text::en("%1 is no name: use visible characters, and no *").arg(shortJson(*name)));
        return {};
    }
    if (!count)
        return {*name};
    QStringList names;
    for (int i = 0; i < *count; ++i)
        names << *name + QString::number(i);
    return names;
}

} // namespace

QList<SpawnRequest> readClients(JsonFields &top, locks::Backend *backend)
{
    using locks::Backend;
    auto asked =
        oneOf(top, u"backend"_s,
              QList{Backend::ZooKeeper, Backend::Redis, Backend::Sqlite, Backend::MariaDb, Backend::PostgreSql},
              locks::backendName);
    const auto setBackend = qScopeGuard([&] { *backend = asked.value_or(Backend::ZooKeeper); });
    Settings outer;
    outer.request.acquireAtOnce = false;
    outer.request.writers = 1;
    readSettings(top, outer);
    const auto list = top.list(u"clients"_s);
    if (!top.has(u"clients"_s) || (list && list->isEmpty()))
        top.complain(u"clients"_s, Text::en("is missing: a scenario needs clients, as in [{\"name\": \"A\"}]"));
    QList<SpawnRequest> requests;
    QSet<QString> taken;
    const QJsonArray entries = list.value_or(QJsonArray());
    for (qsizetype i = 0; i < entries.size() && !top.complaints().areEnough(); ++i) {
        JsonFields fields(entries.at(i), u"clients[%1]"_s.arg(i), top.complaints());
        const QStringList names = readClientNames(fields);
        Settings own = outer;
        readSettings(fields, own);
        fields.end();
        SpawnRequest request = requestOf(fields, own, asked);
        for (const QString &name : names) {
            if (taken.contains(name))
                fields.complain(u"name"_s, Text::en("there is a client \"%1\" already").arg(name));
            taken.insert(name);
        }
        if (taken.size() > mostActors) {
            fields.complain(u"count"_s, Text::en("a scenario can have at most 10,000 clients"));
            return requests;
        }
        request.names = names;
        request.count = static_cast<int>(names.size());
        requests.append(std::move(request));
    }
    return requests;
}

ClientNames readNames(JsonFields &fields, const QString &key, const ClientNames &all)
{
    const auto given = fields.texts(key);
    if (!given)
        return {};
    ClientNames names;
    QSet<QString> taken;
    for (const QString &pattern : *given) {
        if (fields.complaints().areEnough())
            break;
        const bool isPattern = pattern.endsWith(u'*');
        const QString begin = isPattern ? pattern.chopped(1) : pattern;
        bool any = false;
        for (const QString &name : all) {
            if (isPattern ? !name.startsWith(begin) : name != begin)
                continue;
            any = true;
            if (!taken.contains(name))
                names << name;
            taken.insert(name);
        }
        if (!any)
            fields.complain(key, Text::en("there is no client \"%1\"; there are %2").arg(pattern, namesText(all)));
    }
    return names;
}

} // namespace lockscope::lab
