// SPDX-License-Identifier: Apache-2.0
// What a database is asked and what it answers, as values; its refusals as errors with a sentence.
// Never names Qt SQL: whoever asks a session needs nothing else.
#pragma once

#include "core/base/error.h"
#include "core/sql/address.h"

#include <QList>
#include <QVariant>

#include <chrono>
#include <functional>
#include <optional>

namespace lockscope::sql {

struct Statement
{
    QString text; ///< with ? for values
    QVariantList values = {};
    /// Where it changes no row, or finds none, all is undone and the rest is not carried out.
    bool mustHit = false;
};

/// What one statement did.
struct Outcome
{
    qint64 changed = 0;
    QList<QVariantList> rows = {};

    bool operator==(const Outcome &) const = default;
};

/// One for each statement that was carried out and not undone; empty where one that must hit a row did not.
using Answer = QList<Outcome>;

/// Statements that the connection's thread carries out one after the other.
struct Request
{
    enum class Bounds {
        Whole,   ///< in a transaction of their own
        Opens,   ///< as Whole, but the transaction stays open if they do as they should
        Closes,  ///< in the open transaction, which is committed; refused where there is none
        Without, ///< each by itself
    };

    QString operation; ///< its word in errors and in the journal: "insert", "delete"
    QList<Statement> statements;
    Bounds bounds = Bounds::Whole;
    /// It needs nothing of what is open on the connection: where there are several, another one may carry it out.
    bool isAside = false;
    /// SQLite tries so long where another connection writes. Of the others the connection has such a limit.
    std::chrono::milliseconds blocked{5000};
    /// Called with the server's answer before anybody can lose it; may be empty.
    std::function<void(const Answer &)> heard = {};
};

/// An error as a driver gives it.
struct Refusal
{
    QString code; ///< of the server: "1062", "23505"
    QString text;
};

/// What \a refusal means to who asked. NodeExists: a row of that key is there. SqlBusy: it waited for others in vain,
/// or was chosen to give way; nothing was done. ConnectionLoss: whether it was done is not known.
Error errorOf(Kind kind, const QString &operation, const Refusal &refusal);
/// The same of a connection that could not be opened.
Error openErrorOf(const Address &address, const Refusal &refusal);
/// Why a server that says \a version of itself is too old for what is asked of it; nothing if it is not, or if it does
/// not say which it is.
std::optional<Error> tooOld(Kind kind, const QString &version);

} // namespace lockscope::sql
