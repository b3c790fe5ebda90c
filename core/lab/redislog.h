// SPDX-License-Identifier: Apache-2.0
// What a private Redis server proves: its own log of writes (the append-only file), read as it grows. The server writes
// it before it answers, in the order in which it carried commands out, and what expired is in it as a delete. A World
// sees the keys as nodes, as if an observer had.
// Never asks the server, and never slows it down; of keys that no simulated client asked for it tells nothing.
#pragma once

#include "core/journal/journal.h"

#include <QByteArray>
#include <QFile>
#include <QHash>
#include <QList>
#include <QString>

#include <vector>

namespace lockscope::lab {

/// One command of the log, as far as locks are concerned.
struct RedisWrite
{
    enum class Kind { Set, Limit, End };

    Kind kind = Kind::Set;
    QByteArray key;
    QByteArray value = {};
    qint64 untilMs = 0; ///< by the server's clock; 0: no limit

    bool operator==(const RedisWrite &) const = default;
};

/// Reads whole commands off the beginning of \a bytes and leaves what is not complete. Those of other databases than
/// the first, and other commands, are passed over.
class RedisLogReader
{
public:
    std::vector<RedisWrite> read(QByteArray &bytes);

private:
    bool m_elsewhere = false; ///< in another database
};

class RedisLog
{
public:
    /// \a directory: of the server's files.
    explicit RedisLog(QString directory);

    /// A client is about to give \a key this value: who wrote it is known when it comes.
    void expect(const QString &key, const QByteArray &value, ClientId client, SessionId session);
    /// Tells what has been written since.
    void catchUp(journal::EventSink &sink);
    /// Keys that have gone, so far.
    quint64 ends() const { return m_ends; }
    /// A DEL of \a client was answered with 1. Tells that it took the key away, where that is the only one that went
    /// since there had been \a endsBefore; else the log does not say whose delete it was.
    void endedBy(ClientId client, const QString &key, quint64 endsBefore, journal::EventSink &sink);

private:
    struct Writer
    {
        ClientId client;
        SessionId session;
    };
    struct Expected
    {
        QHash<QByteArray, Writer> writers; ///< by value
        QHash<ClientId, QList<QByteArray>> newest;
    };
    /// From when a key is there until it is not.
    struct Life
    {
        Zxid number;
        Writer writer; ///< of its value
        qint64 untilMs = 0;
    };
    struct Ended
    {
        QString key;
        Zxid number;
        quint64 end = 0; ///< which one
    };

    bool open();
    void tell(const RedisWrite &write, journal::EventSink &sink);
    static void show(const QString &path, Zxid number, SessionId owner, const QByteArray &value,
                     journal::EventSink &sink);
    static void showGone(const QString &path, Zxid number, journal::EventSink &sink);

    QString m_directory;
    QFile m_file;
    QByteArray m_unread;
    RedisLogReader m_reader;
    QHash<QByteArray, Expected> m_expected; ///< by key; of keys that clients asked for
    QHash<QByteArray, Life> m_lives;
    QList<Ended> m_ended; ///< the newest
    qint64 m_births = 0;
    quint64 m_ends = 0;
};

} // namespace lockscope::lab
