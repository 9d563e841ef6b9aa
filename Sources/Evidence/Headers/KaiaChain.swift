/// A chain of Kaia's as its headers are checked: what they do not say of themselves.
///
/// Parameters that were voted for are pinned by range of blocks; changes in headers after the checkpoint are followed.
/// Changes after the last range and before the checkpoint, and those that a contract of the chain makes (KIP-81), are
/// not seen: lists of blocks have another root then than the one expected, and prove nothing.
public struct KaiaChain: Hashable, Sendable {
  /// The chain's number (EIP-155).
  public let chainID: UInt64
  /// The blocks from which its forks count.
  public var forks: KaiaForks
  /// The number of blocks after which votes are counted.
  public var epoch: UInt64
  /// The parameters by range, in the order of the blocks; a range ends where the next begins.
  public var ranges: [KaiaParameters.Range]

  /// A chain.
  public init(chainID: UInt64, forks: KaiaForks, epoch: UInt64 = 604_800, ranges: [KaiaParameters.Range]) {
    self.chainID = chainID
    self.forks = forks
    self.epoch = max(1, epoch)
    self.ranges = ranges.sorted { $0.first < $1.first }
  }

  /// The parameters that are pinned for a block; nil before the first range.
  public func parameters(at number: UInt64) -> KaiaParameters? {
    ranges.last { $0.first <= number }?.parameters
  }

  /// This chain with the parameters that headers changed since the last range.
  func following(_ changes: [KaiaParameters.Range]) -> KaiaChain {
    guard !changes.isEmpty else { return self }
    let others = ranges.filter { range in !changes.contains { $0.first == range.first } }
    return KaiaChain(chainID: chainID, forks: forks, epoch: epoch, ranges: others + changes)
  }

  /// The chain of a number, if it is one of those whose parameters are known here.
  public static func known(_ chainID: UInt64) -> KaiaChain? {
    [mainnet, kairos].first { $0.chainID == chainID }
  }

  /// Kaia's Mainnet (formerly Cypress). Votes: committee 31 in block 95352567 and 50 in 161809335, tries in 127692621; each
  /// counts from the second epoch after it.
  public static let mainnet = KaiaChain(
    chainID: 8217,
    forks: KaiaForks(magma: 99_841_497, kore: 119_750_400, randao: 147_534_000, osaka: 213_333_000),
    ranges: [
      KaiaParameters.Range(0, committeeSize: 22, deriveSha: .concatenation),
      KaiaParameters.Range(96_163_201, committeeSize: 31, deriveSha: .concatenation),
      KaiaParameters.Range(128_822_400, committeeSize: 31, deriveSha: .trie),
      KaiaParameters.Range(162_691_200, committeeSize: 50, deriveSha: .trie),
    ])

  /// Kaia's test network (formerly Baobab). Its tries came between two blocks that were seen: for those in between the root's
  /// form is not known.
  public static let kairos = KaiaChain(
    chainID: 1001,
    forks: KaiaForks(magma: 98_347_376, kore: 111_736_800, randao: 141_367_000, osaka: 209_134_000),
    ranges: [
      KaiaParameters.Range(0, committeeSize: 22, deriveSha: .concatenation),
      KaiaParameters.Range(83_863_327, committeeSize: 22, deriveSha: nil),
      KaiaParameters.Range(118_540_800, committeeSize: 22, deriveSha: .trie),
    ])
}
