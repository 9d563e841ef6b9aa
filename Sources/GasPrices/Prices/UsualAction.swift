import NodeRPC
import Primitives
import Sending

/// Something people do on a chain, and the gas it takes.
public struct UsualAction: Sendable, Hashable {
  /// The source of its gas.
  public enum Origin: String, Sendable, Hashable {
    /// The protocol says so: a transfer to an account without code.
    case fixed
    /// The gas is that which such a call commonly takes.
    case common
    /// The gas was measured on another deployment of the same contract.
    case measured
    /// The node tried it a moment ago.
    case estimated
    /// The one who asks says so.
    case told
  }

  /// The name, for people.
  public let name: String
  /// In units of gas.
  public let gas: UInt64
  /// The source of ``gas``.
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

  /// The exchange of one token for another at a pool.
  public static let swap = UsualAction("swap", gas: 150_000, .common)
  /// The transfer of a token that is one of its kind (ERC-721).
  public static let nftTransfer = UsualAction("NFT transfer", gas: 85_000, .common)
  /// The actions that everybody does.
  public static let all = [transfer, tokenTransfer, nftTransfer, swap]

  /// The name in small letters without spaces, as it is typed: `erc-20-transfer`.
  public var word: String { name.lowercased().replacing(" ", with: "-") }

  /// Whether a text can be the word of an action: up to 40 small letters, digits and `-`.
  public static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
  }

  /// The most gas that an action takes: an action is one transaction.
  public static let mostGas = GasBounds.mostPerTransaction

  /// An action of one's own, as in `swap=150000`: its word, and its gas, ``mostGas`` at most.
  ///
  /// - Returns: Nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Self.isName(parts[0]), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let gas = UInt64(parts[1]), (1...Self.mostGas).contains(gas)
    else { return nil }
    self.init(parts[0], gas: gas, .told)
  }

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
