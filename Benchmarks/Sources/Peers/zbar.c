#include <string.h>
#include <zbar.h>

#include "peers.h"

bool peer_zbar(const uint8_t *points, int width, int height, const char *text) {
  zbar_image_scanner_t *scanner = zbar_image_scanner_create();
  zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
  zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
  zbar_image_t *image = zbar_image_create();
  zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
  zbar_image_set_size(image, (unsigned)width, (unsigned)height);
  zbar_image_set_data(image, points, (unsigned long)width * (unsigned long)height, NULL);
  bool is_right = zbar_scan_image(scanner, image) > 0;
  for (const zbar_symbol_t *symbol = zbar_image_first_symbol(image); symbol; symbol = zbar_symbol_next(symbol)) {
    unsigned count = zbar_symbol_get_data_length(symbol);
    is_right = is_right && count == strlen(text) && memcmp(zbar_symbol_get_data(symbol), text, count) == 0;
  }
  zbar_image_destroy(image);
  zbar_image_scanner_destroy(scanner);
  return is_right;
}
