// SPDX-License-Identifier: Apache-2.0
// A file of people's own patterns for names, and names read by them.
#include "core/locks/dialectregistry.h"
#include "tests/fuzz/fuzz.h"

#include <QSet>

using namespace lockscope;
using namespace lockscope::fuzz;
using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    locks::Patterns patterns = locks::parsePatterns(bytesOf(data, size), u"patterns.json"_s);
    for (const Text &problem : patterns.problems)
        mustSay(problem);
    QSet<QString> names;
    for (const locks::DialectRules &rules : patterns.dialects)
        names.insert(rules.id);
    must(names.size() == qsizetype(patterns.dialects.size()) && !names.contains(QString()),
         "each pattern has a name of its own");
    if (patterns.dialects.empty())
        return 0;

    static const std::vector<locks::DialectRules> builtIn = locks::builtInDialects();
    std::vector<locks::DialectRules> all = builtIn;
    all.insert(all.end(), patterns.dialects.begin(), patterns.dialects.end());
    const locks::DialectRegistry registry(std::move(all));
    for (const QString &name : names)
        must(registry.find(name).has_value(), "a pattern can be found by its name");
    // Few: an expression may take long over a name, which is people's own affair.
    for (const QString &name : {u"acme!kim!w!0000000042"_s, u"lock-0000000007"_s, u"config"_s}) {
        const auto read = registry.read(name);
        must(!read || read->view.token.isEmpty() || name.contains(read->view.token), "a token is a part of the name");
    }
    (void)registry.nodeOfUser(u"/jobs/7/owner"_s);
    return 0;
}
