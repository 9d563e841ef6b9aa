#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "readers.h"

bool qr_reader_is_there(enum qr_reader reader) { return reader == QR_ZBAR ? qr_zbar_open() : qr_zxing_open(); }

void qr_texts_add(struct qr_texts *texts, const void *text, size_t count) {
  unsigned length = (unsigned)count;
  if (count == 0 || count > texts->capacity || texts->capacity - count < texts->count + sizeof length) return;
  memcpy(texts->bytes + texts->count, &length, sizeof length);
  memcpy(texts->bytes + texts->count + sizeof length, text, count);
  texts->count += sizeof length + count;
}

long qr_read_here(
  enum qr_reader reader, const unsigned char *points, unsigned width, unsigned height, unsigned char *bytes,
  size_t capacity) {
  struct qr_texts texts = {.bytes = bytes, .capacity = capacity};
  bool is_read = reader == QR_ZBAR ? qr_zbar_read(points, width, height, &texts)
                                   : qr_zxing_read(points, width, height, reader == QR_ZXING_THOROUGH, &texts);
  return is_read ? (long)texts.count : QR_NO_MEMORY;
}

/* The most that is kept of what a picture says. */
enum { MOST_BYTES = 1 << 16 };

/* Bounds of the process that reads, which has copies of our memory and open files, and no need of any file but one. */
static void confine(unsigned seconds, int kept) {
  /* At once: a lock that another thread has, or gives back, is held by whoever has a copy of its file. */
#ifdef __linux__
  if (kept > 3) close_range(3, (unsigned)kept - 1, 0);
  close_range((unsigned)kept + 1, ~0U, 0);
#endif
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE, SIGSEGV,
                                SIGBUS, SIGABRT, SIGFPE, SIGILL,  SIGTRAP, SIGXCPU};
  sigset_t none;
  sigemptyset(&none);
  for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++) signal(signals[index], SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct rlimit processor = {seconds, seconds}, core = {0, 0};
  setrlimit(RLIMIT_CPU, &processor);
  setrlimit(RLIMIT_CORE, &core);
}

static bool write_all(int file, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= (size_t)written;
  }
  return true;
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads to the end of the file, or until so many milliseconds are over: then false. */
static bool read_all(int file, struct qr_texts *texts, long most) {
  long end = milliseconds() + most;
  for (;;) {
    long left = end - milliseconds();
    struct pollfd ready = {.fd = file, .events = POLLIN};
    int count = left > 0 ? poll(&ready, 1, (int)left) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    ssize_t got = read(file, texts->bytes + texts->count, texts->capacity - texts->count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    texts->count += (size_t)got;
  }
}

/* Starts a process that writes what it finds to `file`, which is ours alone; negative if it cannot. */
static pid_t start(
  enum qr_reader reader, const unsigned char *points, unsigned width, unsigned height, unsigned seconds, size_t capacity,
  int *file) {
  /* One after another: a process that inherited the other's end would keep it open, and its reader waiting. */
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static unsigned char found[MOST_BYTES];
  int ends[2] = {-1, -1};
  pid_t child = -1;
  pthread_mutex_lock(&lock);
  if (pipe(ends) == 0) {
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    child = fork();
    if (child == 0) {
      close(ends[0]);
      confine(seconds, ends[1]);
      long count = qr_read_here(reader, points, width, height, found, capacity < MOST_BYTES ? capacity : MOST_BYTES);
      _exit(count < 0 ? 2 : write_all(ends[1], found, (size_t)count) ? 0 : 3);
    }
    close(ends[1]);
    if (child < 0) close(ends[0]);
  }
  pthread_mutex_unlock(&lock);
  *file = ends[0];
  return child;
}

long qr_read(
  enum qr_reader reader, const unsigned char *points, unsigned width, unsigned height, unsigned seconds,
  unsigned char *bytes, size_t capacity) {
  /* Opened here: nobody opens a library in a copy of a process that has threads. */
  if (!qr_reader_is_there(reader)) return 0;
  int file = -1;
  pid_t child = start(reader, points, width, height, seconds, capacity, &file);
  if (child < 0) return QR_NO_MEMORY;
  struct qr_texts texts = {.bytes = bytes, .capacity = capacity};
  /* A busy machine gives a process a share of its time only. */
  bool has_ended = read_all(file, &texts, (long)seconds * 4000);
  close(file);
  if (!has_ended) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!has_ended) return QR_TOO_SLOW;
  if (WIFEXITED(status)) return WEXITSTATUS(status) == 0 ? (long)texts.count : QR_NO_MEMORY;
  /* At the hard limit Linux sends SIGKILL, before it SIGXCPU. */
  return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? QR_TOO_SLOW : QR_CRASHED;
}
