import NodeRPC
import Outbox
import Primitives

/// The rule that turns a Kaia node's base fee into fees: pure arithmetic, no node.
///
/// The base fee stays between bounds that governance sets, and moves by a twentieth a block at most (KIP-71). As long as
/// it is at its lower bound blocks hold all, and nobody needs a tip; above it tips decide the order (KIP-162).
public struct KaiaFeeRule: Sendable, Hashable {
  /// The next block's base fee, in peb.
  public let baseFee: UInt256
  /// The lowest base fee that governance allows, in peb.
  public let lowerBound: UInt256
  /// The highest that it allows, in peb; never below ``lowerBound``.
  public let upperBound: UInt256
  /// The tip that the node suggests, in peb.
  public let suggestedTip: UInt256

  /// Takes a node's values; a base fee outside of its bounds is taken for the nearer one.
  public init(baseFee: UInt256, lowerBound: UInt256, upperBound: UInt256, suggestedTip: UInt256) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
    self.baseFee = min(max(baseFee, lowerBound), max(lowerBound, upperBound))
    self.suggestedTip = suggestedTip
  }

  /// Tip and ceiling of Ethereum's kinds: what the ceiling leaves is not paid.
  public func fees(_ speed: FeeSpeed) -> TransactionFees {
    let tip = tip(speed)
    let room: UInt256 =
      switch speed {
      case .slow: 110
      case .standard: 125
      case .fast: 200
      }
    return .dynamic(maxPriorityFeePerGas: tip, maxFeePerGas: ceiling(room).addingSaturated(tip))
  }

  /// The price of Kaia's own types, which is paid as it is: what it has above the base fee is a tip.
  ///
  /// The standard one is what nodes suggest: a tenth above the next base fee, and with tips a twentieth more.
  public func price(_ speed: FeeSpeed) -> UInt256 {
    let tip = tip(speed)
    let room: UInt256 =
      switch speed {
      case .slow: 105
      case .standard: tip == 0 ? 110 : 115
      case .fast: 130
      }
    return ceiling(room).addingSaturated(tip)
  }

  private func tip(_ speed: FeeSpeed) -> UInt256 {
    // The chain's lower bound is the next even number.
    guard baseFee > lowerBound.addingSaturated(1) else { return 0 }
    switch speed {
    case .slow: return suggestedTip / 2
    case .standard: return suggestedTip
    case .fast: return suggestedTip.addingSaturated(suggestedTip)
    }
  }

  /// A percentage of the base fee, which never rises above its upper bound.
  private func ceiling(_ percent: UInt256) -> UInt256 {
    max(baseFee, min(baseFee.scaled(percent: percent), upperBound))
  }
}

extension NodeClient {
  /// The rule by the node's base fee; nil for a node that does not report it, or of a chain before KIP-71.
  public func kaiaFeeRule() async throws(NodeError) -> KaiaFeeRule? {
    do throws(NodeError) {
      let (history, lower, upper, tip) = try await send(
        together: .feeHistory(blocks: 1, newest: .latest, percentiles: []),
        .lowerBoundGasPrice(namespace: options.namespace), .upperBoundGasPrice(namespace: options.namespace),
        .maxPriorityFeePerGas())
      guard let baseFee = history.baseFeePerGas.last, baseFee > 0 else { return nil }
      return KaiaFeeRule(baseFee: baseFee, lowerBound: lower, upperBound: upper, suggestedTip: tip)
    } catch {
      guard error.code == .rpc else { throw error }
      return nil
    }
  }
}
