/* SPDX-License-Identifier: Apache-2.0 */
/* What faultyfiles.c does to the calls of libc that write files: a small table, shared with who says so. C and C++.
   Never about files that are only read, nor about those outside one directory. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which calls are meant, and counted. */
enum {
    FAULTYFILES_OPEN = 1,   /* open() and its kin for writing, or for making a file */
    FAULTYFILES_WRITE = 2,  /* write(), pwrite(), writev(), … */
    FAULTYFILES_SYNC = 4,   /* fsync(), fdatasync() */
    FAULTYFILES_SIZE = 8,   /* ftruncate(), fallocate(), … */
    FAULTYFILES_NAME = 16,  /* rename(), link(), mkdir() and their kin */
    FAULTYFILES_RIGHTS = 32 /* chmod(), fchmod() */
};
#define FAULTYFILES_ALL 63
/* What a disk has no room for. */
#define FAULTYFILES_GROWS (FAULTYFILES_OPEN | FAULTYFILES_WRITE | FAULTYFILES_SIZE | FAULTYFILES_NAME)

enum {
    FAULTYFILES_PASS = 0,     /* only counts */
    FAULTYFILES_FAIL = 1,     /* the calls from the first one on fail with error */
    FAULTYFILES_FAIL_ONE = 2, /* the first one alone */
    FAULTYFILES_CUT = 3,    /* the first one writes half of its bytes; those after it fail with error, or go on for 0 */
    FAULTYFILES_KILL = 4,   /* the process is killed in place of the first one */
    FAULTYFILES_KILL_AT = 5 /* the process is killed when it has written as many bytes as first says, in the middle of
                               a write if need be */
};

/* Read and counted by each call, in whatever process it is made: plain numbers, used atomically. */
struct FaultyFiles
{
    uint64_t act;
    uint64_t kinds; /* of calls, as bits */
    uint64_t first; /* counted from 1 since calls was 0 */
    uint64_t error; /* an errno */
    uint64_t calls; /* so far */
    uint64_t bytes; /* written so far */
    uint64_t hits;  /* calls that something was done to */
};

/* For a program that is linked with the calls: from now on they are about files in directory, an absolute path without
   symbolic links; none for NULL. Who loads them into another program by LD_PRELOAD says so by the environment instead:
   FAULTYFILES_DIRECTORY, and FAULTYFILES_TABLE, a file that holds the table. */
void faultyfiles_use(const char *directory, struct FaultyFiles *table);

#ifdef __cplusplus
}
#endif
