// SPDX-License-Identifier: Apache-2.0
// What is done to another program's clients at a message that passes, and when: plain values, and the words in which
// people say them. Never does it.
#pragma once

#include "core/base/servercommand.h"
#include "core/lab/clientspec.h"

#include <variant>

namespace lockscope::trial {

/// To the server that the client is connected to, a private one of this program.
struct ServerFault
{
    ServerCommand command = ServerCommand::Kill; ///< Kill, Pause or Restart
    std::chrono::milliseconds duration{0};       ///< Kill and Pause: until it is started again, until it goes on

    bool operator==(const ServerFault &) const = default;
};

/// To the message itself: it is kept back, and those behind it on its connection.
struct Hold
{
    std::chrono::milliseconds duration{0}; ///< 0: until nothing else moves

    bool operator==(const Hold &) const = default;
};

using Deed = std::variant<lab::FaultRequest, ServerFault, Hold>;

/// "crash", "kill-server", "hold", …
QString deedName(const Deed &deed);

/// A message of each client, or of one: the so-maniest time that it asks for this, or is answered.
struct Moment
{
    QString client = {};    ///< empty: of each
    QString operation = {}; ///< as in the journal: "create", "get_children", …; "event": a watch event, no request
    int nth = 1;            ///< of each client, from 1
    bool atReply = false;   ///< when the answer has come, before the client hears of it; else as the request passes

    /// "create", "create-reply", "client-2/get_children-reply#3", "event#2". Nothing where it is none.
    static std::optional<Moment> read(const QString &text);
    QString toString() const;
    bool operator==(const Moment &) const = default;
};

struct TrialFault
{
    Deed deed;
    std::variant<double, Moment> when = 0.0; ///< a probability at each request of each client; or once

    /// NAME@RATE[:TIME] or NAME@MOMENT[:TIME]; an error whose sentence names what is wrong with it.
    static Result<TrialFault> read(const QString &text);
    /// What read() takes.
    QString toString() const;
    bool isServerFault() const { return std::holds_alternative<ServerFault>(deed); }
    bool operator==(const TrialFault &) const = default;
};

/// All of them, or what is wrong with the first that is none.
Result<QList<TrialFault>> readFaults(const QStringList &texts);
QStringList toStrings(const QList<TrialFault> &faults);

} // namespace lockscope::trial
