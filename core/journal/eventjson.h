// SPDX-License-Identifier: Apache-2.0
// One event as one JSON object, and back: the lines of recordings and the export of the Journal panel.
// Never loses a field: what is read again equals what was written. Zxids and sessions are hex strings.
#pragma once

#include "core/journal/event.h"

#include <QJsonObject>
#include <QSet>

namespace lockscope::journal {

/// {"n": 12, "at": "2026-11-21T04:00:00.123456Z", "at_ns": 1795…, "kind": "node-resolved", …the payload's fields}.
/// "at" is for people, "at_ns" is exact.
QJsonObject toJson(const Event &event);

/// Texts that occur again and again (paths, operations), each kept once however many events hold it.
class StringPool
{
public:
    QString shared(const QString &text);

private:
    QSet<QString> m_texts;
};

/// The event that toJson() wrote. A kind that this version does not know becomes an UnknownEvent; a key that is missing
/// or does not hold what it should is InvalidInput with a sentence that names it. Keys beyond the known ones are passed
/// over: a later version may say more.
Result<Event> eventFromJson(const QJsonObject &json, StringPool *pool = nullptr);

/// "2026-11-21T04:00:00.123456Z": to the microsecond, which QDateTime does not keep.
QString isoMicroseconds(qint64 atNs);

} // namespace lockscope::journal
