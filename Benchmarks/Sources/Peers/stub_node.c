#define _GNU_SOURCE
#include "peers.h"
#include "stub_replies.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static atomic_long requests;

/* A connection, or the place where they come in, and what is answered there. */
typedef struct {
  int socket;
  const stub_contract *known;
} stub_line;

long stub_node_requests(void) { return atomic_load(&requests); }

/* Reads until the text has so many bytes. */
static bool fill(int socket, stub_text *text, size_t count) {
  while (text->count < count) {
    if (!stub_reserve(text, 65536)) return false;
    ssize_t got = recv(socket, text->bytes + text->count, text->capacity - text->count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    text->count += (size_t)got;
  }
  return true;
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

/* The bytes of the body that the head announces. */
static size_t body_size(const char *head, const char *end) {
  static const char name[] = "\ncontent-length:";
  for (const char *at = head; at + sizeof name < end; at++) {
    if (*at == '\n' && strncasecmp(at, name, sizeof name - 1) == 0) return strtoul(at + sizeof name - 1, NULL, 10);
  }
  return 0;
}

/* Answers one request; false ends the connection. */
static bool exchange(stub_line line, stub_text *in, stub_text *out) {
  int socket = line.socket;
  const char *blank = NULL;
  while (blank == NULL) {
    if (in->count > 0) blank = memmem(in->bytes, in->count, "\r\n\r\n", 4);
    if (blank == NULL && !fill(socket, in, in->count + 1)) return false;
  }
  size_t head = (size_t)(blank - in->bytes) + 4;
  size_t body = body_size(in->bytes, blank + 2);
  if (!fill(socket, in, head + body)) return false;

  /* The head is written in front of the body once its size is known. */
  enum { room = 128 };
  out->count = 0;
  if (!stub_reserve(out, room)) return false;
  out->count = room;
  if (!stub_answer(line.known, in->bytes + head, body, out)) return false;
  char text[room];
  int length = snprintf(
      text, sizeof text, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
      out->count - room);
  memcpy(out->bytes + room - length, text, (size_t)length);
  atomic_fetch_add(&requests, 1);

  in->count -= head + body;
  memmove(in->bytes, in->bytes + head + body, in->count);
  return send_all(socket, out->bytes + room - length, out->count - room + (size_t)length);
}

static void *serve(void *context) {
  stub_line line = *(stub_line *)context;
  free(context);
  stub_text in = {0}, out = {0};
  while (exchange(line, &in, &out)) {
  }
  close(line.socket);
  free(in.bytes);
  free(out.bytes);
  return NULL;
}

static void *listen_for_ever(void *context) {
  const stub_line *listener = context;
  while (true) {
    int socket = accept(listener->socket, NULL, NULL);
    if (socket < 0) continue;
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    pthread_t thread;
    stub_line *line = malloc(sizeof *line);
    if (line != NULL) *line = (stub_line){socket, listener->known};
    if (line != NULL && pthread_create(&thread, NULL, serve, line) == 0) {
      pthread_detach(thread);
    } else {
      free(line);
      close(socket);
    }
  }
  return NULL;
}

uint16_t stub_listen(const stub_contract *known) {
  stub_line *listener = malloc(sizeof *listener);
  if (listener == NULL) return 0;
  *listener = (stub_line){socket(AF_INET, SOCK_STREAM, 0), known};
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  pthread_t thread;
  if (listener->socket < 0 || fcntl(listener->socket, F_SETFD, FD_CLOEXEC) != 0 ||
      bind(listener->socket, (struct sockaddr *)&address, size) != 0 || listen(listener->socket, 64) != 0 ||
      getsockname(listener->socket, (struct sockaddr *)&address, &size) != 0 ||
      pthread_create(&thread, NULL, listen_for_ever, listener) != 0) {
    if (listener->socket >= 0) close(listener->socket);
    free(listener);
    return 0;
  }
  pthread_detach(thread);
  return ntohs(address.sin_port);
}

uint16_t stub_node_start(const char *contract, const char *code) {
  static stub_contract known;
  known = (stub_contract){strdup(contract), strdup(code), NULL};
  return known.contract == NULL || known.code == NULL ? 0 : stub_listen(&known);
}
