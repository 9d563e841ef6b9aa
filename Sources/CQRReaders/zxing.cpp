#include "readers.h"

#if __has_include(<ZXing/ReadBarcode.h>) && __has_include(<ZXing/ZXVersion.h>)
#include <ZXing/ZXVersion.h>
#endif

#if defined(ZXING_VERSION_MAJOR) && ZXING_VERSION_MAJOR == 1 && ZXING_VERSION_MINOR == 4
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <dlfcn.h>

namespace {

/* The functions of libzxing that are used, by the names that C++ gives them. Types and all that is inline are of the headers
   of 1.4, and the library that is opened has their interface: that is what the number in its name says. */
struct Library {
  decltype(&ZXing::ReadBarcodes) read = nullptr;
  /* Members, which take their object first. */
  const ZXing::ByteArray &(*bytes)(const ZXing::Result *) = nullptr;
  int (*sequence_size)(const ZXing::Result *) = nullptr;

  Library() {
    void *library = dlopen("libZXing.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    bytes = reinterpret_cast<decltype(bytes)>(dlsym(library, "_ZNK5ZXing6Result5bytesEv"));
    sequence_size = reinterpret_cast<decltype(sequence_size)>(dlsym(library, "_ZNK5ZXing6Result12sequenceSizeEv"));
    if (bytes == nullptr || sequence_size == nullptr) return;
    read = reinterpret_cast<decltype(read)>(
      dlsym(library, "_ZN5ZXing12ReadBarcodesERKNS_9ImageViewERKNS_11DecodeHintsE"));
  }
};

const Library &library() {
  static const Library library;
  return library;
}

}  // namespace

bool qr_zxing_open(void) { return library().read != nullptr; }

bool qr_zxing_read(
  const unsigned char *points, unsigned width, unsigned height, bool is_thorough, struct qr_texts *texts) {
  const Library &zxing = library();
  if (zxing.read == nullptr) return true;
  try {
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode);
    hints.setTryHarder(is_thorough).setTryRotate(is_thorough).setTryDownscale(is_thorough);
    const ZXing::ImageView view(points, int(width), int(height), ZXing::ImageFormat::Lum);
    for (const ZXing::Result &result : zxing.read(view, hints)) {
      /* A part of a text that several codes share says nothing alone. */
      if (!result.isValid() || zxing.sequence_size(&result) > 1) continue;
      const ZXing::ByteArray &bytes = zxing.bytes(&result);
      qr_texts_add(texts, bytes.data(), bytes.size());
    }
    return true;
  } catch (...) {
    /* Nothing that it throws is of use to a caller in another language. */
    return false;
  }
}

#else

/* Without the headers of 1.4 this reader is not there. */
bool qr_zxing_open(void) { return false; }

bool qr_zxing_read(const unsigned char *, unsigned, unsigned, bool, struct qr_texts *) { return true; }

#endif
