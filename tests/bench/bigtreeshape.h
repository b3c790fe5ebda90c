// SPDX-License-Identifier: Apache-2.0
// The tree of the benchmark bigtree: locks of three contenders in directories of a hundred, and all other nodes as
// settings without children, a hundred to a directory. The same on a server and in a made-up World.
#pragma once

#include <algorithm>
#include <string>

namespace lockscope::bench {

struct BigTreeShape
{
    static constexpr int perDirectory = 100;
    static constexpr int contenders = 3; ///< of each lock: one holds, the others wait

    std::string root;
    int nodes = 0;
    int locks = 0;

    int teams() const { return (locks + perDirectory - 1) / perDirectory; }
    int others() const { return nodes - 1 - teams() - locks * (1 + contenders); } ///< with their directories
    int settingsDirectories() const { return (others() + perDirectory) / (perDirectory + 1); }
    int settings() const { return others() - settingsDirectories(); }

    /// The number of at least so many digits.
    static std::string numbered(const char *before, int number, size_t digits)
    {
        const std::string decimal = std::to_string(number);
        return before + std::string(digits - std::min(digits, decimal.size()), '0') + decimal;
    }
    std::string team(int number) const { return root + numbered("/team-", number, 3); }
    std::string lock(int number) const { return team(number / perDirectory) + numbered("/lock-of-", number, 5); }
    static std::string contenderName(int place) { return numbered("lock-", place, 10); }
    static std::string contenderData(int lock, int place) { return numbered("client-", lock * contenders + place, 5); }
    std::string settingsDirectory(int number) const { return root + numbered("/settings-", number, 5); }
    static std::string settingName(int number) { return numbered("setting-", number % perDirectory, 3); }
    static std::string settingData(int number) { return numbered("{\"value\": ", number, 1) + ", \"unit\": \"ms\"}"; }
};

} // namespace lockscope::bench
