/// Recursive-length prefix: how Ethereum writes byte strings and lists of them.
public enum RLP {
  /// A byte string or a list.
  public enum Item: Hashable, Sendable {
    /// Bytes, of any number; numbers, addresses and hashes are such.
    case bytes(Bytes)
    /// Items, in order; none is a list too.
    case list([Item])
  }

  /// The limits of a decoder.
  public struct Limits: Hashable, Sendable {
    /// The deepest nesting of lists; never more than 512, so that no input exhausts the stack.
    public var depth: Int {
      didSet { depth = min(depth, Limits.deepest) }
    }
    /// The most items in all.
    public var items: Int

    /// Lists in lists up to 64 deep, a million items, by default.
    public init(depth: Int = 64, items: Int = 1_000_000) {
      self.depth = min(depth, Limits.deepest)
      self.items = items
    }

    /// 64 levels and a million items.
    public static let `default` = Limits()

    private static let deepest = 512
  }
}

extension RLP.Item {
  /// A number as its big-endian bytes without leading zeros.
  public static func uint(_ value: UInt256) -> RLP.Item { .bytes(value.minimalBigEndianBytes) }

  /// A number as its big-endian bytes without leading zeros.
  public static func uint(_ value: UInt64) -> RLP.Item {
    .bytes(UInt256(high: 0, low: UInt128(value)).minimalBigEndianBytes)
  }

  /// An address as its twenty bytes.
  public static func address(_ value: Address) -> RLP.Item { .bytes(value.bytes) }

  /// A hash as its 32 bytes.
  public static func hash(_ value: Hash32) -> RLP.Item { .bytes(value.bytes) }

  /// The byte string.
  ///
  /// - Throws: `notBytes` for a list.
  public func bytes() throws(RLPError) -> Bytes {
    guard case .bytes(let bytes) = self else { throw RLPError(.notBytes, "an RLP list stands where bytes are due") }
    return bytes
  }

  /// The list's items.
  ///
  /// - Throws: `notList` for a byte string.
  public func list() throws(RLPError) -> [RLP.Item] {
    guard case .list(let items) = self else { throw RLPError(.notList, "RLP bytes stand where a list is due") }
    return items
  }

  /// The number; none of its bytes is a leading zero.
  ///
  /// - Throws: `notBytes`, `leadingZeros`, or `overflow` for more than 32 bytes.
  public func uint256() throws(RLPError) -> UInt256 {
    let bytes = try bytes()
    guard bytes.count <= 32 else {
      throw RLPError(.overflow, "an RLP number has \(bytes.count) bytes, more than the 32 of a 256-bit number")
    }
    guard bytes.first != 0 else { throw RLPError(.leadingZeros, "an RLP number begins with a zero byte") }
    return bytes.withUnsafeBytes { UInt256(unchecked: $0) }
  }

  /// The number, if it fits into 64 bits.
  ///
  /// - Throws: `notBytes`, `leadingZeros`, or `overflow`.
  public func uint64() throws(RLPError) -> UInt64 {
    guard let value = UInt64(exactly: try uint256()) else {
      throw RLPError(.overflow, "an RLP number is larger than 2^64 - 1")
    }
    return value
  }

  /// The address of exactly twenty bytes.
  ///
  /// - Throws: `notBytes` or `badLength`.
  public func address() throws(RLPError) -> Address {
    let bytes = try bytes()
    do throws(PrimitivesError) {
      return try Address(bytes)
    } catch {
      throw RLPError(.badLength, "an address of \(bytes.count) bytes instead of 20 in RLP")
    }
  }

  /// The hash of exactly 32 bytes.
  ///
  /// - Throws: `notBytes` or `badLength`.
  public func hash() throws(RLPError) -> Hash32 {
    let bytes = try bytes()
    do throws(PrimitivesError) {
      return try Hash32(bytes)
    } catch {
      throw RLPError(.badLength, "a hash of \(bytes.count) bytes instead of 32 in RLP")
    }
  }
}
