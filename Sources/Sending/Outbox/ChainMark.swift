import Primitives

/// Which chain an intent is for: its id and, for chains that anybody can start anew under the same id, its first block.
///
/// Without that, a devnet that was started again would be told that everything was bought already, and what was tried on
/// a fork of a chain, where it costs nothing, could be offered to the chain itself later.
public struct ChainMark: Sendable, Hashable, CustomStringConvertible {
  public let chainID: UInt256
  /// The hash of its first block, or the id of a fork's instance; nil for the public chains, and where a node does not
  /// tell.
  public let genesis: Hash32?

  public init(chainID: UInt256, genesis: Hash32? = nil) {
    self.chainID = chainID
    self.genesis = genesis
  }

  /// Chains of which there is one: Ethereum, Sepolia, Hoodi, Holesky, Kaia and Kairos.
  static let unique: Set<UInt256> = [1, 11_155_111, 560_048, 17_000, 8217, 1001]

  /// As it stands in the file.
  public var description: String { "\(chainID)" + (genesis.map { " \($0)" } ?? "") }

  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let id = try? UInt256(parsing: String(first)) else { return nil }
    chainID = id
    guard parts.count == 2 else {
      genesis = nil
      return
    }
    guard let hash = try? Hash32(String(parts[1])) else { return nil }
    genesis = hash
  }
}
