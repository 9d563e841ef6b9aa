/// The address of an account: twenty bytes, written with the checksum of EIP-55.
public struct Address: Hashable, Sendable {
  // The bytes in memory order.
  private let word0: UInt64
  private let word1: UInt64
  private let word2: UInt32

  /// Twenty zero bytes.
  public static let zero = Address(word0: 0, word1: 0, word2: 0)

  private init(word0: UInt64, word1: UInt64, word2: UInt32) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
  }

  /// Twenty bytes at `pointer`.
  @usableFromInline
  init(unchecked pointer: UnsafeRawPointer) {
    word0 = pointer.loadUnaligned(as: UInt64.self)
    word1 = pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    word2 = pointer.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
  }

  /// Takes exactly 20 bytes.
  ///
  /// - Throws: `badLength` for any other count.
  @inlinable
  public init(_ bytes: some Collection<UInt8>) throws(PrimitivesError) {
    let count = bytes.count
    guard count == 20 else {
      throw PrimitivesError(.badLength, "an address has 20 bytes, this one has \(count)")
    }
    self = bytes.withContiguousBytes { $0.baseAddress.map { Address(unchecked: $0) } ?? .zero }
  }

  /// The last twenty bytes of a hash or of a 32-byte word.
  public init(truncating hash: Hash32) {
    self = hash.withUnsafeBytes { $0.baseAddress.map { Address(unchecked: $0 + 12) } ?? .zero }
  }

  /// The low 160 bits of a number.
  public init(truncating number: UInt256) {
    self.init(truncating: Hash32(number))
  }

  /// The twenty bytes.
  public var bytes: Bytes { withUnsafeBytes { Bytes($0) } }

  /// The bytes, without copying them.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Swift.withUnsafeBytes(of: self) { (buffer) throws(Failure) -> Result in
      try body(UnsafeRawBufferPointer(rebasing: buffer.prefix(20)))
    }
  }
}

extension Address: Comparable {
  /// Ordered as big-endian numbers.
  public static func < (left: Address, right: Address) -> Bool {
    if left.word0 != right.word0 { return left.word0.bigEndian < right.word0.bigEndian }
    if left.word1 != right.word1 { return left.word1.bigEndian < right.word1.bigEndian }
    return left.word2.bigEndian < right.word2.bigEndian
  }
}

extension Address: Codable {
  /// Decodes a text of 40 digits after `0x`, with or without EIP-55's letters.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text with EIP-55's letters.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(checksummed)
  }
}

extension UInt256 {
  /// The address's bytes as a big-endian number.
  public init(_ address: Address) {
    self = address.withUnsafeBytes { UInt256(unchecked: $0) }
  }
}
