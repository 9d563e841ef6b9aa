/// Unicode's normalisation form KD (UAX #15), which BIP-39 prescribes for phrases and passphrases.
///
/// Here rather than from Foundation, whose loading would cost every command more time than its own work.
package enum CompatibilityDecomposition {
  /// A text in normalisation form KD.
  ///
  /// - Complexity: O(n), but O(m log m) for m combining marks in a row.
  package static func nfkd(_ text: String) -> String {
    // ASCII is in this form already.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in nfkd(text.unicodeScalars) { result.append(scalar) }
    return String(result)
  }

  static func nfkd(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in scalars { append(scalar, to: &result) }
    order(&result)
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [Unicode.Scalar]) {
    let value = scalar.value
    if value < 0xa0 {
      result.append(scalar)
    } else if value >= Hangul.first && value < Hangul.first + Hangul.count {
      Hangul.append(value, to: &result)
    } else if let range = table.ranges[value] {
      result.append(contentsOf: table.scalars[range])
    } else {
      result.append(scalar)
    }
  }

  /// The canonical ordering: combining marks in a row by their class, equal classes as they stood.
  private static func order(_ scalars: inout [Unicode.Scalar]) {
    var start = 0
    while start < scalars.count {
      guard combiningClass(scalars[start]) != 0 else {
        start += 1
        continue
      }
      var marks: [(index: Int, order: UInt8)] = []
      while start + marks.count < scalars.count {
        let order = combiningClass(scalars[start + marks.count])
        if order == 0 { break }
        marks.append((start + marks.count, order))
      }
      if marks.count > 1 {
        let sorted = marks.sorted { ($0.order, $0.index) < ($1.order, $1.index) }.map { scalars[$0.index] }
        scalars.replaceSubrange(start..<start + marks.count, with: sorted)
      }
      start += marks.count
    }
  }

  private static func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
    scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
  }

  /// Hangul syllables, taken apart by arithmetic (The Unicode Standard, section 3.12).
  private enum Hangul {
    static let first: UInt32 = 0xac00
    static let count: UInt32 = 11172

    static func append(_ syllable: UInt32, to result: inout [Unicode.Scalar]) {
      let index = syllable - first
      let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11a7 + index % 28]
      for value in index % 28 == 0 ? jamo.prefix(2) : jamo[...] {
        if let scalar = Unicode.Scalar(value) { result.append(scalar) }
      }
    }
  }

  private struct Table: Sendable {
    var scalars: [Unicode.Scalar] = []
    var ranges: [UInt32: Range<Int>] = [:]
  }

  /// The data, read on first use.
  private static let table: Table = {
    var table = Table()
    var last: UInt32 = 0
    DecompositionData.entries.withUTF8Buffer { text in
      for entry in text.split(whereSeparator: { $0 <= 0x20 }) {
        let halves = entry.split(separator: UInt8(ascii: ":"))
        guard halves.count == 2 else { continue }
        let place = halves[0].split(separator: UInt8(ascii: "*")).map(hexadecimal)
        let target = halves[1].split(separator: UInt8(ascii: ".")).map(hexadecimal)
        guard let gap = place.first, let tail = target.last else { continue }
        last += gap
        for step in 0..<(place.count > 1 ? place[1] : 1) {
          if step > 0 { last += 1 }
          let start = table.scalars.count
          for value in target.dropLast() + [tail + step] {
            if let scalar = Unicode.Scalar(value) { table.scalars.append(scalar) }
          }
          table.ranges[last] = start..<table.scalars.count
        }
      }
    }
    return table
  }()

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    digits.reduce(0) { $0 << 4 | UInt32($1 <= 0x39 ? $1 - 0x30 : $1 - 0x57) }
  }
}
