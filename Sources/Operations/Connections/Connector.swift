import ContractClient
import Evidence
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending

/// Connects to the nodes of the settings' networks, and determines whose answers are proof.
package struct Connector: Sendable {
  private let settings: Settings
  private let outbox: @Sendable () throws -> Outbox
  private let onUnproven: @Sendable (String) -> Void

  /// A connector; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - onUnproven: Gets the reason why a receipt is not proven by validators' seals.
  ///   - outbox: The outbox that records sends; it is asked for once for each connection.
  package init(
    _ settings: Settings, onUnproven: @escaping @Sendable (String) -> Void = { _ in },
    outbox: @escaping @Sendable () throws -> Outbox
  ) {
    (self.settings, self.outbox, self.onUnproven) = (settings, outbox, onUnproven)
  }

  /// A client of a network's nodes, of which nothing is asked yet.
  ///
  /// - Throws: `EndpointError` for an address that is none; `SettingsError`.
  package func node(of network: Network) throws -> NodeClient {
    try NodeClient(
      endpoints: try network.endpoints.map { try Endpoint($0) },
      options: try settings.nodeOptions(endpoints: network.endpoints.count))
  }

  /// Connects to a network and makes sure that its node is on the right chain.
  ///
  /// - Parameters:
  ///   - recorder: The outbox that records sends; nil is the user's.
  ///   - isOwn: Whether all endpoints are the user's own nodes, whatever the settings say.
  /// - Throws: `SettingsError` `.wrongChain`, `.noOwnNode`, `.noSeals`; `NodeError`.
  package func connection(
    on network: Network, outbox recorder: Outbox? = nil, isOwn: Bool = false
  ) async throws -> Connection {
    let node = try node(of: network)
    let endpoints = node.endpoints
    let chainID = try await node.chainID()
    try network.check(chainID: chainID, endpoint: endpoints.first?.redacted ?? network.name)
    let session = Session(
      endpoints: endpoints, chainID: chainID, contract: try settings.contractIfSet(),
      deploymentBlock: try settings.fromBlock() ?? 0, unit: network.unit, cacheDirectory: settings.folders.cache)
    let sender = TransactionSender(
      node: node, chainID: chainID, unit: network.unit, outbox: try recorder ?? outbox(),
      trust: isOwn ? TrustPolicy(own: Set(endpoints)) : try trust(in: endpoints, on: network, chainID),
      onUnproven: onUnproven)
    return Connection(network: network, session: session, connection: ContractConnection(sender: sender))
  }

  /// Connects to the lecture contract of the settings, over a connection to its chain.
  ///
  /// - Throws: `SettingsError` `.noContract`; `LectureError` for an address with another contract or none.
  package func lectureClient(over place: Connection) async throws -> LectureClient {
    var session = place.session
    session.contract = try settings.contract()
    return try await LectureClient.connect(session, over: place.connection, isChainChecked: true)
  }

  /// The sources whose answers are proof: the nodes on this machine, if the user says that they are his own, and
  /// validators that follow from a block that he trusts.
  private func trust(in endpoints: [Endpoint], on network: Network, _ chainID: UInt256) throws -> TrustPolicy {
    let checkpoint = try trustedCheckpoint(on: network, chainID)
    guard try settings.own() else { return TrustPolicy(checkpoint: checkpoint) }
    let own = Set(endpoints.filter(\.isLoopback))
    guard !own.isEmpty else {
      throw SettingsError(
        .noOwnNode, "No endpoint of the network is on this machine.",
        reason: "Only a node on this machine can be one's own.")
    }
    return TrustPolicy(own: own, checkpoint: checkpoint)
  }

  private func trustedCheckpoint(on network: Network, _ chainID: UInt256) throws -> TrustedCheckpoint? {
    guard let checkpoint = try settings.checkpoint() else { return nil }
    guard let chain = UInt64(exactly: chainID).flatMap(KaiaChain.known) else {
      throw SettingsError(
        .noSeals, "A checkpoint proves nothing on the network \(network.name).",
        reason: "Its chain, \(chainID), is none of those whose seals can be followed: Kaia (8217) and Kairos (1001).")
    }
    return TrustedCheckpoint(checkpoint, of: chain, folder: settings.checkpointFolder)
  }
}
