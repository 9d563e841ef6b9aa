import EVM
import Primitives

extension Devnet {
  /// The priority fee of a transaction that names none, in wei for a unit of gas.
  static let usualTip: UInt256 = 1_000_000_000

  /// The priority fee that a node would suggest, in wei for a unit of gas.
  var suggestedTip: UInt256 { chain.kaia.map(kaiaTip) ?? Self.usualTip }

  /// The gas price that a node would suggest, in wei for a unit of gas.
  var suggestedGasPrice: UInt256 {
    let baseFee = nextHeader.baseFee ?? 0
    guard let kaia = chain.kaia else { return baseFee &+ Self.usualTip }
    let tip = kaiaTip(kaia)
    // The bounds keep it far below 2²⁵⁶ / 115.
    return tip == 0 ? baseFee * 110 / 100 : baseFee * 115 / 100 + tip
  }

  /// Nothing while the base fee is the lowest; else the 60th percentile of the three lowest tips of each of the last 20
  /// blocks, 500 Gkei at most.
  private func kaiaTip(_ parameters: KaiaChainParameters) -> UInt256 {
    guard let baseFee = nextHeader.baseFee, baseFee > parameters.baseFeeBounds.effective.lowerBound else { return 0 }
    let tips = chain.blocks.suffix(20).flatMap { block -> [UInt256] in
      let fee = block.header.baseFee ?? 0
      return block.receipts.map { $0.effectiveGasPrice - min(fee, $0.effectiveGasPrice) }.sorted().prefix(3).map { $0 }
    }.sorted()
    guard !tips.isEmpty else { return 0 }
    return min(tips[(tips.count - 1) * 60 / 100], 500_000_000_000)
  }
}

extension Chain {
  /// When a transaction that waits is replaced.
  var replacement: TransactionPool.Replacement { kaia == nil ? .tenPercent : .anyMoreOrCancel }
}
