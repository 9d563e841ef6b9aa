/// Thirty-two bytes: a Keccak-256 digest, a topic, a transaction's or block's hash, a salt.
///
/// Ordered as a big-endian number.
public struct Hash32: Hashable, Sendable {
  // The bytes in memory order; words rather than a tuple of bytes make comparing and hashing cheap.
  private let word0: UInt64
  private let word1: UInt64
  private let word2: UInt64
  private let word3: UInt64

  /// Thirty-two zero bytes.
  public static let zero = Hash32(words: 0, 0, 0, 0)

  /// Words whose memory holds the bytes in order.
  init(words word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
  }

  /// Thirty-two bytes at `pointer`.
  @usableFromInline
  init(unchecked pointer: UnsafeRawPointer) {
    word0 = pointer.loadUnaligned(as: UInt64.self)
    word1 = pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    word2 = pointer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    word3 = pointer.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
  }

  /// Takes exactly 32 bytes.
  ///
  /// - Throws: `badLength` for any other count.
  @inlinable
  public init(_ bytes: some Collection<UInt8>) throws(PrimitivesError) {
    let count = bytes.count
    guard count == 32 else {
      throw PrimitivesError(.badLength, "a hash has 32 bytes, this one has \(count)")
    }
    self = bytes.withContiguousBytes { $0.baseAddress.map { Hash32(unchecked: $0) } ?? .zero }
  }

  /// Reads `0x` and 64 digits.
  ///
  /// - Throws: `missingPrefix`, `badLength` or `badDigit`.
  public init(_ string: String) throws(PrimitivesError) {
    if let hash = Hash32(wellFormed: string) {
      self = hash
      return
    }
    let utf8 = string.utf8
    guard utf8.starts(with: "0x".utf8) || utf8.starts(with: "0X".utf8) else {
      throw PrimitivesError(
        .missingPrefix, "cannot read the hash \(quoted(string)): it does not begin with 0x\nput 0x before the 64 digits"
      )
    }
    guard utf8.count == 66 else {
      throw PrimitivesError(
        .badLength,
        "cannot read the hash \(quoted(string)): \(utf8.count - 2) digits instead of 64\ncopy the whole hash")
    }
    try self.init(Hex.decode(string))
  }

  /// The hash that a text without any flaw says, without an allocation; nil for any other.
  private init?(wellFormed text: String) {
    var text = text
    let hash = text.withUTF8 { utf8 -> Hash32? in
      guard utf8.count == 66, Hex.prefixLength(utf8) == 2, let digits = utf8.baseAddress else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
        guard let start = bytes.baseAddress, Hex.read(digits + 2, count: 32, to: start) else { return nil }
        return Hash32(unchecked: start)
      }
    }
    guard let hash else { return nil }
    self = hash
  }

  /// The number as 32 big-endian bytes.
  public init(_ number: UInt256) {
    self.init(
      words: UInt64(truncatingIfNeeded: number.high >> 64).bigEndian, UInt64(truncatingIfNeeded: number.high).bigEndian,
      UInt64(truncatingIfNeeded: number.low >> 64).bigEndian, UInt64(truncatingIfNeeded: number.low).bigEndian)
  }

  /// The 32 bytes.
  public var bytes: Bytes { withUnsafeBytes { Bytes($0) } }

  /// `0x` and 64 lower-case digits.
  public var hex: String { withUnsafeBytes { Hex.encode(buffer: $0, prefix: true) } }

  /// The bytes, without copying them.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Swift.withUnsafeBytes(of: self) { (buffer) throws(Failure) -> Result in try body(buffer) }
  }
}

extension Hash32: Comparable {
  /// Compares as numbers, the first byte the highest.
  public static func < (left: Hash32, right: Hash32) -> Bool { UInt256(left) < UInt256(right) }
}

extension Hash32: CustomStringConvertible {
  /// The text of `0x` and 64 digits.
  public var description: String { hex }
}

extension Hash32: Codable {
  /// Decodes a text of 64 digits after `0x`.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text of `0x` and 64 digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

extension UInt256 {
  /// The hash's bytes as a big-endian number.
  public init(_ hash: Hash32) {
    self = hash.withUnsafeBytes { UInt256(unchecked: $0) }
  }
}
