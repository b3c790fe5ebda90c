// SPDX-License-Identifier: Apache-2.0
#include "core/report/incidentreport.h"

#include "core/report/html.h"
#include "core/report/reportevents.h"
#include "core/report/reportstyle.h"

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
        addPictures();
        addServers();
        addEvents(m_html, m_world, m_journal, m_request);
        addOrigin();
        m_html.close(u"body"_s).close(u"html"_s);
        return m_html.text().toUtf8();
    }

private:
    /// False once nobody wants the report any more.
    bool tell()
    {
        m_isWanted = m_isWanted && (!m_progress || m_progress(m_rowsDone, m_rows));
        return m_isWanted;
    }

    void readQueues()
    {
        qsizetype rows = 0;
        for (const QString &path : m_request.locks) {
            if (!tell())
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

    const locks::Knowledge &told() const { return m_world.knowledge(); }

    void addHead()
    {
        m_html.element(u"h1"_s, Text::en("Incident report"));
        m_html.element(u"p class=\"quiet\""_s,
                       Text::en("%1, as of %2 UTC").arg(m_request.source, utcText(m_request.atNs)));
        if (!m_request.note.trimmed().isEmpty())
            m_html.element(u"div class=\"note\""_s, m_request.note.trimmed());
        m_html.open(u"table class=\"facts\""_s);
        for (const LockQueue &queue : m_queues) {
            const Text holders = Text::counted("%n holders", qsizetype(queue.holders.size()));
            m_html.row(
                {queue.path, Text::en("%1, %2, %3 waiting").arg(kindText(queue), holders, queue.waiting).shown()});
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
            std::stable_sort(findings.begin(), findings.end(),
                             [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
            for (const Finding &finding : std::as_const(findings))
                addFinding(queue, finding);
            none = none && findings.isEmpty();
        }
        if (none)
            m_html.element(u"p"_s, Text::en("Nothing is found wrong with these locks, as far as could be checked."));
        if (const Text gaps = gapText(); !gaps.isEmpty())
            m_html.element(u"p class=\"quiet\""_s, gaps);
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
            m_html.element(u"p class=\"quiet\""_s, Text::en("Nodes: %1").arg(finding.nodes.join(u", "_s)));
        QStringList sessions;
        for (const SessionId session : finding.sessions)
            sessions += sessionText(session);
        if (!sessions.isEmpty())
            m_html.element(u"p class=\"quiet\""_s, Text::en("Sessions: %1").arg(sessions.join(u", "_s)));
        m_html.close(u"div"_s);
    }

    /// What nobody could check because no server told.
    Text gapText() const
    {
        if (told().isEmpty())
            return Text::en(
                "The servers were not asked: what needs their word on sessions and watches is not checked.");
        QList<Text> missing;
        if (!told().allSessions)
            missing += Text::en("all sessions");
        if (!told().allConnections)
            missing += Text::en("all connections");
        if (!told().allWatches)
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
            m_html.element(u"p"_s, m_world.directory(queue.path) ? Text::en("Nobody held it and nobody waited.")
                                                                 : Text::en("It was not there, or not seen."));
            return;
        }
        m_html.open(u"div class=\"scroll\""_s).open(u"table class=\"queue\""_s);
        QStringList heads{u"#"_s,
                          Text::en("state").shown(),
                          Text::en("mode").shown(),
                          Text::en("node").shown(),
                          Text::en("client").shown(),
                          Text::en("session").shown(),
                          Text::en("server").shown(),
                          Text::en("for").shown(),
                          Text::en("waits for").shown(),
                          u"czxid"_s};
        if (m_request.withData)
            heads += Text::en("data").shown();
        m_html.row(heads, {}, u"th scope=\"col\""_s);
        const auto shown = size_t(shownOf(queue));
        for (size_t i = 0; i < shown && tell(); ++i, ++m_rowsDone)
            addContender(queue, i);
        m_html.close(u"table"_s).close(u"div"_s);
        if (shown < queue.contenders.size())
            m_html.element(u"p class=\"quiet\""_s,
                           Text::counted("and %n more, further back", qint64(queue.contenders.size() - shown)));
    }

    void addContender(const LockQueue &queue, size_t index)
    {
        const Contender &contender = queue.contenders[index];
        const auto &stat = contender.node.stat;
        const SessionId session = contender.node.owner();
        const locks::SessionFacts facts = told().sessions.value(session);
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

    /// How long it held or waited: of a wait by the server's clock.
    QString durationOf(const LockQueue &queue, const Contender &contender) const
    {
        if (contender.state == ContenderState::Holding) {
            const auto held = m_request.held.constFind(queue.pathOf(contender));
            if (held != m_request.held.cend()) {
                const Text span = spanText(m_request.atNs - held->atNs);
                return (held->upperBound ? Text::en("at least %1").arg(span) : span).shown();
            }
        }
        return contender.node.stat ? spanText(m_request.atNs - contender.node.stat->ctimeMs * 1'000'000).shown()
                                   : QString();
    }

    // ---- pictures and servers ----

    void addPictures()
    {
        for (const ReportPicture &picture : m_request.pictures)
            m_html.picture(picture.title, picture.light, picture.dark);
    }

    void addServers()
    {
        m_html.element(u"h2"_s, Text::en("Servers"));
        if (m_world.servers().isEmpty()) {
            m_html.element(u"p"_s, Text::en("No server was asked about itself, its sessions or its watches."));
            return;
        }
        m_html.element(
            u"p class=\"quiet\""_s,
            Text::en("As they answered %1 before the instant.").arg(spanText(m_request.atNs - told().answeredAtNs)));
        const auto number = [](const std::optional<qint64> &value) {
            return value ? QString::number(*value) : Text::en("not told").shown();
        };
        m_html.open(u"div class=\"scroll\""_s).open(u"table"_s);
        m_html.row({Text::en("server").shown(), Text::en("role").shown(), Text::en("version").shown(),
                    Text::en("connections").shown(), Text::en("sessions").shown(), Text::en("watches").shown(),
                    Text::en("not known").shown()},
                   {}, u"th scope=\"col\""_s);
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
        m_html.close(u"table"_s).close(u"div"_s);
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
        m_html.element(u"p class=\"quiet\""_s, Text::en("Durations of waits are by the servers' clock, all else by the "
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
    Html m_html;
};

} // namespace

QByteArray incidentReport(const World &world, const Journal &journal, const IncidentRequest &request,
                          const ReportProgress &progress)
{
    return Report(world, journal, request, progress).make();
}

} // namespace lockscope::report
