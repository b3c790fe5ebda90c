// SPDX-License-Identifier: Apache-2.0
// Deeds of a lesson on a model, and the proof that a lesson can be done: each page's solution does what it wants, its
// wrong deeds do not. Never shows anything.
#pragma once

#include "core/explore/play.h"
#include "core/lessons/lesson.h"

namespace lockscope::lessons {

/// Lets them happen on \a play; the steps that they were. An error names the deed that is not possible there.
Result<std::vector<explore::Step>> carryOut(const std::vector<Deed> &deeds, explore::Play &play);

/// Carries all pages on models out, right and wrong. The error names the page and what does not hold.
Result<Done> check(const Lesson &lesson);

} // namespace lockscope::lessons
