#define _GNU_SOURCE
#include "peers.h"
#include "stub_replies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The node of an index: a chain by a rule, whose blocks, logs and receipts are put together of texts that are ready. */

struct peer_chain {
  /* In front, so that its address is that of the chain. */
  stub_contract known;
  uint64_t time;
  size_t block_count, place_count, most_logs;
  /* 64 digits for each block. */
  char *hashes;
  char *header;
  char **receipts, **logs;
};

enum { DIGITS = 64 };

static bool append_hash(stub_text *answer, const peer_chain *chain, size_t number) {
  return stub_append(answer, chain->hashes + DIGITS * number, DIGITS);
}

static bool append_block(stub_text *answer, const peer_chain *chain, size_t number) {
  static const char none[] = "0000000000000000000000000000000000000000000000000000000000000000";
  char text[128];
  snprintf(
      text, sizeof text, "{\"number\":\"0x%zx\",\"timestamp\":\"0x%llx\",\"hash\":\"0x", number,
      (unsigned long long)(chain->time + number));
  return stub_append_text(answer, text) && append_hash(answer, chain, number) &&
         stub_append_text(answer, "\",\"parentHash\":\"0x") &&
         (number == 0 ? stub_append_text(answer, none) : append_hash(answer, chain, number - 1)) &&
         stub_append_text(answer, "\",") && stub_append_text(answer, chain->header) && stub_append_text(answer, "}");
}

/* Block and transaction, which has the block's hash but for eight digits. */
static bool append_place(stub_text *answer, const peer_chain *chain, size_t number, size_t place) {
  char text[128];
  snprintf(text, sizeof text, "\"transactionIndex\":\"0x%zx\",\"blockNumber\":\"0x%zx\",\"blockHash\":\"0x", place, number);
  if (!stub_append_text(answer, text) || !append_hash(answer, chain, number)) return false;
  snprintf(text, sizeof text, "\",\"transactionHash\":\"0x%08zx", place);
  return stub_append_text(answer, text) && stub_append(answer, chain->hashes + DIGITS * number + 8, DIGITS - 8) &&
         stub_append_text(answer, "\",");
}

static bool append_log(stub_text *answer, const peer_chain *chain, size_t number, size_t place) {
  return stub_append_text(answer, "{") && append_place(answer, chain, number, place) &&
         stub_append_text(answer, chain->logs[place]) && stub_append_text(answer, "}");
}

static bool append_receipt(stub_text *answer, const peer_chain *chain, size_t number, size_t place) {
  return stub_append_text(answer, "{") && append_place(answer, chain, number, place) &&
         stub_append_text(answer, chain->receipts[place]) && stub_append_text(answer, ",\"logs\":[") &&
         append_log(answer, chain, number, place) && stub_append_text(answer, "]}");
}

/* What each receipt of some blocks becomes, in a list. */
static bool append_all(
    stub_text *answer, const peer_chain *chain, size_t first, size_t last,
    bool (*append)(stub_text *, const peer_chain *, size_t, size_t)) {
  if (!stub_append_text(answer, "[")) return false;
  for (size_t number = first; number <= last; number++) {
    for (size_t place = 0; place < chain->place_count; place++) {
      if (number + place > first && !stub_append_text(answer, ",")) return false;
      if (!append(answer, chain, number, place)) return false;
    }
  }
  return stub_append_text(answer, "]");
}

/* The string that is the value of a member, or the first one of a list where no member is named. */
static stub_piece string_in(stub_piece params, const char *member) {
  const char *at = params.start;
  if (member != NULL) {
    at = memmem(at, (size_t)(params.end - at), member, strlen(member));
    if (at == NULL) return (stub_piece){NULL, NULL};
    at += strlen(member);
  }
  const char *start = memchr(at, '"', (size_t)(params.end - at));
  const char *end = start == NULL ? NULL : memchr(start + 1, '"', (size_t)(params.end - start - 1));
  return end == NULL ? (stub_piece){NULL, NULL} : (stub_piece){start + 1, end};
}

