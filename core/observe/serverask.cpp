// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverask.h"

#include "core/observe/adminreplies.h"
#include "core/observe/wordanswers.h"

#include <QElapsedTimer>
#include <QHostAddress>

#include <algorithm>
#include <array>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

QString adminBase(const QString &url)
{
    QString base = url.trimmed();
    while (base.endsWith(u'/'))
        base.chop(1);
    if (base.endsWith("/commands"_L1))
        base.chop(9);
    return base;
}

Reply<QByteArray> askAdmin(const Questions &questions, const QString &base, const QString &command)
{
    return questions->admin(QUrl(base + u"/commands/"_s + command));
}

using Read = std::function<Result<Done>(const QByteArray &, ServerAnswers &)>;

template<typename Parse, typename Take>
Read reader(Parse parse, Take take)
{
    return [parse, take](const QByteArray &answer, ServerAnswers &answers) -> Result<Done> {
        const auto parsed = parse(answer);
        if (!parsed)
            return tl::unexpected(parsed.error());
        take(*parsed, answers);
        return Done();
    };
}

/// Takes what an AdminServer replied to a command.
Read adminReply(std::function<void(const QJsonObject &, ServerAnswers &)> take)
{
    return reader(&readAdminReply, std::move(take));
}

/// Takes what a server answered to a four-letter word.
Read wordAnswer(void (*take)(const QString &, ServerAnswers &))
{
    return reader(&readWordAnswer, take);
}

/// Reads \a answer into \a answers, a long one beside this thread: it also keeps the sessions alive. Nothing of them is
/// left where that is cancelled.
Task<Result<Done>> readInto(Questions questions, Result<QByteArray> answer, Read read, ServerAnswers *answers)
{
    if (!answer)
        co_return tl::unexpected(answer.error());
    const auto into = std::make_shared<ServerAnswers>(std::move(*answers));
    const auto outcome = std::make_shared<Result<Done>>(Done());
    Reply<Done> reading =
        questions->beside(answer->size(), [into, outcome, read, body = *answer] { *outcome = read(body, *into); });
    if (const auto done = co_await reading; !done)
        co_return done;
    *answers = std::move(*into);
    co_return *outcome;
}

} // namespace

QString ServerTarget::address() const
{
    const QString whole = zk::HostPort{host, port}.toString();
    return port == 0 ? whole.chopped(2) : whole; // without ":0"
}

// ---- which servers ----

namespace {

constexpr quint16 usualAdminPort = 8080;

bool isLoopback(const QString &host)
{
    return host == "localhost"_L1 || QHostAddress(host).isLoopback();
}

bool sameHost(const QString &a, const QString &b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0 || (isLoopback(a) && isLoopback(b));
}

bool isOf(const AdminAnswer &admin, const ServerTarget &target)
{
    return sameHost(admin.host, target.host)
           && (admin.clientPort == target.port || admin.secureClientPort == target.port);
}

Text whyNoAdmin(const AdminAnswer &admin, const ServerTarget &target)
{
    if (!admin.problem.isEmpty())
        return Text::en("%1: %2").arg(admin.url, admin.problem);
    return Text::en("%1 is that of another server: its client port is %2, not %3")
        .arg(admin.url, admin.clientPort.value_or(0), target.port);
}

Task<AdminAnswer> tryAdmin(Questions questions, QString url)
{
    AdminAnswer answer{url, QUrl(url).host()};
    auto reply = co_await askAdmin(questions, url, u"configuration"_s);
    ServerAnswers answers;
    const auto taken = co_await readInto(questions, std::move(reply), adminReply(takeConfiguration), &answers);
    if (!taken) {
        answer.problem = taken.error().detail;
        co_return answer;
    }
    answer.clientPort = answers.clientPort;
    answer.secureClientPort = answers.secureClientPort;
    co_return answer;
}

/// The first view that any of them gives.
Task<QList<ServerPlace>> askVotingView(Questions questions, QStringList urls)
{
    for (const QString &url : urls) {
        auto reply = co_await askAdmin(questions, url, u"voting_view"_s);
        const auto view = std::make_shared<QList<ServerPlace>>();
        const auto take = [view](const QJsonObject &json, ServerAnswers &) { *view = votingView(json); };
        ServerAnswers nothingElse;
        const auto taken = co_await readInto(questions, std::move(reply), adminReply(take), &nothingElse);
        if (taken && !view->isEmpty())
            co_return *view;
    }
    co_return QList<ServerPlace>();
}

Task<QList<AdminAnswer>> tryAdmins(Questions questions, QStringList urls)
{
    std::vector<Task<AdminAnswer>> trying;
    for (const QString &url : urls)
        trying.push_back(tryAdmin(questions, url));
    QList<AdminAnswer> answers;
    for (auto &admin : trying)
        answers += co_await admin;
    co_return answers;
}

QStringList urlsFor(const QList<ServerTarget> &targets)
{
    QStringList urls;
    for (const ServerTarget &target : targets)
        urls += u"http://"_s + zk::HostPort{target.host, usualAdminPort}.toString();
    urls.removeDuplicates();
    return urls;
}

} // namespace

