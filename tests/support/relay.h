// SPDX-License-Identifier: Apache-2.0
// The lab's relay in front of a test's own server on loopback.
// Never anything else than that relay: what is staged here is what the product stages.
#pragma once

#include "core/lab/relay.h"

namespace lockscope::test {

class Relay : public lab::Relay
{
public:
    explicit Relay(quint16 serverPort, QObject *parent = nullptr)
        : lab::Relay({{QStringLiteral("127.0.0.1"), serverPort}}, parent)
    {
    }

    QString connectString() const { return address().toString(); }
};

} // namespace lockscope::test
