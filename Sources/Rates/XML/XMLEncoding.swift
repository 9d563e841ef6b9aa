import Primitives

/// The encodings of XML that are read: UTF-8, and windows-1251 by a table.
enum XMLEncoding {
  /// The bytes of a document in UTF-8, without the mark of UTF-8 and the declaration in front.
  ///
  /// - Throws: `badAnswer` for another encoding, and for bytes that are not what they are declared to be.
  static func utf8(of document: Bytes) throws(RatesError) -> ArraySlice<UInt8> {
    var text = document[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    var encoding = "utf-8"
    if text.starts(with: "<?xml ".utf8) {
      // The declaration stays behind: the library would believe it.
      guard let end = text.prefix(200).firstIndex(of: UInt8(ascii: ">")) else {
        throw RatesError(xml: "It ends too early.")
      }
      encoding = declared(in: String(decoding: text[..<end], as: UTF8.self).lowercased()) ?? encoding
      text = text[(end + 1)...]
    }
    switch encoding {
    case "utf-8", "utf8", "us-ascii":
      guard String(validating: text, as: UTF8.self) != nil else { throw RatesError(xml: "It is no UTF-8.") }
      return text
    case "windows-1251", "cp1251": return windows1251(text)[...]
    default: throw RatesError(xml: "It is neither in UTF-8 nor in windows-1251.")
    }
  }

  /// The value of `encoding` in a declaration, in quotes of either kind.
  private static func declared(in declaration: String) -> String? {
    guard let attribute = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return nil }
    let parts = attribute.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
    return parts.count > 1 ? String(parts[1]) : nil
  }

  private static func windows1251(_ bytes: ArraySlice<UInt8>) -> Bytes {
    var text: Bytes = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text += upperHalf[Int(byte) - 0x80] }
    }
    return text
  }

  /// The characters 0x80 to 0xff of windows-1251; 0x98 has none.
  private static let upperHalf =
    ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї"
    + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя").unicodeScalars.map { Bytes(String($0).utf8) }
}
