# SPDX-License-Identifier: Apache-2.0
# What runs where (the table of CONTRIBUTING.md): a test gates unless it is named here, and one without a server is
# sanitized in the gate, too.

# Seconds of the fifteen that take longest, eight at once on two cores beside a build: in a clean clone they start first.
set(LOCKSCOPE_LONGEST_TESTS
    tst_clitry 300 tst_clinoanswer 210 tst_scenarios 127 tst_lessonflow 121 tst_clifilefaults 121 tst_modelsemantics 120
    tst_releasetrouble 118 tst_chaos 110 tst_gettingin 100 tst_clisql 95 tst_trialflow 88 tst_cli 78 tst_cliredis 78
    tst_clicompare 71 tst_filefaults 64
)

# For scripts/verify alone. Most that are long are no longer so in the gate, where they play a sample
# (tests/support/testprogram.h).
set(LOCKSCOPE_VERIFIED_TESTS
    tst_pageinbrowser # a browser, which the gate does without; tst_webpage plays the same steps itself
    tst_clitryrecipes # broken recipes as other programs; tst_clitry has three, tst_explore_search all of them
)

# Live ones that are sanitized in the gate: sessions, relays, the guard, the engine's life, the observer.
set(LOCKSCOPE_SANITIZED_LIVE_TESTS
    tst_clientfaults tst_engineclients tst_engineends tst_enginerelease tst_hostileserver tst_mainflow tst_multi
    tst_observe_losses tst_observe_otherhistory tst_observe_treewatcher tst_redis_connection tst_relay tst_sandboxkilled
    tst_session tst_sessionfaults
)

# Sanitized by scripts/verify alone: tens of thousands of events, answers of a million lines and every order of steps,
# through code that tst_journal_world*, tst_lanes, tst_mainflow, tst_observe_serverreplies, tst_observe_serverquestions
# and tst_recipes_everyrecipe lead a sanitizer through, too. They were a third of the sanitized tests' time.
set(LOCKSCOPE_SANITIZED_LATER_TESTS
    tst_journal_history tst_journal_shortsessions tst_lab_recipecode tst_observe_longanswers tst_shortlives tst_workspace
)

# They keep both cores busy by themselves.
set(LOCKSCOPE_LONE_TESTS tst_hugelock tst_observe_bigroot)

# What the product waits for (core/base/limits.h) does not end because a machine is busy. Closing is as ever: where a
# relay of the test's own thread is between, nobody answers while that thread waits for the end of an engine.
set(LOCKSCOPE_TEST_LIMITS answer=30s,configuration=5s,start=10m)
# Servers that speak TLS alone, or are others than they were, keep silent on purpose: each silence is waited for.
set(LOCKSCOPE_SILENT_TESTS tst_gettingin tst_observe_otherhistory tst_tls)

function(lockscope_gate test labels)
    if(test IN_LIST LOCKSCOPE_VERIFIED_TESTS)
        list(APPEND labels verify)
    endif()
    if((NOT "live" IN_LIST labels OR test IN_LIST LOCKSCOPE_SANITIZED_LIVE_TESTS)
       AND NOT test IN_LIST LOCKSCOPE_SANITIZED_LATER_TESTS)
        list(APPEND labels sanitize)
    endif()
    list(FIND LOCKSCOPE_LONGEST_TESTS ${test} place)
    if(place GREATER -1)
        math(EXPR place "${place} + 1")
        list(GET LOCKSCOPE_LONGEST_TESTS ${place} seconds)
        set_property(TEST ${test} PROPERTY COST ${seconds})
    endif()
    set(limits ${LOCKSCOPE_TEST_LIMITS})
    if(test IN_LIST LOCKSCOPE_SILENT_TESTS)
        string(REPLACE "answer=30s," "" limits "${limits}")
    endif()
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "LOCKSCOPE_LIMITS=${limits}")
    if(test IN_LIST LOCKSCOPE_LONE_TESTS)
        set_property(TEST ${test} PROPERTY RUN_SERIAL ON)
    endif()
    set_property(TEST ${test} PROPERTY LABELS ${labels})
endfunction()
