// SPDX-License-Identifier: Apache-2.0
// What a private Redis server proves: its own log of writes (the append-only file), read as it grows. The server writes
// it before it answers, in the order in which it carried commands out, and what expired is in it as a delete.
// Never slows the server down.
#pragma once

#include "core/lab/keylog.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <vector>

namespace lockscope::lab {

/// Reads whole commands off the beginning of \a bytes and leaves what is not complete. Those of other databases than
/// the first, and other commands, are passed over.
class RedisLogReader
{
public:
    std::vector<KeyWrite> read(QByteArray &bytes);

private:
    bool m_elsewhere = false; ///< in another database
};

class RedisLog final : public KeyLog
{
public:
    /// \a directory: of the server's files.
    explicit RedisLog(QString directory);

    void catchUp(journal::EventSink &sink) override;

private:
    bool open();

    QString m_directory;
    QFile m_file;
    QByteArray m_unread;
    RedisLogReader m_reader;
};

} // namespace lockscope::lab
