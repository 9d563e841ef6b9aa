import EVM
import Primitives

/// When forks began on the chains whose schedule is certain.
struct ForkTimes: Sendable {
  /// The first blocks of forks, in order.
  var blocks: [(fork: Fork, number: UInt64)] = []
  /// The first times of forks, in seconds since 1970, in order.
  var times: [(fork: Fork, timestamp: UInt64)] = []

  /// The fork of a block.
  func fork(number: UInt64, timestamp: UInt64) -> Fork {
    let timed = times.last { timestamp >= $0.timestamp }?.fork
    return timed ?? blocks.last { number >= $0.number }?.fork ?? .frontier
  }

  /// A chain's; nil for one that is not in this table.
  static func of(chainID: UInt256) -> ForkTimes? { known[chainID] }

  /// From the clients' own settings (go-ethereum `params/config.go`, execution-specs `FORK_CRITERIA`).
  private static let known: [UInt256: ForkTimes] = [
    // Ethereum
    1: ForkTimes(
      blocks: [
        (.homestead, 1_150_000), (.tangerineWhistle, 2_463_000), (.spuriousDragon, 2_675_000), (.byzantium, 4_370_000),
        (.petersburg, 7_280_000), (.istanbul, 9_069_000), (.berlin, 12_244_000), (.london, 12_965_000),
        (.paris, 15_537_394),
      ],
      times: [
        (.shanghai, 1_681_338_455), (.cancun, 1_710_338_135), (.prague, 1_746_612_311), (.osaka, 1_764_798_551),
        (.bpo1, 1_765_290_071), (.bpo2, 1_767_747_671),
      ]),
    // Sepolia
    11_155_111: ForkTimes(
      blocks: [(.london, 0), (.paris, 1_450_409)],
      times: [
        (.shanghai, 1_677_557_088), (.cancun, 1_706_655_072), (.prague, 1_741_159_776), (.osaka, 1_760_427_360),
        (.bpo1, 1_761_017_184), (.bpo2, 1_761_607_008),
      ]),
    // Hoodi
    560_048: ForkTimes(
      blocks: [(.paris, 0)],
      times: [
        (.cancun, 0), (.prague, 1_742_999_832), (.osaka, 1_761_677_592), (.bpo1, 1_762_365_720),
        (.bpo2, 1_762_955_544),
      ]),
  ]
}
