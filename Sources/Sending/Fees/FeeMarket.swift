import NodeRPC
import Outbox
import Primitives

/// The fees that a chain asks at a moment, at each speed: pure arithmetic, no node.
public struct FeeMarket: Sendable, Hashable {
  /// The newest blocks, which the fees follow from; nil on a chain without base fees.
  public let history: FeeHistory?
  /// Whether the fees are those of ``FeeRule``, so that it can be tried on earlier blocks.
  public let isByHistory: Bool
  private let quotes: [FeeSpeed: FeeQuote]

  /// The fees by ``FeeRule`` or Kaia's rule.
  ///
  /// - Parameters:
  ///   - history: The answer to `eth_feeHistory` for ``FeeRule/blocks`` and ``FeeRule/percentiles``.
  ///   - fallbackTip: In wei, for when every block was empty.
  ///   - kaia: Kaia's rule instead of Ethereum's.
  /// - Returns: Nil if the chain has no base fee.
  public init?(history: FeeHistory, fallbackTip: UInt256 = Amount.gwei(1).wei, kaia: KaiaFeeRule? = nil) {
    guard let base = history.baseFeePerGas.last, let usual = FeeRule.fees(history: history, fallbackTip: fallbackTip)
    else { return nil }
    self.history = history
    isByHistory = kaia == nil
    quotes = usual.reduce(into: [:]) { quotes, usual in
      let fees = kaia?.fees(usual.key) ?? usual.value
      quotes[usual.key] = FeeQuote(
        price: min(base.addingSaturated(fees.tip), fees.maximumPerGas), fees: fees,
        nativePrice: kaia?.price(usual.key) ?? fees.maximumPerGas)
    }
  }

  /// One price at all speeds, on a chain without base fees.
  public init(gasPrice: UInt256) {
    history = nil
    isByHistory = false
    quotes = FeeSpeed.allCases.reduce(into: [:]) { $0[$1] = FeeQuote(gasPrice: gasPrice) }
  }

  /// The fees at a speed.
  public subscript(speed: FeeSpeed) -> FeeQuote {
    guard let quote = quotes[speed] else { preconditionFailure("there is a quote for each speed") }
    return quote
  }
}
