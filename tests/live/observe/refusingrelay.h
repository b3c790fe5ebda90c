// SPDX-License-Identifier: Apache-2.0
// A server that refuses reads for no reason of their own: a port in front of a real one, whose answers to chosen reads
// become an error code, ZTHROTTLEDOP of an overloaded server or one that no client knows.
// Never changes the order of answers, nor any other byte.
#pragma once

#include "tests/support/changingrelay.h"

namespace lockscope::test {

class RefusingRelay : public ChangingRelay
{
public:
    RefusingRelay(quint16 serverPort, qint32 code)
        : ChangingRelay(serverPort)
    {
        setChange([this, code](const Asked &asked, const QByteArray &frame) {
            const auto refusal = m_refusals.find({asked.type, asked.path});
            return refusal != m_refusals.end() && (*refusal)-- > 0 ? withError(frame, code) : frame;
        });
    }

    /// The next so many reads of this kind of \a path are refused.
    void refuse(Asked::Type read, const QString &path, int times) { m_refusals[{read, path.toUtf8()}] = times; }

private:
    QHash<std::pair<qint32, QByteArray>, int> m_refusals;
};

} // namespace lockscope::test