/* The block of a tag, a number or a hash; the number of blocks where there is none. */
static size_t block_of(const peer_chain *chain, stub_piece tag) {
  if (tag.start == NULL) return chain->block_count;
  size_t count = (size_t)(tag.end - tag.start);
  if (count == 2 + DIGITS) {
    size_t number = 0;
    while (number < chain->block_count && memcmp(chain->hashes + DIGITS * number, tag.start + 2, DIGITS) != 0) number++;
    return number;
  }
  if (stub_is(tag, "earliest")) return 0;
  return count > 2 && tag.start[1] == 'x' ? strtoull(tag.start + 2, NULL, 16) : chain->block_count - 1;
}

static bool append_logs(stub_text *answer, const peer_chain *chain, stub_piece params) {
  stub_piece hash = string_in(params, "\"blockHash\"");
  size_t first = block_of(chain, hash.start != NULL ? hash : string_in(params, "\"fromBlock\""));
  size_t last = hash.start != NULL ? first : block_of(chain, string_in(params, "\"toBlock\""));
  if (last >= chain->block_count) last = chain->block_count - 1;
  if (first > last) return stub_append_text(answer, "[]");
  if ((last - first + 1) * chain->place_count > chain->most_logs)
    return stub_append_error(answer, "{\"code\":-32602,\"message\":\"query returned more results than are given at once\"}");
  return append_all(answer, chain, first, last, append_log);
}

static bool append_result(const stub_contract *known, stub_text *answer, stub_piece method, stub_piece params) {
  const peer_chain *chain = (const peer_chain *)known;
  if (stub_is(method, "eth_chainId")) return stub_append_text(answer, "\"0x539\"");
  if (stub_is(method, "eth_getCode")) return stub_append_text(answer, "\"0x01\"");
  if (stub_is(method, "eth_getLogs")) return append_logs(answer, chain, params);
  if (stub_is(method, "eth_blockNumber")) {
    char text[32];
    snprintf(text, sizeof text, "\"0x%zx\"", chain->block_count - 1);
    return stub_append_text(answer, text);
  }
  bool is_block = stub_is(method, "eth_getBlockByNumber") || stub_is(method, "eth_getBlockByHash");
  if (!is_block && !stub_is(method, "eth_getBlockReceipts")) return false;
  stub_piece hash = string_in(params, "\"blockHash\"");
  size_t number = block_of(chain, hash.start != NULL ? hash : string_in(params, NULL));
  if (number >= chain->block_count) return stub_append_text(answer, "null");
  return is_block ? append_block(answer, chain, number) : append_all(answer, chain, number, number, append_receipt);
}

peer_chain *peer_chain_new(uint64_t time, const uint8_t *hashes, size_t blocks, const char *header, size_t most_logs) {
  peer_chain *chain = calloc(1, sizeof *chain);
  char *digits = malloc(DIGITS * blocks + 1), *members = strdup(header);
  if (chain == NULL || digits == NULL || members == NULL) return NULL;
  for (size_t i = 0; i < DIGITS / 2 * blocks; i++) sprintf(digits + 2 * i, "%02x", hashes[i]);
  *chain = (peer_chain){
      .known = {.result = append_result}, .time = time, .block_count = blocks, .most_logs = most_logs, .hashes = digits,
      .header = members};
  return chain;
}

bool peer_chain_add(peer_chain *chain, const char *receipt, const char *log) {
  size_t size = (chain->place_count + 1) * sizeof(char *);
  char **receipts = realloc(chain->receipts, size);
  if (receipts != NULL) chain->receipts = receipts;
  char **logs = realloc(chain->logs, size);
  if (logs != NULL) chain->logs = logs;
  char *texts[] = {strdup(receipt), strdup(log)};
  if (receipts == NULL || logs == NULL || texts[0] == NULL || texts[1] == NULL) return false;
  receipts[chain->place_count] = texts[0];
  logs[chain->place_count++] = texts[1];
  return true;
}

uint16_t peer_chain_start(const peer_chain *chain) { return stub_listen(&chain->known); }
