// SPDX-License-Identifier: Apache-2.0
#include "core/locks/grammar.h"

namespace lockscope::locks::grammars {

using namespace Qt::StringLiterals;

/// Solr's ZkDistributedLock.
Grammar solr_lock()
{
    Grammar grammar{u"solr-lock"_s, u"Solr ZkDistributedLock"_s, u"Solr's ZkDistributedLock"_s};
    grammar.names = {
        {{}, TokenForm::None, u"R_"_s, NameKind::ReadWrite, Mode::Shared},
        {{}, TokenForm::None, u"W_"_s, NameKind::ReadWrite, Mode::Exclusive},
    };
    return grammar;
}

} // namespace lockscope::locks::grammars
