# SPDX-License-Identifier: Apache-2.0
# Java programs of the tests that drive Curator's real clients: found and compiled here, and nowhere else.
# Never an error where Curator or a compiler is missing: whoever needs the program is told so, and says it when it runs.

find_program(LOCKSCOPE_JAVA java)
find_program(LOCKSCOPE_JAVAC javac)
# Debian's names. The manifest of the recipes pulls Curator's other jars, ZooKeeper and what these need, but no log.
set(LOCKSCOPE_JARS /usr/share/java CACHE PATH "Folder with curator-recipes.jar and slf4j-nop.jar")
set(LOCKSCOPE_CURATOR_CLASS_PATH "${LOCKSCOPE_JARS}/curator-recipes.jar:${LOCKSCOPE_JARS}/slf4j-nop.jar")

set(LOCKSCOPE_CURATOR_MISSING "")
if(NOT EXISTS "${LOCKSCOPE_JARS}/curator-recipes.jar" OR NOT EXISTS "${LOCKSCOPE_JARS}/slf4j-nop.jar")
    set(LOCKSCOPE_CURATOR_MISSING "Curator is missing: install the packages libcurator-recipes-java and libslf4j-java")
elseif(NOT LOCKSCOPE_JAVAC OR NOT LOCKSCOPE_JAVA)
    set(LOCKSCOPE_CURATOR_MISSING "a Java compiler is missing: install the package default-jdk-headless")
endif()
if(LOCKSCOPE_CURATOR_MISSING)
    set(LOCKSCOPE_CURATOR_MISSING "${LOCKSCOPE_CURATOR_MISSING}, and configure the build again")
    message(STATUS "${LOCKSCOPE_CURATOR_MISSING}")
endif()

# lockscope_java_peer(TARGET Source.java): compiles it once per build and tells TARGET how to run it, by three
# definitions: LOCKSCOPE_JAVA, LOCKSCOPE_CURATOR_CLASS_PATH, and LOCKSCOPE_CURATOR_MISSING, which is empty if it can.
function(lockscope_java_peer target source)
    get_filename_component(name "${source}" NAME_WE)
    set(classes "${CMAKE_CURRENT_BINARY_DIR}/java")
    target_compile_definitions(${target} PRIVATE
        LOCKSCOPE_JAVA="${LOCKSCOPE_JAVA}"
        LOCKSCOPE_CURATOR_CLASS_PATH="${classes}:${LOCKSCOPE_CURATOR_CLASS_PATH}"
        LOCKSCOPE_CURATOR_MISSING="${LOCKSCOPE_CURATOR_MISSING}")
    if(LOCKSCOPE_CURATOR_MISSING)
        return()
    endif()
    if(NOT TARGET java_${name})
        add_custom_command(OUTPUT "${classes}/${name}.class"
            COMMAND "${LOCKSCOPE_JAVAC}" -Xlint:all,-path -Werror -d "${classes}" -cp "${LOCKSCOPE_CURATOR_CLASS_PATH}"
                    "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
            DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
            COMMENT "Compiling ${source}" VERBATIM)
        add_custom_target(java_${name} DEPENDS "${classes}/${name}.class")
    endif()
    add_dependencies(${target} java_${name})
endfunction()
