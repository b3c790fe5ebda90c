// SPDX-License-Identifier: Apache-2.0
#include "core/journal/shiviz.h"
#include "tests/support/testprogram.h"

#include <QBuffer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <rapidcheck.h>

namespace lockscope::tst_shiviz {

using namespace lockscope::journal;
using namespace Qt::StringLiterals;

namespace {

const QString lock = u"/locks/a"_s;

struct Entry
{
    QString host;
    QMap<QString, qint64> clock;
    QString at;
    QString text;

    qint64 own() const { return clock.value(host); }
    /// EventEffect before the other one, as a reader of the log sees it.
    bool isBefore(const Entry &other) const
    {
        return !(host == other.host && own() == other.own()) && other.clock.value(host) >= own();
    }
};

/// As ShiViz reads it: by the expression in the first line, after an empty second one.
QList<Entry> entriesOf(const QByteArray &log)
{
    const qsizetype end = log.indexOf('\n');
    const QRegularExpression expression(QString::fromUtf8(log.first(end)));
    if (!expression.isValid() || log.mid(end, 2) != "\n\n")
        return {};
    QList<Entry> entries;
    auto matches = expression.globalMatch(QString::fromUtf8(log.mid(end + 2)));
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        Entry entry{match.captured(u"host"_s), {}, match.captured(u"at"_s), match.captured(u"event"_s)};
        const QJsonObject clock = QJsonDocument::fromJson(match.captured(u"clock"_s).toUtf8()).object();
        for (auto tick = clock.begin(); tick != clock.end(); ++tick)
            entry.clock.insert(tick.key(), tick->toInteger());
        entries += entry;
    }
    return entries;
}

class Script
{
public:
    /// Their clients are numbered from 1.
    explicit Script(const QStringList &clients = {})
    {
        for (const QString &name : clients)
            spawn(++m_clients, name);
    }

    void spawn(quint32 id, const QString &name)
    {
        ClientSpawned spawned;
        spawned.id = {id};
        spawned.name = name;
        tell(spawned);
    }
    quint64 request(quint32 id, const QString &operation, const QString &path)
    {
        tell(ClientRequest{{id}, operation, path, ++m_calls});
        return m_calls;
    }
    void reply(quint32 id, quint64 call, const QString &operation = u"delete"_s, std::optional<Error> error = {})
    {
        tell(ClientReply{{id}, operation, lock, std::move(error), 1000, call, {}});
    }
    void fired(quint32 id, WatchEvent event, const QString &path) { tell(ClientWatchFired{{id}, event, path}); }
    void tell(Payload what)
    {
        const quint64 number = ++m_number;
        m_journal.append({{number, 1'790'000'000'000'000'000 + qint64(number) * 1'000'000, std::move(what)}});
    }

    QList<Entry> entries(const std::function<bool(const Event &)> &isShown = [](const Event &) { return true; }) const
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        return writeShiviz(m_journal, isShown, &buffer) ? entriesOf(buffer.data()) : QList<Entry>();
    }

private:
    Journal m_journal;
    quint64 m_number = 0;
    quint64 m_calls = 0;
    quint32 m_clients = 0;
};

const Entry *find(const QList<Entry> &entries, const QString &host, const QString &part)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) {
        return entry.host == host && entry.text.contains(part);
    });
    return found == entries.end() ? nullptr : &*found;
}

/// What must be so of any such log: a host counts its own entries from 1, forgets nothing, and knows of no entry that
/// is not there.
void requireSound(const QList<Entry> &entries)
{
    QMap<QString, Entry> latest;
    for (const Entry &entry : entries) {
        RC_ASSERT(entry.own() == latest.value(entry.host).own() + 1);
        const auto before = latest.value(entry.host).clock;
        for (auto tick = before.begin(); tick != before.end(); ++tick)
            RC_ASSERT(entry.clock.value(tick.key()) >= tick.value());
        for (auto tick = entry.clock.begin(); tick != entry.clock.end(); ++tick) {
            if (tick.key() != entry.host)
                RC_ASSERT(tick.value() <= latest.value(tick.key()).own());
        }
        latest.insert(entry.host, entry);
    }
}

} // namespace

