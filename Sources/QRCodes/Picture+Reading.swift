import CZBar

extension Picture {
  /// The texts of the QR codes in the picture, each once, by libzbar; what is no UTF-8 is left out.
  ///
  /// Where there are none, light ones on dark are looked for. It may take a second or two for a large picture.
  ///
  /// - Throws: `noReader` where libzbar is not installed; `noMemory`.
  public func codes() throws(QRCodeError) -> [String] {
    let texts = try codesOnLight()
    guard texts.isEmpty else { return texts }
    return try Picture(unchecked: points.map { 255 - $0 }, width: width, height: height).codesOnLight()
  }

  private func codesOnLight() throws(QRCodeError) -> [String] {
    guard let zbar = ZBar.library else {
      throw QRCodeError(
        .noReader, "QR codes cannot be read on this machine.", reason: "libzbar is not installed.",
        advice: "Install it: apt-get install libzbar0")
    }
    guard let scanner = zbar.scanner_create(), let image = zbar.image_create() else {
      throw QRCodeError(.noMemory, "There is no memory to read the picture.")
    }
    defer {
      zbar.image_destroy(image)
      zbar.scanner_destroy(scanner)
    }
    // Nothing but QR codes, and their bytes as they are: the less of the library that others' pictures reach the better.
    _ = zbar.scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    _ = zbar.scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    _ = zbar.scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    return points.withUnsafeBufferPointer { points in
      zbar.image_set_format(image, ZBar.grey)
      zbar.image_set_size(image, UInt32(width), UInt32(height))
      zbar.image_set_data(image, points.baseAddress, UInt(points.count), nil)
      defer { zbar.image_set_data(image, nil, 0, nil) }
      guard zbar.scan_image(scanner, image) > 0 else { return [] }
      var texts: [String] = []
      var next = zbar.image_first_symbol(image)
      while let symbol = next {
        next = zbar.symbol_next(symbol)
        guard zbar.symbol_get_type(symbol) == ZBAR_QRCODE, let data = zbar.symbol_get_data(symbol) else { continue }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(zbar.symbol_get_data_length(symbol)))
        guard let text = String(validating: bytes, as: UTF8.self), !texts.contains(text) else { continue }
        texts.append(text)
      }
      return texts
    }
  }
}

/// libzbar, opened at its first use.
private enum ZBar {
  static let library: czbar? = {
    var zbar = czbar()
    return czbar_open(&zbar) == 1 ? zbar : nil
  }()

  /// "Y800", a byte a point.
  static let grey: UInt = 0x3030_3859
}
