// SPDX-License-Identifier: Apache-2.0
// A reply of an AdminServer, taken for the reply to each of the commands.
#include "tests/fuzz/serverfuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto reply = observe::readAdminReply(bytesOf(data, size));
    if (!isRead(reply))
        return 0;
    observe::ServerAnswers answers;
    observe::takeConfiguration(*reply, answers);
    observe::takeMonitor(*reply, answers);
    observe::takeServerStats(*reply, answers);
    observe::takeConnections(*reply, answers);
    observe::takeDump(*reply, answers);
    observe::takeWatches(*reply, answers);
    (void)observe::votingView(*reply);
    mustMerge(answers);
    return 0;
}
