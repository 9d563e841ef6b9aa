#ifndef QR_READERS_H
#define QR_READERS_H

#include <stdbool.h>
#include <stddef.h>

/* Readers of QR codes in pictures in shades of grey: libzxing and libzbar. Both are opened at their first use: linked, libzbar
   alone would bring sixteen others (X11, D-Bus, Video4Linux …) into every start of the program, 3 ms of it. */

#ifdef __cplusplus
extern "C" {
#endif

enum qr_reader {
  /* libzxing, which looks once. */
  QR_ZXING,
  /* libzxing, which looks at every row, in all four directions, and at smaller copies. */
  QR_ZXING_THOROUGH,
  QR_ZBAR,
};

/* Ends of a reading that are no number of bytes. */
enum {
  QR_NO_MEMORY = -1,
  /* It took more than its seconds. */
  QR_TOO_SLOW = -2,
  /* The library ended its process. */
  QR_CRASHED = -3,
};

/* Whether the library of a reader is on this machine. */
bool qr_reader_is_there(enum qr_reader reader);

/* Looks for codes in a picture of width · height bytes, row by row from the top; 0 is black. The libraries are others',
   picture and time are whoever's made the picture: this runs in a process of its own, which ends when it has worked so many
   seconds, and whose crash is not ours.

   Each text that is found is its length, an unsigned int, and its bytes; those that do not fit into `texts` are left out.
   The number of bytes in `texts`, or one of the ends above. */
long qr_read(
  enum qr_reader reader, const unsigned char *points, unsigned width, unsigned height, unsigned seconds,
  unsigned char *texts, size_t capacity);

/* The same work in this process. */
long qr_read_here(
  enum qr_reader reader, const unsigned char *points, unsigned width, unsigned height, unsigned char *texts,
  size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