QList<ServerTarget> serversToAsk(const QList<zk::HostPort> &connectHosts, const QList<ServerPlace> &configured)
{
    QList<ServerTarget> targets;
    const auto add = [&](const QString &host, quint16 port) {
        const bool known = std::any_of(targets.cbegin(), targets.cend(), [&](const ServerTarget &target) {
            return target.port == port && sameHost(target.host, host);
        });
        if (!known && !host.isEmpty() && port != 0)
            targets += ServerTarget{host, port, {}, {}};
    };
    for (const zk::HostPort &host : connectHosts)
        add(host.host, host.port);
    const quint16 usualPort = connectHosts.isEmpty() ? zk::defaultPort : connectHosts.first().port;
    for (const ServerPlace &place : configured) {
        const QString host = place.clientHost.isEmpty() ? place.host : place.clientHost;
        if (isAnyAddress(host))
            continue;
        if (place.clientPort != 0) {
            add(host, place.clientPort);
            continue;
        }
        // Its port is not given: a server that is known on that host may be it.
        const bool mayBeKnown = std::any_of(targets.cbegin(), targets.cend(),
                                            [&](const ServerTarget &target) { return sameHost(target.host, host); });
        if (!mayBeKnown)
            add(host, usualPort);
    }
    return targets;
}

void assignAdmins(QList<ServerTarget> &targets, const QList<AdminAnswer> &admins, bool byHand)
{
    QList<ServerTarget> further;
    for (const AdminAnswer &admin : admins) {
        bool used = false;
        for (ServerTarget &target : targets) {
            if (!admin.problem.isEmpty() || !isOf(admin, target))
                continue;
            target.adminUrl = admin.url;
            target.whyNoAdmin = {};
            used = true;
        }
        const auto isThere = [&](const ServerTarget &target) { return sameHost(admin.host, target.host); };
        const bool isOfKnown = !admin.problem.isEmpty() && std::ranges::any_of(targets, isThere);
        if (!used && !isOfKnown && byHand) // whatever it is the server of: it was named
            further += ServerTarget{admin.host, static_cast<quint16>(admin.clientPort.value_or(0)), admin.url, {}};
    }
    for (ServerTarget &target : targets) {
        if (!target.adminUrl.isEmpty())
            continue;
        const auto isThere = [&](const AdminAnswer &admin) { return sameHost(admin.host, target.host); };
        auto tried = std::find_if(admins.cbegin(), admins.cend(), [&](const AdminAnswer &admin) {
            return isThere(admin) && !admin.problem.isEmpty(); // rather its own than that of another server
        });
        target.isNamedInVain = byHand && tried != admins.cend();
        if (tried == admins.cend())
            tried = std::find_if(admins.cbegin(), admins.cend(), isThere);
        target.whyNoAdmin = tried == admins.cend()
                                ? Text::en("none of the AdminServers that were named is this server's")
                                : whyNoAdmin(*tried, target);
    }
    targets += further;
}

