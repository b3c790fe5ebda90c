// SPDX-License-Identifier: Apache-2.0
#include "app/gui/arguments.h"

#include "app/common/programstart.h"
#include "core/base/path.h"
#include "core/lessons/lessonfiles.h"
#include "core/locks/recipecatalog.h"
#include "core/redis/address.h"
#include "core/scenario/scenariofiles.h"
#include "core/sql/address.h"
#include "core/zk/connectstring.h"

#include <QCommandLineParser>
#include <QFileInfo>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

/// QCommandLineParser knows no optional values: "--sandbox" and "--sandbox 3" become "--sandbox=1" and "--sandbox=3",
/// "--model" becomes "--model=mutex".
QStringList withOptionalValues(QStringList arguments)
{
    static const QStringList sizes{u"1"_s, u"3"_s, u"5"_s};
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const QString next = arguments.value(i + 1);
        if (arguments[i] == "--sandbox"_L1)
            arguments[i] += u'=' + (sizes.contains(next) ? arguments.takeAt(i + 1) : u"1"_s);
        else if (arguments[i] == "--model"_L1)
            arguments[i] += u'=' + (next.isEmpty() || next.startsWith(u'-') ? u"mutex"_s : arguments.takeAt(i + 1));
    }
    return arguments;
}

constexpr int leastSide = 320;
constexpr int mostSide = 8192;

/// A number of at least \a least, or nothing.
std::optional<int> number(const QString &text, int least)
{
    bool ok = false;
    const int value = text.toInt(&ok);
    return ok && value >= least ? std::optional(value) : std::nullopt;
}

void addOptions(QCommandLineParser &parser)
{
    parser.setApplicationDescription(Text::en("Shows and tests the locks of an Apache ZooKeeper ensemble.").shown());
    parser.addOption(
        {{u"h"_s, u"help"_s}, Text::en("Show this help.").shown()}); // Qt's own has one more, which shows nothing
    parser.addVersionOption();
    addConnectOptions(parser);
    parser.addOptions({
        {u"sandbox"_s, Text::en("Start a private ZooKeeper of 1 (default), 3 or 5 servers.").shown(), u"1|3|5"_s},
        {u"backend"_s,
         Text::en("zookeeper, redis, sqlite, mariadb or postgresql: of the others than ZooKeeper a private one is "
                  "started, unless --at says where one is.")
             .shown(),
         u"B"_s},
        {u"at"_s, Text::en("A server of your own, as in redis=redis://HOST:PORT.").shown(), u"BACKEND=URL"_s},
        {u"replay"_s, Text::en("Open this recording; needs no server.").shown(), u"FILE.lockscope"_s},
        {u"event"_s,
         Text::en("Show the recording as it was after this event (default: where it is most contended).").shown(),
         u"NUMBER"_s},
        {u"model"_s,
         Text::en("Open a lock on a ZooKeeper in memory, step by step: a recipe (default: mutex), or a schedule.")
             .shown(),
         u"RECIPE|FILE.json"_s},
        {u"lesson"_s, Text::en("Open this lesson: one that lockscope-cli lessons lists, or a file.").shown(),
         u"ID|FILE.json"_s},
        {u"scenario"_s,
         Text::en("Run this scenario (a file, or the name of one that comes along) on the connection, or on a sandbox "
                  "of its own.")
             .shown(),
         u"FILE.json|NAME"_s},
        {u"pace"_s,
         Text::en("So many milliseconds from one step of the scenario to the next (default: as chosen in the window, "
                  "1000 at first).")
             .shown(),
         u"MS"_s},
        {u"root"_s, Text::en("Show what is under this node (default: /).").shown(), u"PATH"_s, u"/"_s},
        {u"select"_s, Text::en("Select this lock.").shown(), u"LOCK"_s},
        {u"view"_s, Text::en("Bring this to the front: %1.").arg(lab::scenarioViews().join(u", "_s)).shown(),
         u"VIEW"_s},
        {u"spawn"_s, Text::en("Spawn so many clients on that lock (default: /lockscope/demo).").shown(), u"N"_s},
        {u"observe-only"_s, Text::en("Write nothing over this connection.").shown()},
        {u"theme"_s, Text::en("system, light or dark, for this run.").shown(), u"NAME"_s},
        {u"lang"_s,
         Text::en("Language, for this run: en or zh_CN (default: as chosen in the window, else the system's).").shown(),
         u"en|zh_CN"_s},
        {u"presentation"_s, Text::en("For a projector: larger type, and only what it is about.").shown()},
        {u"size"_s, Text::en("Of the window, in pixels (default: as it was left).").shown(), u"WIDTHxHEIGHT"_s},
        {u"screenshot"_s, Text::en("Write a picture of the window to this file and exit.").shown(), u"FILE.png"_s},
        {u"after"_s, Text::en("Take the picture after so many milliseconds (default: 2000).").shown(), u"MS"_s},
    });
}

