import Primitives

/// A block that is trusted, with its validators: from here later blocks are checked.
public struct KaiaAnchor: Hashable, Sendable {
  /// The chain whose rules later headers are checked by.
  public let chain: KaiaChain
  /// The block's number and hash.
  public let checkpoint: KaiaCheckpoint
  /// Its validators, who are asked whom they take for theirs later on.
  public let validators: Set<Address>
  /// Its time, in seconds since 1970.
  public let time: UInt64

  /// The changes of parameters that were followed to it.
  private let changes: [ParameterChange]

  /// The seconds for which an anchor is believed about later blocks: 30 days. A validator of then may have sold its key
  /// since.
  public static let lifetime: UInt64 = 30 * 86_400

  /// The block of a checkpoint.
  ///
  /// - Throws: `wrongHash` for another header than that of the checkpoint, `malformedGovernance`.
  public init(_ header: KaiaHeader, checkpoint: KaiaCheckpoint, chain: KaiaChain) throws(EvidenceError) {
    guard header.checkpoint == checkpoint else {
      throw EvidenceError(
        .wrongHash, "the node's block \(header.number) is not that of the checkpoint",
        about: checkpoint.number, reason: "it has the hash \(header.hash), the checkpoint is \(checkpoint)")
    }
    let change = try ParameterChange(header, of: chain)
    self.init(header, chain, change.map { [$0] } ?? [])
  }

  private init(_ header: KaiaHeader, _ chain: KaiaChain, _ changes: [ParameterChange]) {
    self.chain = chain
    self.changes = changes
    checkpoint = header.checkpoint
    validators = Set(header.validators)
    time = header.time
  }

  /// The parameters of a block, as far as they were decided by votes up to this one.
  ///
  /// - Throws: `unknownParameters` when the chain has none for the block.
  public func parameters(at number: UInt64) throws(EvidenceError) -> KaiaParameters {
    guard var parameters = chain.parameters(at: number) else {
      throw EvidenceError(
        .unknownParameters, "block \(number) cannot be checked",
        about: number, reason: "the parameters of chain \(chain.chainID) are not known for it")
    }
    for change in changes where change.first <= number { change.apply(to: &parameters) }
    return parameters
  }

  /// The parameters that changed on the way to it, each from the block on for which it counts.
  public var followed: [KaiaParameters.Range] {
    changes.compactMap { change in
      (try? parameters(at: change.first)).map {
        KaiaParameters.Range(change.first, committeeSize: $0.committeeSize, deriveSha: $0.deriveSha)
      }
    }
  }

  /// Whether it is too old to be believed about later blocks.
  ///
  /// - Parameter now: seconds since 1970.
  public func isStale(now: UInt64) -> Bool { now > time && now - time > Self.lifetime }

  /// The first block of the next epoch, whose header must not be passed over: it may change parameters.
  var nextEpoch: UInt64 {
    (checkpoint.number / chain.epoch &+ 1).multipliedReportingOverflow(by: chain.epoch).partialValue
  }

  /// Moves on to a later block if it is sealed, and by enough of the validators known here: one more than may lie, so that a
  /// truthful one took its list of validators for right.
  ///
  /// - Returns: nil if too few of them are among the sealers: a block nearer by shows more.
  /// - Throws: `notSealed`, `wrongHash` for the next block when it does not follow, `wrongBlock` for one that is not later.
  public func advanced(to header: KaiaHeader) throws(EvidenceError) -> KaiaAnchor? {
    guard header.number > checkpoint.number, header.time >= time else {
      throw EvidenceError(
        .wrongBlock, "block \(header.number) cannot follow block \(checkpoint.number)",
        about: header.number, reason: "its number or its time is not later")
    }
    let seals = try KaiaSeals(of: header, committeeSize: try parameters(at: header.number).committeeSize)
    if header.number - checkpoint.number == 1 && header.parentHash != checkpoint.hash {
      throw EvidenceError(
        .wrongHash, "block \(header.number) does not follow block \(checkpoint.number)",
        about: header.number, reason: "its parent has the hash \(header.parentHash) instead of \(checkpoint.hash)")
    }
    let known = seals.sealers.filter(validators.contains).count
    let size = try parameters(at: checkpoint.number).committeeSize
    guard known >= KaiaSeals.honestShare(validators: validators.count, committeeSize: size) else { return nil }
    let change = try header.number.isMultiple(of: chain.epoch) ? ParameterChange(header, of: chain) : nil
    return KaiaAnchor(header, chain, changes + (change.map { [$0] } ?? []))
  }
}
