// SPDX-License-Identifier: Apache-2.0
// A schedule's file, and what its steps do.
#include "core/explore/schedule.h"
#include "tests/fuzz/fuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto schedule = explore::readSchedule(bytesOf(data, size));
    if (!isRead(schedule))
        return 0;
    const QByteArray written = explore::toJson(*schedule);
    const auto again = explore::readSchedule(written);
    must(again.has_value() && explore::toJson(*again) == written, "what is written is read as the same");
    explore::Play play(schedule->setup);
    const auto carried =
        explore::carryOut(*schedule, play, [](const explore::Step &, const Text &words) { mustSay(words); });
    if (!carried)
        mustSay(carried.error());
    if (const auto wrong = play.wrong())
        mustSay(wrong->text);
    return 0;
}
