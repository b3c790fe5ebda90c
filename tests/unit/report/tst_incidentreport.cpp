// SPDX-License-Identifier: Apache-2.0
#include "core/report/html.h"
#include "core/report/incidentreport.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace lockscope::tst_incidentreport {

using namespace lockscope::journal;
using namespace lockscope::report;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'790'000'000'000'000'000;
const QString lock = u"/locks/<script>alert(1)</script>"_s;
const QString nasty = u"\"><img src=x onerror=alert(2)>"_s;

QString nodeName(int number)
{
    return u"lock-%1"_s.arg(number, 10, 10, QChar(u'0'));
}

/// A lock whose names are attacks, with one that holds and one that waits, and servers that told of one.
struct Incident
{
    Incident()
    {
        list(0, {nodeName(1), nodeName(2)}, {}, 2);
        for (const int place : {1, 2}) {
            NodeResolved node{lock + u'/' + nodeName(place), {}, locks::ChildNode::Data::Read, "worker two"_ba};
            node.stat.czxid = Zxid{0x100 + place};
            node.stat.ctimeMs = begin / 1'000'000;
            node.stat.ephemeralOwner = SessionId{0x1000 + place};
            if (place == 1)
                node.data = nasty.toUtf8();
            tell(1, node);
        }
        ServersProbed probed;
        ServerReport server{.address = u"zk1:2181"_s, .role = u"leader"_s, .version = u"3.8.0"_s};
        server.gaps = {{Text::verbatim(u"the watches of its clients"_s), Text::verbatim(u"wchp is not allowed"_s),
                        Text::verbatim(u"4lw.commands.whitelist=wchp"_s)}};
        const ServerReport silent{.address = u"zk2:2181"_s, .problem = Text::verbatim(u"It did not answer."_s)};
        probed.servers = {server, silent};
        probed.knowledge.askedAtNs = begin + 1'000'000;
        probed.knowledge.answeredAtNs = begin + 2'000'000;
        probed.knowledge.sessions.insert(SessionId{0x1001}, {.id = SessionId{0x1001},
                                                             .client = u"10.0.0.7:52734"_s,
                                                             .server = u"zk1:2181"_s,
                                                             .timeoutMs = 30'000,
                                                             .heardAgoMs = 1'200});
        tell(2, probed);
        notice(3, u"</table><script src=\"https://example.org/x.js\"></script>"_s);
        notice(9'000, u"the last one before it"_s);
        request.locks = {lock};
        request.atNs = begin + 10'000'000'000;
        request.source = u"zk1:2181"_s;
        request.recorded = u"Watched live."_s;
        request.madeAtNs = request.atNs;
    }

    /// What happens after the instant is in the journal, and not in the World.
    void tell(qint64 ms, Payload what, bool isLater = false)
    {
        const EventBatch batch{{++number, begin + ms * 1'000'000, std::move(what)}};
        journal.append(batch);
        if (!isLater)
            world.apply(batch);
    }
    void notice(qint64 ms, const QString &text, bool isLater = false)
    {
        tell(ms, Notice{{}, Text::verbatim(text)}, isLater);
    }
    void list(qint64 ms, const QStringList &added, const QStringList &removed, int children)
    {
        DirectoryListed listed{lock, {}, added, removed};
        listed.stat.numChildren = children;
        tell(ms, listed);
    }
    QString html() const { return QString::fromUtf8(incidentReport(world, journal, request)); }

    quint64 number = 0;
    World world;
    Journal journal;
    IncidentRequest request;
};

/// All tags of the page, without what they hold.
QStringList tagsOf(const QString &html)
{
    static const QRegularExpression tag(u"<(/?[a-zA-Z!][^>]*)>"_s);
    QStringList tags;
    auto matches = tag.globalMatch(html);
    while (matches.hasNext())
        tags += matches.next().captured(1);
    return tags;
}

} // namespace

class TestIncidentReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whateverNodesAreCalledItStaysText()
    {
        Incident incident;
        incident.request.note = nasty;
        incident.request.source = u"<b>zk</b>"_s;
        incident.request.pictures = {{nasty, "<svg onload=\"alert(3)\"/>", {}}};
        const QString html = incident.html();
        const QSet<QString> ours{u"!doctype"_s, u"html"_s,   u"head"_s, u"meta"_s, u"title"_s,  u"style"_s,
                                 u"body"_s,     u"h1"_s,     u"h2"_s,   u"h3"_s,   u"p"_s,      u"div"_s,
                                 u"table"_s,    u"tr"_s,     u"th"_s,   u"td"_s,   u"figure"_s, u"figcaption"_s,
                                 u"picture"_s,  u"source"_s, u"img"_s};
        for (const QString &tag : tagsOf(html)) {
            const QString name = tag.section(u' ', 0, 0).remove(u'/');
            QVERIFY2(ours.contains(name), qPrintable(tag));
            QVERIFY2(!tag.contains(QRegularExpression(u"\\son\\w+="_s)) || tag.contains("alt=\"&quot;"_L1),
                     qPrintable(tag));
        }
        QVERIFY(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"_L1));
        QVERIFY(html.contains("&quot;&gt;&lt;img src=x onerror=alert(2)&gt;"_L1));
        QCOMPARE(html.count("<img "_L1), 1); // the picture
    }

    void itRefersToNothingOutside()
    {
        Incident incident;
        incident.request.pictures = {
            {u"Stage"_s, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"}};
        const QString html = incident.html();
        static const QRegularExpression reference(u"\\b(?:src|href|srcset|action|data)=\"([^\"]*)\""_s);
        auto matches = reference.globalMatch(html);
        int pictures = 0;
        while (matches.hasNext()) {
            const QString target = matches.next().captured(1);
            QVERIFY2(target.startsWith("data:image/svg+xml;base64,"_L1), qPrintable(target));
            ++pictures;
        }
        QCOMPARE(pictures, 2);
        QVERIFY(!html.contains("url("_L1) && !html.contains("@import"_L1));
        QVERIFY(html.contains("default-src 'none'"_L1));
    }

    void itHasAllThatIsKnownAndSaysWhatIsNot()
    {
        const Incident incident;
        const QString html = incident.html();
        for (const QString &part :
             {nodeName(1), nodeName(2), u"holding"_s, u"waiting"_s, u"10.0.0.7:52734"_s, u"0x1001"_s, u"0x1002"_s,
              u"0x101"_s, u"worker two"_s, u"zk2:2181"_s, u"It did not answer."_s, u"4lw.commands.whitelist=wchp"_s,
              u"leader"_s, u"3.8.0"_s, u"all watches"_s, u"Watched live."_s, u"the last one before it"_s,
              QStringLiteral(LOCKSCOPE_VERSION), u"not told"_s})
            QVERIFY2(html.contains(part), qPrintable(part));
    }

    void findingsStandWithWhatToDoTheWorstFirst()
    {
        Incident incident;
        // A child that is no contender's, and a contender that no session owns.
        incident.list(9'100, {u"config"_s, nodeName(3)}, {}, 4);
        NodeResolved node;
        node.path = lock + u'/' + nodeName(3);
        node.stat.czxid = Zxid{0x103};
        incident.tell(9'101, node);
        const locks::LockQueue queue = incident.world.queue(lock);
        QVERIFY(queue.findings.size() >= 2);
        const QString html = incident.html();
        qsizetype lastNote = -1;
        qsizetype firstWorse = html.size();
        for (const locks::Finding &finding : queue.findings) {
            const qsizetype at = html.indexOf(escaped(finding.text.shown()));
            QVERIFY2(at > 0, qPrintable(finding.text.english()));
            QVERIFY2(html.contains(escaped(finding.advice.shown())), qPrintable(finding.advice.english()));
            if (finding.severity == locks::Finding::Severity::Note)
                lastNote = std::max(lastNote, at);
            else
                firstWorse = std::min(firstWorse, at);
        }
        QVERIFY(lastNote < 0 || firstWorse < lastNote);
    }

    void onlyWhatHappenedAroundTheInstantIsListedAndTheInstantIsMarked()
    {
        Incident incident;
        incident.notice(12'000, u"soon after"_s, true);
        incident.notice(60'000, u"long after"_s, true);
        incident.request.beforeNs = 2'000'000'000;
        const QString html = incident.html();
        QVERIFY(html.contains("the last one before it"_L1) && html.contains("soon after"_L1));
        QVERIFY(!html.contains("long after"_L1));
        QVERIFY(!html.contains("example.org"_L1)); // ten seconds before
        const qsizetype now = html.indexOf("<tr class=\"now\">"_L1);
        QVERIFY(now > 0);
        QVERIFY(html.mid(now, 400).section("</tr>"_L1, 0, 0).contains("the last one before it"_L1));
    }

    void itTellsOfTheChosenLocksAloneFromWhenTheHolderCame()
    {
        Incident incident;
        incident.tell(10'000, NodeVanished{u"/locks/another/lock-0000000007"_s});
        incident.notice(11'000, u"long before it came"_s);
        incident.notice(14'500, u"right before it came"_s);
        ServersProbed asked;
        asked.knowledge = incident.world.knowledge();
        incident.tell(16'000, asked);
        const QString node = lock + u'/' + nodeName(1);
        incident.request.atNs = begin + 20'000'000'000;
        incident.tell(19'500, ReleaseForced{lock + u'/' + nodeName(2), Zxid{0x102}, SessionId{0x1002},
                                            Error{ErrorCode::NoAuth, u"delete"_s, lock, {}}, u"ann@ops"_s});
        QVERIFY(incident.html().contains("since when is not known"_L1));
        QVERIFY(incident.html().contains("long before it came"_L1)); // half a minute
        incident.request.held.insert(node, {begin + 15'000'000'000, false});
        const QString html = incident.html();
        QVERIFY(!html.contains("/locks/another"_L1));
        QVERIFY(!html.contains("long before it came"_L1));
        QVERIFY(html.contains("right before it came"_L1));
        QVERIFY(!html.contains("servers-probed"_L1));
        // Its card: since when, its token, who it is, when it was last heard of; and who waits.
        const QString card = html.section("Held by"_L1, 1).section("</table>"_L1, 0, 0);
        for (const QString &part : {nodeName(1), u"5.0 s"_s, u"0x101"_s, u"0x1001"_s, u"10.0.0.7:52734"_s,
                                    u"1.2 s before the servers were asked"_s, u"30.0 s"_s, escaped(nasty)})
            QVERIFY2(card.contains(part), qPrintable(part));
        QCOMPARE(html.count("Held by"_L1), 1);
        QVERIFY(html.contains("the longest wait: 20.0 s"_L1));
        // What was done, and by whom.
        const QString done = html.section("What was done</h2>"_L1, 1).section("<h2>"_L1, 0, 0);
        QVERIFY(done.contains(u"−0.500 s"_s));
        QVERIFY2(done.contains("by ann@ops failed"_L1), qPrintable(done));
    }

    void whoBelievesThatItHoldsIsToldOfWithItsToken()
    {
        Incident incident;
        const QString node = lock + u'/' + nodeName(1);
        incident.tell(10, ClientSpawned{ClientId{1}, u"client-0"_s, locks::RecipeId::Mutex, locks::Dialect::Docs,
                                        locks::Mode::Exclusive, lock});
        incident.tell(11, ClientConnection{ClientId{1}, ConnectionState::Connected, SessionId{0x1001}});
        incident.tell(12, ClientLockState{ClientId{1}, locks::LockState::Retained, node, Zxid{0x101}, 1, {}});
        QVERIFY(!incident.html().contains("believe"_L1));
        incident.list(13, {}, {nodeName(1)}, 1);
        const QString html = incident.html();
        QVERIFY(html.section("<h2>"_L1, 0, 0).contains("1 believes that it holds"_L1));
        const QString findings = html.section("Findings</h2>"_L1, 1).section("<h2>"_L1, 0, 0);
        QVERIFY2(findings.contains("client-0 believes that it holds"_L1) && findings.contains("0x101"_L1),
                 qPrintable(findings));
    }

    void ofTooManyEventsTheNearestAreListedAndTheOthersCounted()
    {
        Incident incident;
        for (int i = 0; i < 3 * mostReportEvents; ++i)
            incident.notice(9'001 + i / 10, u"event number %1."_s.arg(i));
        const QString html = incident.html();
        QCOMPARE(html.count("event number "_L1), mostReportEvents * 3 / 4);
        QVERIFY(html.contains(u"event number %1."_s.arg(3 * mostReportEvents - 1)));
        QVERIFY(html.contains("events before these are not listed"_L1));
    }

    void secretsStayOut()
    {
        Incident incident;
        ConnectionChanged connected;
        connected.state = ConnectionState::Connected;
        connected.endpoint = u"zk://admin:hunter2@zk1:2181"_s;
        incident.tell(9'500, connected);
        incident.request.recorded = u"Logged in with digest:alice:opensesame."_s;
        incident.request.withData = false;
        const QString html = incident.html();
        for (const QString &secret : {u"hunter2"_s, u"opensesame"_s, u"worker two"_s})
            QVERIFY2(!html.contains(secret), qPrintable(secret));
        QVERIFY(html.contains(u"admin:…@zk1:2181"_s));
    }

    void charactersThatMislead()
    {
        QCOMPARE(escaped(u"a\u202eb\u0007c\u2066d"_s), u"a\\u202Eb\\x07c\\u2066d"_s);
        QCOMPARE(escaped(u"锁 & <'\">\n"_s), u"锁 &amp; &lt;&#39;&quot;&gt;\n"_s);
    }

    void aLockThatIsNotThereIsToldOfTooAndAnEmptyJournalIsNone()
    {
        IncidentRequest request;
        request.locks = {u"/gone"_s};
        const QString html = QString::fromUtf8(incidentReport(World(), Journal(), request));
        QVERIFY(html.contains("It was not there, or not seen."_L1));
        QVERIFY(html.contains("Nothing is known to have happened in that time."_L1));
        QVERIFY(html.contains("No server was asked"_L1));
    }

    void itTellsHowFarItIsAndStopsWhenNobodyWantsItAnyMore()
    {
        const Incident incident;
        const auto contenders = qsizetype(incident.world.queue(lock).contenders.size());
        QList<std::pair<qsizetype, qsizetype>> progress;
        const QByteArray html =
            incidentReport(incident.world, incident.journal, incident.request, [&](qsizetype done, qsizetype all) {
                progress += {done, all};
                return true;
            });
        QCOMPARE(QString::fromUtf8(html), incident.html());
        QCOMPARE(progress.first(), (std::pair<qsizetype, qsizetype>(0, 0)));
        QCOMPARE(progress.last(), std::pair(contenders - 1, contenders));
        QVERIFY(std::is_sorted(progress.begin(), progress.end()));
        for (const auto &last : std::as_const(progress)) {
            const auto until = [&](qsizetype done, qsizetype all) { return std::pair(done, all) != last; };
            QCOMPARE(incidentReport(incident.world, incident.journal, incident.request, until), QByteArray());
        }
    }
};

} // namespace lockscope::tst_incidentreport

LOCKSCOPE_TEST(lockscope::tst_incidentreport::TestIncidentReport)
#include "tst_incidentreport.moc"
