import EVM
import NodeRPC
import Primitives
import StrictJSON

/// Kaia's rules at a block of a chain that is there already.
struct KaiaFork {
  let fork: Fork
  var parameters = KaiaChainParameters()

  /// The rules of Kaia's own chains after a block; nil for other chains, and before Kaia's fork Kaia, whose rules are not
  /// here.
  init?(chainID: UInt256, block number: UInt64) {
    let blocks: (cancun: UInt64, prague: UInt64, osaka: UInt64)
    switch chainID {
    case 8217: blocks = (162_900_480, 190_670_000, 211_090_000)
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

  var rules: RuleSet { RuleSet(kaia: parameters, fork) }

  /// The rules after a block, with the prices that governance has set, as far as the node tells them; nil for a chain that
  /// is none of Kaia's kind.
  static func read(from client: NodeClient, chainID: UInt256, block number: UInt64) async -> KaiaFork? {
    let told: NodeRPC.KaiaParameters?
    do throws(NodeError) { told = try await client.kaiaParameters(at: .number(number)) } catch { told = nil }
    var found = KaiaFork(chainID: chainID, block: number)
    if found == nil, told != nil {
      do throws(NodeError) {
        let tag = JSON.string(UInt256(number).quantity)
        found = KaiaFork(status: try await client.call("kaia_forkStatus", [tag]))
      } catch {}
    }
    if let told { found?.parameters.take(told) }
    return found
  }
}

extension KaiaChainParameters {
  /// Takes what a node tells; the rest stays as it is.
  fileprivate mutating func take(_ told: NodeRPC.KaiaParameters) {
    func number(_ told: UInt256?, _ present: UInt64) -> UInt64 { told.map { UInt64(clamping: $0) } ?? present }
    lowerBoundBaseFee = number(told.lowerBoundBaseFee, lowerBoundBaseFee)
    upperBoundBaseFee = number(told.upperBoundBaseFee, upperBoundBaseFee)
    gasTarget = told.gasTarget ?? gasTarget
    mostGasUsedForBaseFee = told.maxBlockGasUsedForBaseFee ?? mostGasUsedForBaseFee
    baseFeeDenominator = told.baseFeeDenominator ?? baseFeeDenominator
  }
}
