#include "peers.h"

#include <openssl/evp.h>

bool peer_sha3_256(uint8_t *data, size_t size, long count, uint8_t digest[32]) {
  EVP_MD *sha3 = EVP_MD_fetch(NULL, "SHA3-256", NULL);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool done = sha3 != NULL && context != NULL;
  for (long i = 0; done && i < count; i++) {
    data[0] = (uint8_t)i;
    done = EVP_DigestInit_ex2(context, sha3, NULL) == 1 && EVP_DigestUpdate(context, data, size) == 1 &&
           EVP_DigestFinal_ex(context, digest, NULL) == 1;
  }
  EVP_MD_CTX_free(context);
  EVP_MD_free(sha3);
  return done;
}
