// SPDX-License-Identifier: Apache-2.0
// What a Redis server answers, as a value; its refusals as errors with a sentence.
// Never names the library: whoever asks a session needs nothing else.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QList>

namespace lockscope::redis {

/// The name of a command and its arguments, each as the server gets it.
using Command = QList<QByteArray>;

struct Value
{
    enum class Kind { Nil, Status, Text, Integer, Array };

    Kind kind = Kind::Nil;
    QByteArray text; ///< of a status or a text
    qint64 integer = 0;
    QList<Value> elements = {};

    bool isNil() const { return kind == Kind::Nil; }
    bool isOk() const { return kind == Kind::Status && text == "OK"; }
    bool operator==(const Value &) const = default;
};

/// The word of a command in errors and in the journal: "set", "eval".
QString operationOf(const Command &command);

/// A server's error answer to \a command. It was not carried out, but for a script that failed half-way.
Error refusal(const Command &command, const QByteArray &answer);

} // namespace lockscope::redis
