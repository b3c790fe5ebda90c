// SPDX-License-Identifier: Apache-2.0
// Where servers are, as people write it: connect strings, addresses of Redis and of databases, SSH hosts.
#include "core/locks/recipeid.h"
#include "core/redis/address.h"
#include "core/sql/address.h"
#include "core/zk/connectstring.h"
#include "core/zk/sshtunnel.h"
#include "tests/fuzz/fuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

namespace {

template<typename T>
void mustBeAddress(const Result<T> &read, Result<T> (*again)(const QString &))
{
    if (isRead(read))
        must(again(read->toString()) == *read, "an address that was written is the same when it is read again");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = textOf(data, size);
    auto connect = zk::parseConnectString(text);
    if (connect) {
        must(!connect->hosts.isEmpty(), "a connect string has hosts");
        for (const zk::HostPort &host : connect->hosts)
            must(!host.host.isEmpty() && host.port != 0, "a host has a name and a port");
        connect->tls = false; // is not written
    }
    mustBeAddress(connect, zk::parseConnectString);
    mustBeAddress(redis::parseAddress(text), redis::parseAddress);
    mustBeAddress(sql::parseAddress(text), sql::parseAddress);
    if (const auto several = redis::parseAddresses(text); isRead(several))
        must(!several->isEmpty(), "a list of addresses has some");
    if (const Text problem = zk::sshHostProblem(text); !problem.isEmpty())
        mustSay(problem);
    (void)locks::backendAt(text);
    return 0;
}
