// SPDX-License-Identifier: Apache-2.0
// Frames of ZooKeeper's protocol as clients and servers write them, for tests of who reads them.
#pragma once

#include <QByteArray>
#include <QDataStream>
#include <QIODevice>
#include <QStringList>

namespace lockscope::test {

/// What \a write(stream) writes, with its length in front.
template<typename Write>
QByteArray frame(Write write)
{
    QByteArray body;
    QDataStream out(&body, QIODevice::WriteOnly);
    write(out);
    QByteArray whole;
    QDataStream(&whole, QIODevice::WriteOnly) << qint32(body.size());
    return whole + body;
}

inline QByteArray hello(qint64 session)
{
    return frame(
        [&](QDataStream &out) { out << qint32(0) << qint64(0) << qint32(4000) << session << QByteArray(16, 'p'); });
}

inline QByteArray welcome(qint64 session)
{
    return frame([&](QDataStream &out) { out << qint32(0) << qint32(4000) << session << QByteArray(16, 'p'); });
}

inline QByteArray createRequest(qint32 xid, const QByteArray &path, qint32 flags)
{
    return frame([&](QDataStream &out) {
        out << xid << qint32(1) << path << QByteArray("data") << qint32(1) << qint32(31) << QByteArray("world")
            << QByteArray("anyone") << flags;
    });
}

/// delete, and whatever has a path and a version.
inline QByteArray deleteRequest(qint32 xid, const QByteArray &path)
{
    return frame([&](QDataStream &out) { out << xid << qint32(2) << path << qint32(-1); });
}

/// exists (3), get (4), children (8, 12).
inline QByteArray readRequest(qint32 xid, qint32 type, const QByteArray &path, bool watch)
{
    return frame([&](QDataStream &out) { out << xid << type << path << quint8(watch ? 1 : 0); });
}

inline QByteArray setWatchesRequest(const QByteArray &ofChildren)
{
    return frame([&](QDataStream &out) {
        out << qint32(-8) << qint32(101) << qint64(5) << qint32(0) << qint32(0) << qint32(1) << ofChildren;
    });
}

inline QByteArray closeRequest(qint32 xid)
{
    return frame([&](QDataStream &out) { out << xid << qint32(-11); });
}

inline QByteArray reply(qint32 xid, qint64 zxid, qint32 error = 0, const QByteArray &body = {})
{
    return frame([&](QDataStream &out) {
        out << xid << zxid << error;
        out.writeRawData(body.constData(), static_cast<int>(body.size()));
    });
}

/// A jute string.
inline QByteArray text(const QByteArray &bytes)
{
    QByteArray body;
    QDataStream out(&body, QIODevice::WriteOnly);
    out << bytes;
    return body;
}

inline QByteArray statBytes(qint64 czxid, qint64 owner)
{
    QByteArray body;
    QDataStream(&body, QIODevice::WriteOnly) << czxid << czxid << qint64(1) << qint64(1) << qint32(0) << qint32(0)
                                             << qint32(0) << owner << qint32(4) << qint32(0) << czxid;
    return body;
}

inline QByteArray eventFrame(qint32 type, const QByteArray &path)
{
    return frame([&](QDataStream &out) { out << qint32(-1) << qint64(-1) << qint32(0) << type << qint32(3) << path; });
}

} // namespace lockscope::test
