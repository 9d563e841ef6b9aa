#include "peers.h"

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <string.h>

bool peer_scrypt(
    const char *password, const uint8_t *salt, size_t salt_size, uint64_t n, uint64_t r, uint64_t p, uint8_t key[32]) {
  uint64_t memory = 128 * r * (n + p + 2) + 1024;
  return EVP_PBE_scrypt(password, strlen(password), salt, salt_size, n, r, p, memory, key, 32) == 1;
}
