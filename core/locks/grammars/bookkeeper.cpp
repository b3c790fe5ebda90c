// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// BookKeeper's auditor election.
Grammar bookkeeper()
{
    Grammar grammar{u"bookkeeper"_s, u"BookKeeper"_s, u"BookKeeper's auditor election"_s};
    grammar.names = {{{}, TokenForm::None, u"V_"_s, NameKind::Election}};
    grammar.waits = nodeBefore;
    return grammar;
}

} // namespace lockscope::locks::grammars
