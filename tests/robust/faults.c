/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preloaded under a program to make what never fails fail. By environment:
 *
 *	FAULT_ALLOC=N	the N-th allocation, counted from 1, finds no memory
 *	FAULT_ALLOC_ON=1	and so do all after it
 *	FAULT_READ=short	reads give a few bytes only
 *	FAULT_READ=eintr	every other read is interrupted before it gives any
 *	FAULT_READ=eio:N	the N-th read, counted from 1, and all after it fail
 *	FAULT_WRITE=enospc:N	nothing can be written after N bytes
 *	FAULT_WRITE=short	writes take a few bytes only
 *	FAULT_WRITE=eintr	every other write is interrupted before it takes any
 *	FAULT_RENAME=1	renaming fails
 *	FAULT_ROOM=1	the file system cannot say whether there is room
 *	FAULT_PROCESSORS=N	the machine has as many processors
 *	FAULT_COUNT=FILE	at the end, the number of allocations is written there
 *
 * Standard error is left alone, so that the program can say what happened.
 * Child processes count on where their parents are.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { FEW = 1000 };

/* The allocator's other names in glibc, which need no lookup that allocates itself. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static struct counts {
	atomic_long allocs, reads, writes, written;
} own_counts, *counts = &own_counts;
static long fail_alloc, fail_read, room = -1, processors;
static bool keep_failing, short_reads, interrupt_reads, short_writes, interrupt_writes, fail_rename, fail_room, ready;

static const char *
value_of(const char *name, const char *prefix)
{
	const char *text = getenv(name);
	size_t len = strlen(prefix);

	return text && strncmp(text, prefix, len) == 0 ? text + len : NULL;
}

static long
number_of(const char *name, const char *prefix, long otherwise)
{
	const char *text = value_of(name, prefix);

	return text ? strtol(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void
faults_begin(void)
{
	fail_alloc = number_of("FAULT_ALLOC", "", 0);
	keep_failing = value_of("FAULT_ALLOC_ON", "1");
	fail_read = number_of("FAULT_READ", "eio:", 0);
	short_reads = value_of("FAULT_READ", "short");
	interrupt_reads = value_of("FAULT_READ", "eintr");
	room = number_of("FAULT_WRITE", "enospc:", -1);
	short_writes = value_of("FAULT_WRITE", "short");
	interrupt_writes = value_of("FAULT_WRITE", "eintr");
	fail_rename = value_of("FAULT_RENAME", "1");
	processors = number_of("FAULT_PROCESSORS", "", 0);
	fail_room = value_of("FAULT_ROOM", "1");
	counts = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (counts == MAP_FAILED)
		_exit(99);
	ready = true;
}

__attribute__((destructor)) static void
faults_end(void)
{
	const char *name = getenv("FAULT_COUNT");
	char line[32];
	int fd, len;

	ready = false;
	if (!name || (fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
		return;
	len = snprintf(line, sizeof(line), "%ld\n", atomic_load(&counts->allocs));
	if (write(fd, line, (size_t)len) != len)
		_exit(99);
	close(fd);
}

/* --- memory --- */

static bool
no_memory(void)
{
	long n;

	if (!ready)
		return false;
	n = atomic_fetch_add(&counts->allocs, 1) + 1;
	if (fail_alloc == 0 || (keep_failing ? n < fail_alloc : n != fail_alloc))
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t size)
{
	return no_memory() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t size)
{
	return no_memory() ? NULL : __libc_realloc(p, size);
}

void *
aligned_alloc(size_t alignment, size_t size)
{
	return no_memory() ? NULL : __libc_memalign(alignment, size);
}

int
posix_memalign(void **out, size_t alignment, size_t size)
{
	void *p = no_memory() ? NULL : __libc_memalign(alignment, size);

	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

/* --- reading --- */

/* 0: go on, with *size made smaller where reads are to be short; -1: errno is set. */
static int
before_read(size_t *size)
{
	long n = ready ? atomic_fetch_add(&counts->reads, 1) + 1 : 0;

	if (fail_read && n >= fail_read) {
		errno = EIO;
		return -1;
	}
	if (interrupt_reads && n % 2) {
		errno = EINTR;
		return -1;
	}
	if (short_reads && *size > FEW)
		*size = (size_t)(n % FEW) + 1;
	return 0;
}

ssize_t
read(int fd, void *out, size_t size)
{
	ssize_t (*real)(int, void *, size_t) = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");

	return before_read(&size) ? -1 : real(fd, out, size);
}

ssize_t
pread(int fd, void *out, size_t size, off_t at)
{
	ssize_t (*real)(int, void *, size_t, off_t) =
		(ssize_t (*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread");

	return before_read(&size) ? -1 : real(fd, out, size, at);
}

ssize_t
pread64(int fd, void *out, size_t size, off_t at)
{
	return pread(fd, out, size, at);
}

/* --- writing --- */

ssize_t
write(int fd, const void *bytes, size_t size)
{
	ssize_t (*real)(int, const void *, size_t) =
		(ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
	long before;

	if (!ready || fd == STDERR_FILENO)
		return real(fd, bytes, size);
	if (interrupt_writes && atomic_fetch_add(&counts->writes, 1) % 2 == 0) {
		errno = EINTR;
		return -1;
	}
	before = atomic_fetch_add(&counts->written, (long)size);
	if (room >= 0 && before >= room) {
		errno = ENOSPC;
		return -1;
	}
	if (room >= 0 && before + (long)size > room)
		size = (size_t)(room - before);
	if (short_writes && size > 7)
		size = 7;
	return real(fd, bytes, size);
}

int
rename(const char *from, const char *to)
{
	int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");

	if (fail_rename) {
		errno = EACCES;
		return -1;
	}
	return real(from, to);
}

int
fallocate(int fd, int mode, off_t from, off_t size)
{
	int (*real)(int, int, off_t, off_t) = (int (*)(int, int, off_t, off_t))dlsym(RTLD_NEXT, "fallocate");

	if (fail_room) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return real(fd, mode, from, size);
}

int
fallocate64(int fd, int mode, off_t from, off_t size)
{
	return fallocate(fd, mode, from, size);
}

/* --- the machine --- */

long
sysconf(int name)
{
	long (*real)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");

	return processors && name == _SC_NPROCESSORS_ONLN ? processors : real(name);
}
