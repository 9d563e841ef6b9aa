import CWebP

/// Reads WebPs, by libwebp.
enum WebPReader {
  /// Reads a file that begins as a WebP does; what shines through is white.
  static func read(_ file: [UInt8]) throws(QRCodeError) -> Picture {
    guard let library else {
      throw .noDecoder(of: "WebP", library: "libwebp", package: "libwebp7")
    }
    return try file.withUnsafeBufferPointer { (bytes) throws(QRCodeError) in
      var config = WebPDecoderConfig()
      guard library.configure(&config, WEBP_DECODER_ABI_VERSION) != 0,
        library.features(bytes.baseAddress, bytes.count, &config.input, WEBP_DECODER_ABI_VERSION) == VP8_STATUS_OK
      else { throw .damaged }
      let (width, height) = (Int(config.input.width), Int(config.input.height))
      try Picture.check(width, height)
      guard config.input.has_animation == 0 else {
        throw QRCodeError(
          .badPicture, "The picture is animated.", advice: "Take a screenshot of it while it shows the code.")
      }
      config.output.colorspace = MODE_YUVA
      let status = library.decode(bytes.baseAddress, bytes.count, &config)
      defer { library.free_buffer(&config.output) }
      guard status != VP8_STATUS_OUT_OF_MEMORY else {
        throw .noMemory
      }
      let planes = config.output.u.YUVA
      guard status == VP8_STATUS_OK, let light = planes.y, let opacity = planes.a,
        Int(planes.y_stride) >= width, Int(planes.a_stride) >= width
      else { throw .damaged }
      var points: [UInt8] = []
      points.reserveCapacity(width * height)
      for row in 0..<height {
        let (light, opacity) = (light + row * Int(planes.y_stride), opacity + row * Int(planes.a_stride))
        for column in 0..<width {
          let share = Int(opacity[column])
          points.append(UInt8((Int(light[column]) * share + 255 * (255 - share)) / 255))
        }
      }
      return Picture(unchecked: points, width: width, height: height)
    }
  }

  /// libwebp, opened at its first use.
  private static let library: cwebp? = {
    var library = cwebp()
    return cwebp_open(&library) == 1 ? library : nil
  }()
}
