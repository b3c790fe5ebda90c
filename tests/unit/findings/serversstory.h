// SPDX-License-Identifier: Apache-2.0
// What servers tell of a queue, step by step, for tests of evidence. A value that is changed by hand.
// Never waits: time is a number here.
#pragma once

#include "core/base/path.h"
#include "core/findings/evidence.h"
#include "tests/unit/locks/queuetext.h"

#include <algorithm>

namespace lockscope::test {

using namespace lockscope::findings;
using namespace lockscope::locks;

class ServersStory
{
public:
    QString path;
    Thresholds thresholds;
    Knowledge knowledge;
    Evidence evidence;
    qint64 nowMs = 1'000'000;
    qint64 answerMs = 20; ///< that the servers take to answer

    explicit ServersStory(QString lock)
        : path(std::move(lock))
    {
        knowledge.allSessions = knowledge.allConnections = knowledge.allWatches = true;
    }
    virtual ~ServersStory() = default;
    virtual LockQueue queue() const = 0;

    void live(qint64 session, const QString &operation = QStringLiteral("PING"))
    {
        SessionFacts facts;
        facts.id.value = session;
        facts.client = QStringLiteral("127.0.0.1:%1").arg(session);
        facts.lastOperation = operation;
        knowledge.sessions.insert(facts.id, facts);
    }
    ServerReading reading() const { return arranged(knowledge, {}); }
    /// The servers are asked, after \a afterMs.
    QStringList read(qint64 afterMs = 1'100)
    {
        nowMs += afterMs;
        knowledge.askedAtNs = (nowMs - answerMs) * 1'000'000;
        knowledge.answeredAtNs = nowMs * 1'000'000;
        evidence = weigh(std::move(evidence), queue(), reading(), thresholds);
        return foundIds();
    }
    QList<Finding> findings() const
    {
        return findings::findingsNow(evidence, queue(), thresholds, nowMs * 1'000'000).findings;
    }
    Finding first() const { return findings().first(); }
    QString firstText() const { return first().text.english(); }
    QStringList foundIds() const
    {
        QStringList ids;
        for (const Finding &finding : findings())
            ids << finding.id;
        return ids;
    }
    /// As many readings as are needed, and what they tell.
    QStringList settle()
    {
        for (int i = 0; i < readingsNeeded - 1; ++i)
            read();
        return read();
    }
};

} // namespace lockscope::test
