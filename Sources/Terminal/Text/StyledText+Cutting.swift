extension StyledText {
  /// The beginning of a text in at most `columns` columns, with an ellipsis where something is missing.
  ///
  /// An address or hash is in it whole or not at all: the beginning of one could be that of another.
  package func cut(to columns: Int) -> StyledText {
    guard width > columns else { return self }
    guard columns > 0 else { return "" }
    let kept = beginning(columns - 1)
    let partial = kept.plain.utf8.reversed().prefix { HexNumeral.isPart($0) }.reversed()
    let isInside = HexNumeral.isPart(plain.utf8.dropFirst(kept.plain.utf8.count).first ?? 0)
    let ellipsis = StyledText("…")
    guard isInside, HexNumeral.isBeginning(partial) else { return kept + ellipsis }
    return beginning(columns - 1 - DisplayWidth.of(String(decoding: partial, as: UTF8.self))) + ellipsis
  }

  /// The text with its addresses and hashes shortened, as in `0x123456…abcdef`, as far as it takes to fit into `columns`
  /// columns; at least six digits stay at either end of each.
  package func shortened(to columns: Int) -> StyledText {
    var excess = width - columns
    guard excess > 0 else { return self }
    return mapped { HexNumeral.shortened(in: $0, by: &excess) }
  }

  private func beginning(_ columns: Int) -> StyledText {
    var room = columns
    return mapped { text in
      String(
        text.prefix { character in
          room -= DisplayWidth.of(character)
          return room >= 0
        })
    }
  }
}

/// A hexadecimal number of many digits in a text: an address, a hash, a key.
private enum HexNumeral {
  /// Fewer digits than these are no longer than what is left of a shortened number.
  private static let fewestDigits = 16
  /// The width below which none is shortened: `0x`, six digits, an ellipsis and six digits.
  private static let narrowest = 15

  /// Shortens the numbers of a text one after the other until `excess` columns are saved.
  static func shortened(in text: String, by excess: inout Int) -> String {
    var result = ""
    var rest = text[...]
    while excess > 0, let found = first(in: rest) {
      let length = rest[found].utf8.count
      let digits = max(narrowest, length - excess) - 3
      result += rest[..<found.lowerBound] + rest[found].prefix(2 + digits - digits / 2) + "…"
      result += rest[found].suffix(digits / 2)
      excess -= length - digits - 3
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// Whether a byte may be one of a shortened number: those of `0x`, of digits and of the ellipsis.
  static func isPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "x") || "…".utf8.contains(byte)
  }

  /// Whether bytes begin as a number does.
  static func isBeginning(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "0x".utf8) }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte < 0x7F && Character(Unicode.Scalar(byte)).isHexDigit
  }

  private static func first(in text: Substring) -> Range<Substring.Index>? {
    let bytes = text.utf8
    var start = bytes.startIndex
    while let zero = bytes[start...].firstIndex(of: UInt8(ascii: "0")) {
      start = bytes.index(after: zero)
      guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "x") else { continue }
      let digits = bytes[bytes.index(after: start)...].prefix { isDigit($0) }
      if digits.count >= fewestDigits { return zero..<digits.endIndex }
    }
    return nil
  }
}
