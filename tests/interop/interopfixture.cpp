// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/interopfixture.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/presence.h"

#include <algorithm>

namespace lockscope::test {

using namespace Qt::StringLiterals;
using locks::LockState;

void ClientEvents::write(journal::Payload what)
{
    const journal::Event event = m_writer.stamp(std::move(what));
    journal::Changes changes;
    world.apply(event, changes);
    const auto *state = std::get_if<journal::ClientLockState>(&event.what);
    if (state && onState)
        onState(*state);
}

QString InteropFixture::startAll()
{
    if (!m_sandbox.start())
        return m_sandbox.errorSentence();
    const QString connectString = m_sandbox.connectString();
    for (ForeignClients *clients :
         {static_cast<ForeignClients *>(&m_kazoo), static_cast<ForeignClients *>(&m_curator)}) {
        if (const QString problem = clients->start(connectString); !problem.isEmpty())
            return problem;
    }
    m_others = openSession(connectString);
    m_connection = std::make_unique<zk::Connection>(
        zk::ConnectionSpec{*zk::parseConnectString(connectString), 10'000, 30'000, {}, {}, false});
    if (!m_others || !await(m_connection->open()))
        return u"no session"_s;
    m_sessions = std::make_unique<backends::ZkSessionFactory>(*m_connection);
    return {};
}

void InteropFixture::initTestCase()
{
    const QString problem = startAll();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void InteropFixture::cleanupTestCase()
{
    m_sessions.reset();
    m_connection.reset();
    m_others.reset();
}

void InteropFixture::init()
{
    m_lock = u"/t%1"_s.arg(++m_count);
    m_lab = std::make_unique<lab::Lab>(*m_sessions, m_events);
}

void InteropFixture::cleanup()
{
    QVERIFY2(await(m_lab->closeAll()), "our clients did not close");
    m_lab.reset();
    m_events.onState = {};
    QVERIFY2(!m_kazoo.hasFailed() && !m_curator.hasFailed(), "a foreign client failed");
    const QStringList all = directories();
    for (const QString &directory : all)
        QCOMPARE(childrenOf(directory), QStringList());
}

void InteropFixture::forEachPeer()
{
    QTest::addColumn<QString>("peer");
    QTest::newRow("kazoo") << u"kazoo"_s;
    QTest::newRow("curator") << u"curator"_s;
}

ForeignClients &InteropFixture::peer()
{
    return dialect() == locks::Dialect::Kazoo ? static_cast<ForeignClients &>(m_kazoo) : m_curator;
}

locks::Dialect InteropFixture::dialect()
{
    QFETCH(QString, peer);
    return *locks::dialectFromName(peer);
}

lab::SpawnRequest InteropFixture::request(locks::RecipeId recipe, double writers)
{
    lab::SpawnRequest request;
    request.lock = m_lock;
    request.recipe = recipe;
    request.dialect = dialect();
    request.writers = writers;
    return request;
}

ClientId InteropFixture::spawn(const lab::SpawnRequest &request)
{
    const auto ids = await(m_lab->spawn(request));
    if (!ids)
        qWarning("spawn: %s", qPrintable(ids.error().sentence().english()));
    return ids ? ids->first() : ClientId{};
}

LockState InteropFixture::state(ClientId id) const
{
    const journal::Client *client = m_events.world.client(id);
    return client ? client->state : LockState::Free;
}

QString InteropFixture::nodeOf(ClientId id) const
{
    const journal::Client *client = m_events.world.client(id);
    return client ? client->node : QString();
}

QStringList InteropFixture::childrenOf(const QString &path)
{
    QStringList paths;
    if (const auto children = test::unlessMissing(await(m_others->children(path)))) {
        for (const QStringView name : children->names)
            paths << joinPath(path, name);
    }
    return paths;
}

bool InteropFixture::has(const QString &directory, int count)
{
    return QTest::qWaitFor([&] { return childrenOf(directory).size() == count; }, patienceMs());
}

QByteArray InteropFixture::dataOf(const QString &node)
{
    const auto content = await(m_others->get(node));
    return content ? content->data : QByteArray("no such node");
}

bool InteropFixture::isResolved(const locks::LockQueue &queue, size_t contenders)
{
    const auto &all = queue.contenders;
    return all.size() == contenders
           && std::all_of(all.begin(), all.end(), [](const locks::Contender &c) { return c.node.stat.has_value(); });
}

QStringList InteropFixture::identifiers(const locks::LockQueue &queue)
{
    QStringList identifiers;
    for (const locks::Contender &contender : queue.contenders)
        identifiers << QString::fromUtf8(contender.node.data);
    return identifiers;
}

SharedCounter::SharedCounter()
    : m_counterFile(m_folder.filePath(u"counter"_s))
    , m_diaryFile(m_folder.filePath(u"diary"_s))
{
    if (!writeFile(m_counterFile, "0") || !writeFile(m_diaryFile, {}))
        qFatal("no place for the counter");
}

void SharedCounter::attend(const journal::ClientLockState &now)
{
    if (now.state == LockState::Retained) {
        note(u"enter ours%1\n"_s.arg(now.id.value));
        m_read[now.id] = value();
    } else if (now.state == LockState::Releasing && m_read.contains(now.id)) {
        // Only now: a few turns of the loop after it was read.
        if (!writeFile(m_counterFile, QByteArray::number(m_read.take(now.id) + 1)))
            qFatal("the counter cannot be written");
        note(u"leave ours%1\n"_s.arg(now.id.value));
    }
}

void SharedCounter::note(const QString &line) const
{
    QFile diary(m_diaryFile);
    if (diary.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        diary.write(line.toUtf8());
}

int SharedCounter::value() const
{
    return contentOf(m_counterFile).toInt();
}

QList<QByteArray> SharedCounter::lines() const
{
    return contentOf(m_diaryFile).trimmed().split('\n');
}

QString SharedCounter::problem(int visits, int turns) const
{
    const QList<QByteArray> lines = this->lines();
    if (lines.size() != 2 * visits)
        return u"%1 lines, not %2"_s.arg(lines.size()).arg(2 * visits);
    int taken = 0;
    for (qsizetype i = 0; i < lines.size(); i += 2) {
        if (!lines[i].startsWith("enter ") || lines[i + 1] != "leave " + lines[i].mid(6))
            return u"%1, then %2"_s.arg(QString::fromUtf8(lines[i]), QString::fromUtf8(lines[i + 1]));
        taken += i > 0 && lines[i].contains("ours") != lines[i - 1].contains("ours") ? 1 : 0;
    }
    return taken > turns ? QString() : u"they did not contend: %1 turns"_s.arg(taken);
}

} // namespace lockscope::test

#include "moc_interopfixture.cpp"
