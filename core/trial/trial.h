// SPDX-License-Identifier: Apache-2.0
// Another program's clients under test: N processes of one command, each behind a relay of its own, with faults at
// random from a seed. What passes and what they say goes to the journal as for simulated clients (conversation.h).
// Never judges, and never touches a node: who looks at the journal does (core/checks).
#pragma once

#include "core/base/reply.h"
#include "core/base/task.h"
#include "core/lab/relay.h"
#include "core/trial/clientprocess.h"
#include "core/trial/conversation.h"
#include "core/trial/trialspec.h"
#include "core/zk/connectstring.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::trial {

class Trial : public QObject
{
    Q_OBJECT
public:
    /// Sends a command to a server, by its place in the list, and writes it into the journal.
    using CommandServer = std::function<Task<Result<Done>>(int server, ServerCommand command, bool atRandom)>;

    /// \a servers: addresses. \a commandServer: for faults of servers; empty where they are not ours. \a sink must
    /// outlive it.
    Trial(TrialSpec spec, QList<zk::HostPort> servers, CommandServer commandServer, journal::EventSink &sink,
          QObject *parent = nullptr);
    /// Kills what still runs.
    ~Trial() override;

    /// Once. Ends when it is over; what still runs then goes on as it is, so that it can be judged, until end().
    Task<Result<TrialEnd>> run();
    /// Over at once, if it is not yet.
    void stop() { finish(TrialEnd::Why::Stopped); }
    /// Asks what still runs to end, kills it a moment later, and ends when nothing is left.
    Task<> end();

    /// From now on each of the lock's own messages and each watch event waits for settle(), and the time limit rests.
    /// False: all that wait pass, the oldest first, and the limit begins again.
    void setByHand(bool byHand);
    /// A message of waits() passes or, if it is no event, is lost with its connection; nothing if it is gone.
    void settle(quint64 number, bool isLost);

Q_SIGNALS:
    /// What its processes say and what becomes of them, a few times a second; all of it before run() ends, and end().
    void newsReady(const lockscope::trial::TrialNews &news);
    /// What waits for settle(), the oldest first, each time that it is another.
    void waits(const QList<lockscope::trial::WaitingMessage> &messages);

private:
    struct Contender;
    /// What happens at a message, and whether it was drawn.
    struct Struck
    {
        Deed deed;
        bool atRandom = false;
    };
    struct Request
    {
        Contender *client = nullptr;
        int connection = 0;
        qint32 xid = 0;
    };
    /// A message that is kept back.
    struct Held
    {
        quint64 number = 0; ///< of all that were held, from 1
        Contender *client = nullptr;
        int connection = 0;
        bool fromClient = false;
        bool untilStill = false;                   ///< until nothing else moves; else for its time, or
        std::optional<size_t> place = {};          ///< until it is its turn
        std::optional<qint32> request = {};        ///< its number, of a request that waits for its turn
        QByteArray frame = {};                     ///< of an answer: the client has not heard of it yet
        std::optional<WaitingMessage> byHand = {}; ///< until settle()
    };

    Result<Done> makeClients();
    void start(Contender &client);
    void onLine(Contender &client, const QString &line);
    void onEnded(Contender &client, const Text &problem);
    Task<> finishProcess(Contender *client, Text problem);
    lab::RelayRules::Pass gate(Contender &client, const lab::RelayRules::Passing &passing);
    lab::RelayRules::Pass gateRequest(Contender &client, const lab::RelayRules::Passing &passing);
    lab::RelayRules::Pass gateAnswer(Contender &client, const lab::RelayRules::Passing &passing);
    QList<Struck> struckAt(Contender &client, const Moment &moment);
    lab::RelayRules::Pass strike(Contender &client, const lab::RelayRules::Passing &passing,
                                 const QList<Struck> &struck);
    bool stage(Contender &client, const lab::FaultRequest &request, bool atRandom, bool fromClient);
    Task<> stageAtServer(int server, ServerFault fault, bool atRandom);
    void hold(Contender &client, const lab::RelayRules::Passing &passing, std::chrono::milliseconds duration,
              bool atRandom);
    quint64 keepBack(Contender &client, const lab::RelayRules::Passing &passing, Held held);
    void letPass(quint64 number, lab::RelayRules::Pass how = lab::RelayRules::Pass::On);
    void letAllPass(const Contender &client);
    void restartStillness();
    void onStill();
    Moment turnOf(Contender &client, const QString &operation, bool atReply);
    lab::RelayRules::Pass takeTurn(Contender &client, const lab::RelayRules::Passing &passing, const Moment &turn,
                                   const QString &path, std::optional<qint32> request);
    lab::RelayRules::Pass waitForHand(Contender &client, const lab::RelayRules::Passing &passing, const Moment &message,
                                      const QString &path);
    void tellWaiting();
    void onWaitingDue();
    lab::RelayRules::Pass passInTurn(Contender &client, int connection, std::optional<qint32> request);
    void hasCome(const Contender &client, int connection, const QByteArray &frame);
    void carriedOut();
    void goOn();
    void onOutOfTurn();
    void connectionOver(Contender &client, int connection);
    void resume(Contender &client);
    void pause(Contender &client, std::chrono::milliseconds duration);
    void cutOff(Contender &client, std::chrono::milliseconds duration);
    void kill(Contender &client);
    Task<> expire(Contender *client);
    void leavesSession(const Contender &client);
    void note(const Contender &client, TrialNews::Item item);
    void tellNews();
    void moved();
    void onQuiet();
    void finish(TrialEnd::Why why);

    TrialSpec m_spec;
    QList<zk::HostPort> m_servers;
    CommandServer m_commandServer;
    journal::EventSink &m_sink;
    GroupGuard m_guard;
    std::vector<std::unique_ptr<Contender>> m_clients;
    TrialNews m_news; ///< not emitted yet
    QTimer m_newsDue;
    QTimer m_limit;
    QTimer m_quiet;
    QTimer m_still;          ///< runs while messages are held, and from the beginning when something moves
    std::deque<Held> m_held; ///< the oldest first
    quint64 m_heldSoFar = 0;
    Order m_order;
    bool m_isByHand;
    QTimer m_waitingDue;
    QList<WaitingMessage> m_emittedWaiting;
    QTimer m_outOfTurn;                  ///< from the beginning when something moves, while an order is kept
    std::optional<Request> m_carriedOut; ///< whose turn it was: its answer will show that a server carried it out
    Text m_otherWay;
    bool m_serverIsDown = false;    ///< by a fault
    int m_quietTurns = 0;           ///< of that timer, in a row
    QDeadlineTimer m_sessionsGo{0}; ///< until the servers have ended sessions without a close
    std::optional<TrialEnd::Why> m_why;
    ReplyPromise<Done> m_over;
    bool m_ending = false;
};

} // namespace lockscope::trial
