// SPDX-License-Identifier: Apache-2.0
// A file of connection profiles.
#include "core/profiles/profilestore.h"
#include "tests/fuzz/fuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto read = profiles::fromJson(bytesOf(data, size));
    if (!isRead(read))
        return 0;
    for (const profiles::Profile &profile : *read) {
        must(profiles::problemOf(profile).isEmpty(), "nothing is wrong with a profile that was read");
        must(profiles::findByName(*read, profile.name) == &profile, "a profile can be found by its name");
        (void)profiles::connectSpecOf(profile, "secret", {});
    }
    // Halves of characters, which JSON can escape, are lost the first time that a text becomes UTF-8.
    const auto once = profiles::fromJson(profiles::toJson(*read));
    must(once.has_value() && once->size() == read->size(), "profiles that were written can be read");
    must(profiles::fromJson(profiles::toJson(*once)) == once, "profiles are the same when they are read again");
    must(profiles::merged(*read, *once).size() == 2 * read->size(), "none is lost where lists are merged");
    return 0;
}
