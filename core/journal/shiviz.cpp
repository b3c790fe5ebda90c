// SPDX-License-Identifier: Apache-2.0
#include "core/journal/shiviz.h"

#include "core/base/path.h"
#include "core/journal/eventjson.h"

#include <QIODevice>
#include <QMap>
#include <QSet>

#include <algorithm>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

const QByteArray expression = R"((?<host>\S*) (?<clock>{.*})\n(?<at>\S*) (?<event>.*))";

/// Entries of hosts that have had an event; sparse, since few of a thousand clients know of one another.
class VectorClock
{
public:
    void tick(int host) { ++m_ticks[host]; }
    void merge(const VectorClock &other)
    {
        for (auto entry = other.m_ticks.cbegin(); entry != other.m_ticks.cend(); ++entry)
            m_ticks[entry.key()] = std::max(m_ticks.value(entry.key()), entry.value());
    }
    QByteArray toJson(const QList<QByteArray> &hosts) const
    {
        QByteArray json = "{";
        for (auto entry = m_ticks.cbegin(); entry != m_ticks.cend(); ++entry) {
            json += json.size() > 1 ? ", \"" : "\"";
            json += hosts[entry.key()] + "\": " + QByteArray::number(entry.value());
        }
        return json + '}';
    }

private:
    QMap<int, quint64> m_ticks;
};

/// A request that was sent, until its answer is there.
struct Sent
{
    QString operation;
    QString path;
    VectorClock clock;                 ///< of the client when it sent it
    std::optional<VectorClock> served; ///< of the ensemble when it had carried it out
    bool isShown = false;
    bool failed = false; ///< as its answer will say
};

/// Only what this request does can set off such a watch event.
bool canSetOff(const Sent &sent, const ClientWatchFired &fired)
{
    if (sent.failed || sent.served)
        return false;
    // Of a sequential node the request knows the beginning of its name only.
    const bool makes = sent.operation == "create"_L1;
    const bool isItself = makes ? fired.path.startsWith(sent.path) : sent.path == fired.path;
    switch (fired.event) {
    case WatchEvent::Created: return makes && isItself;
    case WatchEvent::Deleted: return sent.operation == "delete"_L1 && isItself;
    case WatchEvent::Changed: return sent.operation == "set"_L1 && isItself;
    case WatchEvent::ChildrenChanged:
        return (makes || sent.operation == "delete"_L1) && parentPath(sent.path) == fired.path;
    case WatchEvent::NotWatching: break;
    }
    return false;
}

/// ShiViz separates by blanks and quotes nothing.
QByteArray hostName(const QString &name)
{
    QString host;
    for (const QChar letter : name)
        host += letter.isSpace() || letter == u'"' || letter == u'\\' || !letter.isPrint() ? u'_' : letter;
    return host.isEmpty() ? "client"_ba : host.toUtf8();
}

using CallKey = std::pair<ClientId, quint64>;

class ShivizLog
{
public:
    ShivizLog(const Journal &journal, const std::function<bool(const Event &)> &isShown, QIODevice *device)
        : m_journal(journal)
        , m_isShown(isShown)
        , m_device(device)
    {
        m_observer = addHost("lockscope"_ba);
        m_ensemble = addHost("zookeeper"_ba);
    }

    bool write()
    {
        readAhead();
        put(expression + "\n\n");
        for (qsizetype i = 0; i < m_journal.size() && m_isWritten; ++i) {
            const Event event = m_journal.at(i);
            m_event = &event;
            m_eventIsShown = m_isShown(event);
            std::visit([this](const auto &what) { on(what); }, event.what);
        }
        return m_isWritten;
    }

private:
    // ---- hosts ----

    int addHost(QByteArray name)
    {
        const QByteArray plain = name;
        for (int copy = 2; m_hosts.contains(name); ++copy)
            name = plain + '-' + QByteArray::number(copy);
        m_hosts += name;
        m_clocks.emplace_back();
        return int(m_hosts.size()) - 1;
    }

    int hostOf(ClientId client)
    {
        const auto known = m_hostOfClient.constFind(client);
        if (known != m_hostOfClient.cend())
            return *known;
        const QString name = m_names.value(client);
        const int host = addHost(hostName(name.isEmpty() ? u"client-%1"_s.arg(client.value) : name));
        m_hostOfClient.insert(client, host);
        return host;
    }

