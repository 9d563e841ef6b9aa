import CPng
import CTurboJPEG
import CWebP
import Platform
import QRCodes

/// A file of a test that could not be written.
struct WriterError: Error {}

/// Files of the formats that are read, written by the libraries that read them.
enum PictureWriter {
  /// A JPEG.
  ///
  /// - Parameters:
  ///   - pixels: As many bytes a point as the format has.
  ///   - quality: 1 to 100.
  static func jpeg(
    _ pixels: [UInt8], width: Int, height: Int, format: TJPF = TJPF_GRAY, sampling: TJSAMP = TJSAMP_GRAY,
    quality: Int = 80, flags: Int32 = 0
  ) throws -> [UInt8] {
    let library = dlopen("libturbojpeg.so.0", RTLD_NOW)
    let open = try symbol(library, "tjInitCompress", as: (@convention(c) () -> tjhandle?).self)
    let close = try symbol(library, "tjDestroy", as: (@convention(c) (tjhandle?) -> Int32).self)
    let free = try symbol(library, "tjFree", as: (@convention(c) (UnsafeMutablePointer<UInt8>?) -> Void).self)
    typealias Compress =
      @convention(c) (
        tjhandle?, UnsafePointer<UInt8>?, Int32, Int32, Int32, Int32,
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<UInt>?, Int32, Int32, Int32
      ) -> Int32
    let compress = try symbol(library, "tjCompress2", as: Compress.self)
    let encoder = open()
    defer { _ = close(encoder) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { free(bytes) }
    guard
      compress(
        encoder, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &bytes, &count,
        Int32(sampling.rawValue), Int32(quality), flags) == 0, let bytes
    else { throw WriterError() }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// A WebP of pixels of four bytes: red, green, blue and opacity.
  ///
  /// - Parameter quality: 0 to 100; nil for a file without loss.
  static func webP(_ pixels: [UInt8], width: Int, height: Int, quality: Float?) throws -> [UInt8] {
    let library = dlopen("libwebp.so.7", RTLD_NOW)
    var bytes: UnsafeMutablePointer<UInt8>?
    let count: Int
    if let quality {
      typealias Encode =
        @convention(c) (
          UnsafePointer<UInt8>?, Int32, Int32, Int32, Float, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
        ) -> Int
      count = try symbol(library, "WebPEncodeRGBA", as: Encode.self)(
        pixels, Int32(width), Int32(height), Int32(4 * width), quality, &bytes)
    } else {
      typealias Encode =
        @convention(c) (
          UnsafePointer<UInt8>?, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
        ) -> Int
      count = try symbol(library, "WebPEncodeLosslessRGBA", as: Encode.self)(
        pixels, Int32(width), Int32(height), Int32(4 * width), &bytes)
    }
    let free = try symbol(library, "WebPFree", as: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
    defer { free(bytes) }
    guard count > 0, let bytes else { throw WriterError() }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// A PNG of 16 bits a point.
  static func deepPNG(_ points: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
    image.format = png_uint_32(PNG_FORMAT_FLAG_LINEAR)
    defer { png_image_free(&image) }
    let deep = points.map { UInt16($0) * 257 }
    var count = 4096 + 3 * points.count
    var file = [UInt8](repeating: 0, count: count)
    guard png_image_write_to_memory(&image, &file, &count, 0, deep, 0, nil) != 0 else { throw WriterError() }
    return Array(file.prefix(count))
  }

  /// Pixels of four bytes, red, green, blue and opacity.
  static func coloured(_ picture: Picture, opacity: (UInt8) -> UInt8 = { _ in 255 }) -> [UInt8] {
    picture.points.flatMap { [$0, $0, $0, opacity($0)] }
  }

  private static func symbol<Function>(
    _ library: UnsafeMutableRawPointer?, _ name: String, as type: Function.Type
  ) throws -> Function {
    guard let library, let address = dlsym(library, name) else { throw WriterError() }
    return unsafeBitCast(address, to: type)
  }
}