class TestShiviz : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDeleteComesBeforeTheWatchEventThatItSetsOffThoughItsAnswerIsLater()
    {
        Script script({u"alice"_s, u"bob"_s});
        const quint64 call = script.request(1, u"delete"_s, lock + u"/lock-1"_s);
        script.fired(2, WatchEvent::Deleted, lock + u"/lock-1"_s);
        script.reply(1, call);
        const QList<Entry> entries = script.entries();
        const Entry *asked = find(entries, u"alice"_s, u"asks"_s);
        const Entry *served = find(entries, u"zookeeper"_s, u"carries out delete"_s);
        const Entry *told = find(entries, u"bob"_s, u"got a watch event"_s);
        const Entry *answered = find(entries, u"alice"_s, u"answer"_s);
        QVERIFY(asked && served && told && answered);
        QVERIFY(asked->isBefore(*served));
        QVERIFY(served->isBefore(*told));
        QVERIFY(served->isBefore(*answered));
        QVERIFY(!told->isBefore(*answered) && !answered->isBefore(*told));
    }

    void whereTwoCanHaveSetItOffNeitherIsBlamed()
    {
        Script script({u"alice"_s, u"bob"_s, u"carol"_s});
        script.request(1, u"create"_s, lock + u"/lock-"_s);
        script.request(2, u"create"_s, lock + u"/lock-"_s);
        script.fired(3, WatchEvent::ChildrenChanged, lock);
        const QList<Entry> entries = script.entries();
        const Entry *told = find(entries, u"carol"_s, u"got a watch event"_s);
        QVERIFY(told);
        QCOMPARE(told->clock.value(u"alice"_s), 0);
        QCOMPARE(told->clock.value(u"bob"_s), 0);
    }

    void aDeleteThatWillFailSetsNothingOff()
    {
        Script script({u"alice"_s, u"bob"_s});
        const quint64 call = script.request(1, u"delete"_s, lock + u"/lock-1"_s);
        script.fired(2, WatchEvent::Deleted, lock + u"/lock-1"_s); // its session was over
        script.reply(1, call, u"delete"_s, Error{ErrorCode::NoNode, {}, {}, {}});
        const QList<Entry> entries = script.entries();
        const Entry *told = find(entries, u"bob"_s, u"got a watch event"_s);
        QVERIFY(told);
        QCOMPARE(told->clock.value(u"alice"_s), 0);
        QVERIFY(find(entries, u"zookeeper"_s, u"refuses delete"_s));
    }

    void whatIsNotShownPassesOnWhatItKnew()
    {
        Script script({u"alice"_s, u"bob"_s});
        const quint64 call = script.request(1, u"delete"_s, lock + u"/lock-1"_s);
        script.reply(1, call);
        script.fired(2, WatchEvent::Deleted, lock + u"/lock-1"_s);
        const QList<Entry> entries =
            script.entries([](const Event &event) { return !std::holds_alternative<ClientRequest>(event.what); });
        QVERIFY(!find(entries, u"zookeeper"_s, {}));
        const Entry *spawned = find(entries, u"alice"_s, u"spawned"_s);
        const Entry *told = find(entries, u"bob"_s, u"got a watch event"_s);
        QVERIFY(spawned && told && spawned->isBefore(*told));
        QCOMPARE(told->own(), 2);
    }

    void hostsAreTellableApartWhateverPeopleCallThem()
    {
        const QList<Entry> entries = Script({u"a b"_s, u"a_b"_s, u"\"{\\}"_s, u"zookeeper"_s, u"锁"_s}).entries();
        QSet<QString> hosts;
        for (const Entry &entry : entries)
            hosts.insert(entry.host);
        QCOMPARE(entries.size(), 5);
        QCOMPARE(hosts.size(), 5);
        QVERIFY(hosts.contains(u"锁"_s));
    }

    /// Any requests of any clients, answered in any order: one entry comes before another exactly where a chain of a
    /// host's own entries, requests and answers leads from the one to the other.
    void clocksSayExactlyWhatRequestsAndAnswersSay()
    {
        QVERIFY(rc::check("clocks are causality", [] {
            QList<QList<qsizetype>> before; // entries right before each one
            QMap<quint32, qsizetype> last;  // by client; 0 is the ensemble
            const auto enter = [&](quint32 host, const QList<qsizetype> &causes) {
                QList<qsizetype> all = causes;
                if (last.contains(host))
                    all += last[host];
                last[host] = before.size();
                before += all;
            };
            const auto clients = *rc::gen::inRange<quint32>(1, 5);
            Script script;
            for (quint32 id = 1; id <= clients; ++id) {
                script.spawn(id, u"c%1"_s.arg(id));
                enter(id, {});
            }
            struct Open
            {
                quint32 id;
                quint64 call;
                qsizetype entry;
            };
            QList<Open> open;
            for (int step = *rc::gen::inRange(0, 40); step > 0; --step) {
                if (open.isEmpty() || *rc::gen::arbitrary<bool>()) {
                    const quint32 id = *rc::gen::inRange<quint32>(1, clients + 1);
                    const quint64 call = script.request(id, u"get_children"_s, lock);
                    enter(id, {});
                    open += {id, call, before.size() - 1};
                } else {
                    const Open done = open.takeAt(*rc::gen::inRange<qsizetype>(0, open.size()));
                    script.reply(done.id, done.call, u"get_children"_s);
                    enter(0, {done.entry});
                    enter(done.id, {before.size() - 1});
                }
            }
            const QList<Entry> entries = script.entries();
            RC_ASSERT(entries.size() == before.size());
            requireSound(entries);
            std::vector<std::vector<bool>> reaches(size_t(before.size()), std::vector<bool>(size_t(before.size())));
            for (size_t to = 0; to < reaches.size(); ++to) {
                for (const qsizetype via : before[qsizetype(to)]) {
                    reaches[size_t(via)][to] = true;
                    for (size_t from = 0; from < to; ++from)
                        reaches[from][to] = reaches[from][to] || reaches[from][size_t(via)];
                }
            }
            for (qsizetype from = 0; from < entries.size(); ++from) {
                for (qsizetype to = 0; to < entries.size(); ++to)
                    RC_ASSERT(entries[from].isBefore(entries[to]) == reaches[size_t(from)][size_t(to)]);
            }
        }));
    }
};

} // namespace lockscope::tst_shiviz

LOCKSCOPE_TEST(lockscope::tst_shiviz::TestShiviz)
#include "tst_shiviz.moc"