    VectorClock &clockOf(int host) { return m_clocks[size_t(host)]; }

    // ---- what is known before it happens ----

    /// Names of clients, and which requests will fail: those set nothing off.
    void readAhead()
    {
        for (qsizetype i = 0; i < m_journal.size(); ++i) {
            const Event event = m_journal.at(i);
            if (const auto *spawned = std::get_if<ClientSpawned>(&event.what))
                m_names.insert(spawned->id, spawned->name);
            else if (const auto *reply = std::get_if<ClientReply>(&event.what);
                     reply && reply->error && !reply->error->outcomeUnknown())
                m_failing.insert({reply->id, reply->call});
        }
    }

    // ---- entries ----

    void put(const QByteArray &bytes) { m_isWritten = m_isWritten && m_device->write(bytes) == bytes.size(); }

    void enter(int host, const QString &text)
    {
        clockOf(host).tick(host);
        put(m_hosts[host] + ' ' + clockOf(host).toJson(m_hosts) + '\n' + isoMicroseconds(m_event->atNs).toUtf8() + ' '
            + text.simplified().toUtf8() + '\n');
    }

    void enterShown(int host)
    {
        if (m_eventIsShown)
            enter(host, describe(m_event->what, m_names.value(clientOf(m_event->what))).english());
    }

    /// The ensemble has carried it out: known by now.
    void serve(Sent &sent)
    {
        if (sent.served)
            return;
        clockOf(m_ensemble).merge(sent.clock);
        if (sent.isShown)
            enter(m_ensemble,
                  (sent.failed ? u"refuses %1 %2"_s : u"carries out %1 %2"_s).arg(sent.operation, sent.path));
        sent.served = clockOf(m_ensemble);
    }

    // ---- events ----

    void on(const ClientRequest &request)
    {
        const int host = hostOf(request.id);
        enterShown(host);
        const CallKey key{request.id, request.call};
        m_sent.insert(key,
                      {request.operation, request.path, clockOf(host), {}, m_eventIsShown, m_failing.contains(key)});
    }

    void on(const ClientReply &reply)
    {
        const int host = hostOf(reply.id);
        const auto sent = m_sent.find({reply.id, reply.call});
        if (sent != m_sent.end()) {
            // An answer that never came says nothing of what the ensemble did.
            const bool isUnknown = reply.error && reply.error->outcomeUnknown();
            if (!isUnknown)
                serve(*sent);
            if (sent->served)
                clockOf(host).merge(*sent->served);
            m_sent.erase(sent);
        }
        enterShown(host);
    }

    void on(const ClientWatchFired &fired)
    {
        const auto isIt = [&fired](const Sent &sent) { return canSetOff(sent, fired); };
        if (std::count_if(m_sent.begin(), m_sent.end(), isIt) == 1)
            serve(*std::find_if(m_sent.begin(), m_sent.end(), isIt));
        const int host = hostOf(fired.id);
        if (fired.event != WatchEvent::NotWatching)
            clockOf(host).merge(clockOf(m_ensemble));
        enterShown(host);
    }

    /// What an answer proved stands beside the client that had the answer.
    template<typename What>
    void on(const What &)
    {
        const ClientId client = clientOf(m_event->what);
        enterShown(client.isNull() ? m_observer : hostOf(client));
    }

    const Journal &m_journal;
    const std::function<bool(const Event &)> &m_isShown;
    QIODevice *m_device;
    bool m_isWritten = true;

    QHash<ClientId, QString> m_names;
    QSet<CallKey> m_failing;

    QList<QByteArray> m_hosts;
    std::vector<VectorClock> m_clocks;
    QHash<ClientId, int> m_hostOfClient;
    int m_observer = 0;
    int m_ensemble = 0;
    QHash<CallKey, Sent> m_sent;
    const Event *m_event = nullptr;
    bool m_eventIsShown = false;
};

} // namespace

bool writeShiviz(const Journal &journal, const std::function<bool(const Event &)> &isShown, QIODevice *device)
{
    return ShivizLog(journal, isShown, device).write();
}

} // namespace lockscope::journal
