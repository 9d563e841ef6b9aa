/// The fields of a form or a query, as `application/x-www-form-urlencoded` has them (WHATWG URL, 5.1).
package struct FormFields: Sendable, Hashable {
  /// The most fields of a form.
  package static let most = 200

  private var entries: [(name: String, value: String)] = []

  /// No field.
  package init() {}

  /// Reads fields from bytes.
  ///
  /// - Returns: Nil where a `%` is not followed by two digits, text is not UTF-8 or has a NUL, or there are too many.
  package init?(parsing bytes: some Collection<UInt8>) {
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      guard entries.count < Self.most else { return nil }
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.text(parts[0]), let value = parts.count > 1 ? Self.text(parts[1]) : "" else { return nil }
      entries.append((name, value))
    }
  }

  /// The names of all fields, in their order.
  package var names: [String] { entries.map(\.name) }

  /// The first value of a name; nil where there is no such field.
  package subscript(name: String) -> String? { entries.first { $0.name == name }?.value }

  /// All values of a name, in their order.
  package func all(_ name: String) -> [String] { entries.filter { $0.name == name }.map(\.value) }

  /// The value of a name without blanks around it; nil where there is none, or nothing but blanks.
  package func trimmed(_ name: String) -> String? { self[name].flatMap(Self.trimmed) }

  /// A text without blanks around it; nil where there is nothing else.
  static func trimmed(_ value: String) -> String? {
    let text = value.drop { $0.isWhitespace }
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...last])
  }

  /// Whether a box of this name was ticked.
  package func has(_ name: String) -> Bool { self[name] != nil }

  package static func == (left: FormFields, right: FormFields) -> Bool {
    left.entries.elementsEqual(right.entries) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for entry in entries {
      hasher.combine(entry.name)
      hasher.combine(entry.value)
    }
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String? {
    PercentCoding.decoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
  }
}

/// The coding of bytes in URLs (RFC 3986, 2.1).
enum PercentCoding {
  /// The text of percent-encoded UTF-8; nil where it is malformed or has a NUL.
  static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
      decoded.append(high << 4 | low)
    }
    guard !decoded.contains(0) else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }

  /// A text with all but unreserved characters encoded.
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: Array("-._~".utf8).contains(byte)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
