/// Keccak-256 as Ethereum and Klaytn use it: the padding of the original submission, not of SHA-3 (FIPS 202).
public struct Keccak256: Sendable {
  /// Bytes absorbed for each permutation.
  static let rate = 136

  private var state = KeccakState()
  /// The number of bytes of the current block that are absorbed already, 0 ..< rate.
  private var filled = 0

  /// A hasher that has seen nothing yet.
  public init() {}

  /// Absorbs more bytes.
  ///
  /// - Complexity: O(n); nothing is allocated if the bytes are stored in one piece.
  @inlinable
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    var copy = self
    bytes.withContiguousBytes { copy.update(buffer: $0) }
    self = copy
  }

  /// Absorbs the bytes of a buffer.
  public mutating func update(buffer: UnsafeRawBufferPointer) {
    guard var source = buffer.baseAddress else { return }
    var count = buffer.count
    if filled > 0 {
      let part = min(count, Self.rate - filled)
      state.absorb(source, count: part, at: filled)
      filled += part
      source += part
      count -= part
      guard filled == Self.rate else { return }
      state.permute()
      filled = 0
    }
    while count >= Self.rate {
      state.absorbBlock(source)
      state.permute()
      source += Self.rate
      count -= Self.rate
    }
    state.absorb(source, count: count, at: 0)
    filled = count
  }

  /// The hash of everything absorbed; the hasher is as new afterwards.
  public mutating func finalize() -> Hash32 {
    state.pad(at: filled)
    state.permute()
    let hash = state.digest
    self = Keccak256()
    return hash
  }

  /// The hash of some bytes.
  @inlinable
  public static func hash(_ bytes: some Sequence<UInt8>) -> Hash32 {
    bytes.withContiguousBytes { hash($0) }
  }

  /// The hash of some bytes.
  public static func hash(_ bytes: [UInt8]) -> Hash32 {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// The hash of some bytes.
  public static func hash(_ bytes: Span<UInt8>) -> Hash32 {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// The hash of a buffer's bytes.
  public static func hash(_ buffer: UnsafeRawBufferPointer) -> Hash32 {
    var hasher = Keccak256()
    hasher.update(buffer: buffer)
    hasher.state.pad(at: hasher.filled)
    hasher.state.permute()
    return hasher.state.digest
  }
}

extension KeccakState {
  /// Mixes 136 bytes into the state.
  @inline(__always)
  mutating func absorbBlock(_ source: UnsafeRawPointer) {
    @inline(__always)
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: source.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
    }
    a0 ^= word(0)
    a1 ^= word(1)
    a2 ^= word(2)
    a3 ^= word(3)
    a4 ^= word(4)
    a5 ^= word(5)
    a6 ^= word(6)
    a7 ^= word(7)
    a8 ^= word(8)
    a9 ^= word(9)
    a10 ^= word(10)
    a11 ^= word(11)
    a12 ^= word(12)
    a13 ^= word(13)
    a14 ^= word(14)
    a15 ^= word(15)
    a16 ^= word(16)
  }

  /// Mixes `count` bytes into the state from byte `offset` on; together they stay within one block.
  @inline(__always)
  mutating func absorb(_ source: UnsafeRawPointer, count: Int, at offset: Int) {
    withLanes { lanes in
      var position = offset
      var index = 0
      while index < count && position & 7 != 0 {
        lanes[position >> 3] ^=
          UInt64(source.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64((position & 7) &* 8)
        position &+= 1
        index &+= 1
      }
      while index &+ 8 <= count {
        lanes[position >> 3] ^= UInt64(littleEndian: source.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        position &+= 8
        index &+= 8
      }
      while index < count {
        lanes[position >> 3] ^=
          UInt64(source.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64((position & 7) &* 8)
        position &+= 1
        index &+= 1
      }
    }
  }

  /// The padding of the original Keccak: a one bit after the message, a one bit at the end of the block.
  @inline(__always)
  mutating func pad(at filled: Int) {
    withLanes { $0[filled >> 3] ^= 1 &<< UInt64((filled & 7) &* 8) }
    a16 ^= 1 << 63
  }

  @inline(__always)
  private mutating func withLanes(_ body: (UnsafeMutablePointer<UInt64>) -> Void) {
    withUnsafeMutableBytes(of: &self) { bytes in
      if let base = bytes.baseAddress { body(base.assumingMemoryBound(to: UInt64.self)) }
    }
  }

  /// The first 32 bytes of the state.
  var digest: Hash32 {
    Hash32(words: a0.littleEndian, a1.littleEndian, a2.littleEndian, a3.littleEndian)
  }
}
