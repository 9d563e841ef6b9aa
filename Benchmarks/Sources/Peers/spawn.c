#include "peers.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double peer_spawn(char *const arguments[], char *const environment[], const char *output) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(
      &actions, 1, output != NULL ? output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  double start = now();
  pid_t child;
  int code = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environment);
  int status = -1;
  if (code == 0 && waitpid(child, &status, 0) != child) status = -1;
  double seconds = now() - start;
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 && status == 0 ? seconds : -1;
}
