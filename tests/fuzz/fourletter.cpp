// SPDX-License-Identifier: Apache-2.0
// An answer to a four-letter word, taken for the answer to each of them; and the configuration node, which is text,
// too.
#include "tests/fuzz/serverfuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    (void)observe::configuredServers(bytesOf(data, size));
    const auto answer = observe::readWordAnswer(bytesOf(data, size));
    if (!isRead(answer))
        return 0;
    observe::ServerAnswers answers;
    observe::takeSrvr(*answer, answers);
    observe::takeMntr(*answer, answers);
    observe::takeConf(*answer, answers);
    observe::takeCons(*answer, answers);
    observe::takeWchp(*answer, answers);
    observe::takeDump(*answer, answers);
    mustMerge(answers);
    return 0;
}
