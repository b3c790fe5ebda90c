// SPDX-License-Identifier: Apache-2.0
#include "core/base/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

namespace lockscope {

using namespace Qt::StringLiterals;

bool hasDescriptors(int wanted)
{
    std::vector<int> opened;
    for (int i = 0; i < wanted; ++i) {
        const int one = ::open("/dev/null", O_RDONLY | O_CLOEXEC); // a copy of another one would not ask the system
        if (one < 0)
            break;
        opened.push_back(one);
    }
    for (const int one : opened)
        ::close(one);
    return static_cast<int>(opened.size()) == wanted;
}

Error tooFewDescriptors()
{
    rlimit limit{};
    const bool isKnown = ::getrlimit(RLIMIT_NOFILE, &limit) == 0;
    return {ErrorCode::TooFewDescriptors,
            u"connect"_s,
            {},
            isKnown ? Text::en("the limit is %1").arg(static_cast<qint64>(limit.rlim_cur)) : Text()};
}

} // namespace lockscope
