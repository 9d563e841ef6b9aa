#define _GNU_SOURCE
#include "peers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* One direction of a connection. */
typedef struct {
  int from, to;
  useconds_t delay;
} direction;

typedef struct {
  int listener;
  uint16_t port;
  useconds_t delay;
} way;

static struct sockaddr_in loopback(uint16_t port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static bool send_all(int socket, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    count -= (size_t)sent;
  }
  return true;
}

/* What is read is passed on a little later; the small messages of JSON-RPC come in one piece. */
static void *carry(void *context) {
  direction one = *(direction *)context;
  free(context);
  char buffer[65536];
  for (;;) {
    ssize_t got = recv(one.from, buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    usleep(one.delay);
    if (!send_all(one.to, buffer, (size_t)got)) break;
  }
  shutdown(one.from, SHUT_RD);
  shutdown(one.to, SHUT_WR);
  return NULL;
}

static void start(int from, int to, useconds_t delay) {
  direction *one = malloc(sizeof *one);
  if (one == NULL) return;
  *one = (direction){from, to, delay};
  int on = 1;
  setsockopt(to, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  pthread_t thread;
  if (pthread_create(&thread, NULL, carry, one) == 0) pthread_detach(thread);
}

static void *serve(void *context) {
  way *all = context;
  for (;;) {
    int near = accept(all->listener, NULL, NULL);
    if (near < 0) continue;
    struct sockaddr_in address = loopback(all->port);
    int far = socket(AF_INET, SOCK_STREAM, 0);
    if (far < 0 || connect(far, (struct sockaddr *)&address, sizeof address) != 0) {
      close(near);
      continue;
    }
    start(near, far, all->delay);
    start(far, near, all->delay);
  }
  return NULL;
}

uint16_t peer_slow_way(uint16_t port, unsigned microseconds) {
  way *all = malloc(sizeof *all);
  if (all == NULL) return 0;
  struct sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  *all = (way){socket(AF_INET, SOCK_STREAM, 0), port, microseconds / 2};
  if (all->listener < 0 || bind(all->listener, (struct sockaddr *)&address, size) != 0 ||
      listen(all->listener, 64) != 0 || getsockname(all->listener, (struct sockaddr *)&address, &size) != 0)
    return 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, serve, all) != 0) return 0;
  pthread_detach(thread);
  return ntohs(address.sin_port);
}
