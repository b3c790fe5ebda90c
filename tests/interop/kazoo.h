// SPDX-License-Identifier: Apache-2.0
// kazoo clients of the system's Python, driven through a child process, with their events as JSON objects.
// Never skips: where kazoo is missing, start() fails and says what to install.
#pragma once

#include "tests/support/await.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace lockscope::test {

class Kazoo
{
public:
    Kazoo()
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { read(); });
    }
    ~Kazoo()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(10'000)) {
            m_process.kill();
            m_process.waitForFinished(10'000);
        }
    }

    /// Why kazoo cannot be used here; empty if it can.
    QString start(const QString &connectString)
    {
        const QString python = QStringLiteral("/usr/bin/python3");
        if (QProcess::execute(python, {QStringLiteral("-c"), QStringLiteral("import kazoo")}) != 0)
            return QStringLiteral("kazoo is missing: install the package python3-kazoo");
        m_process.start(python, {QStringLiteral(LOCKSCOPE_KAZOO_DRIVER), connectString});
        return m_process.waitForStarted(30'000) ? QString() : m_process.errorString();
    }

    void send(const QString &name, const QString &command, const QStringList &arguments = {})
    {
        m_process.write((QStringList{name, command} + arguments).join(QLatin1Char(' ')).toUtf8() + '\n');
    }
    /// Opens a session with a lock of this kind ("mutex", "read", "write").
    bool open(const QString &name, const QString &kind, const QString &path)
    {
        send(name, QStringLiteral("open"), {kind, path});
        return next(name, QStringLiteral("opened")).has_value();
    }
    void acquire(const QString &name) { send(name, QStringLiteral("acquire")); }
    bool release(const QString &name)
    {
        send(name, QStringLiteral("release"));
        const auto event = next(name, QStringLiteral("released"));
        return event && event->value(QStringLiteral("was_held")).toBool();
    }
    /// What kazoo itself says: the identifiers in the order of the queue.
    QStringList contenders(const QString &name)
    {
        send(name, QStringLiteral("contenders"));
        QStringList identifiers;
        if (const auto event = next(name, QStringLiteral("contenders"))) {
            for (const QJsonValue identifier : event->value(QStringLiteral("contenders")).toArray())
                identifiers << identifier.toString();
        }
        return identifiers;
    }

    /// Events of this kind so far.
    int count(const QString &name, const QString &event) const { return m_counts.value({name, event}); }
    int count(const QString &event) const
    {
        int sum = 0;
        for (auto it = m_counts.cbegin(); it != m_counts.cend(); ++it)
            sum += it.key().second == event ? it.value() : 0;
        return sum;
    }
    /// Waits for the next event of this kind of this client; nothing if the command failed.
    std::optional<QJsonObject> next(const QString &name, const QString &event)
    {
        const QPair<QString, QString> key{name, event};
        const auto isThere = [&] { return !m_waiting.value(key).isEmpty() || m_failed; };
        if (!QTest::qWaitFor(isThere, awaitLimitMs) || m_waiting.value(key).isEmpty())
            return std::nullopt;
        return m_waiting[key].takeFirst();
    }
    bool hasFailed() const { return m_failed; }

private:
    void read()
    {
        while (m_process.canReadLine()) {
            const QJsonObject event = QJsonDocument::fromJson(m_process.readLine()).object();
            const QString kind = event.value(QStringLiteral("event")).toString();
            const QPair<QString, QString> key{event.value(QStringLiteral("name")).toString(), kind};
            if (kind == QLatin1String("failed")) {
                m_failed = true;
                qWarning("kazoo: %s", QJsonDocument(event).toJson(QJsonDocument::Compact).constData());
            }
            m_waiting[key].append(event);
            ++m_counts[key];
        }
    }

    QProcess m_process;
    QHash<QPair<QString, QString>, QList<QJsonObject>> m_waiting;
    QHash<QPair<QString, QString>, int> m_counts;
    bool m_failed = false;
};

} // namespace lockscope::test
