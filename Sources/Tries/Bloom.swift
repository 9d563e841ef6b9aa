import Primitives

/// The filter of 2048 bits in receipts and headers by which one sees which blocks may have logs of an address or topic
/// (Yellow Paper, section 4.3.1).
public struct Bloom: Hashable, Sendable {
  /// The bits as they stand in a header, the highest first.
  public private(set) var bytes: Bytes

  /// The filter of no logs.
  public static let empty = Bloom()

  /// The filter of no logs.
  public init() { bytes = Bytes(repeating: 0, count: 256) }

  /// Takes exactly 256 bytes.
  ///
  /// - Throws: `badLength` for any other count.
  public init(_ bytes: Bytes) throws(TrieError) {
    guard bytes.count == 256 else {
      throw TrieError(.malformedBloom, "a bloom filter has 256 bytes, this one has \(bytes.count)")
    }
    self.bytes = bytes
  }

  /// Adds the bytes of an address or of a topic.
  public mutating func insert(_ item: Bytes) {
    for bit in Probe(item).bits { bytes[bit.index] |= bit.mask }
  }

  /// Adds what a log is found by: its address and its topics.
  public mutating func insert(address: Address, topics: [Hash32]) {
    insert(address.bytes)
    for topic in topics { insert(topic.bytes) }
  }

  /// Whether an address or a topic may be among what was added; false is certain.
  public func mayContain(_ item: Bytes) -> Bool { mayContain(Probe(item)) }

  /// Whether an item that is looked for in many filters may be among what was added; false is certain.
  public func mayContain(_ probe: Probe) -> Bool { probe.bits.allSatisfy { bytes[$0.index] & $0.mask != 0 } }

  /// The union of two filters; a block's filter is that of all its receipts.
  public static func | (left: Bloom, right: Bloom) -> Bloom {
    var result = left
    result |= right
    return result
  }

  /// Adds what is in another filter.
  public static func |= (left: inout Bloom, right: Bloom) {
    for index in left.bytes.indices { left.bytes[index] |= right.bytes[index] }
  }

  /// An item by the three bits that it has in every filter: to find them takes a Keccak-256.
  public struct Probe: Sendable {
    /// Eleven bits each of the first three pairs of the hash's bytes, counted from the filter's last byte's lowest bit.
    fileprivate let bits: [(index: Int, mask: UInt8)]

    /// The bytes of an address or of a topic.
    public init(_ item: Bytes) {
      let hash = Keccak256.hash(item).bytes
      bits = [0, 2, 4].map { pair in
        let bit = (Int(hash[pair]) << 8 | Int(hash[pair + 1])) & 2047
        return (255 - bit / 8, 1 << UInt8(bit % 8))
      }
    }
  }
}
