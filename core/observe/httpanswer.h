// SPDX-License-Identifier: Apache-2.0
// One answer by HTTP, read as it comes: bounded in its header, in its body, and in interim answers before it. Never
// asks anything and knows no socket.
#pragma once

#include "core/base/text.h"

#include <QByteArray>

#include <memory>

namespace lockscope::observe {

/// A GET of \a target at \a host, which is "HOST:PORT" as the server is named; the connection ends with the answer.
QByteArray httpRequest(const QByteArray &host, const QByteArray &target);

class HttpAnswer
{
public:
    enum class State {
        Coming,
        Whole,
        TooLarge, ///< the body is beyond the bound
        Wrong,    ///< no HTTP, or a header without end
    };

    explicit HttpAnswer(qint64 mostBytes);
    ~HttpAnswer();

    /// What came next. Nothing is taken once it is no longer Coming.
    State take(const QByteArray &bytes);
    /// The server has hung up: an answer without a length is Whole then, another one Wrong.
    State end();
    /// Of one that is Wrong, in a few words.
    Text problem() const { return m_problem; }
    bool isEmpty() const { return m_isEmpty; } ///< nothing has come yet
    // Of one that is Whole.
    int status() const;
    QByteArray body() const;
    /// Where it sends the client instead; empty where it does not.
    QByteArray location() const;

private:
    struct Parser;

    State failed(const Text &problem);

    qint64 m_mostBytes;
    std::unique_ptr<Parser> m_parser;
    QByteArray m_rest;    ///< less than the parser takes at once
    qint64 m_interim = 0; ///< bytes of interim answers
    bool m_isEmpty = true;
    State m_state = State::Coming;
    Text m_problem;
};

} // namespace lockscope::observe
