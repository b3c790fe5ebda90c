// SPDX-License-Identifier: Apache-2.0
// What a process of clients is asked, and tells: lines of JSON on its standard input and output.
// Never outlives who asks: the event loop ends with the input.
#pragma once

#include <QJsonObject>
#include <QSocketNotifier>

#include <functional>

namespace lockscope::chaos {

class Conversation
{
public:
    /// \a asked is called for each line, from the event loop.
    explicit Conversation(std::function<void(const QJsonObject &)> asked);

    static void tell(const QJsonObject &json);

private:
    void read();

    std::function<void(const QJsonObject &)> m_asked;
    QSocketNotifier m_input;
    QByteArray m_partial;
};

} // namespace lockscope::chaos
