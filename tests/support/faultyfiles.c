/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of libc that write files, in front of libc's own (by LD_PRELOAD, or linked into a program): they fail, fall
   short or end the process as a table says. Never does anything to a file outside the directory that is meant. */
#include "tests/support/faultyfiles.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- which files ---- */

static char directory[PATH_MAX];
static struct FaultyFiles *table;

void faultyfiles_use(const char *where, struct FaultyFiles *what)
{
    table = NULL;
    if (!where || !what || !realpath(where, directory))
        return;
    table = what;
}

__attribute__((constructor)) static void use_environment(void)
{
    const char *where = getenv("FAULTYFILES_DIRECTORY");
    const char *what = getenv("FAULTYFILES_TABLE");
    if (!where || !what)
        return;
    const int file = open(what, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *mapped = mmap(NULL, sizeof(struct FaultyFiles), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        faultyfiles_use(where, mapped);
}

static bool is_inside(const char *path)
{
    const size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* The kernel knows where a descriptor leads, whoever opened it. */
static bool link_is_inside(const char *link)
{
    char path[PATH_MAX];
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    return is_inside(path);
}

static bool descriptor_is_meant(int descriptor)
{
    if (!table)
        return false;
    const int before = errno;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const bool inside = link_is_inside(link);
    errno = before;
    return inside;
}

/* By its folder, since the file itself need not be there. */
static bool path_is_meant(int folder, const char *path)
{
    if (!table || !path)
        return false;
    const int before = errno;
    char whole[PATH_MAX];
    int length;
    if (path[0] == '/' || folder == AT_FDCWD)
        length = snprintf(whole, sizeof whole, "%s", path);
    else
        length = snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", folder, path);
    bool inside = false;
    if (length > 0 && (size_t)length < sizeof whole) {
        char *slash = strrchr(whole, '/');
        if (slash)
            slash[1] = '\0';
        char real[PATH_MAX];
        inside = realpath(slash ? whole : ".", real) && is_inside(real);
    }
    errno = before;
    return inside;
}

/* ---- what is done to them ---- */

static uint64_t value(const uint64_t *number)
{
    return __atomic_load_n(number, __ATOMIC_SEQ_CST);
}

static uint64_t count(uint64_t *number, uint64_t more)
{
    return __atomic_add_fetch(number, more, __ATOMIC_SEQ_CST);
}

__attribute__((noreturn)) static void die(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* How a call that is meant ends: the bytes that it may write, or an errno. */
struct Fate
{
    int error;
    size_t bytes;
    bool dies; /* after these bytes */
};

static struct Fate fate_of(uint64_t kind, size_t bytes)
{
    struct Fate fate = {0, bytes, false};
    if (!(value(&table->kinds) & kind))
        return fate;
    const uint64_t call = count(&table->calls, 1);
    const uint64_t first = value(&table->first);
    const uint64_t act = value(&table->act);
    const bool is_write = kind == FAULTYFILES_WRITE;
    const int error = (int)value(&table->error);
    if (act == FAULTYFILES_KILL_AT) {
        const uint64_t written = value(&table->bytes);
        fate.dies = is_write && written + bytes >= first;
        if (fate.dies)
            fate.bytes = first > written ? (size_t)(first - written) : 0;
    } else if (call >= first) {
        fate.dies = act == FAULTYFILES_KILL;
        if (act == FAULTYFILES_FAIL || (act == FAULTYFILES_FAIL_ONE && call == first)
            || (act == FAULTYFILES_CUT && call > first))
            fate.error = error;
        if (act == FAULTYFILES_CUT && call == first && is_write && bytes > 1)
            fate.bytes = bytes / 2;
    }
    if (fate.dies && fate.bytes > 0 && act == FAULTYFILES_KILL)
        fate.bytes = 0;
    if (fate.error || fate.dies || fate.bytes != bytes)
        count(&table->hits, 1);
    return fate;
}

/* For calls that write nothing: true if it may be made; else errno says why not. */
static bool may(uint64_t kind)
{
    const struct Fate fate = fate_of(kind, 0);
    if (fate.dies)
        die();
    if (fate.error)
        errno = fate.error;
    return !fate.error;
}

/* libc's own, or whatever stands in front of it after these. */
#define NEXT(name)                                                                                                     \
    static __typeof__(&name) next;                                                                                     \
    if (!next)                                                                                                         \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

/* ---- opening ---- */

static bool changes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
}

#define MODE_OF(flags, mode)                                                                                           \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                                           \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode = va_arg(more, mode_t);                                                                                   \
        va_end(more);                                                                                                  \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    NEXT(open);
    if (changes(flags) && path_is_meant(AT_FDCWD, path) && !may(FAULTYFILES_OPEN))
        return -1;
    return next(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    NEXT(open64);
    if (changes(flags) && path_is_meant(AT_FDCWD, path) && !may(FAULTYFILES_OPEN))
        return -1;
    return next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    NEXT(openat);
    if (changes(flags) && path_is_meant(folder, path) && !may(FAULTYFILES_OPEN))
        return -1;
    return next(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    NEXT(openat64);
    if (changes(flags) && path_is_meant(folder, path) && !may(FAULTYFILES_OPEN))
        return -1;
    return next(folder, path, flags, mode);
}

int creat(const char *path, mode_t mode)
{
    return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode)
{
    return open64(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* ---- writing ---- */

static ssize_t finish(struct Fate fate, ssize_t written)
{
    if (written > 0)
        count(&table->bytes, (uint64_t)written);
    if (fate.dies)
        die();
    return written;
}

/* The rest of a call that writes: AGAIN makes libc's own with the bytes that are let through. */
#define WRITE(descriptor, size, plain, again)                                                                          \
    if (!descriptor_is_meant(descriptor))                                                                              \
        return plain;                                                                                                  \
    const struct Fate fate = fate_of(FAULTYFILES_WRITE, size);                                                         \
    if (fate.error) {                                                                                                  \
        errno = fate.error;                                                                                            \
        return -1;                                                                                                     \
    }                                                                                                                  \
    return finish(fate, fate.dies && fate.bytes == 0 ? 0 : (again))

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    NEXT(write);
    WRITE(descriptor, size, next(descriptor, bytes, size), next(descriptor, bytes, fate.bytes));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at)
{
    NEXT(pwrite);
    WRITE(descriptor, size, next(descriptor, bytes, size, at), next(descriptor, bytes, fate.bytes, at));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t at)
{
    NEXT(pwrite64);
    WRITE(descriptor, size, next(descriptor, bytes, size, at), next(descriptor, bytes, fate.bytes, at));
}

static size_t size_of(const struct iovec *pieces, int number)
{
    size_t size = 0;
    for (int piece = 0; piece < number; ++piece)
        size += pieces[piece].iov_len;
    return size;
}

/* As many of the pieces as have room in so many bytes, the last one cut; says how many. */
static int shortened(const struct iovec *pieces, int number, size_t bytes, struct iovec *into)
{
    int kept = 0;
    for (; kept < number && kept < IOV_MAX && bytes > 0; ++kept) {
        into[kept] = pieces[kept];
        if (into[kept].iov_len > bytes)
            into[kept].iov_len = bytes;
        bytes -= into[kept].iov_len;
    }
    return kept;
}

ssize_t writev(int descriptor, const struct iovec *pieces, int number)
{
    NEXT(writev);
    struct iovec some[IOV_MAX];
    WRITE(descriptor, size_of(pieces, number), next(descriptor, pieces, number),
          next(descriptor, some, shortened(pieces, number, fate.bytes, some)));
}

ssize_t pwritev(int descriptor, const struct iovec *pieces, int number, off_t at)
{
    NEXT(pwritev);
    struct iovec some[IOV_MAX];
    WRITE(descriptor, size_of(pieces, number), next(descriptor, pieces, number, at),
          next(descriptor, some, shortened(pieces, number, fate.bytes, some), at));
}

ssize_t pwritev64(int descriptor, const struct iovec *pieces, int number, off64_t at)
{
    NEXT(pwritev64);
    struct iovec some[IOV_MAX];
    WRITE(descriptor, size_of(pieces, number), next(descriptor, pieces, number, at),
          next(descriptor, some, shortened(pieces, number, fate.bytes, some), at));
}

/* ---- what else is asked of a descriptor ---- */

#define OF_DESCRIPTOR(name, kind, parameters, arguments)                                                               \
    int name parameters                                                                                                \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        if (descriptor_is_meant(descriptor) && !may(kind))                                                             \
            return -1;                                                                                                 \
        return next arguments;                                                                                         \
    }

OF_DESCRIPTOR(fsync, FAULTYFILES_SYNC, (int descriptor), (descriptor))
OF_DESCRIPTOR(fdatasync, FAULTYFILES_SYNC, (int descriptor), (descriptor))
OF_DESCRIPTOR(ftruncate, FAULTYFILES_SIZE, (int descriptor, off_t size), (descriptor, size))
OF_DESCRIPTOR(ftruncate64, FAULTYFILES_SIZE, (int descriptor, off64_t size), (descriptor, size))
OF_DESCRIPTOR(fallocate, FAULTYFILES_SIZE, (int descriptor, int mode, off_t at, off_t size),
              (descriptor, mode, at, size))
OF_DESCRIPTOR(fallocate64, FAULTYFILES_SIZE, (int descriptor, int mode, off64_t at, off64_t size),
              (descriptor, mode, at, size))
OF_DESCRIPTOR(fchmod, FAULTYFILES_RIGHTS, (int descriptor, mode_t mode), (descriptor, mode))

/* These answer with the error itself. */
int posix_fallocate(int descriptor, off_t at, off_t size)
{
    NEXT(posix_fallocate);
    if (descriptor_is_meant(descriptor) && !may(FAULTYFILES_SIZE))
        return errno;
    return next(descriptor, at, size);
}

int posix_fallocate64(int descriptor, off64_t at, off64_t size)
{
    NEXT(posix_fallocate64);
    if (descriptor_is_meant(descriptor) && !may(FAULTYFILES_SIZE))
        return errno;
    return next(descriptor, at, size);
}

/* ---- names and rights ---- */

#define OF_PATH(name, kind, parameters, folder, path, arguments)                                                       \
    int name parameters                                                                                                \
    {                                                                                                                  \
        NEXT(name);                                                                                                    \
        if (path_is_meant(folder, path) && !may(kind))                                                                 \
            return -1;                                                                                                 \
        return next arguments;                                                                                         \
    }

OF_PATH(rename, FAULTYFILES_NAME, (const char *from, const char *to), AT_FDCWD, to, (from, to))
OF_PATH(renameat, FAULTYFILES_NAME, (int source, const char *from, int target, const char *to), target, to,
        (source, from, target, to))
OF_PATH(renameat2, FAULTYFILES_NAME, (int source, const char *from, int target, const char *to, unsigned int flags),
        target, to, (source, from, target, to, flags))
OF_PATH(link, FAULTYFILES_NAME, (const char *from, const char *to), AT_FDCWD, to, (from, to))
OF_PATH(linkat, FAULTYFILES_NAME, (int source, const char *from, int target, const char *to, int flags), target, to,
        (source, from, target, to, flags))
OF_PATH(mkdir, FAULTYFILES_NAME, (const char *path, mode_t mode), AT_FDCWD, path, (path, mode))
OF_PATH(mkdirat, FAULTYFILES_NAME, (int folder, const char *path, mode_t mode), folder, path, (folder, path, mode))
OF_PATH(chmod, FAULTYFILES_RIGHTS, (const char *path, mode_t mode), AT_FDCWD, path, (path, mode))
OF_PATH(fchmodat, FAULTYFILES_RIGHTS, (int folder, const char *path, mode_t mode, int flags), folder, path,
        (folder, path, mode, flags))