namespace {

/// The servers that \a view names beside \a targets.
QStringList notAmong(const QList<ServerTarget> &targets, const FindSpec &spec, const QList<ServerPlace> &view)
{
    QStringList others;
    const QList<ServerTarget> all = serversToAsk(spec.connectHosts, view);
    for (const ServerTarget &named : all.sliced(targets.size())) // they begin with those of the connect string
        others += named.address();
    return others;
}

} // namespace

Task<FoundServers> findServers(Questions questions, FindSpec spec)
{
    FoundServers found;
    QList<ServerPlace> configured = configuredServers(spec.configuration);
    found.targets = serversToAsk(spec.connectHosts, configured);
    for (const ServerPlace &place : std::as_const(configured)) {
        if (place.id)
            found.configuredIds += *place.id;
    }
    const bool byHand = !spec.adminUrls.isEmpty();
    QStringList urls;
    for (const QString &url : std::as_const(spec.adminUrls))
        urls += adminBase(url);
    if (!byHand)
        urls = urlsFor(found.targets);
    const QList<AdminAnswer> admins = co_await tryAdmins(questions, urls);
    if (configured.isEmpty()) {
        QStringList answering;
        for (const AdminAnswer &admin : admins) {
            if (admin.problem.isEmpty())
                answering += admin.url;
        }
        configured = co_await askVotingView(questions, answering);
        found.notAsked = notAmong(found.targets, spec, configured);
    }
    if (!configured.isEmpty())
        found.configured = static_cast<int>(configured.size());
    assignAdmins(found.targets, admins, byHand);
    co_return found;
}

// ---- one server ----

namespace {

struct AdminQuestion
{
    QLatin1String command;
    void (*take)(const QJsonObject &, ServerAnswers &);
    Scope scope; ///< the least that it belongs to
};

constexpr std::array adminQuestions{
    AdminQuestion{"configuration"_L1, takeConfiguration, Scope::Connections},
    AdminQuestion{"server_stats"_L1, takeServerStats, Scope::Connections},
    AdminQuestion{"monitor"_L1, takeMonitor, Scope::Connections},
    AdminQuestion{"connections"_L1, takeConnections, Scope::Connections},
    AdminQuestion{"dump"_L1, takeDump, Scope::Whole},
    AdminQuestion{"watches"_L1, takeWatches, Scope::Whole},
};

bool isAsked(Scope of, Scope asked)
{
    return of == Scope::Connections || asked == Scope::Whole;
}

/// A word is asked where something that it answers is still open.
struct WordQuestion
{
    const char *word;
    void (*take)(const QString &, ServerAnswers &);
    bool (*isOpen)(const ServerAnswers &);
    Scope scope;
};

bool figuresOpen(const ServerAnswers &answers)
{
    return !answers.report.watches || (answers.report.role == "leader"_L1 && !answers.learners);
}

// The first is the one that every server allows.
constexpr std::array wordQuestions{
    WordQuestion{"srvr", takeSrvr, [](const ServerAnswers &a) { return a.report.role.isEmpty(); }, Scope::Connections},
    WordQuestion{"mntr", takeMntr, figuresOpen, Scope::Connections},
    WordQuestion{"conf", takeConf, [](const ServerAnswers &a) { return !a.tellsPorts; }, Scope::Connections},
    WordQuestion{"cons", takeCons, [](const ServerAnswers &a) { return !a.connections; }, Scope::Connections},
    WordQuestion{"wchp", takeWchp, [](const ServerAnswers &a) { return !a.watchers; }, Scope::Whole},
    WordQuestion{"dump", takeDump, [](const ServerAnswers &a) { return !a.ephemerals; }, Scope::Whole},
};

constexpr auto notServing = "not currently serving requests"_L1;

/// Why something is open: what the AdminServer said, and what the words did.
struct Reasons
{
    QHash<QString, Text> admin; ///< by command; under "" what holds for all
    QHash<QString, Text> words; ///< by word; likewise
    bool whitelist = false;     ///< a word was refused by it
    bool serves = true;
    bool inVain = false; ///< something was waited for until patience was at its end

