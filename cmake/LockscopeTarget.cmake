# SPDX-License-Identifier: Apache-2.0
# The one place for the C++ standard, the warnings and the Qt definitions, and the functions that make targets with them.

add_library(lockscope_options INTERFACE)
target_compile_features(lockscope_options INTERFACE cxx_std_20)
target_include_directories(lockscope_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_definitions(lockscope_options INTERFACE
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_KEYWORDS
    QT_NO_FOREACH
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    LOCKSCOPE_VERSION="${PROJECT_VERSION}")
target_compile_options(lockscope_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
    -Wunused -Wformat=2 -Wimplicit-fallthrough -Wextra-semi -Wnull-dereference
    $<$<BOOL:${LOCKSCOPE_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 reports these two inside Qt's and libstdc++'s inlined headers, with no fault of the caller.
    target_compile_options(lockscope_options INTERFACE -Wno-null-dereference -Wno-maybe-uninitialized)
    # In a unity build each source is included, so GCC takes a local class in a coroutine's frame for a header's.
    target_compile_options(lockscope_options INTERFACE -Wno-subobject-linkage)
endif()
# A hundred test programs: lld links them in a fraction of the time, where it is there.
find_program(LOCKSCOPE_LLD ld.lld)
if(LOCKSCOPE_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
    target_link_options(lockscope_options INTERFACE -fuse-ld=lld)
endif()
if(LOCKSCOPE_SANITIZE)
    target_compile_options(lockscope_options INTERFACE -fsanitize=${LOCKSCOPE_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(lockscope_options INTERFACE -fsanitize=${LOCKSCOPE_SANITIZE})
    target_compile_definitions(lockscope_options INTERFACE LOCKSCOPE_SANITIZED) # each compiler has a word of its own
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # With "function" Clang 14 compiles no coroutine ("Cannot represent a difference across sections",
        # llvm-project#49689); "vptr" asks the system for a pipe, and takes an object for none where there is no descriptor.
        target_compile_options(lockscope_options INTERFACE -fno-sanitize=function,vptr)
    endif()
    if(LOCKSCOPE_SANITIZE_LESS) # AddressSanitizer reports the use of a null pointer, too
        target_compile_options(lockscope_options INTERFACE -fno-sanitize=null,alignment
            $<$<BOOL:$<TARGET_PROPERTY:LOCKSCOPE_IS_TEST>>:-fno-sanitize=undefined>)
    endif()
endif()

get_target_property(LOCKSCOPE_QT_MOC Qt6::moc IMPORTED_LOCATION)
set(LOCKSCOPE_MOC "${CMAKE_BINARY_DIR}/moc")
configure_file(cmake/moc.in "${LOCKSCOPE_MOC}" @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

# Static, so that a program is one file; in a build for tests shared, or each of its programs would hold a copy of all.
set(LOCKSCOPE_LIBRARY_TYPE STATIC)
if(LOCKSCOPE_SHARED)
    set(LOCKSCOPE_LIBRARY_TYPE SHARED)
endif()

# lockscope_library(NAME [SOURCES …] [LINK targets…]). The headers of a folder are included as "core/zk/session.h", from the
# project's root.
function(lockscope_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_library(${name} ${LOCKSCOPE_LIBRARY_TYPE} ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC lockscope_options ${ARG_LINK})
    set_target_properties(${name} PROPERTIES AUTOMOC_EXECUTABLE "${LOCKSCOPE_MOC}")
endfunction()

# lockscope_test_program(NAME LINK targets…): a QtTest program, of the tests that lockscope_tests() puts into it.
function(lockscope_test_program program)
    cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
    add_executable(${program} "${CMAKE_SOURCE_DIR}/tests/support/testprogram.cpp")
    target_link_libraries(${program} PRIVATE lockscope_options Qt6::Test ${ARG_LINK})
    set_target_properties(${program} PROPERTIES
        AUTOMOC_EXECUTABLE "${LOCKSCOPE_MOC}" RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests" LOCKSCOPE_IS_TEST ON)
endfunction()

# lockscope_tests(PROGRAM TESTS names… [PREFIX prefix] [SOURCES …] [LABELS …] [LIVE names…]): a folder's tst_NAME.cpp, each
# the only one of its name in the program, known to ctest as tst_PREFIXNAME, and run in a process of its own. LIVE: those
# among them that start servers, where not all do. Which of them gate, and which scripts/verify runs: tests/gate.cmake. How
# long one may take is scripts/test's to say, which knows the machine.
function(lockscope_tests program)
    cmake_parse_arguments(ARG "" "PREFIX" "TESTS;SOURCES;LABELS;LIVE" ${ARGN})
    list(TRANSFORM ARG_TESTS REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/tst_\\1.cpp" OUTPUT_VARIABLE sources)
    target_sources(${program} PRIVATE ${sources} ${ARG_SOURCES})
    foreach(name ${ARG_TESTS})
        set(test tst_${ARG_PREFIX}${name})
        add_test(NAME ${test} COMMAND ${program} tst_${name})
        set(labels ${ARG_LABELS})
        if(name IN_LIST ARG_LIVE)
            list(APPEND labels live)
        endif()
        set_property(TEST ${test} PROPERTY ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LANG=C.UTF-8")
        lockscope_gate(${test} "${labels}")
        # For scripts/test, which builds what the chosen tests need.
        set_property(GLOBAL APPEND_STRING PROPERTY LOCKSCOPE_TEST_PROGRAMS "${test} ${program}\n")
    endforeach()
endfunction()