/// From --backend and --at; nothing where they ask for ZooKeeper.
Result<std::optional<BackendSpec>> readBackend(const QCommandLineParser &parser)
{
    const QString name = parser.isSet(u"backend"_s) ? parser.value(u"backend"_s) : u"zookeeper"_s;
    const auto backend = locks::backendFromName(name);
    if (!backend)
        return invalidInput(
            Text::en("--backend is zookeeper, redis, sqlite, mariadb or postgresql, not “%1”.").arg(name));
    if (*backend == locks::Backend::ZooKeeper && parser.isSet(u"at"_s))
        return invalidInput(Text::en("--at is for another --backend; of ZooKeeper say --connect."));
    if (*backend == locks::Backend::ZooKeeper)
        return std::optional<BackendSpec>();
    const auto isSet = [&](const QString &option) { return parser.isSet(option); };
    if (hasConnectOptions(parser)
        || std::ranges::any_of(QStringList{u"sandbox"_s, u"profile"_s, u"observe-only"_s}, isSet))
        return invalidInput(
            Text::en("--backend %1 is no ensemble: leave --connect, --profile, --sandbox and --observe-only out.")
                .arg(name));
    BackendSpec spec{*backend};
    const QString at = parser.value(u"at"_s);
    const qsizetype equals = at.indexOf(u'=');
    if (!at.isEmpty() && at.left(std::max<qsizetype>(equals, 0)) != name)
        return invalidInput(Text::en("--at wants BACKEND=URL, as in redis=redis://127.0.0.1:6379, not “%1”.").arg(at));
    spec.address = at.mid(equals + 1);
    if (spec.address.isEmpty())
        return std::optional(spec);
    const auto problem = [&]() -> std::optional<Error> {
        if (*backend == locks::Backend::Redis) {
            const auto parsed = redis::parseAddresses(spec.address);
            return parsed ? std::nullopt : std::optional(parsed.error());
        }
        const auto parsed = sql::parseAddress(spec.address);
        return parsed ? std::nullopt : std::optional(parsed.error());
    }();
    if (problem)
        return tl::unexpected(*problem);
    return std::optional(spec);
}

