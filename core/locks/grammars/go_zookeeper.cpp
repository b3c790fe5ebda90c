// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// go-zookeeper's Lock: Curator's protection with Go's shorter ids.
Grammar go_zookeeper()
{
    Grammar grammar{u"go-zookeeper"_s, u"go-zookeeper"_s};
    grammar.names = {{u"_c_"_s, TokenForm::HexId, u"-lock-"_s}};
    grammar.waits = nodeBefore;
    return grammar;
}

} // namespace lockscope::locks::grammars
