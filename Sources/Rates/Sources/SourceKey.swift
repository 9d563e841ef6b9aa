/// The key that a source answers to; it is in no text that this type gives out.
public struct SourceKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The key itself, for an address or a header line.
  let text: String

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - text: Letters, digits, `-`, `_` and `.`, at most 256.
  ///   - source: The source's name, for the error.
  /// - Throws: `badKey` for anything else.
  public init(_ text: String, of source: String) throws(RatesError) {
    let isPart = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || [0x2d, 0x2e, 0x5f].contains(byte)
    }
    guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy(isPart) else {
      throw RatesError(
        .badKey, "The key of \(source) cannot be one.",
        reason: "A key is made of letters, digits, '-', '_' and '.'; this has something else, or nothing, in it.",
        facts: .key(ofSource: source))
    }
    self.text = text
  }

  /// No more than that it is one.
  public var description: String { "a key" }

  /// Nothing of what is inside.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
