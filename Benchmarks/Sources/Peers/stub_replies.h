#ifndef STUB_REPLIES_H
#define STUB_REPLIES_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that grow. */
typedef struct {
  char *bytes;
  size_t count, capacity;
} stub_text;

bool stub_reserve(stub_text *text, size_t more);
bool stub_append(stub_text *text, const char *bytes, size_t count);

/* What the stub knows of its contract: the address in lower case and the code, both with 0x. */
typedef struct {
  const char *contract, *code;
} stub_contract;

/* Appends the answer to a JSON-RPC message, which may be a batch. False if it is none. */
bool stub_answer(const stub_contract *contract, const char *message, size_t count, stub_text *answer);

#endif