/// Where to, from --connect and --sandbox and what belongs to them.
Result<std::optional<ui::Target>> readTarget(const QCommandLineParser &parser)
{
    const auto wrong = [](const Text &sentence) { return invalidInput(sentence); };
    ui::Target target;
    target.root = parser.value(u"root"_s);
    target.spec.observeOnly = parser.isSet(u"observe-only"_s);
    if (const auto problem = pathProblem(target.root))
        return wrong(Text::en("--root %1: the path is not valid, %2.").arg(target.root, *problem));
    if (parser.isSet(u"connect"_s) && parser.isSet(u"sandbox"_s))
        return wrong(Text::en("--connect and --sandbox exclude each other: choose one."));
    const auto other = readBackend(parser);
    if (!other)
        return tl::unexpected(other.error());
    if (*other) {
        target.other = *other;
        return target;
    }
    const auto profile = profileFromOptions(parser);
    if (!profile)
        return tl::unexpected(profile.error());
    if (*profile) {
        if (hasConnectOptions(parser) || parser.isSet(u"sandbox"_s))
            return wrong(Text::en("--profile says where to connect, and how: leave --connect, --ssh, --sandbox, "
                                  "--auth… and --tls… out."));
        target.profile = *profile;
        target.profile->observeOnly = target.profile->observeOnly || target.spec.observeOnly;
        if (parser.isSet(u"root"_s))
            target.profile->root = target.root;
        return target;
    }
    const auto spec = readConnectOptions(parser, target.spec);
    if (!spec)
        return tl::unexpected(spec.error());
    target.spec = *spec;
    if (parser.isSet(u"connect"_s)) {
        if (const auto parsed = zk::parseConnectString(target.spec.connectString); !parsed)
            return tl::unexpected(parsed.error());
        return target;
    }
    if (parser.isSet(u"sandbox"_s)) {
        const int servers = number(parser.value(u"sandbox"_s), 1).value_or(0);
        if (servers != 1 && servers != 3 && servers != 5)
            return wrong(Text::en("--sandbox takes 1, 3 or 5 servers, not “%1”.").arg(parser.value(u"sandbox"_s)));
        target.sandboxServers = servers;
        return target;
    }
    return std::optional<ui::Target>();
}

std::optional<ui::ThemeChoice> themeFromName(const QString &name)
{
    if (name == "system"_L1)
        return ui::ThemeChoice::System;
    if (name == "light"_L1)
        return ui::ThemeChoice::Light;
    return name == "dark"_L1 ? std::optional(ui::ThemeChoice::Dark) : std::nullopt;
}

} // namespace

