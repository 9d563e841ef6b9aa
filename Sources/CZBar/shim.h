#ifndef CZBAR_SHIM_H
#define CZBAR_SHIM_H

#include <dlfcn.h>
#include <stddef.h>

#include <zbar.h>

/* The functions of libzbar that are used, found when they are needed first: linked, the library would bring sixteen others
   (X11, D-Bus, Video4Linux …) into every start of the program, 3 ms of it. */
struct czbar {
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
};

/* Opens the library and finds all of its functions; 0 if it is not there or lacks one. */
static inline int czbar_open(struct czbar *zbar) {
  void *library = dlopen("libzbar.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libzbar.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("/opt/homebrew/lib/libzbar.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define CZBAR_FIND(field, name)                                  \
  zbar->field = (__typeof__(zbar->field))dlsym(library, name);   \
  if (zbar->field == NULL) return 0
  CZBAR_FIND(scanner_create, "zbar_image_scanner_create");
  CZBAR_FIND(scanner_destroy, "zbar_image_scanner_destroy");
  CZBAR_FIND(scanner_set_config, "zbar_image_scanner_set_config");
  CZBAR_FIND(scan_image, "zbar_scan_image");
  CZBAR_FIND(image_create, "zbar_image_create");
  CZBAR_FIND(image_destroy, "zbar_image_destroy");
  CZBAR_FIND(image_set_format, "zbar_image_set_format");
  CZBAR_FIND(image_set_size, "zbar_image_set_size");
  CZBAR_FIND(image_set_data, "zbar_image_set_data");
  CZBAR_FIND(image_first_symbol, "zbar_image_first_symbol");
  CZBAR_FIND(symbol_next, "zbar_symbol_next");
  CZBAR_FIND(symbol_get_type, "zbar_symbol_get_type");
  CZBAR_FIND(symbol_get_data, "zbar_symbol_get_data");
  CZBAR_FIND(symbol_get_data_length, "zbar_symbol_get_data_length");
#undef CZBAR_FIND
  return 1;
}

#endif
