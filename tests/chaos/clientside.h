// SPDX-License-Identifier: Apache-2.0
// The process that clients run in: takes names of runs, has them run at once, and tells what came of each, in lines of
// JSON. Never starts a server, and ends when nobody asks any more.
//
//   asked                      told
//                              {"ready": true}
//   {"run": "17"}              {"ended": { a RunRecord }}
//   {"leave": true}            {"left": true}   once all that stand have gone
#pragma once

#include "tests/chaos/chaosrun.h"
#include "tests/chaos/conversation.h"

namespace lockscope::chaos {

class ClientSide : public QObject
{
public:
    /// \a failures: where runs that fail leave their recordings.
    ClientSide(const QString &connectString, const QString &failures);

    /// Until its standard input ends; the exit code.
    int serve();

private:
    Task<> connectAndTell();
    void take(const QJsonObject &asked);
    Task<> run(RunPlan plan);
    Task<> leave();

    QString m_failures;
    zk::Connection m_connection;
    Conversation m_conversation;
    QTimer m_alive;
    std::vector<std::shared_ptr<ChaosRun>> m_standing;
};

} // namespace lockscope::chaos
