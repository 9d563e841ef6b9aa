#ifndef CTURBOJPEG_SHIM_H
#define CTURBOJPEG_SHIM_H

#include <dlfcn.h>
#include <stddef.h>

#include <turbojpeg.h>

/* The functions of libturbojpeg that are used, found when they are needed first: one command reads photos. libjpeg's own
   interface jumps out of C on an error, over whatever called it; this one returns. */
struct cturbojpeg {
  __typeof__(&tjInitDecompress) open;
  __typeof__(&tjDecompressHeader3) header;
  __typeof__(&tjDecompress2) decompress;
  __typeof__(&tjGetErrorCode) error;
  __typeof__(&tjDestroy) close;
};

/* Opens the library and finds all of its functions; 0 if it is not there or lacks one. */
static inline int cturbojpeg_open(struct cturbojpeg *jpeg) {
  void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libturbojpeg.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("/opt/homebrew/lib/libturbojpeg.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define CTURBOJPEG_FIND(field, name)                           \
  jpeg->field = (__typeof__(jpeg->field))dlsym(library, name); \
  if (jpeg->field == NULL) return 0
  CTURBOJPEG_FIND(open, "tjInitDecompress");
  CTURBOJPEG_FIND(header, "tjDecompressHeader3");
  CTURBOJPEG_FIND(decompress, "tjDecompress2");
  CTURBOJPEG_FIND(error, "tjGetErrorCode");
  CTURBOJPEG_FIND(close, "tjDestroy");
#undef CTURBOJPEG_FIND
  return 1;
}

#endif
