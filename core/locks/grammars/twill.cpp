// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// Twill's ReentrantDistributedLock.
Grammar twill()
{
    Grammar grammar{u"twill"_s, u"Twill"_s};
    grammar.names = {{{}, TokenForm::Uuid, u"-"_s}};
    grammar.waits = nodeBefore;
    return grammar;
}

} // namespace lockscope::locks::grammars
