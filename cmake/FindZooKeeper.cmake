# SPDX-License-Identifier: Apache-2.0
# Finds the single-threaded ZooKeeper C client; defines ZooKeeper::st.
find_path(ZooKeeper_INCLUDE_DIR zookeeper/zookeeper.h)
find_library(ZooKeeper_ST_LIBRARY zookeeper_st)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ZooKeeper
    REQUIRED_VARS ZooKeeper_ST_LIBRARY ZooKeeper_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install libzookeeper-st-dev (libzookeeper-mt-dev conflicts with it)")
if(ZooKeeper_FOUND AND NOT TARGET ZooKeeper::st)
    add_library(ZooKeeper::st UNKNOWN IMPORTED)
    set_target_properties(ZooKeeper::st PROPERTIES
        IMPORTED_LOCATION "${ZooKeeper_ST_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ZooKeeper_INCLUDE_DIR}")
endif()
mark_as_advanced(ZooKeeper_INCLUDE_DIR ZooKeeper_ST_LIBRARY)
