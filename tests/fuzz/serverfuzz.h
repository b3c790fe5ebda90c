// SPDX-License-Identifier: Apache-2.0
// What is made of a server's answers, whichever way it told them: merged with another server's, and an event.
// Used by the targets admin and fourletter.
#pragma once

#include "core/observe/adminreplies.h"
#include "core/observe/serverprobe.h"
#include "core/observe/wordanswers.h"
#include "tests/fuzz/fuzz.h"

namespace lockscope::fuzz {

/// \a server twice, as the ensemble's leader and as another server that told the same.
inline void mustMerge(const observe::ServerAnswers &server)
{
    using namespace Qt::StringLiterals;
    observe::ServerAnswers one = server;
    one.report.address = u"10.0.0.1:2181"_s;
    observe::ServerAnswers other = server;
    other.report.address = u"10.0.0.2:2181"_s;
    observe::MergeContext context{.chroot = u"/app"_s, .configured = 3};
    context.askedAtNs = 1;
    context.answeredAtNs = 2;
    if (const auto elapsed = observe::elapsedAtLeast(one))
        context.elapsedNow.insert(one.report.address, *elapsed);
    journal::ServersProbed probed = observe::mergeServers({one, other}, context);
    must(probed.servers.size() == 2, "each server has its report");
    for (auto entry = probed.knowledge.sessions.cbegin(); entry != probed.knowledge.sessions.cend(); ++entry)
        must(entry->id == entry.key(), "a session is kept under its id");
    (void)locks::watchesBySession(probed.knowledge);
    probed.servers.removeLast(); // it is as long as the first one
    mustBeKept(journal::Event{1, 1, probed});
}

} // namespace lockscope::fuzz
