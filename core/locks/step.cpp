// SPDX-License-Identifier: Apache-2.0
#include "core/locks/step.h"

namespace lockscope::locks {

namespace {

const char *stepWord(Step step)
{
    switch (step) {
    case Step::MakeDirectory: return QT_TRANSLATE_NOOP("lockscope::Text", "make-directory");
    case Step::Enqueue: return QT_TRANSLATE_NOOP("lockscope::Text", "enqueue");
    case Step::FindOwn: return QT_TRANSLATE_NOOP("lockscope::Text", "find-own");
    case Step::List: return QT_TRANSLATE_NOOP("lockscope::Text", "list");
    case Step::Watch: return QT_TRANSLATE_NOOP("lockscope::Text", "watch");
    case Step::Wait: return QT_TRANSLATE_NOOP("lockscope::Text", "wait");
    case Step::Withdraw: return QT_TRANSLATE_NOOP("lockscope::Text", "withdraw");
    case Step::Release: return QT_TRANSLATE_NOOP("lockscope::Text", "release");
    case Step::Read: return QT_TRANSLATE_NOOP("lockscope::Text", "read");
    case Step::Write: return QT_TRANSLATE_NOOP("lockscope::Text", "write");
    case Step::NextLock: return QT_TRANSLATE_NOOP("lockscope::Text", "next-lock");
    case Step::GiveBack: return QT_TRANSLATE_NOOP("lockscope::Text", "give-back");
    case Step::Downgrade: return QT_TRANSLATE_NOOP("lockscope::Text", "downgrade");
    case Step::Join: return QT_TRANSLATE_NOOP("lockscope::Text", "join");
    case Step::Leave: return QT_TRANSLATE_NOOP("lockscope::Text", "leave");
    case Step::Claim: return QT_TRANSLATE_NOOP("lockscope::Text", "claim");
    case Step::Limit: return QT_TRANSLATE_NOOP("lockscope::Text", "limit");
    case Step::Exchange: return QT_TRANSLATE_NOOP("lockscope::Text", "exchange");
    case Step::Listen: return QT_TRANSLATE_NOOP("lockscope::Text", "listen");
    case Step::Renew: return QT_TRANSLATE_NOOP("lockscope::Text", "renew");
    case Step::Connect: return QT_TRANSLATE_NOOP("lockscope::Text", "connect");
    }
    return "";
}

} // namespace

QString stepName(Step step)
{
    return QString::fromLatin1(stepWord(step));
}

Text stepText(Step step)
{
    return Text::ofTable(stepWord(step));
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
