#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <string>

extern "C" {
#include "peers.h"
}

bool peer_zxing(const uint8_t *points, int width, int height, const char *text) {
  ZXing::DecodeHints hints;
  /* All that it can do for a code is on unless it is turned off. */
  hints.setFormats(ZXing::BarcodeFormat::QRCode);
  bool is_right = false;
  for (const auto &result : ZXing::ReadBarcodes({points, width, height, ZXing::ImageFormat::Lum}, hints)) {
    const auto &bytes = result.bytes();
    if (std::string(bytes.begin(), bytes.end()) != text) return false;
    is_right = true;
  }
  return is_right;
}
