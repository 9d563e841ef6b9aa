import GasPrices
import LectureKit
import Locking
import NodeRPC
import Primitives

/// The node that prices of gas are asked of, with its network.
package struct GasSource: Sendable {
  /// The network.
  package let network: Network
  /// The chain that the prices are of.
  package let chainID: UInt256
  /// Asks for the prices.
  package let reader: PriceReader
  /// The node; nil if an oracle gives the prices and no node answers.
  package let connection: Connection?
  /// The worth of the network's coin in other money; nil where nobody asked for it, or knows.
  package var valuation: FiatValuation?

  /// The name of the unit that prices are given in.
  package var unit: String { network.gasUnit.name }

  /// The place that the settings name.
  ///
  /// - Parameters:
  ///   - patience: The longest that the node is waited for, to confirm what an oracle says.
  ///   - connect: Connects to the network in use.
  /// - Throws: `SettingsError`; the objection of the node.
  package init(
    _ settings: Settings, checkedWithin patience: Duration = .seconds(5),
    connect: @escaping @Sendable () async throws -> Connection
  ) async throws {
    network = try settings.network()
    guard let oracle = try settings.gas.oracle(of: network), let chainID = network.chainID else {
      let place = try await connect()
      let chainID = place.session.chainID
      (self.chainID, connection) = (chainID, place)
      reader =
        if let oracle = try settings.gas.oracle(of: network, on: chainID) {
          PriceReader(
            oracle: oracle, checkedWithin: patience, unit: network.gasUnit.name,
            standIn: Self.node(place.node, connect))
        } else {
          PriceReader(node: place.node)
        }
      return
    }
    self.chainID = chainID
    // The node is only asked for the gas of our own contract, to confirm the oracle, and where that fails.
    connection = try settings.contractIfSet() == nil ? nil : try? await connect()
    reader = PriceReader(
      oracle: oracle, checkedWithin: patience, unit: network.gasUnit.name,
      standIn: Self.node(connection?.node, connect))
  }

  /// A network's place, to be watched by a daemon: a node that is away when it begins is waited for, as one that goes
  /// away later, if it is known which chain it serves.
  ///
  /// - Parameters:
  ///   - chain: Gives the chain where the node does not answer.
  ///   - connect: Connects to the network.
  /// - Throws: `SettingsError`; the reason why the chain is not known.
  package init(
    of network: Network, watchedBy settings: Settings, orOn chain: () async throws -> UInt256,
    connect: @escaping @Sendable () async throws -> Connection
  ) async throws {
    self.network = network
    connection = try? await connect()
    chainID = if let connection { connection.session.chainID } else { try await chain() }
    reader = PriceReader(
      oracle: try settings.gas.oracle(of: network, on: chainID), unit: network.gasUnit.name,
      standIn: Self.node(connection?.node, connect))
  }

  /// The share of blocks for which the speeds of a quote were enough, over those that the node tells and those that are
  /// kept; a book that cannot be read is no reason to tell no prices.
  ///
  /// - Parameters:
  ///   - book: Keeps blocks; nil where there is none.
  ///   - patience: The longest that the node is waited for.
  package func records(
    of quote: GasQuote, keptIn book: GasBook?, within patience: Duration = .seconds(3)
  ) async -> [SpeedRecord] {
    let kept = try? await book?.blocks(chainID: chainID)
    return quote.records(over: await reader.blocks(for: quote, besides: kept ?? [], within: patience))
  }

  /// Gives the node, which is connected to and looked at until that has gone well once.
  private static func node(
    _ known: NodeClient?, _ connect: @escaping @Sendable () async throws -> Connection
  ) -> @Sendable () async throws -> NodeClient {
    let last = Guarded(known)
    return {
      if let node = last.withLock({ $0 }) { return node }
      let node = try await connect().node
      last.withLock { $0 = node }
      return node
    }
  }
}

extension Network {
  /// The names of its money, in the messages of alerts.
  package var gasUnits: GasUnits { GasUnits(gas: gasUnit.name, coin: symbol) }
}
