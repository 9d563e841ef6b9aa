#ifndef STUB_REPLIES_H
#define STUB_REPLIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that grow. */
typedef struct {
  char *bytes;
  size_t count, capacity;
} stub_text;

bool stub_reserve(stub_text *text, size_t more);
bool stub_append(stub_text *text, const char *bytes, size_t count);

/* A piece of a message. */
typedef struct {
  const char *start, *end;
} stub_piece;

bool stub_is(stub_piece text, const char *string);
bool stub_append_text(stub_text *text, const char *string);
/* Puts an error in the place of a result of which nothing was appended yet. */
bool stub_append_error(stub_text *answer, const char *error);
/* The digits of the calldata in the parameters of an eth_call. */
stub_piece stub_calldata(stub_piece params);

/* What the stub knows of its contract: the address in lower case and the code, both with 0x. */
typedef struct stub_contract {
  const char *contract, *code;
  /* Appends the result of a method; false where the stub does not know it. NULL is that of the contract of lectures. */
  bool (*result)(const struct stub_contract *contract, stub_text *answer, stub_piece method, stub_piece params);
} stub_contract;

/* Appends the answer to a JSON-RPC message, which may be a batch. False if it is none. */
bool stub_answer(const stub_contract *contract, const char *message, size_t count, stub_text *answer);

/* Answers on a port of the loopback, a thread for each connection, as long as the process lives. Returns the port, or 0. */
uint16_t stub_listen(const stub_contract *known);

#endif
