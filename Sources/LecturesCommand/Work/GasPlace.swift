import GasPrices
import LectureKit
import Locking
import NodeRPC
import Operations
import Primitives
import Terminal

/// The node that prices are asked of, with its network.
struct GasPlace: Sendable {
  let network: Network
  let chainID: UInt256
  let reader: PriceReader
  /// The node; nil if an oracle gives the prices and no node answers.
  let connection: Connection?
  /// The worth of the network's coin in other money; nil where nobody asked for it, or knows.
  var valuation: FiatValuation?

  /// The name of the unit that prices are given in.
  var unit: String { network.gasUnit.name }
}

extension GasPlace {
  /// The place that the settings name.
  init(of nodes: Nodes) async throws {
    let settings = nodes.settings
    network = try settings.network()
    guard let oracle = try settings.gasOracle(of: network), let chainID = network.chainID else {
      let place = try await nodes.connection()
      (self.chainID, connection) = (place.session.chainID, place)
      reader = PriceReader(node: place.node)
      return
    }
    self.chainID = chainID
    // The node is only asked for the gas of our own contract, and where the oracle fails.
    connection = try settings.contractIfSet() == nil ? nil : try? await nodes.connection()
    reader = PriceReader(oracle: oracle, standIn: Self.node(of: nodes, on: network, connection?.node))
  }

  /// A network's place, to be watched by a daemon: a node that is away when it begins is waited for, as one
  /// that goes away later, if it is known which chain it serves.
  ///
  /// - Parameter book: The book that knows which chain was watched the last time.
  init(of network: Network, watchedBy nodes: Nodes, _ book: GasBook) async throws {
    self.network = network
    let oracle = try nodes.settings.gasOracle(of: network)
    connection = try? await nodes.connection(on: network)
    chainID = if let connection { connection.session.chainID } else { try await nodes.gasChain(book, of: network) }
    reader = PriceReader(
      oracle: oracle, checkedWithin: .seconds(5), standIn: Self.node(of: nodes, on: network, connection?.node))
  }

  /// Gives the node, which is connected to and looked at until that has gone well once.
  private static func node(
    of nodes: Nodes, on network: Network, _ known: NodeClient?
  ) -> @Sendable () async throws -> NodeClient {
    let last = Guarded(known)
    return {
      if let node = last.withLock({ $0 }) { return node }
      let node = try await nodes.connection(on: network).node
      last.withLock { $0 = node }
      return node
    }
  }

  /// A price in gwei, or in the unit behind it.
  static func price(_ text: String, of option: String) throws(CommandFailure) -> UInt256 {
    let text = text.trimmed
    return try CommandFailure.explaining(
      .usage, "The price of \(option) cannot be read.", advice: "Without a unit it is in gwei, which Kaia calls ston."
    ) { try (text.contains(where: \.isLetter) ? Amount(parsing: text) : Amount(parsing: text, unit: .gwei)).wei }
  }
}

extension Nodes {
  /// The chain that the network in use is: as the settings have it, else as its node says; where that does not answer, the
  /// one that was watched under its name the last time.
  func gasChain(_ book: GasBook) async throws -> UInt256 { try await gasChain(book, of: try settings.network()) }

  /// The chain that a network is, likewise.
  func gasChain(_ book: GasBook, of network: Network) async throws -> UInt256 {
    if let chainID = network.chainID { return chainID }
    let known = try await book.chain(ofNetwork: network.name)
    do {
      let chainID = try await connection(on: network).session.chainID
      if let known, known != chainID {
        console.warn(
          "\(network.name) was chain \(known) when it was last watched, and is chain \(chainID) now: this is about the latter."
        )
      }
      return chainID
    } catch {
      guard let known, CommandFailure(error).code != .wrongChain else { throw error }
      console.note(
        "The node of \(network.name) does not answer; this is about chain \(known), which it was when it was last watched."
      )
      return known
    }
  }
}
