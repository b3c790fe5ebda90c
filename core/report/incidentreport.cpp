// SPDX-License-Identifier: Apache-2.0
#include "core/report/incidentreport.h"

#include "core/base/clock.h"
#include "core/report/html.h"

#include <QStringDecoder>

#include <algorithm>

namespace lockscope::report {

using namespace Qt::StringLiterals;
using namespace journal;
using locks::Contender;
using locks::ContenderState;
using locks::Finding;
using locks::LockQueue;

namespace {

/// Light and dark as the reader's desktop asks. Never a font or a picture from elsewhere.
const QString reportStyle = QStringLiteral(R"(
:root { color-scheme: light dark; --ground: #ffffff; --card: #f6f7f9; --text: #1c2430; --quiet: #5a6472;
        --line: #d8dde4; --wrong: #b3470a; --warn: #8a6100; --held: #00734f; --now: #fdeee2; }
@media (prefers-color-scheme: dark) {
:root { --ground: #14181f; --card: #1c222b; --text: #e6eaf0; --quiet: #9aa5b4; --line: #333c49; --wrong: #ff9a5c;
        --warn: #f0c04a; --held: #4fd1a5; --now: #3a2a1e; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 1180px;
       margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 24px 0 6px; overflow-wrap: anywhere; }
.quiet, figcaption { color: var(--quiet); } p { margin: 6px 0; }
code, td { overflow-wrap: anywhere; } .events, .queue { font-size: 13px; }
table { border-collapse: collapse; width: 100%; } .scroll { overflow-x: auto; }
th { text-align: left; color: var(--quiet); font-weight: 600; }
th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child, .events td:nth-child(2), .events td:nth-child(3) { font-variant-numeric: tabular-nums;
       white-space: nowrap; }
.facts { width: auto; } .facts td:first-child { color: var(--quiet); }
.finding { border-left: 4px solid var(--quiet); background: var(--card); padding: 8px 14px; margin: 10px 0; }
.finding.error { border-color: var(--wrong); } .finding.warning { border-color: var(--warn); }
.finding .kind { font-weight: 700; } .error .kind { color: var(--wrong); } .warning .kind { color: var(--warn); }
.note { white-space: pre-wrap; background: var(--card); padding: 8px 14px; }
tr.holding td:nth-child(2) { color: var(--held); font-weight: 700; } tr.now td { background: var(--now); }
tr.later td { color: var(--quiet); } figure { margin: 20px 0; } img { max-width: 100%; height: auto;
       border: 1px solid var(--line); border-radius: 8px; }
@media print { body { max-width: none; padding: 0; } tr { break-inside: avoid; } }
)");

// ---- words ----

/// Text if it is text, else how much it is.
QString dataText(const locks::ChildNode &node)
{
    constexpr qsizetype longest = 120;
    switch (node.access) {
    case locks::ChildNode::Data::NoPermission: return Text::en("no permission to read it").shown();
    case locks::ChildNode::Data::NotRead: return Text::en("not read").shown();
    case locks::ChildNode::Data::Read: break;
    }
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decode(node.data);
    if (decode.hasError())
        return Text::counted("%n bytes", node.data.size()).shown();
    return text.size() > longest ? text.left(longest) + u'…' : text;
}

QString language()
{
    //: The language of the report, as HTML names it: "en", "zh-CN"
    return Text::en("en").shown();
}

/// "2026-11-21 04:00:00.123"
QString utcText(qint64 ns)
{
    return toDateTime(ns).toUTC().toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

/// "850 ms", "4.2 s", "3 min 12 s", "2 h 5 min": with no digit more than helps.
Text spanText(qint64 ns)
{
    const qint64 ms = std::max<qint64>(ns, 0) / 1'000'000;
    if (ms < 1'000)
        return Text::en("%1 ms").arg(ms);
    if (ms < 60'000)
        return Text::en("%1 s").arg(QString::number(double(ms) / 1000, 'f', 1));
    const qint64 seconds = ms / 1'000;
    if (seconds < 3'600)
        return Text::en("%1 min %2 s").arg(seconds / 60, seconds % 60);
    return Text::en("%1 h %2 min").arg(seconds / 3'600, seconds / 60 % 60);
}

/// The events of the locks in the stretch of time.
struct Story
{
    std::vector<quint64> before; ///< up to the instant
    std::vector<quint64> after;
    std::vector<quint64> deeds; ///< of them, what people did
    size_t leftOutBefore = 0;   ///< of too many the ones nearest to the instant are kept
    size_t leftOutAfter = 0;
};

bool isDeed(const Payload &what)
{
    const auto *fault = std::get_if<ClientFault>(&what);
    return std::holds_alternative<ReleaseForced>(what) || (fault && !fault->atRandom);
}

/// "−1.250 s", "+0.004 s"
QString offsetText(qint64 ns)
{
    return (ns < 0 ? Text::en("−%1 s") : Text::en("+%1 s"))
        .arg(QString::number(double(std::abs(ns)) / 1e9, 'f', 3))
        .shown();
}

class Report
{
public:
    Report(const World &world, const Journal &journal, const IncidentRequest &request, const ReportProgress &progress)
        : m_world(world)
        , m_journal(journal)
        , m_request(request)
        , m_progress(progress)
    {
    }

    QByteArray make()
    {
        readQueues();
        readStory();
        m_html.open(u"!doctype html"_s)
            .open(u"html lang=\"%1\""_s.arg(language()))
            .open(u"head"_s)
            .open(u"meta charset=\"utf-8\""_s);
        m_html.open(u"meta name=\"viewport\" content=\"width=device-width\""_s);
        // Even if something came through: nothing runs and nothing is fetched.
        m_html.open(u"meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                    "style-src 'unsafe-inline'\""_s);
        m_html.element(u"title"_s, Text::en("Incident report: %1").arg(m_request.locks.join(u", "_s)));
        m_html.style(reportStyle).close(u"head"_s).open(u"body"_s);
        addHead();
        addFindings();
        for (const LockQueue &queue : m_queues)
            addQueue(queue);
        if (!m_isWanted)
            return {};
        for (const ReportPicture &picture : m_request.pictures)
            m_html.picture(picture.title, picture.light, picture.dark);
        addDeeds();
        addServers();
        addEvents();
        addOrigin();
        m_html.close(u"body"_s).close(u"html"_s);
        return m_html.text().toUtf8();
    }

private:
    /// False once the report is cancelled.
    bool reportProgress()
    {
        m_isWanted = m_isWanted && (!m_progress || m_progress(m_rowsDone, m_rows));
        return m_isWanted;
    }

    void readQueues()
    {
        qsizetype rows = 0;
        for (const QString &path : m_request.locks) {
            if (!reportProgress())
                return;
            m_queues.push_back(m_world.queue(path)); // a reference would hold until the next one is asked for
            rows += shownOf(m_queues.back());
        }
        m_rows = rows; // from now on it is known how far it is
    }

    static qsizetype shownOf(const LockQueue &queue)
    {
        return std::min<qsizetype>(queue.contenders.size(), mostReportContenders);
    }

    const locks::Knowledge &knowledge() const { return m_world.knowledge(); }

    /// It happened to one of the locks, or to all that is watched. What this program asked and read did not.
    bool isReported(const Payload &what) const
    {
        if (std::holds_alternative<ServersProbed>(what) || std::holds_alternative<ObservationChanged>(what))
            return false;
        const ClientId id = clientOf(what);
        if (pathOf(what).isEmpty() && id.isNull())
            return true;
        const Client *client = m_world.client(id);
        const QStringList clientsLocks = client ? locksOf(client->spec) : QStringList();
        return std::ranges::any_of(m_request.locks,
                                   [&](const QString &lock) { return concerns(what, lock, clientsLocks); });
    }

    void readStory()
    {
        if (m_journal.isEmpty())
            return;
        const quint64 first = std::max(m_journal.numberAt(beginOf(m_request) - 1) + 1, m_journal.firstNumber());
        const quint64 last = std::min(m_journal.numberAt(m_request.atNs + m_request.afterNs), m_journal.lastNumber());
        const quint64 at = m_journal.numberAt(m_request.atNs);
        for (quint64 number = first; number <= last; ++number) {
            if (number % 1'000 == 0 && !reportProgress())
                return;
            const Event event = m_journal.event(number);
            if (!isReported(event.what))
                continue;
            if (isDeed(event.what))
                m_story.deeds.push_back(number);
            (number <= at ? m_story.before : m_story.after).push_back(number);
        }
        constexpr size_t most = mostReportEvents * 3 / 4; // what led to it matters more than what came of it
        if (m_story.before.size() > most) {
            m_story.leftOutBefore = m_story.before.size() - most;
            m_story.before.erase(m_story.before.begin(), m_story.before.end() - most);
        }
        if (m_story.after.size() > mostReportEvents - most) {
            m_story.leftOutAfter = m_story.after.size() - (mostReportEvents - most);
            m_story.after.resize(mostReportEvents - most);
        }
    }

    void addHead()
    {
        m_html.element(u"h1"_s, Text::en("Incident report"));
        m_html.quiet(Text::en("%1, as of %2 UTC").arg(m_request.source, utcText(m_request.atNs)));
        if (!m_request.note.trimmed().isEmpty())
            m_html.element(u"div class=\"note\""_s, m_request.note.trimmed());
        m_html.open(u"table class=\"facts\""_s);
        for (const LockQueue &queue : m_queues) {
            QList<Text> parts{kindText(queue), Text::counted("%n holders", qsizetype(queue.holders.size()))};
            if (!queue.zombies.empty())
                parts += Text::counted("%n believe that they hold", qsizetype(queue.zombies.size()));
            parts += Text::en("%1 waiting").arg(queue.waitingCount());
            if (queue.pendingCount() > 0)
                parts += Text::counted("%n pending", queue.pendingCount());
            m_html.row({queue.path, Text::listed(parts).shown()});
        }
        m_html.close(u"table"_s);
    }

    static Text kindText(const LockQueue &queue)
    {
        const Text kind = locks::lockKindText(queue.kind);
        return queue.title.isEmpty() ? kind : Text::en("%1 (%2)").arg(kind, queue.title);
    }

    // ---- what is wrong ----

    void addFindings()
    {
        m_html.element(u"h2"_s, Text::en("Findings"));
        bool none = true;
        for (const LockQueue &queue : m_queues) {
            QList<Finding> findings = queue.findings;
            std::ranges::stable_sort(findings, std::greater(), &Finding::severity);
            for (const Finding &finding : std::as_const(findings))
                addFinding(queue, finding);
            none = none && findings.isEmpty();
        }
        if (none)
            m_html.element(u"p"_s, Text::en("Nothing is found wrong with these locks, as far as could be checked."));
        if (const Text gaps = gapText(); !gaps.isEmpty())
            m_html.quiet(gaps);
    }

    void addFinding(const LockQueue &queue, const Finding &finding)
    {
        m_html.open(u"div class=\"finding %1\""_s.arg(locks::severityName(finding.severity)));
        m_html.element(u"p class=\"kind\""_s,
                       Text::en("%1: %2, %3").arg(locks::severityText(finding.severity), finding.id, queue.path));
        m_html.element(u"p"_s, finding.text);
        if (!finding.advice.isEmpty())
            m_html.element(u"p"_s, Text::en("What to do: %1").arg(finding.advice));
        if (!finding.nodes.isEmpty())
            m_html.quiet(Text::en("Nodes: %1").arg(finding.nodes.join(u", "_s)));
        QStringList sessions;
        for (const SessionId session : finding.sessions)
            sessions += sessionText(session);
        if (!sessions.isEmpty())
            m_html.quiet(Text::en("Sessions: %1").arg(sessions.join(u", "_s)));
        m_html.close(u"div"_s);
    }

    /// What is not checked because not every server reported it.
    Text gapText() const
    {
        if (knowledge().isEmpty())
            return Text::en(
                "The servers were not asked: what needs their word on sessions and watches is not checked.");
        QList<Text> missing;
        if (!knowledge().allSessions)
            missing += Text::en("all sessions");
        if (!knowledge().allConnections)
            missing += Text::en("all connections");
        if (!knowledge().allWatches)
            missing += Text::en("all watches");
        return missing.isEmpty()
                   ? Text()
                   : Text::en("Not every server told %1: what needs them is not checked.").arg(Text::listed(missing));
    }

    // ---- the queues ----

    QString sessionText(SessionId session) const
    {
        const Client *client = m_world.clientOfSession(session);
        return client ? u"%1 (%2)"_s.arg(session.toHex(), client->spec.name) : session.toHex();
    }

    void addQueue(const LockQueue &queue)
    {
        m_html.element(u"h2"_s, queue.path);
        if (queue.contenders.empty()) {
            m_html.element(u"p"_s, m_world.directory(queue.path) ? Text::en("No client held it and none waited.")
                                                                 : Text::en("It was not there, or not seen."));
            return;
        }
        const auto cards = std::min<qsizetype>(qsizetype(queue.holders.size()), mostReportHolders);
        for (qsizetype i = 0; i < cards; ++i)
            addHolder(queue, queue.contenders[size_t(queue.holders[size_t(i)])]);
        addWaiters(queue);
        QList<Text> heads{Text::verbatim(u"#"_s), Text::en("state"),         Text::en("mode"),   Text::en("node"),
                          Text::en("client"),     Text::en("session"),       Text::en("server"), Text::en("for"),
                          Text::en("waits for"),  Text::verbatim(u"czxid"_s)};
        if (m_request.withData)
            heads += Text::en("data");
        m_html.openTable(u"table class=\"queue\""_s, heads);
        const auto shown = size_t(shownOf(queue));
        for (size_t i = 0; i < shown && reportProgress(); ++i, ++m_rowsDone)
            addContender(queue, i);
        m_html.closeTable();
        if (shown < queue.contenders.size())
            m_html.quiet(Text::counted("and %n more, further back", qint64(queue.contenders.size() - shown)));
    }

    void addContender(const LockQueue &queue, size_t index)
    {
        const Contender &contender = queue.contenders[index];
        const auto &stat = contender.node.stat;
        const SessionId session = contender.node.owner();
        const locks::SessionFacts facts = knowledge().sessions.value(session);
        const Client *client = m_world.clientOfSession(session);
        QStringList waitsFor;
        for (const int other : queue.waitsFor(int(index)))
            waitsFor += queue.contenders[size_t(other)].node.name;
        QStringList cells{QString::number(index + 1),
                          locks::contenderStateText(contender.state).shown(),
                          contender.parsed ? locks::modeText(*contender.parsed).shown() : QString(),
                          contender.node.name,
                          client ? client->spec.name : known(facts.client),
                          session.isNull() ? (stat ? Text::en("none: persistent") : Text::en("not read")).shown()
                                           : session.toHex(),
                          known(facts.server),
                          durationOf(queue, contender),
                          waitsFor.join(u", "_s),
                          stat ? stat->czxid.toHex() : Text::en("not read").shown()};
        if (m_request.withData)
            cells += dataText(contender.node);
        m_html.row(cells, contender.state == ContenderState::Holding ? u"class=\"holding\""_s : QString());
    }

    static QString known(const QString &text) { return text.isEmpty() ? Text::en("not told").shown() : text; }

    /// Empty where that is not known.
    QString heldText(const LockQueue &queue, const Contender &holder) const
    {
        const auto held = m_request.held.constFind(queue.pathOf(holder));
        if (held == m_request.held.cend())
            return {};
        const Text least = spanText(m_request.atNs - held->atNs);
        if (!held->upperBound || !holder.node.stat)
            return least.shown();
        const Text most = spanText(m_request.atNs - holder.node.stat->ctimeMs * 1'000'000); // no longer than its node
        return least == most ? least.shown() : Text::en("%1 to %2").arg(least, most).shown();
    }

    /// How long it held or waited: of a wait by the server's clock.
    QString durationOf(const LockQueue &queue, const Contender &contender) const
    {
        const QString held = contender.state == ContenderState::Holding ? heldText(queue, contender) : QString();
        if (!held.isEmpty())
            return held;
        return contender.node.stat ? spanText(m_request.atNs - contender.node.stat->ctimeMs * 1'000'000).shown()
                                   : QString();
    }

    /// Who holds it, and all that is known of the holder: what is asked first.
    void addHolder(const LockQueue &queue, const Contender &holder)
    {
        const auto &stat = holder.node.stat;
        const SessionId session = holder.node.owner();
        const auto found = knowledge().sessions.constFind(session);
        const locks::SessionFacts facts = found != knowledge().sessions.cend() ? *found : locks::SessionFacts{};
        const Client *client = m_world.clientOfSession(session);
        const auto row = [this](const Text &name, const QString &value) { m_html.row({name.shown(), value}); };
        const auto span = [](const std::optional<qint64> &ms) {
            return ms ? spanText(*ms * 1'000'000).shown() : QString();
        };
        m_html.element(u"h3"_s, Text::en("Held by %1").arg(holder.node.name));
        m_html.open(u"table class=\"facts\""_s);
        const QString held = heldText(queue, holder);
        row(Text::en("holds"), held.isEmpty() ? Text::en("since when is not known").shown() : held);
        row(Text::en("fencing token (czxid)"), stat ? stat->czxid.toHex() : Text::en("not read").shown());
        if (client)
            row(Text::en("client"), Text::en("%1 (simulated)").arg(client->spec.name).shown());
        if (!session.isNull()) {
            row(Text::en("session"), session.toHex());
            const bool isCutOff = stat && locks::isUnconnected(knowledge(), session, stat->czxid);
            row(Text::en("address"),
                isCutOff ? Text::en("no server has a connection of it").shown() : known(facts.client));
            row(Text::en("last heard"),
                facts.heardAgoMs ? Text::en("%1 before the servers were asked").arg(span(facts.heardAgoMs)).shown()
                                 : known({}));
            row(Text::en("session timeout"), known(span(facts.timeoutMs)));
            if (facts.expiresInMs)
                row(Text::en("expires in"),
                    Text::en("%1, if nothing is heard of it").arg(span(facts.expiresInMs)).shown());
        }
        if (m_request.withData)
            row(Text::en("data"), dataText(holder.node));
        m_html.close(u"table"_s);
    }

    void addWaiters(const LockQueue &queue)
    {
        if (queue.waitingCount() == 0)
            return;
        const Text waiters = Text::counted("%n waiters", queue.waitingCount());
        const auto oldestMs = queue.oldestWaitMs();
        m_html.element(
            u"p"_s,
            oldestMs
                ? Text::en("%1; the longest wait: %2.").arg(waiters, spanText(m_request.atNs - *oldestMs * 1'000'000))
                : Text::en("%1; for how long is not known.").arg(waiters));
    }

    // ---- what was done ----

    void addDeeds()
    {
        m_html.element(u"h2"_s, Text::en("What was done"));
        if (m_story.deeds.empty()) {
            m_html.element(u"p"_s, Text::en("Nothing was done to these locks with this program in that time. No server "
                                            "reports what others deleted by hand."));
            return;
        }
        m_html.openTable(u"table class=\"events\""_s, {Text::en("event"), Text::en("time"),
                                                       Text::en("from the instant"), Text::en("what was done")});
        for (const quint64 number : m_story.deeds) {
            const Event event = m_journal.event(number);
            m_html.row({QString::number(number), utcText(event.atNs).section(u' ', 1),
                        offsetText(event.atNs - m_request.atNs), describe(event.what, nameOf(event.what)).shown()});
        }
        m_html.closeTable();
    }

    // ---- the servers ----

    void addServers()
    {
        m_html.element(u"h2"_s, Text::en("Servers"));
        if (m_world.servers().isEmpty()) {
            m_html.element(u"p"_s, Text::en("No server was asked about itself, its sessions or its watches."));
            return;
        }
        m_html.quiet(Text::en("As they answered %1 before the instant.")
                         .arg(spanText(m_request.atNs - knowledge().answeredAtNs)));
        const auto number = [](const std::optional<qint64> &value) {
            return value ? QString::number(*value) : Text::en("not told").shown();
        };
        m_html.openTable(u"table"_s,
                         {Text::en("server"), Text::en("role"), Text::en("version"), Text::en("connections"),
                          Text::en("sessions"), Text::en("watches"), Text::en("not known")});
        for (const ServerReport &server : m_world.servers()) {
            QList<Text> gaps;
            if (!server.problem.isEmpty())
                gaps += server.problem;
            for (const ServerGap &gap : server.gaps)
                gaps += gap.setting.isEmpty() ? Text::en("%1: %2").arg(gap.missing, gap.why)
                                              : Text::en("%1: %2 (%3)").arg(gap.missing, gap.why, gap.setting);
            m_html.row({server.address, known(server.role), known(server.version), number(server.connections),
                        number(server.sessions), number(server.watches), Text::clauses(gaps).shown()});
        }
        m_html.closeTable();
    }

    // ---- what happened ----

    void addEvents()
    {
        m_html.element(u"h2"_s, Text::en("What happened around it"));
        m_html.quiet(Text::en("To these locks, from %1 before to %2 after the instant; times are UTC.")
                         .arg(spanText(m_request.atNs - beginOf(m_request)), spanText(m_request.afterNs)));
        if (m_story.before.empty() && m_story.after.empty()) {
            m_html.element(u"p"_s, Text::en("Nothing is known to have happened in that time."));
            return;
        }
        if (m_story.leftOutBefore > 0)
            m_html.quiet(Text::counted("%n events before these are not listed.", qint64(m_story.leftOutBefore)));
        m_html.openTable(u"table class=\"events\""_s,
                         {Text::en("event"), Text::en("time"), Text::en("from the instant"), Text::en("kind"),
                          Text::en("client"), Text::en("what happened")});
        for (const quint64 number : m_story.before)
            addEvent(number, number == m_story.before.back() ? u"class=\"now\""_s : QString());
        for (const quint64 number : m_story.after)
            addEvent(number, u"class=\"later\""_s);
        m_html.closeTable();
        if (m_story.leftOutAfter > 0)
            m_html.quiet(Text::counted("%n events after these are not listed.", qint64(m_story.leftOutAfter)));
    }

    void addEvent(quint64 number, const QString &attributes)
    {
        const Event event = m_journal.event(number);
        m_html.row({QString::number(number), utcText(event.atNs).section(u' ', 1),
                    offsetText(event.atNs - m_request.atNs), kindName(event.what), nameOf(event.what),
                    describe(event.what, nameOf(event.what)).shown()},
                   attributes);
    }

    QString nameOf(const Payload &what) const
    {
        const Client *client = m_world.client(clientOf(what));
        return client ? client->spec.name : QString();
    }

    // ---- where it comes from ----

    void addOrigin()
    {
        m_html.element(u"h2"_s, Text::en("Where this comes from"));
        if (!m_request.recorded.isEmpty())
            m_html.element(u"p"_s, m_request.recorded);
        m_html.open(u"table class=\"facts\""_s);
        const auto row = [this](const Text &name, const Text &value) { m_html.row({name.shown(), value.shown()}); };
        row(Text::en("made"),
            Text::en("%1 UTC, by Lockscope %2").arg(utcText(m_request.madeAtNs), QStringLiteral(LOCKSCOPE_VERSION)));
        if (!m_journal.isEmpty())
            row(Text::en("journal"), Text::en("events %1 to %2, from %3 to %4 UTC")
                                         .arg(m_journal.firstNumber(), m_journal.lastNumber(),
                                              utcText(m_journal.atNs(m_journal.firstNumber())),
                                              utcText(m_journal.atNs(m_journal.lastNumber()))));
        row(Text::en("state"),
            Text::en("after event %1, newest zxid %2").arg(m_world.eventNumber(), m_world.newestZxid().toHex()));
        if (m_world.staleSinceNs() != 0 && m_world.staleSinceNs() <= m_request.atNs)
            row(Text::en("not live"), Text::en("what is told stood so %1 before the instant; it was not seen since")
                                          .arg(spanText(m_request.atNs - m_world.staleSinceNs())));
        m_html.close(u"table"_s);
        m_html.quiet(Text::en("Durations of waits are by the servers' clock, all else by the "
                              "clock of the machine that recorded it."));
    }

    const World &m_world;
    const Journal &m_journal;
    const IncidentRequest &m_request;
    const ReportProgress &m_progress;
    bool m_isWanted = true;
    qsizetype m_rows = 0; ///< of contenders; 0 while that is not known
    qsizetype m_rowsDone = 0;
    std::vector<LockQueue> m_queues;
    Story m_story;
    Html m_html;
};

} // namespace

qint64 beginOf(const IncidentRequest &request)
{
    constexpr qint64 second = 1'000'000'000;
    if (request.beforeNs)
        return request.atNs - *request.beforeNs;
    if (request.held.isEmpty())
        return request.atNs - 30 * second;
    const auto first = std::ranges::min_element(request.held, {}, &HeldSince::atNs);
    return first->atNs - second; // with how it came
}

QByteArray incidentReport(const World &world, const Journal &journal, const IncidentRequest &request,
                          const ReportProgress &progress)
{
    return Report(world, journal, request, progress).make();
}

} // namespace lockscope::report
