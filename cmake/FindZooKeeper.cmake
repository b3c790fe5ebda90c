# SPDX-License-Identifier: Apache-2.0
# Finds the single-threaded ZooKeeper C client; defines ZooKeeper::st. The archive: what it reads from sockets is looked at
# before (core/zk/guardedsocket.h), which the linker can see to in an archive alone.
find_path(ZooKeeper_INCLUDE_DIR zookeeper/zookeeper.h)
find_library(ZooKeeper_ST_ARCHIVE libzookeeper_st.a)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ZooKeeper
    REQUIRED_VARS ZooKeeper_ST_ARCHIVE ZooKeeper_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install libzookeeper-st-dev (libzookeeper-mt-dev conflicts with it)")
if(ZooKeeper_FOUND AND NOT TARGET ZooKeeper::st)
    add_library(ZooKeeper::st STATIC IMPORTED)
    set_target_properties(ZooKeeper::st PROPERTIES
        IMPORTED_LOCATION "${ZooKeeper_ST_ARCHIVE}"
        INTERFACE_INCLUDE_DIRECTORIES "${ZooKeeper_INCLUDE_DIR}")
endif()
mark_as_advanced(ZooKeeper_INCLUDE_DIR ZooKeeper_ST_ARCHIVE)
