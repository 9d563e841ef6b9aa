import EVM
import Primitives
import Transactions

/// Kaia's chains.
struct KaiaChain: ChainKind {
  let parameters: KaiaChainParameters

  let isKaia = true
  let accountsHaveKeys = true
  /// Kaia's forks begin at blocks, and a time would be no one's (KIP-276).
  let forksBeginAtTimes = false
  let identityMark = " (Kaia's rules)"
  let replacement = TransactionPool.Replacement.anyMoreOrCancel
  let keepsBlobs = true
  let subscriptionNamespaces = ["eth", "kaia", "klay"]

  func rules(of fork: Fork, _ genesis: Genesis?) -> RuleSet { RuleSet(kaia: parameters, fork) }

  func checkFirstFork(_ fork: Fork) throws(DevnetError) {
    guard fork < .cancun else { return }
    throw DevnetError(
      .malformedGenesis,
      """
      a chain of Kaia's can't have the rules of \(fork)
      there are Kaia's since its fork Kaia: \(RuleSet.kaiaForks.map { "\($0)" }.joined(separator: ", "))
      choose one of them, or another chain id
      """)
  }

  /// Kaia's blocks have no limit.
  func firstGasLimit(_ wanted: UInt64) -> UInt64 { KaiaChainParameters.upperGasLimit }

  func firstBaseFee(_ wanted: UInt256) -> UInt256 { parameters.baseFee.clamp(wanted) }

  func fullBlockGas(_ header: BlockHeader) -> UInt64 { parameters.baseFee.mostGasUsed }

  /// Nothing while the base fee is the lowest; else the 60th percentile of the three lowest tips of each of the last 20
  /// blocks, 500 Gkei at most.
  func suggestedTip(_ chain: Chain, next header: BlockHeader) -> UInt256 {
    guard let baseFee = header.baseFee, baseFee > parameters.baseFee.effective.lowerBound else { return 0 }
    let tips = chain.blocks.suffix(20).flatMap { block -> [UInt256] in
      let fee = block.header.baseFee ?? 0
      return block.receipts.map { $0.effectiveGasPrice - min(fee, $0.effectiveGasPrice) }.sorted().prefix(3).map { $0 }
    }.sorted()
    guard !tips.isEmpty else { return 0 }
    return min(tips[(tips.count - 1) * 60 / 100], 500_000_000_000)
  }

  func suggestedGasPrice(_ chain: Chain, next header: BlockHeader) -> UInt256 {
    let (baseFee, tip) = (header.baseFee ?? 0, suggestedTip(chain, next: header))
    // The bounds keep it far below 2²⁵⁶ / 115.
    return tip == 0 ? baseFee * 110 / 100 : baseFee * 115 / 100 + tip
  }

  func decode(_ bytes: Bytes) throws(DevnetError) -> DevnetTransaction {
    do throws(TransactionError) {
      return try DevnetTransaction(SignedTransaction(decoding: bytes))
    } catch {
      throw DevnetError(.malformedTransaction, error.nodeText(of: bytes))
    }
  }

  func checkIsNew(_ sent: DevnetTransaction, _ chain: Chain, _ pool: TransactionPool) throws(DevnetError) {
    guard pool[sent.hash] == nil else {
      throw DevnetError(.alreadyKnown, "known transaction: \(sent.hash.hex.dropFirst(2))")
    }
  }

  func validate(_ sent: DevnetTransaction, _ ledger: Ledger, isMinedAtOnce: Bool) throws {
    try KaiaTransactionValidator(ledger).validate(sent)
  }

  /// Nodes tell what a revert gave as geth does, and of all else, a revert that gave nothing included, no more than the
  /// receipt of a transaction would.
  func failure(_ result: ExecutionResult) -> DevnetError? {
    if result.outcome == .reverted, !result.output.isEmpty { return DevnetError(result) }
    return KaiaTransactionFailure(result.outcome).map { DevnetError(.executionFailed, $0.nodeText) }
  }
}
