// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/foreignclients.h"

#include "tests/support/await.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::test {

using namespace Qt::StringLiterals;

ForeignClients::ForeignClients()
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { read(); });
}

ForeignClients::~ForeignClients()
{
    m_process.disconnect(); // what it says at its end is about clients that are cut off, and its name is gone already
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(test::patienceMs())) {
        m_process.kill();
        m_process.waitForFinished(test::patienceMs());
    }
}

QString ForeignClients::startProcess(const QString &program, const QStringList &arguments)
{
    m_process.start(program, arguments);
    return m_process.waitForStarted(test::patienceMs()) ? QString() : m_process.errorString();
}

void ForeignClients::send(const QString &client, const QString &command, const QStringList &arguments)
{
    m_process.write((QStringList{client, command} + arguments).join(u' ').toUtf8() + '\n');
}

QString ForeignClients::open(const QString &kind, const QString &path, int leases)
{
    const QString client = name() + QString::number(++m_names);
    QStringList arguments{kind, path};
    if (leases > 0)
        arguments += QString::number(leases);
    send(client, u"open"_s, arguments);
    return next(client, u"opened"_s) ? client : QString();
}

bool ForeignClients::release(const QString &client)
{
    ++m_releases[client];
    send(client, u"release"_s);
    const auto event = next(client, u"released"_s);
    return event && event->value(u"was_held").toBool();
}

bool ForeignClients::holds(const QString &client) const
{
    return count(client, u"acquired"_s) > m_releases.value(client);
}

QStringList ForeignClients::contenders(const QString &client)
{
    send(client, u"contenders"_s);
    QStringList names;
    if (const auto event = next(client, u"contenders"_s)) {
        for (const QJsonValue name : event->value(u"contenders").toArray())
            names << name.toString();
    }
    return names;
}

QString ForeignClients::dataOf(const QString &client, const QString &node)
{
    send(client, u"data"_s, {node});
    const auto event = next(client, u"data"_s);
    return event ? event->value(u"data").toString() : QString();
}

bool ForeignClients::close(const QString &client)
{
    send(client, u"close"_s);
    return next(client, u"closed"_s).has_value();
}

int ForeignClients::count(const QString &event) const
{
    int sum = 0;
    for (auto it = m_counts.cbegin(); it != m_counts.cend(); ++it)
        sum += it.key().second == event ? it.value() : 0;
    return sum;
}

std::optional<QJsonObject> ForeignClients::next(const QString &client, const QString &event)
{
    const QPair<QString, QString> key{client, event};
    const auto isThere = [&] { return !m_waiting.value(key).isEmpty() || m_failed; };
    if (!QTest::qWaitFor(isThere, patienceMs()) || m_waiting.value(key).isEmpty())
        return std::nullopt;
    return m_waiting[key].takeFirst();
}

void ForeignClients::read()
{
    while (m_process.canReadLine()) {
        const QJsonObject event = QJsonDocument::fromJson(m_process.readLine()).object();
        const QString kind = event.value(u"event").toString();
        const QPair<QString, QString> key{event.value(u"name").toString(), kind};
        if (kind == "failed"_L1) {
            m_failed = true;
            qWarning("%s: %s", qPrintable(name()), QJsonDocument(event).toJson(QJsonDocument::Compact).constData());
        }
        m_waiting[key].append(event);
        ++m_counts[key];
    }
}

QString Kazoo::start(const QString &connectString)
{
    const QString python = u"/usr/bin/python3"_s;
    if (QProcess::execute(python, {u"-c"_s, u"import kazoo"_s}) != 0)
        return u"kazoo is missing: install the package python3-kazoo"_s;
    return startProcess(python, {QStringLiteral(LOCKSCOPE_KAZOO_DRIVER), connectString});
}

QString Curator::start(const QString &connectString)
{
    const QString missing = QStringLiteral(LOCKSCOPE_CURATOR_MISSING);
    if (!missing.isEmpty())
        return missing;
    return startProcess(QStringLiteral(LOCKSCOPE_JAVA),
                        {u"-XX:TieredStopAtLevel=1"_s, u"-XX:+UseSerialGC"_s, u"-Xmx192m"_s, u"-cp"_s,
                         QStringLiteral(LOCKSCOPE_CURATOR_CLASS_PATH), u"CuratorDriver"_s, connectString});
}

} // namespace lockscope::test
