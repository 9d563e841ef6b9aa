#define _GNU_SOURCE
#include "peers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Requests on many connections at once; on each the next is sent when the last is answered. */

enum { HEAD = 8192, CHUNK = 1 << 18, PATIENCE = 60 };

typedef struct {
  int fd;
  bool is_busy;
  size_t request;   /* the one that is under way */
  size_t sent;      /* bytes of it */
  size_t kept;      /* bytes of the answer in `head` */
  size_t received;  /* bytes of the answer in all */
  size_t due;       /* bytes of the whole answer; 0 until its head is there */
  double start;
  char head[HEAD + 1];
} load_line;

/* The requests, and how far they are sent. */
typedef struct {
  const uint8_t *bytes;
  const size_t *ends;
  size_t count, next;
  double interval, earliest;
} load_work;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int opened(uint16_t port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
  if (fd < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0 || fcntl(fd, F_SETFL, O_NONBLOCK) < 0) {
    close(fd);
    return -1;
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return fd;
}

/* Reads status and length off the head of an answer; false if it is none. */
static bool read_head(load_line *line, uint16_t *status) {
  line->head[line->kept] = 0;
  char *end = strstr(line->head, "\r\n\r\n");
  if (end == NULL) return line->kept < HEAD;
  if (strncmp(line->head, "HTTP/1.1 ", 9) != 0) return false;
  *status = (uint16_t)atoi(line->head + 9);
  size_t length = 0;
  for (char *field = strstr(line->head, "\r\n"); field && field < end; field = strstr(field + 2, "\r\n"))
    if (strncasecmp(field + 2, "content-length:", 15) == 0) length = strtoul(field + 17, NULL, 10);
  line->due = (size_t)(end - line->head) + 4 + length;
  return true;
}

/* Sends what is left of a line's request; false if that fails. */
static bool send_rest(load_line *line, struct pollfd *poll, const load_work *work) {
  size_t begin = line->request ? work->ends[line->request - 1] : 0, size = work->ends[line->request] - begin;
  ssize_t written = send(line->fd, work->bytes + begin + line->sent, size - line->sent, MSG_NOSIGNAL);
  if (written < 0 && errno != EAGAIN) return false;
  if (written > 0) line->sent += (size_t)written;
  poll->events = line->sent == size ? POLLIN : POLLOUT;
  return true;
}

/* Sends the next request on a line, unless there is none or it is too early. */
static bool begin_next(load_line *line, struct pollfd *poll, load_work *work) {
  poll->events = 0;
  line->is_busy = false;
  double time = now();
  if (work->next == work->count || time < work->earliest) return true;
  work->earliest = (work->earliest > 0 ? work->earliest : time) + work->interval;
  line->sent = line->kept = line->received = line->due = 0;
  line->is_busy = true;
  line->request = work->next++;
  line->start = time;
  return send_rest(line, poll, work);
}

/* Reads what came on a line; 1 where its answer is whole, -1 if that fails. */
static int receive(load_line *line, char *chunk, uint16_t *statuses) {
  ssize_t got = recv(line->fd, chunk, CHUNK, 0);
  if (got < 0 && errno == EAGAIN) return 0;
  if (got <= 0) return -1;
  line->received += (size_t)got;
  if (line->due == 0) {
    size_t part = (size_t)got < HEAD - line->kept ? (size_t)got : HEAD - line->kept;
    memcpy(line->head + line->kept, chunk, part);
    line->kept += part;
    if (!read_head(line, &statuses[line->request])) return -1;
  }
  return line->due > 0 && line->received >= line->due;
}

static bool drive(load_line *lines, struct pollfd *polls, size_t connections, load_work *work, char *chunk,
                  double *seconds, uint16_t *statuses) {
  size_t done = 0;
  while (done < work->count) {
    bool has_idle = false;
    for (size_t i = 0; i < connections && work->next < work->count; i++) {
      if (!lines[i].is_busy && !begin_next(&lines[i], &polls[i], work)) return false;
      has_idle = has_idle || !lines[i].is_busy;
    }
    /* With all of them busy there is nothing to be early for. */
    double wait = has_idle && work->next < work->count ? work->earliest - now() : PATIENCE;
    if (wait < 0) continue;
    struct timespec time = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
    int ready = ppoll(polls, connections, &time, NULL);
    if (ready < 0 || (ready == 0 && wait == PATIENCE)) return false;
    for (size_t i = 0; i < connections; i++) {
      if (polls[i].revents == 0 || !lines[i].is_busy) continue;
      if (polls[i].events == POLLOUT) {
        if (!send_rest(&lines[i], &polls[i], work)) return false;
        continue;
      }
      int outcome = receive(&lines[i], chunk, statuses);
      if (outcome < 0) return false;
      if (outcome == 0) continue;
      seconds[lines[i].request] = now() - lines[i].start;
      done++;
      if (!begin_next(&lines[i], &polls[i], work)) return false;
    }
  }
  return true;
}

bool peer_http_load(
    uint16_t port, size_t connections, const uint8_t *bytes, const size_t *ends, size_t count, double interval,
    double *seconds, uint16_t *statuses) {
  if (connections > count) connections = count;
  load_line *lines = calloc(connections, sizeof *lines);
  struct pollfd *polls = calloc(connections, sizeof *polls);
  char *chunk = malloc(CHUNK);
  load_work work = {bytes, ends, count, 0, interval, 0};
  bool done = lines != NULL && polls != NULL && chunk != NULL;
  for (size_t i = 0; done && i < connections; i++) polls[i].fd = lines[i].fd = -1;
  for (size_t i = 0; done && i < connections; i++) done = (polls[i].fd = lines[i].fd = opened(port)) >= 0;
  done = done && drive(lines, polls, connections, &work, chunk, seconds, statuses);
  for (size_t i = 0; lines != NULL && polls != NULL && i < connections; i++)
    if (lines[i].fd > 0) close(lines[i].fd);
  free(lines);
  free(polls);
  free(chunk);
  return done;
}
