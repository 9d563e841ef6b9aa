#include "peers.h"

#include <pthread.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

static secp256k1_context *context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_context(void) {
  context = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
  /* Any seed blinds at the same cost. */
  static const uint8_t seed[32] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (context != NULL && !secp256k1_context_randomize(context, seed)) context = NULL;
}

bool peer_sign(
    const uint8_t key[32], const uint8_t *digests, long digest_count, long count, uint8_t compact[64], int *recovery) {
  pthread_once(&once, make_context);
  if (context == NULL || digest_count < 1) return false;
  for (long i = 0; i < count; i++) {
    secp256k1_ecdsa_recoverable_signature signature;
    const uint8_t *digest = digests + i % digest_count * 32;
    if (secp256k1_ecdsa_sign_recoverable(context, &signature, digest, key, NULL, NULL) != 1) return false;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(context, compact, recovery, &signature);
  }
  return true;
}
