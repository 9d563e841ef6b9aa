import EVM
import NodeRPC
import StrictJSON

/// The rules of a block, with the fork of Ethereum that they are named after, and how they are known.
public struct BlockRules: Sendable {
  /// The source by which it is known that a block has these rules.
  public enum Source: String, Sendable, Hashable {
    /// The chain's forks are in a table here.
    case schedule
    /// The node gives them.
    case node
    /// The fields of the newest header show them; what no field shows may be different.
    case header
    /// The nearest rules, where the node's are not known.
    case unknown
  }

  /// The newest fork that the block is known to have.
  public let fork: Fork
  /// Its rules, with the blob market as the node gives it.
  public let rules: RuleSet
  /// The source by which they are known.
  public let source: Source
  /// The rules of a chain of Kaia's kind; nil for one of Ethereum's, and where Kaia's are not known.
  public let kaia: KaiaFork?
  /// Whether the chain is one of Kaia's kind, whether its rules are known or not.
  public let isKaia: Bool

  init(fork: Fork, rules: RuleSet, source: Source) {
    (self.fork, self.rules, self.source, kaia, isKaia) = (fork, rules, source, nil, false)
  }

  init(kaia: KaiaFork?, source: Source) {
    // Before Kaia's fork Kaia its rules are not here; those are the nearest.
    (fork, rules) = (kaia?.fork ?? .cancun, kaia?.rules ?? RuleSet(kaia: .cancun))
    (self.source, self.kaia, isKaia) = (source, kaia, true)
  }

  /// Whether they are those of the chain, so that a trial by them says what the chain will do.
  public var areKnown: Bool { source != .unknown }
  /// Whether more than the newest header speaks for them.
  public var areCertain: Bool { source == .schedule || source == .node }

  /// The rules of the block after one, asking the node for what its header does not show.
  ///
  /// A chain in the table of Ethereum's needs no question. Else Kaia's chains are recognised by their ids, or by
  /// methods that only their nodes have; of a chain whose blocks have no base fee a devnet is asked for its hardfork.
  ///
  /// - Parameters:
  ///   - block: The block before.
  ///   - timestamp: The block's own time in seconds since 1970.
  ///   - configuration: The node's own configuration, if it gives one.
  public static func read(
    of block: NodeBlock, timestamp: UInt64, configuration: ChainConfiguration?, from client: NodeClient
  ) async -> BlockRules {
    let told = block.rules(timestamp: timestamp, configuration: configuration)
    guard told.source != .schedule else { return told }
    if let kaia = KaiaFork(chainID: block.chainID, block: block.number.addingReportingOverflow(1).partialValue) {
      return BlockRules(kaia: await kaia.governed(by: client, at: block.number), source: .schedule)
    }
    // A node that tells the times of forks is none of Kaia's kind, unless it has its chain id.
    var isKaia = KaiaFork.chainIDs.contains(block.chainID)
    if !isKaia, configuration.map(\.countsBlocks) ?? true { isKaia = await KaiaFork.answers(client) }
    if isKaia {
      let kaia = await KaiaFork.read(from: client, after: block.number, configuration: configuration)
      return BlockRules(kaia: kaia, source: kaia == nil ? .unknown : .node)
    }
    guard told.source == .unknown, let fork = await hardfork(of: client) else { return told }
    return BlockRules(fork: fork, rules: RuleSet(fork), source: .node)
  }

  /// The hardfork of a devnet's next block, as `anvil_nodeInfo` names it; nil if the node is none.
  private static func hardfork(of client: NodeClient) async -> Fork? {
    do throws(NodeError) {
      let name = try await client.call("anvil_nodeInfo")["hardFork"]?.string?.lowercased()
      return Fork.allCases.first { "\($0)".lowercased() == name }
    } catch { return nil }
  }
}
