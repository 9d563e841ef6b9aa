import JSONFields
import Primitives
import StrictJSON

extension KaiaHeader {
  /// Reads a header from `kaia_getHeaderByNumber` (`klay_…` of older nodes) or from a block of `kaia_getBlockByNumber`.
  ///
  /// The chain's forks decide which optional fields its hash has, whatever the node gives.
  ///
  /// - Throws: `missingBlock` for `null`, `malformedHeader`, `unknownParameters`, or `wrongHash` when the fields do not
  ///   have the hash given with them.
  public init(json: JSON, chain: KaiaChain) throws(EvidenceError) {
    if json.isNull {
      throw EvidenceError(
        .missingBlock, "the node has no such block", reason: "it answered null to the question for a header")
    }
    let fields = try EvidenceFields(json, .malformedHeader, "the header")
    try self.init(fields, of: chain)
    guard let told = try fields.optional("hash", .looseHash), told != hash else { return }
    throw EvidenceError(
      .wrongHash, "the header of block \(number) is not what the node says it is",
      about: number, reason: "its fields have the hash \(hash), the node tells \(told)")
  }

  /// The RLP that is hashed: without committed seals, at round 0; the proposer's seal is in it or empty.
  func encoded(withSeal: Bool) -> Bytes {
    var items: [RLP.Item] = [
      .hash(parentHash), .address(rewardBase), .hash(stateRoot), .hash(transactionsRoot), .hash(receiptsRoot),
      .bytes(logsBloom), .uint(blockScore), .uint(number), .uint(gasUsed), .uint(time), .uint(UInt64(timeFoS)),
      .bytes(extra.hashed(withSeal: withSeal)), .bytes(governance), .bytes(vote),
    ]
    if let baseFee { items.append(.uint(baseFee)) }
    return RLP.encode(.list(items + furtherFields))
  }
}
