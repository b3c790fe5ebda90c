// SPDX-License-Identifier: Apache-2.0
// What the recipes' pseudo-code is put together from: lines, and the parts that many recipes share.
// Used by recipecode*.cpp alone; never says which recipe has which part.
#pragma once

#include "core/locks/recipecode.h"

namespace lockscope::locks::code {

CodeLine head(const QString &text);
CodeLine usual(int indent, const QString &text, const QList<Step> &steps = {}, const QString &why = {});
CodeLine aside(int indent, const QString &text, const QList<Step> &steps = {}, const QString &why = {});

CodeLine about(CodeLine::About what, CodeLine line);
CodeLine during(const QList<LockState> &states, CodeLine line);
/// Broken on purpose: \a what is wrong with it.
CodeLine wrong(const QString &what, CodeLine line);

/// Here acquire ends with the lock.
CodeLine granting(CodeLine line);

/// One after the other.
RecipeCode joined(const std::vector<RecipeCode> &parts);
/// Each line so many levels further in.
RecipeCode indented(int levels, RecipeCode part);

/// "me = create(lock-, EPH|SEQ)".
CodeLine createOwn(const QString &prefix);
CodeLine noDirectory();
/// After a lost reply to the create.
CodeLine findAgain();
/// The own node, made once whatever goes wrong.
RecipeCode enqueue(const QString &prefix);

CodeLine loop();
CodeLine listQueue();
CodeLine ifFirst();
CodeLine watchBefore();
CodeLine ifGone();
CodeLine waitForIt();
CodeLine giveUp();
/// The loop of a queue in which each watches the node just before its own.
RecipeCode waitInLine();

/// "release: delete(me)".
RecipeCode release();
/// The same within another routine.
RecipeCode deleteOwn();
/// After a lost reply to the delete.
CodeLine isItGone();

/// The sound mutex, of which many broken ones are made.
RecipeCode mutex();
/// \a sound with the first line of this text replaced.
RecipeCode replaced(RecipeCode sound, const QString &text, const CodeLine &by);
/// \a sound without the line of this text.
RecipeCode without(RecipeCode sound, const QString &text);

// ---- each recipe ----

RecipeCode ephemeral();
RecipeCode queueHerd();
RecipeCode reentrant();
RecipeCode readWriteNaive();
RecipeCode readWrite();
RecipeCode readWriteCurator();
RecipeCode semaphoreCurator();
RecipeCode semaphoreKazoo();
RecipeCode multi();
RecipeCode revocable();
RecipeCode processLock();

RecipeCode lostWakeup();
RecipeCode selfWatch();
RecipeCode pathOrder();
RecipeCode requeueAtTail();
RecipeCode overtakingWriter();
RecipeCode mutualWait();
RecipeCode leakyTimeout();
RecipeCode duplicateContender();
RecipeCode foreignChild();
RecipeCode silentLoss();
RecipeCode forgottenRelease();
RecipeCode electionLivelock();
RecipeCode orphanedLease();
RecipeCode leakedWatch();
RecipeCode persistentNode();
RecipeCode unsortedMulti();

} // namespace lockscope::locks::code
