// SPDX-License-Identifier: Apache-2.0
#include "core/locks/step.h"

namespace lockscope::locks {

using namespace Qt::StringLiterals;

QString stepName(Step step)
{
    switch (step) {
    case Step::MakeDirectory: return u"make-directory"_s;
    case Step::Enqueue: return u"enqueue"_s;
    case Step::FindOwn: return u"find-own"_s;
    case Step::List: return u"list"_s;
    case Step::Watch: return u"watch"_s;
    case Step::Wait: return u"wait"_s;
    case Step::Withdraw: return u"withdraw"_s;
    case Step::Release: return u"release"_s;
    case Step::Read: return u"read"_s;
    case Step::Write: return u"write"_s;
    case Step::NextLock: return u"next-lock"_s;
    case Step::GiveBack: return u"give-back"_s;
    case Step::Downgrade: return u"downgrade"_s;
    case Step::Join: return u"join"_s;
    case Step::Leave: return u"leave"_s;
    }
    return {};
}

std::optional<Step> stepFromName(QStringView name)
{
    for (size_t i = 0; i < stepCount; ++i) {
        const auto step = static_cast<Step>(i);
        if (stepName(step) == name)
            return step;
    }
    return std::nullopt;
}

} // namespace lockscope::locks
