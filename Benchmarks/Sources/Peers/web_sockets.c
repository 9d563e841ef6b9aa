#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "peers.h"

// Subscribers over WebSocket, which only look whether something was told to each.

enum { MOST = 1 << 16 };

static bool send_text(int fd, const char *text) {
  unsigned char frame[8 + 256] = {0x81};
  size_t size = strlen(text), head = 2;
  if (size > 256) return false;
  if (size < 126) {
    frame[1] = 0x80 | (unsigned char)size;
  } else {
    frame[1] = 0x80 | 126;
    frame[2] = (unsigned char)(size >> 8);
    frame[3] = (unsigned char)size;
    head = 4;
  }
  // A mask of zeros leaves the text as it is.
  memcpy(frame + head + 4, text, size);
  size_t all = head + 4 + size;
  return send(fd, frame, all, MSG_NOSIGNAL) == (ssize_t)all;
}

/// Reads what is there; true if it begins with a message of text.
static bool read_text(int fd) {
  unsigned char bytes[MOST];
  ssize_t count = recv(fd, bytes, sizeof bytes, 0);
  return count > 1 && (bytes[0] & 0x0f) == 1;
}

static bool upgrade(int fd, const char *path) {
  char text[1024];
  int size = snprintf(
      text, sizeof text,
      "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      path);
  if (send(fd, text, (size_t)size, MSG_NOSIGNAL) != size) return false;
  for (size_t got = 0; got + 1 < sizeof text;) {
    // Byte by byte, so that nothing behind the head is taken.
    if (recv(fd, text + got, 1, 0) != 1) return false;
    text[++got] = 0;
    if (got > 4 && strcmp(text + got - 4, "\r\n\r\n") == 0) return strncmp(text, "HTTP/1.1 101", 12) == 0;
  }
  return false;
}

bool peer_subscribe(uint16_t port, const char *path, const char *subscription, const char *question, int *sockets,
                    size_t count) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct timeval patience = {.tv_sec = 60};
  int yes = 1;
  for (size_t i = 0; i < count; i++) {
    int fd = sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    /* Else the second of two short messages waits for the first's acknowledgement, which the system delays. */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0 || !upgrade(fd, path) ||
        !send_text(fd, subscription) || !send_text(fd, question) || !read_text(fd))
      return false;
  }
  return true;
}

bool peer_await_all(const int *sockets, size_t count) {
  struct pollfd *polls = calloc(count, sizeof *polls);
  if (!polls) return false;
  size_t missing = count;
  for (size_t i = 0; i < count; i++) polls[i] = (struct pollfd){.fd = sockets[i], .events = POLLIN};
  while (missing > 0 && poll(polls, count, 60000) > 0)
    for (size_t i = 0; i < count; i++)
      if (polls[i].fd >= 0 && polls[i].revents && read_text(polls[i].fd)) {
        polls[i].fd = -1;
        missing--;
      }
  free(polls);
  return missing == 0;
}
