// SPDX-License-Identifier: Apache-2.0
#include "tests/support/wholerequest.h"

namespace lockscope::test {

using namespace Qt::StringLiterals;

lab::SpawnRequest wholeRequest(const locks::RecipeInfo &info, qsizetype dialect, const QString &lock)
{
    lab::SpawnRequest request;
    request.lock = lock;
    request.recipe = info.id;
    request.dialect = info.dialects.at(dialect % info.dialects.size());
    if (info.options.leases)
        request.leases = 2;
    if (info.options.paths)
        request.paths = {lock + u"/a"_s, lock + u"/b"_s};
    if (info.options.entries)
        request.entries = 2;
    if (info.options.threads)
        request.threads = 3;
    return request;
}

} // namespace lockscope::test
