import JSONFields
import Primitives
import StrictJSON

/// A header of Ethereum's form with all that its hash is made of.
///
/// Reading one proves only that its fields belong together.
public struct EthereumHeader: Hashable, Sendable {
  /// The block's number.
  public let number: UInt64
  /// The hash of the block before it.
  public let parentHash: Hash32
  /// The hash of the header, by which the block is known.
  public let hash: Hash32

  /// Reads a header from a block of `eth_getBlockByNumber`; which of the forks' fields its hash has, the block itself shows.
  ///
  /// - Throws: `missingBlock` for `null`, `malformedHeader`, or `wrongHash` when the fields do not have the hash given with
  ///   them.
  public init(json: JSON) throws(EvidenceError) {
    if json.isNull {
      throw EvidenceError(
        .missingBlock, "the node has no such block", reason: "it answered null to the question for a header")
    }
    let fields = try EvidenceFields(json, .malformedHeader, "the header")
    number = try fields.required("number", .hexadecimal)
    parentHash = try fields.required("parentHash", .looseHash)
    hash = Keccak256.hash(RLP.encode(.list(try Self.first(fields, parentHash, number) + Self.later(fields))))
    guard let told = try fields.optional("hash", .looseHash), told != hash else { return }
    throw EvidenceError(
      .wrongHash, "the header of block \(number) is not what the node says it is",
      about: number, reason: "its fields have the hash \(hash), the node tells \(told)")
  }

  /// The fields that every header has.
  private static func first(
    _ fields: EvidenceFields, _ parent: Hash32, _ number: UInt64
  ) throws(EvidenceError) -> [RLP.Item] {
    [
      .hash(parent), .hash(try fields.required("sha3Uncles", .looseHash)),
      .address(try fields.required("miner", .address)), .hash(try fields.required("stateRoot", .looseHash)),
      .hash(try fields.required("transactionsRoot", .looseHash)),
      .hash(try fields.required("receiptsRoot", .looseHash)),
      .bytes(try fields.required("logsBloom", .bytes(256...256))),
      .uint(try fields.required("difficulty", JSONReader<UInt256>.hexadecimal)), .uint(number),
      .uint(try fields.required("gasLimit", JSONReader<UInt64>.hexadecimal)),
      .uint(try fields.required("gasUsed", JSONReader<UInt64>.hexadecimal)),
      .uint(try fields.required("timestamp", JSONReader<UInt64>.hexadecimal)),
      .bytes(try fields.required("extraData", .bytes(0...1 << 17))),
      .hash(try fields.required("mixHash", .looseHash)), .bytes(try fields.required("nonce", .bytes(8...8))),
    ]
  }

  /// The fields that forks added, up to the last that the block has; one that it lacks before that is empty.
  private static func later(_ fields: EvidenceFields) throws(EvidenceError) -> [RLP.Item] {
    let items: [RLP.Item?] = [
      try fields.optional("baseFeePerGas", JSONReader<UInt256>.hexadecimal).map { .uint($0) },
      try fields.optional("withdrawalsRoot", .looseHash).map { .hash($0) },
      try fields.optional("blobGasUsed", JSONReader<UInt64>.hexadecimal).map { .uint($0) },
      try fields.optional("excessBlobGas", JSONReader<UInt64>.hexadecimal).map { .uint($0) },
      try fields.optional("parentBeaconBlockRoot", .looseHash).map { .hash($0) },
      try fields.optional("requestsHash", .looseHash).map { .hash($0) },
    ]
    let count = items.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
    return items.prefix(count).map { $0 ?? .bytes([]) }
  }
}
