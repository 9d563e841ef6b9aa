extension UInt256 {
  /// At most 32 big-endian bytes in memory.
  @usableFromInline
  init(unchecked bytes: UnsafeRawBufferPointer) {
    if bytes.count == 32 {
      self.init(
        high: UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)),
        low: UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt128.self)))
    } else {
      self.init()
      for byte in bytes { self = self << 8 | UInt256(_truncatingBits: UInt(byte)) }
    }
  }

  /// A big-endian number of 0…32 bytes.
  ///
  /// - Throws: `badLength` if there are more, even if the first are zero.
  @inlinable
  public init(bigEndian bytes: some Collection<UInt8>) throws(PrimitivesError) {
    let count = bytes.count
    guard count <= 32 else {
      throw PrimitivesError(.badLength, "a 256-bit number has at most 32 bytes, this one has \(count)")
    }
    self = bytes.withContiguousBytes { UInt256(unchecked: $0) }
  }

  /// The number as 32 big-endian bytes.
  public var bigEndianBytes: Bytes { Hash32(self).bytes }

  /// The number as big-endian bytes without leading zeros; none at all for zero.
  public var minimalBigEndianBytes: Bytes {
    Hash32(self).withUnsafeBytes { Bytes($0.suffix(significantByteCount)) }
  }

  /// The number of bytes that the number needs; 0 for zero.
  public var significantByteCount: Int { (263 - leadingZeroBitCount) / 8 }
}
