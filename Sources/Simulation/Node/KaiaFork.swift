import EVM
import JSONFields
import NodeRPC
import Primitives
import StrictJSON

/// Kaia's rules for a block of a chain that is there already.
public struct KaiaFork: Sendable, Hashable {
  /// The fork of Ethereum that Kaia's is named after; Cancun stands for Kaia's fork Kaia.
  public let fork: Fork
  /// The bounds that governance has set for the base fee.
  public internal(set) var baseFee = BaseFeeBounds.kaia

  /// The chain ids of Kaia's main network and of its test network Kairos.
  public static let chainIDs: Set<UInt256> = [8217, 1001]

  /// The rules of a block of Kaia's own chains; nil for other chains, and before Kaia's fork Kaia, whose rules are not
  /// here.
  public init?(chainID: UInt256, block number: UInt64) {
    let blocks: (cancun: UInt64, prague: UInt64, osaka: UInt64)
    switch chainID {
    case 8217: blocks = (162_900_480, 190_670_000, 213_333_000)
    case 1001: blocks = (156_660_000, 187_930_000, 209_134_000)
    default: return nil
    }
    guard number >= blocks.cancun else { return nil }
    fork = number >= blocks.osaka ? .osaka : number >= blocks.prague ? .prague : .cancun
  }

  /// The rules of a chain of Kaia's kind, as its node names its forks (`kaia_forkStatus`); nil before the fork Kaia.
  init?(status: JSON) {
    func has(_ name: String) -> Bool { status["Is\(name)"]?.bool ?? false }
    guard has("Kaia") else { return nil }
    fork = has("Osaka") ? .osaka : has("Prague") ? .prague : .cancun
  }

  /// The rules of a chain of Kaia's kind by the precompiles that its node lists (KIP-276); nil if it names no fork's.
  init?(_ configuration: ChainConfiguration?) {
    guard let configuration, configuration.countsBlocks, configuration.current.fork >= .cancun else { return nil }
    fork = min(configuration.current.fork, .osaka)
  }

  /// The rule set.
  public var rules: RuleSet { RuleSet(kaia: fork, baseFee: baseFee) }

  /// The rules of the block after one of a chain that is not in the table, as its node gives them; nil for a chain
  /// whose rules are not known to be Kaia's.
  static func read(
    from client: NodeClient, after number: UInt64, configuration: ChainConfiguration?
  ) async -> KaiaFork? {
    guard let told = await parameters(client, at: number) else { return nil }
    var found: KaiaFork?
    do throws(NodeError) {
      let tag = JSON.string(UInt256(number).quantity)
      found = KaiaFork(status: try await client.call("kaia_forkStatus", [tag]))
    } catch {
      found = KaiaFork(configuration)
    }
    found?.baseFee.take(told)
    return found
  }

  /// A copy with the bounds that governance has set for the base fee, as far as the node gives them.
  func governed(by client: NodeClient, at number: UInt64) async -> KaiaFork {
    var fork = self
    if let told = await Self.parameters(client, at: number) { fork.baseFee.take(told) }
    return fork
  }

  private static func parameters(_ client: NodeClient, at number: UInt64) async -> NodeRPC.KaiaParameters? {
    do throws(NodeError) { return try await client.kaiaParameters(at: .number(number)) } catch { return nil }
  }

  /// Whether a node is one of Kaia's kind: all of them, however old, know their chain's number by that name.
  static func answers(_ client: NodeClient) async -> Bool {
    do throws(NodeError) {
      _ = try await client.send(NodeRequest<UInt256>("kaia_chainID", read: .quantity))
      return true
    } catch { return false }
  }
}

extension BaseFeeBounds {
  /// Takes the bounds that a node gives; the rest stays as it is.
  fileprivate mutating func take(_ told: NodeRPC.KaiaParameters) {
    func number(_ told: UInt256?, _ present: UInt64) -> UInt64 { told.map { UInt64(clamping: $0) } ?? present }
    lower = number(told.lowerBoundBaseFee, lower)
    upper = number(told.upperBoundBaseFee, upper)
    gasTarget = told.gasTarget ?? gasTarget
    mostGasUsed = told.maxBlockGasUsedForBaseFee ?? mostGasUsed
    denominator = told.baseFeeDenominator ?? denominator
  }
}