    void note(const Error &error)
    {
        serves = serves && !error.detail.english().contains(notServing);
        inVain = inVain || error.code == ErrorCode::OperationTimeout;
    }
};

Task<> askAdminAll(Questions questions, QString base, Scope scope, ServerAnswers *answers, Reasons *reasons)
{
    QElapsedTimer timer;
    timer.start();
    std::vector<std::pair<const AdminQuestion *, Reply<QByteArray>>> asked;
    for (const AdminQuestion &question : adminQuestions) {
        if (isAsked(question.scope, scope))
            asked.emplace_back(&question, askAdmin(questions, base, question.command));
    }
    for (auto &[question, answer] : asked) {
        auto reply = co_await answer;
        const auto taken = co_await readInto(questions, std::move(reply), adminReply(question->take), answers);
        if (!taken) {
            reasons->admin.insert(question->command, taken.error().detail);
            reasons->note(taken.error());
            continue;
        }
        answers->report.adminAnswers = true;
    }
    if (answers->report.adminAnswers)
        answers->took += std::chrono::milliseconds(timer.elapsed());
}

Task<> askWords(Questions questions, ServerTarget target, Scope scope, ServerAnswers *answers, Reasons *reasons)
{
    QElapsedTimer timer;
    for (const WordQuestion &question : wordQuestions) {
        if (!isAsked(question.scope, scope) || !question.isOpen(*answers))
            continue;
        timer.start();
        auto answer = co_await questions->word(target.host, target.port, question.word);
        const auto took = std::chrono::milliseconds(timer.elapsed());
        const bool isEmpty = answer && answer->isEmpty();
        const auto taken = co_await readInto(questions, std::move(answer), wordAnswer(question.take), answers);
        if (isEmpty) { // as a ClickHouse Keeper refuses a word that is not on its list, and others may be
            reasons->words.insert(QLatin1String(question.word),
                                  Text::en("it says nothing to that, as to a word that is not on its list"));
            continue;
        }
        if (taken) {
            answers->report.wordsAnswer = true;
            answers->took += took;
            continue;
        }
        reasons->words.insert(QLatin1String(question.word), taken.error().detail);
        reasons->whitelist = reasons->whitelist || taken.error().code == ErrorCode::NoAuth;
        reasons->note(taken.error());
        answers->isUnknownHere = taken.error().code == ErrorCode::UnknownHost;
        if (taken.error().connectionWasLost() || answers->isUnknownHere) { // nor will the others be answered
            reasons->words.insert({}, taken.error().detail);
            co_return;
        }
    }
}

Text reasonOf(const QHash<QString, Text> &reasons, const QString &question)
{
    return reasons.value(question, reasons.value({}));
}

void addGap(ServerAnswers &answers, const Reasons &reasons, const Text &missing, const QString &command,
            const QString &word)
{
    journal::ServerGap gap{missing, {}, {}};
    const bool isKeeper = journal::isClickHouseKeeper(answers.report); // of which there is no AdminServer
    QList<Text> why;
    if (const Text admin = reasonOf(reasons.admin, command); !admin.isEmpty() && !isKeeper)
        why += Text::en("AdminServer: %1").arg(admin);
    if (const Text words = reasonOf(reasons.words, word); !words.isEmpty())
        why += Text::en("four-letter word %1: %2").arg(word, words);
    if (why.isEmpty())
        why += Text::en("its answers have nothing of that");
    gap.why = Text::clauses(why);
    if (reasons.serves && isKeeper) {
        gap.setting = Text::verbatim(u"keeper_server.four_letter_word_white_list=*"_s);
    } else if (reasons.serves) {
        const Text port = Text::en("admin.enableServer=true, and its port (8080) reachable from here or named");
        gap.setting = reasons.whitelist ? Text::en("%1; or %2").arg(port, Text::verbatim(wordsSetting)) : port;
    }
    answers.report.gaps += gap;
}

void addCut(journal::ServerReport &report, bool isCut, const Text &missing)
{
    if (isCut)
        report.gaps +=
            journal::ServerGap{missing,
                               Text::en("not all of its answer could be read: it is cut off, of a form that is not "
                                        "known in parts, or of more than %1 entries")
                                   .arg(mostReplyEntries),
                               {}};
}

void addGaps(ServerAnswers &answers, Scope scope, const Reasons &reasons)
{
    if (!answers.connections)
        addGap(answers, reasons, Text::en("its clients: addresses, last operation, latency"), u"connections"_s,
               u"cons"_s);
    if (!answers.watchers && scope == Scope::Whole)
        addGap(answers, reasons, Text::en("its clients' watches: who really waits for whom"), u"watches"_s, u"wchp"_s);
    if (!answers.ephemerals && scope == Scope::Whole)
        addGap(answers, reasons, Text::en("sessions and their ephemeral nodes"), u"dump"_s, u"dump"_s);
    if (!answers.report.watches)
        addGap(answers, reasons, Text::en("its figures: watches, sessions, uptime"), u"monitor"_s, u"mntr"_s);
    if (answers.areOfOnePort)
        answers.report.gaps += journal::ServerGap{
            Text::en("all of its clients"), Text::en("it lists those of one port, and has a plain and a secure one"),
            Text::en("admin.enableServer=true, and its port (8080) reachable from here or named")};
    else
        addCut(answers.report, answers.connectionsCut, Text::en("all of its clients"));
    addCut(answers.report, answers.watchersCut, Text::en("all of its clients' watches"));
    addCut(answers.report, answers.sessionsCut, Text::en("all sessions"));
    addCut(answers.report, answers.ephemeralsCut, Text::en("all ephemeral nodes"));
}

} // namespace

