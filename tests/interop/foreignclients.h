// SPDX-License-Identifier: Apache-2.0
// Clients of another library, driven line by line through a child process, with their events as JSON objects.
// Never skips: where the library is missing, start() fails and says what to install.
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

#include <optional>

namespace lockscope::test {

class ForeignClients
{
public:
    ForeignClients();
    virtual ~ForeignClients();

    /// "kazoo", "curator": as the dialect of their nodes.
    virtual QString name() const = 0;
    /// Why they cannot be used here; empty if they can.
    virtual QString start(const QString &connectString) = 0;

    void send(const QString &client, const QString &command, const QStringList &arguments = {});
    /// Opens a session with a lock of this kind: "mutex", "read", "write", "semaphore" (with its number of leases), and
    /// for Curator "semaphore-mutex", "revocable", "giving" (which gives its lock back when it is asked), "latch" and
    /// "selector", for kazoo "election". Returns the client's new name; empty if that failed.
    QString open(const QString &kind, const QString &path, int leases = 0);
    void acquire(const QString &client) { send(client, QStringLiteral("acquire")); }
    void acquireWithin(const QString &client, int ms)
    {
        send(client, QStringLiteral("acquire"), {QString::number(ms)});
    }
    /// Until it is given back; false if it was not held or could not be.
    bool release(const QString &client);
    bool holds(const QString &client) const;
    /// What the library itself says: kazoo's identifiers, Curator's paths, in its order.
    QStringList contenders(const QString &client);
    /// A node's data as this client reads it.
    QString dataOf(const QString &client, const QString &node);
    bool close(const QString &client);

    /// Events of this kind so far.
    int count(const QString &client, const QString &event) const { return m_counts.value({client, event}); }
    int count(const QString &event) const;
    /// Waits for the next event of this kind of this client; nothing if the command failed.
    std::optional<QJsonObject> next(const QString &client, const QString &event);
    bool hasFailed() const { return m_failed; }

protected:
    QString startProcess(const QString &program, const QStringList &arguments);

private:
    void read();

    QProcess m_process;
    QHash<QPair<QString, QString>, QList<QJsonObject>> m_waiting;
    QHash<QPair<QString, QString>, int> m_counts;
    QHash<QString, int> m_releases; ///< asked for
    int m_names = 0;
    bool m_failed = false;
};

/// Of the system's Python.
class Kazoo : public ForeignClients
{
public:
    QString name() const override { return QStringLiteral("kazoo"); }
    QString start(const QString &connectString) override;
};

/// Of Debian's jars.
class Curator : public ForeignClients
{
public:
    QString name() const override { return QStringLiteral("curator"); }
    QString start(const QString &connectString) override;
};

} // namespace lockscope::test
