#ifndef CWEBP_SHIM_H
#define CWEBP_SHIM_H

#include <dlfcn.h>
#include <stddef.h>

#include <webp/decode.h>

/* The functions of libwebp that are used, found when they are needed first: one command reads photos. */
struct cwebp {
  __typeof__(&WebPGetFeaturesInternal) features;
  __typeof__(&WebPInitDecoderConfigInternal) configure;
  __typeof__(&WebPDecode) decode;
  __typeof__(&WebPFreeDecBuffer) free_buffer;
};

/* Opens the library and finds all of its functions; 0 if it is not there or lacks one. */
static inline int cwebp_open(struct cwebp *webp) {
  void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libwebp.7.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("/opt/homebrew/lib/libwebp.7.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define CWEBP_FIND(field, name)                                \
  webp->field = (__typeof__(webp->field))dlsym(library, name); \
  if (webp->field == NULL) return 0
  CWEBP_FIND(features, "WebPGetFeaturesInternal");
  CWEBP_FIND(configure, "WebPInitDecoderConfigInternal");
  CWEBP_FIND(decode, "WebPDecode");
  CWEBP_FIND(free_buffer, "WebPFreeDecBuffer");
#undef CWEBP_FIND
  return 1;
}

#endif