Result<Arguments> parseArguments(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(withOptionalValues(arguments)))
        return invalidInput(Text::verbatim(parser.errorText()));
    Arguments result;
    if (parser.isSet(u"help"_s)) {
        result.output = parser.helpText();
        return result;
    }
    if (parser.isSet(u"version"_s)) {
        result.output = u"lockscope %1\n"_s.arg(QStringLiteral(LOCKSCOPE_VERSION));
        return result;
    }
    if (!parser.positionalArguments().isEmpty())
        return invalidInput(Text::en("“%1” is not an option.").arg(parser.positionalArguments().constFirst()));

    auto target = readTarget(parser);
    if (!target)
        return tl::unexpected(target.error());
    result.target = *target;
    result.replay = parser.value(u"replay"_s);
    if (parser.isSet(u"replay"_s)) {
        if (result.target)
            return invalidInput(Text::en("--replay needs no server: leave --connect and --sandbox out."));
        if (!QFileInfo::exists(result.replay))
            return invalidInput(Text::en("--replay %1: there is no such file.").arg(result.replay));
    }
    if (parser.isSet(u"event"_s)) {
        const auto event = number(parser.value(u"event"_s), 0);
        if (!event)
            return invalidInput(
                Text::en("--event takes the number of an event, not “%1”.").arg(parser.value(u"event"_s)));
        if (result.replay.isEmpty())
            return invalidInput(Text::en("--event is one of a recording: say which with --replay."));
        result.event = static_cast<quint64>(*event);
    }
    result.model = parser.value(u"model"_s);
    if (parser.isSet(u"model"_s)) {
        if (result.target || !result.replay.isEmpty())
            return invalidInput(Text::en("--model needs no server and no recording: leave them out."));
        const auto recipe = locks::recipeFromName(result.model);
        if (!QFileInfo::exists(result.model) && !(recipe && locks::recipeInfo(*recipe).isOfZooKeeper()))
            return invalidInput(
                Text::en("--model %1: there is no such recipe of ZooKeeper, and no such file.").arg(result.model));
    }
    result.lesson = parser.value(u"lesson"_s);
    if (parser.isSet(u"lesson"_s)) {
        if (result.target || !result.replay.isEmpty() || !result.model.isEmpty())
            return invalidInput(Text::en("--lesson opens what it needs: leave servers, recordings and models out."));
        if (!lessons::shippedLessons().contains(result.lesson) && !QFileInfo::exists(result.lesson))
            return invalidInput(Text::en("--lesson %1: there is no such lesson, and no such file. There are %2.")
                                    .arg(result.lesson, Text::enumerated(lessons::shippedLessons())));
    }
    result.isPresentation = parser.isSet(u"presentation"_s);
    result.scenario = parser.value(u"scenario"_s);
    if (parser.isSet(u"scenario"_s)) {
        if (!result.replay.isEmpty())
            return invalidInput(Text::en("--scenario and --replay exclude each other: choose one."));
        if (const auto scenario = lab::loadScenario(result.scenario); !scenario)
            return tl::unexpected(scenario.error());
    }
    if (parser.isSet(u"pace"_s)) {
        const auto ms = number(parser.value(u"pace"_s), 0);
        if (!ms)
            return invalidInput(Text::en("--pace takes milliseconds, not “%1”.").arg(parser.value(u"pace"_s)));
        result.paceMs = *ms;
    }
    result.select = parser.value(u"select"_s);
    if (!result.select.isEmpty()) {
        if (const auto problem = pathProblem(result.select))
            return invalidInput(Text::en("--select %1: the path is not valid, %2.").arg(result.select, *problem));
    }
    result.view = parser.value(u"view"_s);
    if (parser.isSet(u"view"_s) && !lab::scenarioViews().contains(result.view))
        return invalidInput(Text::en("--view %1: there is no such view. There are %2.")
                                .arg(result.view, Text::enumerated(lab::scenarioViews())));
    if (parser.isSet(u"spawn"_s)) {
        const auto count = number(parser.value(u"spawn"_s), 1);
        if (!count)
            return invalidInput(Text::en("--spawn takes a number of clients, not “%1”.").arg(parser.value(u"spawn"_s)));
        if (!result.target)
            return invalidInput(Text::en("--spawn needs --sandbox or --connect."));
        result.spawn = *count;
    }
    if (parser.isSet(u"theme"_s)) {
        result.theme = themeFromName(parser.value(u"theme"_s));
        if (!result.theme)
            return invalidInput(Text::en("--theme is system, light or dark, not “%1”.").arg(parser.value(u"theme"_s)));
    }
    result.language = parser.value(u"lang"_s);
    if (!result.language.isEmpty() && result.language != "en"_L1 && result.language != "zh_CN"_L1)
        return invalidInput(Text::en("--lang is zh_CN or en, not “%1”.").arg(result.language));
    if (parser.isSet(u"size"_s)) {
        const QStringList sides = parser.value(u"size"_s).split(u'x');
        const auto width = number(sides.first(), leastSide);
        const auto height = sides.size() == 2 ? number(sides.last(), leastSide) : std::nullopt;
        if (!width || !height || std::max(*width, *height) > mostSide)
            return invalidInput(Text::en("--size takes a width and a height from %1 to %2, as in 1280x720, not “%3”.")
                                    .arg(leastSide, mostSide, parser.value(u"size"_s)));
        result.size = QSize(*width, *height);
    }
    result.screenshot = parser.value(u"screenshot"_s);
    if (parser.isSet(u"after"_s)) {
        const auto ms = number(parser.value(u"after"_s), 0);
        if (!ms)
            return invalidInput(Text::en("--after takes milliseconds, not “%1”.").arg(parser.value(u"after"_s)));
        result.screenshotAfterMs = *ms;
    }
    return result;
}

} // namespace lockscope
