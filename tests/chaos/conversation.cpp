// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/conversation.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace lockscope::chaos {

Conversation::Conversation(std::function<void(const QJsonObject &)> asked)
    : m_asked(std::move(asked))
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    QObject::connect(&m_input, &QSocketNotifier::activated, &m_input, [this] { read(); });
}

void Conversation::tell(const QJsonObject &json)
{
    const QByteArray line = QJsonDocument(json).toJson(QJsonDocument::Compact);
    std::puts(line.constData());
    std::fflush(stdout);
}

void Conversation::read()
{
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        m_input.setEnabled(false);
        QCoreApplication::quit();
        return;
    }
    m_partial.append(bytes, count);
    for (qsizetype end = m_partial.indexOf('\n'); end >= 0; end = m_partial.indexOf('\n')) {
        const QJsonObject asked = QJsonDocument::fromJson(m_partial.first(end)).object();
        m_partial.remove(0, end + 1);
        m_asked(asked);
    }
}

} // namespace lockscope::chaos
