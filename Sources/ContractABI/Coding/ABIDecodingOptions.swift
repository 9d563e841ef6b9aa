import Primitives

/// The strictness with which encoded data is read, and the bounds of what comes out of it.
public struct ABIDecodingOptions: Sendable, Hashable {
  /// Whether padding must be as the specification has it: zeros (copies of the sign for signed integers), whole words
  /// after bytes and strings, and UTF-8 in strings. Offsets, lengths and the limit are checked in any case.
  public var isStrict: Bool
  /// The number of bytes that may be read, counting those that are read twice; `nil` means four times the data and 4 KiB.
  ///
  /// Data whose offsets overlap can decode to exponentially more than it holds; this is what stops it.
  public var limit: Int?
  /// Whether a string that is not UTF-8 is read with U+FFFD in place of what is wrong, however strict the rest is.
  public var repairsText: Bool

  /// Everything checked, the usual limit and no repairs by default.
  public init(isStrict: Bool = true, limit: Int? = nil, repairsText: Bool = false) {
    self.isStrict = isStrict
    self.limit = limit
    self.repairsText = repairsText
  }

  /// Everything is checked.
  public static let strict = ABIDecodingOptions()
  /// For contracts (old compilers, hand-written assembly) that leave dirt in the padding, which is ignored.
  public static let lenient = ABIDecodingOptions(isStrict: false)
  /// Everything is checked but the text: a contract that does its work right keeps whatever text anybody gave it, and
  /// one that is broken must not make all of an answer unreadable.
  public static let anyText = ABIDecodingOptions(repairsText: true)

  func budget(for count: Int) -> Int { limit ?? count.multipliedSaturated(by: 4).addingSaturated(4096) }
}
