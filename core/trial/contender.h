// SPDX-License-Identifier: Apache-2.0
// One client of a trial: its process, its relay, what passes there, and what is done to it. For the files of Trial
// alone.
#pragma once

#include "core/lab/faultdriver.h"
#include "core/lab/relay.h"
#include "core/trial/trial.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope::trial {

inline Task<> after(std::chrono::milliseconds time, QObject *context)
{
    const ReplyPromise<Done> passed;
    QTimer::singleShot(time, context, [passed] { passed.complete(Done()); });
    co_await Reply<Done>(passed);
}

struct Trial::Contender
{
    Contender(ClientId id, QString name, const TrialSpec &spec, quint32 index, const QList<zk::HostPort> &servers,
              journal::EventSink &sink)
        : relay(servers)
        , conversation(id, std::move(name), spec.lock, sink)
        , dice(spec.rates(), spec.seed, index)
    {
    }

    lab::Relay relay;
    std::unique_ptr<ClientProcess> process;
    Conversation conversation;
    lab::Dice dice;
    /// A request that was let on: which of its kind it was, and what was drawn for when it is answered.
    struct Asking
    {
        Moment moment;
        Moment turn; ///< of its answer, if it is one of the lock's own messages; else without an operation
        QString path;
        std::optional<Struck> drawn;
    };
    std::map<std::pair<int, qint32>, Asking> asking; ///< by connection and request
    QHash<QString, int> asked;                       ///< by operation, and events
    QHash<QString, int> turns;                       ///< the same of the lock's own messages
    QList<Moment> moments;
    bool losesNextReply = false;
    bool losesNextCreateReply = false;
    std::map<int, qint32> losing; ///< by connection, the request whose reply is lost
    TrialEnd::Process summary;
    int wordsInARow = 0; ///< with no request between them
    bool killed = false; ///< by a fault: it is started again
    bool isExpiring = false;
    bool hasEnded = false;
    int pauses = 0; ///< of each the newest counts
    bool paused = false;
    int cuts = 0;
};

} // namespace lockscope::trial
