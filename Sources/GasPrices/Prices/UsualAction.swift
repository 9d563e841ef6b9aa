import NodeRPC
import Primitives

/// Something people do on a chain, and the gas it takes.
public struct UsualAction: Sendable, Hashable {
  /// How its gas is known.
  public enum Origin: String, Sendable, Hashable {
    /// The protocol says so: a transfer to an account without code.
    case fixed
    /// It is the gas that such a call commonly takes.
    case common
    /// It was measured on another deployment of the same contract.
    case measured
    /// The node tried it a moment ago.
    case estimated
  }

  /// The name, for people.
  public let name: String
  /// In units of gas.
  public let gas: UInt64
  /// How ``gas`` is known.
  public let origin: Origin

  /// An action with gas that is known already.
  public init(_ name: String, gas: UInt64, _ origin: Origin) {
    self.name = name
    self.gas = gas
    self.origin = origin
  }

  /// Money to an account without code (Yellow Paper, appendix G).
  public static let transfer = UsualAction("transfer", gas: 21_000, .fixed)
  /// A token's `transfer` (ERC-20).
  public static let tokenTransfer = UsualAction("ERC-20 transfer", gas: 65_000, .common)

  /// The action with the gas that the node now estimates for a call; itself if the node will not.
  public func estimated(by node: NodeClient, _ call: CallRequest) async -> UsualAction {
    guard let gas = try? await node.estimateGas(call) else { return self }
    return UsualAction(name, gas: gas, .estimated)
  }

  /// The cost at a price in wei for a unit of gas; nil above 2²⁵⁶ wei.
  public func cost(at price: UInt256) -> Amount? {
    let (wei, overflow) = price.multipliedReportingOverflow(by: UInt256(gas))
    return overflow ? nil : Amount(wei: wei)
  }
}
