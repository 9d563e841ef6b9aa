#ifndef READERS_H
#define READERS_H

#include <stdbool.h>
#include <stddef.h>

#include "qr_readers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The texts that are found, in the form of qr_read. */
struct qr_texts {
  unsigned char *bytes;
  size_t capacity, count;
};

void qr_texts_add(struct qr_texts *texts, const void *text, size_t count);

/* Each opens its library at the first call; false if it is not there or lacks a function. */
bool qr_zxing_open(void);
bool qr_zbar_open(void);

/* Each adds what it finds; false without memory. */
bool qr_zxing_read(
  const unsigned char *points, unsigned width, unsigned height, bool is_thorough, struct qr_texts *texts);
bool qr_zbar_read(const unsigned char *points, unsigned width, unsigned height, struct qr_texts *texts);

#ifdef __cplusplus
}
#endif

#endif
