// SPDX-License-Identifier: Apache-2.0
#include "core/zk/eviction.h"

#include <QTimer>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

Eviction::Eviction(const QByteArray &hosts, int timeoutMs, clientid_t victim, std::chrono::milliseconds limit,
                   QObject *parent)
    : QObject(parent)
    , m_handle(hosts, timeoutMs, &victim, nullptr, [this] { look(); })
    , m_limit(limit)
{
}

Eviction::~Eviction()
{
    end(failure(ErrorCode::Cancelled, u"expire"_s));
}

Reply<Done> Eviction::start()
{
    Reply<Done> outcome(m_outcome);
    if (m_handle.get() == nullptr) {
        end(failure(ErrorCode::MalformedConnectString, u"expire"_s));
        return outcome;
    }
    QTimer::singleShot(m_limit, this, [this] {
        end(failure(ErrorCode::OperationTimeout, u"expire"_s, {}, u"no server took the session over"_s));
    });
    m_handle.start();
    return outcome;
}

void Eviction::look()
{
    if (m_outcome.isComplete())
        return;
    const int state = zoo_state(m_handle.get());
    if (state == ZOO_CONNECTED_STATE || state == ZOO_EXPIRED_SESSION_STATE)
        end(Done()); // expired: somebody was faster
}

void Eviction::end(Result<Done> how)
{
    if (m_outcome.isComplete())
        return;
    const auto outcome = m_outcome; // whoever hears of it may end our parent
    if (how)
        m_handle.close();
    else
        m_handle.abandon();
    deleteLater();
    outcome.complete(std::move(how));
}

} // namespace lockscope::zk