Task<ServerAnswers> askServer(Questions questions, ServerTarget target, Scope scope)
{
    ServerAnswers answers;
    answers.report.address = target.address();
    answers.report.adminUrl = target.adminUrl;
    Reasons reasons;
    if (target.adminUrl.isEmpty()) {
        reasons.admin.insert({}, target.whyNoAdmin);
    } else {
        co_await askAdminAll(questions, target.adminUrl, scope, &answers, &reasons);
    }
    // An AdminServer that was found and says nothing now is of a process that stands still: nor will words be answered.
    const bool standsStill = reasons.inVain && !answers.report.adminAnswers;
    if (!standsStill && target.port != 0)
        co_await askWords(questions, target, scope, &answers, &reasons);
    if (!answers.report.adminAnswers)
        answers.report.adminUrl.clear();
    answers.isSilent = reasons.inVain && !answers.report.adminAnswers && !answers.report.wordsAnswer;
    if (!reasons.serves)
        answers.report.problem = Text::en("It runs but does not serve: it has no quorum, or is starting.");
    else if (!answers.report.adminAnswers && !answers.report.wordsAnswer) {
        const bool onlyAdmin = standsStill || target.port == 0; // words were not asked
        answers.report.problem =
            Text::en("It reports nothing: %1.")
                .arg(onlyAdmin ? reasonOf(reasons.admin, u"server_stats"_s) : reasonOf(reasons.words, u"srvr"_s));
    }
    addGaps(answers, scope, reasons);
    if (target.isNamedInVain && answers.report.gaps.isEmpty()) // nothing is missing, but it was asked for
        addGap(answers, reasons, Text::en("anything by the AdminServer that was named"), {}, {});
    if (!answers.report.sessions && answers.sessions && !answers.sessionsCut)
        answers.report.sessions = answers.sessions->size();
    co_return answers;
}

Task<ServerAnswers> askForSessions(Questions questions, ServerTarget target, ServerAnswers answers)
{
    QElapsedTimer timer;
    timer.start();
    auto answer = co_await questions->word(target.host, target.port, "dump");
    const auto took = std::chrono::milliseconds(timer.elapsed());
    ServerAnswers dumped;
    const auto taken = co_await readInto(questions, std::move(answer), wordAnswer(takeDump), &dumped);
    if (taken) {
        answers.sessions = std::move(dumped.sessions);
        answers.sessionsCut = dumped.sessionsCut;
        addCut(answers.report, answers.sessionsCut, Text::en("all sessions"));
        answers.took += took;
    }
    co_return answers;
}

} // namespace lockscope::observe
