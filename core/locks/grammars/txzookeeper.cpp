// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// Python's txzookeeper. Its one name is what many write, so it is never more than one of those it could be.
Grammar txzookeeper()
{
    Grammar grammar{u"txzookeeper"_s, u"txzookeeper"_s};
    grammar.names = {{{}, TokenForm::None, u"lock-"_s, NameKind::Mutex, Mode::Exclusive, 0, true}};
    grammar.waits = nodeBefore;
    grammar.sorts = SortRule::Text;
    return grammar;
}

} // namespace lockscope::locks::grammars
