import Primitives

extension Devnet {
  /// Carries a call out after a block and forgets what it changed; gives what it returned.
  ///
  /// - Throws: `reverted` with the data, `executionFailed`, `unknownBlock`, or a refusal such as `insufficientFunds`.
  public func call(
    _ request: DevnetCall, at reference: BlockReference = .latest, overriding overrides: CallOverrides? = nil
  ) throws -> Bytes {
    try trial(of: request, at: reference, overrides).output()
  }

  /// The gas limit with which a transaction succeeds, found by trying, at most 1.5 % above the lowest.
  ///
  /// The block to come is what it is tried in, so that time set or passed by hand counts.
  ///
  /// - Throws: `reverted` with the data, `executionFailed`, `gasAllowanceExceeded` if no limit suffices, or a refusal.
  public func estimateGas(
    _ request: DevnetCall, at reference: BlockReference = .pending, overriding overrides: CallOverrides? = nil
  ) throws -> UInt64 {
    try trial(of: request, at: reference, overrides).gasEstimate()
  }

  /// Tries a call with the accesses of the try before as its list, until they stay the same.
  ///
  /// Addresses that are warm anyway are left out unless their storage is used: the sender, the recipient, the
  /// precompiles and the authorities of authorizations (EIP-7702).
  ///
  /// - Throws: `unknownBlock`, or a refusal such as `insufficientFunds`.
  public func accessList(
    _ request: DevnetCall, at reference: BlockReference = .latest, overriding overrides: CallOverrides? = nil
  ) throws -> AccessListOutcome {
    try trial(of: request, at: reference, overrides).accessList()
  }

  func trial(of request: DevnetCall, at reference: BlockReference, _ overrides: CallOverrides?) throws -> Trial {
    try Trial(ledger, request, at: reference, overrides, gasLimit: options.callGasLimit)
  }

  /// The most blocks of a simulation, those between the ones given included.
  public static let mostSimulatedBlocks = BlockSimulator.mostBlocks

  /// Tries out blocks after a block of the chain, one after the other, and forgets them again (`eth_simulateV1`).
  ///
  /// - Parameters:
  ///   - isValidating: whether nonces and fees must be right; else calls that name no fee pay none.
  ///   - tracesTransfers: whether transfers of ether are logged (ERC-7528).
  /// - Throws: `unknownBlock`, `simulatedNumberOrder`, `simulatedTimeOrder`, `tooManySimulatedBlocks`, `invalidOverride`,
  ///   and for a call that the rules refuse an error with the number of `eth_simulateV1`.
  public func simulate(
    _ blocks: [SimulatedBlock], after reference: BlockReference = .latest, isValidating: Bool = false,
    tracesTransfers: Bool = false
  ) throws -> [SimulationOutcome] {
    try BlockSimulator(
      chain: chain, gasLimit: options.callGasLimit, isValidating: isValidating, tracesTransfers: tracesTransfers
    ).run(blocks, after: ledger.existing(reference == .pending ? .latest : reference))
  }
}
