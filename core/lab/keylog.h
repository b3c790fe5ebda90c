// SPDX-License-Identifier: Apache-2.0
// What a server proves of keys or rows that are locks: its log of what it carried out, written as the lives of nodes. A
// World sees them as if an observer had.
// Never asks the server; keys that no simulated client asked for are left out.
#pragma once

#include "core/journal/journal.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace lockscope::lab {

/// One line of the log, as far as locks are concerned.
struct KeyWrite
{
    enum class Kind { Set, Limit, End };

    Kind kind = Kind::Set;
    QByteArray key;
    QByteArray value = {};
    qint64 untilMs = 0; ///< by the server's clock; 0: no limit; negative: it goes with its connection
    Zxid number = {};   ///< of a life that begins, as the server counts it; null: counted here

    bool operator==(const KeyWrite &) const = default;
};

class KeyLog
{
public:
    virtual ~KeyLog() = default;

    /// A client is about to give \a key this value: who wrote it is known when it comes.
    void expect(const QString &key, const QByteArray &value, ClientId client, SessionId session);
    /// Writes what has come since.
    virtual void catchUp(journal::EventSink &sink) = 0;
    /// Keys that have gone, so far.
    quint64 ends() const { return m_ends; }
    /// A delete of \a client was answered: it took the key away. Writes that, where it is the only one that went since
    /// there had been \a endsBefore; else the log does not say whose delete it was.
    void endedBy(ClientId client, const QString &key, quint64 endsBefore, journal::EventSink &sink);

protected:
    void write(const KeyWrite &write, journal::EventSink &sink);
    /// What one of several servers has of a key; an empty value: nothing.
    struct Copy
    {
        QByteArray value;
        qint64 untilMs = 0;

        bool operator==(const Copy &) const = default;
    };
    /// Of a key that clients asked for: what each server has now.
    void writeCopies(const QByteArray &key, const QList<Copy> &copies, journal::EventSink &sink);
    bool isThere(const QByteArray &key) const { return m_lives.contains(key); }

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

    static void show(const QString &path, Zxid number, SessionId owner, const QByteArray &value,
                     journal::EventSink &sink);
    static void showGone(const QString &path, Zxid number, journal::EventSink &sink);

    QHash<QByteArray, Expected> m_expected; ///< by key; of keys that clients asked for
    QHash<QByteArray, Life> m_lives;
    QHash<QByteArray, QList<Copy>> m_copies; ///< as written last
    QList<Ended> m_ended;                    ///< the newest
    qint64 m_births = 0;
    quint64 m_ends = 0;
};

} // namespace lockscope::lab
