#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H

/* What Linux's C libraries show only to those who define _GNU_SOURCE, which a module cannot do for its users. */
#ifdef __linux__
#include <spawn.h>

extern int pipe2(int ends[2], int flags);
/* Since glibc 2.29. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
/* Since glibc 2.34. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
#endif

#endif
