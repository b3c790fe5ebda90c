// SPDX-License-Identifier: Apache-2.0
// What private Redis servers prove: their own logs of writes (the append-only files), read as they grow. A server
// writes its log before it answers, in the order in which it carried commands out, and what expired is in it as a
// delete. Of several servers a key is held whose value more than half of them have. Never slows a server down.
#pragma once

#include "core/lab/keylog.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace lockscope::backends {

/// Reads whole commands off the beginning of \a bytes and leaves what is not complete. Those of other databases than
/// the first, and other commands, are passed over.
class RedisLogReader
{
public:
    std::vector<lab::KeyWrite> read(QByteArray &bytes);

private:
    bool m_elsewhere = false; ///< in another database
};

class RedisLog final : public lab::KeyLog
{
public:
    /// \a directories: of the files of each server that is asked for keys.
    explicit RedisLog(const QStringList &directories);

    void catchUp(journal::EventSink &sink) override;
    /// From now on the files in \a directory are of the server with this index: it began again, or another one has
    /// taken its place. What it has not is gone.
    void follow(int server, const QString &directory);

private:
    struct Server
    {
        QString directory;
        QStringList files; ///< that are still to be read, in the order in which they were written
        QFile file;        ///< the one that is read
        QByteArray unread; ///< the beginning of a command
        RedisLogReader reader;
        QHash<QByteArray, Copy> keys;
        bool isNew = true;       ///< nothing was ever read of it
        bool beginsAgain = true; ///< its files are to be read from their beginning
    };

    void readOn(Server &server, journal::EventSink &sink);
    void beginAgain(Server &server, journal::EventSink &sink);
    /// The next writes in the files; none: that was all so far.
    static std::vector<lab::KeyWrite> nextWrites(Server &server);
    static void apply(const lab::KeyWrite &write, QHash<QByteArray, Copy> &keys);
    /// What more than half of the servers have; an empty value: nothing.
    Copy agreedOn(const QByteArray &key) const;
    /// Writes what has become of the key over all servers.
    void compare(const QByteArray &key, journal::EventSink &sink);

    std::vector<std::unique_ptr<Server>> m_servers;
    QHash<QByteArray, Copy> m_agreed;
};

} // namespace lockscope::backends
