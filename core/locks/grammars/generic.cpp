// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// Anything else that ends in a sequence number: one line, in which each waits for the one before.
Grammar generic()
{
    Grammar grammar{u"generic"_s, u"unknown"_s, u"a queue of unknown kind"_s};
    grammar.waits = nodeBefore;
    return grammar;
}

} // namespace lockscope::locks::grammars
