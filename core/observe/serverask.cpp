// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverask.h"

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

QUrl adminCommand(const QString &base, const QString &command)
{
    return QUrl(base + u"/commands/"_s + command);
}

} // namespace

QString ServerTarget::address() const
{
    const QString shown = host.contains(u':') ? u"[%1]"_s.arg(host) : host;
    return port == 0 ? shown : u"%1:%2"_s.arg(shown).arg(port);
}

// ---- which servers ----

namespace {

constexpr int usualAdminPort = 8080;

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

QString urlOf(const QString &host)
{
    return u"http://%1:%2"_s.arg(host.contains(u':') ? u"[%1]"_s.arg(host) : host).arg(usualAdminPort);
}

Text whyNoAdmin(const AdminAnswer &admin, const ServerTarget &target)
{
    if (!admin.problem.isEmpty())
        return Text::en("%1: %2").arg(admin.url, admin.problem);
    return Text::en("%1 is that of another server: its client port is %2, not %3")
        .arg(admin.url)
        .arg(admin.clientPort.value_or(0))
        .arg(target.port);
}

Task<AdminAnswer> tryAdmin(Questions questions, QString url)
{
    AdminAnswer answer;
    answer.url = url;
    answer.host = QUrl(url).host();
    const Reply<QByteArray> asking = questions->admin(adminCommand(url, u"configuration"_s));
    const Result<QJsonObject> reply = (co_await asking).and_then(readAdminReply);
    if (!reply) {
        answer.problem = reply.error().detail;
        co_return answer;
    }
    ServerAnswers told;
    takeConfiguration(*reply, told);
    answer.clientPort = told.clientPort;
    answer.secureClientPort = told.secureClientPort;
    co_return answer;
}

/// The first view that any of them gives.
Task<QList<ServerPlace>> askVotingView(Questions questions, QStringList urls)
{
    for (const QString &url : urls) {
        const Reply<QByteArray> asking = questions->admin(adminCommand(url, u"voting_view"_s));
        const Result<QJsonObject> reply = (co_await asking).and_then(readAdminReply);
        if (reply && !votingView(*reply).isEmpty())
            co_return votingView(*reply);
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
        urls += urlOf(target.host);
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
        if (place.clientPort != 0) {
            add(host, place.clientPort);
            continue;
        }
        // Its port is not told: a server that is known on that host may be it.
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
        if (!used && byHand) // whatever it is the server of: it was named
            further += ServerTarget{admin.host, static_cast<quint16>(admin.clientPort.value_or(0)), admin.url, {}};
    }
    for (ServerTarget &target : targets) {
        if (!target.adminUrl.isEmpty())
            continue;
        const auto tried = std::find_if(admins.cbegin(), admins.cend(),
                                        [&](const AdminAnswer &admin) { return sameHost(admin.host, target.host); });
        target.whyNoAdmin = tried == admins.cend() ? Text::en("none of those that were named is this server's")
                                                   : whyNoAdmin(*tried, target);
    }
    targets += further;
}

Task<FoundServers> findServers(Questions questions, FindSpec spec)
{
    FoundServers found;
    QList<ServerPlace> configured = configuredServers(spec.configuration);
    const bool byHand = !spec.adminUrls.isEmpty();
    QStringList urls;
    for (const QString &url : std::as_const(spec.adminUrls))
        urls += adminBase(url);
    if (!byHand)
        urls = urlsFor(serversToAsk(spec.connectHosts, configured));
    auto trying = tryAdmins(questions, urls);
    QList<AdminAnswer> admins = co_await trying;
    if (configured.isEmpty()) {
        QStringList answering;
        for (const AdminAnswer &admin : std::as_const(admins)) {
            if (admin.problem.isEmpty())
                answering += admin.url;
        }
        auto viewing = askVotingView(questions, answering);
        configured = co_await viewing;
    }
    found.targets = serversToAsk(spec.connectHosts, configured);
    if (!configured.isEmpty())
        found.configured = static_cast<int>(configured.size());
    if (!byHand) { // those that only a voting view has named
        QStringList others = urlsFor(found.targets);
        others.removeIf([&](const QString &url) { return urls.contains(url); });
        auto tryingOthers = tryAdmins(questions, others);
        admins += co_await tryingOthers;
    }
    assignAdmins(found.targets, admins, byHand);
    co_return found;
}

// ---- one server ----

namespace {

struct AdminQuestion
{
    QLatin1String command;
    void (*take)(const QJsonObject &, ServerAnswers &);
};

constexpr std::array adminQuestions{
    AdminQuestion{"configuration"_L1, takeConfiguration},
    AdminQuestion{"server_stats"_L1, takeServerStats},
    AdminQuestion{"monitor"_L1, takeMonitor},
    AdminQuestion{"connections"_L1, takeConnections},
    AdminQuestion{"dump"_L1, takeDump},
    AdminQuestion{"watches"_L1, takeWatches},
};

/// A word is asked where something that it tells is still open.
struct WordQuestion
{
    const char *word;
    void (*take)(const QString &, ServerAnswers &);
    bool (*isOpen)(const ServerAnswers &);
};

bool figuresOpen(const ServerAnswers &answers)
{
    return !answers.report.watches || (answers.report.role == "leader"_L1 && !answers.learners);
}

// The first is the one that every server allows.
constexpr std::array wordQuestions{
    WordQuestion{"srvr", takeSrvr, [](const ServerAnswers &a) { return a.report.role.isEmpty(); }},
    WordQuestion{"mntr", takeMntr, figuresOpen},
    WordQuestion{"conf", takeConf, [](const ServerAnswers &a) { return !a.report.serverId; }},
    WordQuestion{"cons", takeCons, [](const ServerAnswers &a) { return !a.connections; }},
    WordQuestion{"wchp", takeWchp, [](const ServerAnswers &a) { return !a.watchers; }},
    WordQuestion{"dump", takeDump, [](const ServerAnswers &a) { return !a.ephemerals; }},
};

/// Why something is open: what the AdminServer said, and what the words did.
struct Reasons
{
    QHash<QString, Text> admin; ///< by command; under "" what holds for all
    QHash<QString, Text> words; ///< by word; likewise
    bool whitelist = false;     ///< a word was refused by it
    bool serves = true;
};

constexpr auto notServing = "not currently serving requests"_L1;

Task<> askAdmin(Questions questions, QString base, ServerAnswers *answers, Reasons *reasons)
{
    std::vector<Reply<QByteArray>> replies;
    replies.reserve(adminQuestions.size());
    for (const AdminQuestion &question : adminQuestions)
        replies.push_back(questions->admin(adminCommand(base, question.command)));
    for (size_t i = 0; i < adminQuestions.size(); ++i) {
        const Result<QJsonObject> reply = (co_await replies[i]).and_then(readAdminReply);
        if (!reply) {
            reasons->admin.insert(adminQuestions[i].command, reply.error().detail);
            reasons->serves = reasons->serves && !reply.error().detail.english().contains(notServing);
            continue;
        }
        answers->report.adminAnswers = true;
        adminQuestions[i].take(*reply, *answers);
    }
}

Task<> askWords(Questions questions, ServerTarget target, ServerAnswers *answers, Reasons *reasons)
{
    for (const WordQuestion &question : wordQuestions) {
        if (!question.isOpen(*answers))
            continue;
        const Reply<QByteArray> reply = questions->word(target.host, target.port, question.word);
        const Result<QString> text = (co_await reply).and_then(readWordAnswer);
        if (text) {
            answers->report.wordsAnswer = true;
            question.take(*text, *answers);
            continue;
        }
        reasons->words.insert(QLatin1String(question.word), text.error().detail);
        reasons->whitelist = reasons->whitelist || text.error().code == ErrorCode::NoAuth;
        reasons->serves = reasons->serves && !text.error().detail.english().contains(notServing);
        if (text.error().code == ErrorCode::NotConnected) { // it will not answer the others either
            reasons->words.insert({}, text.error().detail);
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
    QList<Text> why;
    if (const Text admin = reasonOf(reasons.admin, command); !admin.isEmpty())
        why += Text::en("AdminServer: %1").arg(admin);
    if (const Text words = reasonOf(reasons.words, word); !words.isEmpty())
        why += Text::en("four-letter word %1: %2").arg(word, words);
    gap.why = Text::clauses(why);
    if (reasons.serves) {
        const Text port = Text::en("admin.enableServer=true, and its port (8080) reachable from here or named");
        const Text words = Text::verbatim(u"4lw.commands.whitelist=srvr,mntr,conf,cons,wchp,dump"_s);
        gap.setting = reasons.whitelist ? Text::en("%1; or %2").arg(port, words) : port;
    }
    answers.report.gaps += gap;
}

void addGaps(ServerAnswers &answers, const Reasons &reasons)
{
    if (!answers.connections)
        addGap(answers, reasons, Text::en("its clients: addresses, last operation, latency"), u"connections"_s,
               u"cons"_s);
    if (!answers.watchers)
        addGap(answers, reasons, Text::en("its clients' watches: who really waits for whom"), u"watches"_s, u"wchp"_s);
    if (!answers.ephemerals)
        addGap(answers, reasons, Text::en("sessions and their ephemeral nodes"), u"dump"_s, u"dump"_s);
    if (!answers.report.watches)
        addGap(answers, reasons, Text::en("its figures: watches, sessions, uptime"), u"monitor"_s, u"mntr"_s);
}

} // namespace

Task<ServerAnswers> askServer(Questions questions, ServerTarget target)
{
    ServerAnswers answers;
    answers.report.address = target.address();
    answers.report.adminUrl = target.adminUrl;
    Reasons reasons;
    if (target.adminUrl.isEmpty()) {
        reasons.admin.insert({}, target.whyNoAdmin);
    } else {
        auto asking = askAdmin(questions, target.adminUrl, &answers, &reasons);
        co_await asking;
    }
    if (target.port != 0) {
        auto asking = askWords(questions, target, &answers, &reasons);
        co_await asking;
    }
    if (!answers.report.adminAnswers)
        answers.report.adminUrl.clear();
    if (!reasons.serves)
        answers.report.problem = Text::en("It runs but does not serve: it has no quorum, or is starting.");
    else if (!answers.report.adminAnswers && !answers.report.wordsAnswer)
        answers.report.problem = Text::en("It tells nothing: %1.")
                                     .arg(reasonOf(reasons.words, {}).isEmpty() ? reasonOf(reasons.words, u"srvr"_s)
                                                                                : reasonOf(reasons.words, {}));
    addGaps(answers, reasons);
    if (!answers.report.sessions && answers.sessions)
        answers.report.sessions = answers.sessions->size();
    co_return answers;
}

Task<ServerAnswers> askForSessions(Questions questions, ServerTarget target, ServerAnswers answers)
{
    const Reply<QByteArray> reply = questions->word(target.host, target.port, "dump");
    const Result<QString> text = (co_await reply).and_then(readWordAnswer);
    if (text) {
        ServerAnswers dumped;
        takeDump(*text, dumped);
        answers.sessions = dumped.sessions;
    }
    co_return answers;
}

} // namespace lockscope::observe
