// SPDX-License-Identifier: Apache-2.0
// One server asked for all that it tells: its AdminServer first, four-letter words for what that leaves open, and a
// gap with the setting that would close it for the rest. Never asks one server twice for the same.
#pragma once

#include "core/base/task.h"
#include "core/observe/serveranswers.h"
#include "core/observe/serverquestions.h"

#include <memory>

namespace lockscope::observe {

/// Whom to ask, and where.
struct ServerTarget
{
    QString host; ///< of its client port; empty: known by its AdminServer alone
    quint16 port = 0;
    QString adminUrl;   ///< without "/commands"; empty: none known
    QString whyNoAdmin; ///< a sentence's part, where adminUrl is empty

    QString address() const;
};

/// Shared by all questions of a round, which may outlive whoever began it.
using Questions = std::shared_ptr<ServerQuestions>;

/// "http://host:8080/commands/" and the like without what the commands add.
QString adminBase(const QString &url);
QUrl adminCommand(const QString &base, const QString &command);

Task<ServerAnswers> askServer(Questions questions, ServerTarget target);
/// The sessions alone, by word: a follower tells them there, although its AdminServer does not.
Task<ServerAnswers> askForSessions(Questions questions, ServerTarget target, ServerAnswers answers);

} // namespace lockscope::observe
