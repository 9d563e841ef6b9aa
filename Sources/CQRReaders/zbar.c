#include <dlfcn.h>
#include <pthread.h>
#include <zbar.h>

#include "readers.h"

/* The functions of libzbar that are used. */
static struct {
  __typeof__(&zbar_image_scanner_create) scanner_create;
  __typeof__(&zbar_image_scanner_destroy) scanner_destroy;
  __typeof__(&zbar_image_scanner_set_config) scanner_set_config;
  __typeof__(&zbar_scan_image) scan_image;
  __typeof__(&zbar_image_create) image_create;
  __typeof__(&zbar_image_destroy) image_destroy;
  __typeof__(&zbar_image_set_format) image_set_format;
  __typeof__(&zbar_image_set_size) image_set_size;
  __typeof__(&zbar_image_set_data) image_set_data;
  __typeof__(&zbar_image_first_symbol) image_first_symbol;
  __typeof__(&zbar_symbol_next) symbol_next;
  __typeof__(&zbar_symbol_get_type) symbol_get_type;
  __typeof__(&zbar_symbol_get_data) symbol_get_data;
  __typeof__(&zbar_symbol_get_data_length) symbol_get_data_length;
} zbar;

static bool is_open;

static void open_library(void) {
  void *library = dlopen("libzbar.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libzbar.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("/opt/homebrew/lib/libzbar.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define FIND(field, name)                                      \
  zbar.field = (__typeof__(zbar.field))dlsym(library, name);   \
  if (zbar.field == NULL) return
  FIND(scanner_create, "zbar_image_scanner_create");
  FIND(scanner_destroy, "zbar_image_scanner_destroy");
  FIND(scanner_set_config, "zbar_image_scanner_set_config");
  FIND(scan_image, "zbar_scan_image");
  FIND(image_create, "zbar_image_create");
  FIND(image_destroy, "zbar_image_destroy");
  FIND(image_set_format, "zbar_image_set_format");
  FIND(image_set_size, "zbar_image_set_size");
  FIND(image_set_data, "zbar_image_set_data");
  FIND(image_first_symbol, "zbar_image_first_symbol");
  FIND(symbol_next, "zbar_symbol_next");
  FIND(symbol_get_type, "zbar_symbol_get_type");
  FIND(symbol_get_data, "zbar_symbol_get_data");
  FIND(symbol_get_data_length, "zbar_symbol_get_data_length");
#undef FIND
  is_open = true;
}

bool qr_zbar_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

/* "Y800", a byte a point. */
static const unsigned long grey = 0x30303859;

bool qr_zbar_read(const unsigned char *points, unsigned width, unsigned height, struct qr_texts *texts) {
  if (!qr_zbar_open()) return true;
  zbar_image_scanner_t *scanner = zbar.scanner_create();
  if (scanner == NULL) return false;
  zbar_image_t *image = zbar.image_create();
  if (image == NULL) {
    zbar.scanner_destroy(scanner);
    return false;
  }
  /* Nothing but QR codes, and their bytes as they are: the less of the library that others' pictures reach the better. */
  zbar.scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  zbar.scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
  zbar.scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
  zbar.image_set_format(image, grey);
  zbar.image_set_size(image, width, height);
  zbar.image_set_data(image, points, (unsigned long)width * height, NULL);
  if (zbar.scan_image(scanner, image) > 0) {
    const zbar_symbol_t *symbol = zbar.image_first_symbol(image);
    for (; symbol != NULL; symbol = zbar.symbol_next(symbol)) {
      const char *data = zbar.symbol_get_data(symbol);
      if (zbar.symbol_get_type(symbol) != ZBAR_QRCODE || data == NULL) continue;
      qr_texts_add(texts, data, zbar.symbol_get_data_length(symbol));
    }
  }
  zbar.image_set_data(image, NULL, 0, NULL);
  zbar.image_destroy(image);
  zbar.scanner_destroy(scanner);
  return true;
}
