import EVM
import NodeRPC
import Primitives

extension NodeBlock {
  /// The rules of a block after this one, or of this one itself.
  ///
  /// The newest of three: what the fields of this header show (London, Paris, Shanghai, Cancun, Prague), what the
  /// chain's schedule says where that is certain, and what the node says of itself (EIP-7910), which is how Osaka and
  /// blob parameters of chains that are not in the table are known. A header without a base fee, of a chain that is not
  /// in the table, shows nothing: Berlin is taken for the nearest, and the source is `unknown`.
  ///
  /// Kaia's chains have rules of their own, which no header shows: see
  /// ``BlockRules/read(of:timestamp:configuration:from:)``.
  ///
  /// - Parameters:
  ///   - timestamp: The block's time in seconds since 1970; nil is this block's.
  ///   - configuration: The node's own configuration, if it gives one.
  public func rules(timestamp: UInt64? = nil, configuration: ChainConfiguration? = nil) -> BlockRules {
    let time = timestamp ?? header.timestamp
    let (next, isLast) = number.addingReportingOverflow(timestamp == nil ? 0 : 1)
    let scheduled = ForkTimes.of(chainID: chainID)?.fork(number: isLast ? number : next, timestamp: time)
    var fork = max(forkOfFields, scheduled ?? .frontier)
    // Without a schedule, the oldest rules that chains still have.
    if scheduled == nil { fork = max(fork, .berlin) }
    let stage = configuration?.stage(timestamp: time)
    if let stage { fork = max(fork, stage.fork) }
    // Forks that changed nothing but the blob market are known by it.
    if let blobs = stage?.blobs, fork >= .osaka {
      fork = [.bpo2, .bpo1].first { RuleSet($0).blobs?.target == blobs[0] } ?? fork
    }
    var rules = RuleSet(fork)
    if let blobs = stage?.blobs, rules.blobs != nil {
      rules.blobs?.target = blobs[0]
      rules.blobs?.max = blobs[1]
      rules.blobs?.updateFraction = blobs[2]
    }
    let source: BlockRules.Source =
      scheduled != nil
      ? .schedule
      : stage.map { $0.fork >= .cancun } ?? false
        ? .node
        : forkOfFields >= .london ? .header : .unknown
    return BlockRules(fork: fork, rules: rules, source: source)
  }

  /// The newest fork that the header's fields show; Frontier if none does.
  private var forkOfFields: Fork {
    if hasRequests { return .prague }
    if excessBlobGas != nil || parentBeaconBlockRoot != nil { return .cancun }
    if hasWithdrawals { return .shanghai }
    guard header.baseFeePerGas != nil else { return .frontier }
    return difficulty == 0 && mixHash != .zero ? .paris : .london
  }

  /// The block after this one, as transactions in it will see it.
  ///
  /// The next block's producer, gas limit and randomness can't be known: they are this block's.
  ///
  /// - Parameters:
  ///   - timestamp: Its time in seconds since 1970; at least one more than this block's is taken.
  ///   - baseFee: Its base fee in wei, if the node gives it; else it follows by EIP-1559.
  ///   - blockHash: The hashes of blocks before.
  public func next(
    timestamp: UInt64, rules: RuleSet, baseFee: UInt256? = nil,
    blockHash: @escaping @Sendable (UInt64) throws -> Hash32?
  ) -> BlockEnvironment {
    let limit = header.gasLimit ?? UInt64(Int64.max)
    let fee = header.baseFeePerGas ?? 0
    let followed = rules.baseFee.map { $0.next(gasLimit: limit, gasUsed: header.gasUsed, baseFee: fee) }
    let excess = rules.blobs?.nextExcess(excess: excessBlobGas ?? 0, used: blobGasUsed ?? 0, baseFee: fee)
    return BlockEnvironment(
      chainID: chainID, number: number.addingReportingOverflow(1).partialValue,
      timestamp: max(timestamp, header.timestamp.addingReportingOverflow(1).partialValue), gasLimit: limit,
      coinbase: header.miner ?? .zero, difficulty: difficulty ?? 0, prevRandao: mixHash,
      baseFee: rules.baseFee == nil ? 0 : baseFee ?? followed ?? 0, excessBlobGas: excess ?? 0, parentHash: hash,
      parentBeaconBlockRoot: parentBeaconBlockRoot ?? .zero, blockHash: blockHash)
  }
}
