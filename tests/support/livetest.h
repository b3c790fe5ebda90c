// SPDX-License-Identifier: Apache-2.0
// What each test on real servers includes: its sandbox, its files, Qt's test functions, and how to wait for answers.
#pragma once

#include "tests/support/files.h"
#include "tests/support/presence.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"
