// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/foreignchild.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Result<QString> BrokenForeignChild::blockerAmong(const NameList &names) const
{
    for (const QStringView name : names) {
        if (!locks::parseName(name)) // sound: it is nobody's place in the queue, and is passed over
            return failure(ErrorCode::InvalidInput, u"acquire"_s, joinPath(m_spec.lock, name),
                           u"\"%1\" has no sequence number: delete it."_s.arg(joinPath(m_spec.lock, name)));
    }
    return QueueMutex::blockerAmong(names);
}

Task<Result<Grant>> BrokenForeignChild::giveUp(Error why)
{
    if (why.code == ErrorCode::InvalidInput)
        co_return tl::unexpected(why); // sound: the own node is deleted first
    auto outcome = co_await QueueMutex::giveUp(why);
    co_return std::move(outcome);
}

} // namespace lockscope::recipes
