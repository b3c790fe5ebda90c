// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverlist.h"

#include "core/observe/adminreply.h"

#include <QHostAddress>

#include <algorithm>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

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

QString whyNot(const AdminAnswer &admin, const ServerTarget &target)
{
    if (!admin.problem.isEmpty())
        return u"%1: %2"_s.arg(admin.url, admin.problem);
    return u"%1 is that of another server: its client port is %2, not %3"_s.arg(admin.url)
        .arg(admin.clientPort.value_or(0))
        .arg(target.port);
}

Task<AdminAnswer> tryAdmin(Questions questions, QString url)
{
    AdminAnswer answer;
    answer.url = url;
    answer.host = QUrl(url).host();
    const Reply<QByteArray> asking = questions->admin(adminCommand(url, u"configuration"_s));
    const Result<QByteArray> body = co_await asking;
    const Result<QJsonObject> reply = body ? readAdminReply(*body) : tl::unexpected(body.error());
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
        const Result<QByteArray> body = co_await asking;
        const Result<QJsonObject> reply = body ? readAdminReply(*body) : tl::unexpected(body.error());
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
        // Its port is not told: whoever is known on that host may be it.
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
            target.whyNoAdmin.clear();
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
        target.whyNoAdmin =
            tried == admins.cend() ? u"none of those that were named is this server's"_s : whyNot(*tried, target);
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

} // namespace lockscope::observe
