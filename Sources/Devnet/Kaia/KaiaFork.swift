import EVM
import Primitives

/// The rules of Kaia's own chains by the number of a block.
struct KaiaFork {
  let fork: Fork
  let parameters = KaiaParameters()

  /// The rules after a block; nil for other chains, and before Kaia's fork Kaia, whose rules are not here.
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

  var rules: RuleSet { RuleSet(kaia: parameters, fork) }
}
