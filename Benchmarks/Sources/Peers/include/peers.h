#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The peers repeat their work themselves, so that no call from Swift is measured with them. All return false on failure. */

/* OpenSSL's SHA3-256: fetched once, one context. The first byte of `data` is changed before each hash. */
bool peer_sha3_256(uint8_t *data, size_t size, long count, uint8_t digest[32]);

/* libsecp256k1: recoverable, RFC 6979, a context like that of Keys; the digests (32 bytes each) are taken in turn. */
bool peer_sign(
    const uint8_t key[32], const uint8_t *digests, long digest_count, long count, uint8_t compact[64], int *recovery);

/* OpenSSL's EVP_PBE_scrypt. */
bool peer_scrypt(
    const char *password, const uint8_t *salt, size_t salt_size, uint64_t n, uint64_t r, uint64_t p, uint8_t key[32]);

/* One libcurl easy handle that posts the same body again and again and throws the answers away. */
typedef struct peer_caller peer_caller;
peer_caller *peer_caller_new(const char *url, const char *body);
bool peer_caller_call(peer_caller *caller, long count);
void peer_caller_free(peer_caller *caller);
/* So many callers at once, a thread each, `count` calls each. */
bool peer_call_at_once(peer_caller *const *callers, int width, long count);

/* A JSON-RPC node that knows one contract of lectures: lecture n averages (78 + n) % 101.
   A thread for each connection, keep-alive, batches. It ends with the process. Returns the port, or 0. */
uint16_t stub_node_start(const char *contract, const char *code);
/* A JSON-RPC node of a chain of two blocks, with an exchange of each version, for the orders of which it has the hashes
   (32 bytes each): that of salt 1 first. Nothing of them is filled or cancelled, every address has code and every maker
   has 2^100 of each token and lets them be taken. Returns the port, or 0. */
uint16_t stub_exchange_start(uint64_t chain, uint64_t time, const uint8_t *hashes, size_t count);
/* A JSON-RPC node of a chain whose blocks have all the same receipts, one log in each, and differ in number, time and
   hashes alone: 32 bytes for each block from the first on, which was made at `time`, each further one a second later.
   `header` has the members that all headers have, without braces; more logs than `most_logs` are not given at once. */
typedef struct peer_chain peer_chain;
peer_chain *peer_chain_new(uint64_t time, const uint8_t *hashes, size_t blocks, const char *header, size_t most_logs);
/* Adds a receipt to every block by the members that it and its log have in all of them, without braces. */
bool peer_chain_add(peer_chain *chain, const char *receipt, const char *log);
/* Answers as long as the process lives. Returns the port, or 0. */
uint16_t peer_chain_start(const peer_chain *chain);
/* HTTP requests answered so far. */
long stub_node_requests(void);

/* Runs a program to its end with nothing on standard input, its output in a file (NULL: nowhere).
   Returns the seconds from the spawn to the end, or a negative number if it cannot be run or fails. */
double peer_spawn(char *const arguments[], char *const environment[], const char *output);

/* A way to a port of the loopback on which each round trip takes so much longer. It ends with the process.
   Returns its port, or 0. */
uint16_t peer_slow_way(uint16_t port, unsigned microseconds);

/* The seconds that the disk needs to keep one page more, the mean of so many; negative if it cannot. */
double peer_sync(const char *path, int count);

/* Debian's readers of QR codes, as they are, on a grey picture: whether there is this text in it and no other. */
bool peer_zxing(const uint8_t *points, int width, int height, const char *text);
bool peer_zbar(const uint8_t *points, int width, int height, const char *text);

/* Allocations of the calling thread so far; negative where they cannot be counted. */
long peer_allocations(void);

/* HTTP requests to a port of the loopback, one behind the other in `bytes`, each up to its end in `ends`: on so many
   connections at once, on each the next when the last is answered, but so many seconds after the one before at the
   earliest. Gives the seconds to each answer and its status. Returns false where not all are answered. */
bool peer_http_load(
    uint16_t port, size_t connections, const uint8_t *bytes, const size_t *ends, size_t count, double interval,
    double *seconds, uint16_t *statuses);

/* Opens so many connections of WebSocket, subscribes on each, and asks something whose answer shows that it is done.
   The sockets are the caller's to close. */
bool peer_subscribe(
    uint16_t port, const char *path, const char *subscription, const char *question, int *sockets, size_t count);
/* Waits until a message has come on each of them, for a minute at most. */
bool peer_await_all(const int *sockets, size_t count);

#endif
