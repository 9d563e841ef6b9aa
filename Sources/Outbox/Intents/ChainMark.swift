import Primitives

/// The chain of an intent: its id and, for chains that anybody can start anew under the same id, its first block.
///
/// Without that, a devnet that was started again would seem to have everything bought already, and what was tried on a
/// fork of a chain, where it costs nothing, could be offered to the chain itself later.
public struct ChainMark: Sendable, Hashable, CustomStringConvertible {
  /// The id that the chain gives itself (EIP-155).
  public let chainID: UInt256
  /// The hash of its first block, or the id of a fork's instance; nil for the public chains, and where a node does not
  /// give it.
  public let genesis: Hash32?

  /// Whether it is a fork of the chain with its id: what is signed on it would be good on that chain, too.
  public let isFork: Bool

  /// A chain by its id and, where that does not suffice, by what else is known of it.
  public init(chainID: UInt256, genesis: Hash32? = nil, isFork: Bool = false) {
    self.chainID = chainID
    self.genesis = genesis
    self.isFork = isFork
  }

  /// Kaia and its test network.
  package static let kaia: Set<UInt256> = [8217, 1001]

  /// Chains of which there is one: Ethereum, Sepolia, Hoodi, Holesky, Kaia and Kairos.
  package static let unique: Set<UInt256> = [1, 11_155_111, 560_048, 17_000, 8217, 1001]

  /// The form in the file: `8217`, `31337 0x…`, `8217 fork 0x…`.
  public var description: String {
    "\(chainID)" + (isFork ? " fork" : "") + (genesis.map { " \($0)" } ?? "")
  }

  init?(text: String) {
    var parts = text.split(separator: " ")[...]
    guard let first = parts.popFirst(), let id = try? UInt256(parsing: String(first)) else { return nil }
    isFork = parts.first == "fork"
    if isFork { parts.removeFirst() }
    chainID = id
    guard let last = parts.popFirst() else {
      genesis = nil
      return
    }
    guard parts.isEmpty, let hash = try? Hash32(String(last)) else { return nil }
    genesis = hash
  }
}
