import ContractClient
import Evidence
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import Terminal

/// The nodes of the networks: connects to them, and says whose word is proof.
struct Nodes: Sendable {
  let settings: Settings
  let console: Console
  let outbox: RunOutbox

  /// Connects to the network in use and makes sure that its node is on the right chain.
  ///
  /// - Throws: `wrongChain`; the objection of the settings or the node.
  func connection() async throws -> Connection { try await connection(on: try settings.network()) }

  /// Connects to a network and makes sure that its node is on the right chain.
  ///
  /// - Parameter recorder: the outbox that records sends; nil is the user's.
  /// - Throws: `wrongChain`; the objection of the settings or the node.
  func connection(on network: Network, outbox recorder: Outbox? = nil, isOwn: Bool = false) async throws -> Connection {
    let node = try node(of: network)
    let endpoints = node.endpoints
    let chainID = try await Progress.show(console.language[ProgressText.askingNode], on: console) { _ in
      try await self.chainID(of: node, on: network)
    }
    try network.check(chainID: chainID, endpoint: endpoints.first?.redacted ?? network.name)
    let session = Session(
      endpoints: endpoints, chainID: chainID, contract: try settings.contractIfSet(),
      deploymentBlock: try settings.fromBlock() ?? 0, unit: network.unit, cacheDirectory: settings.folders.cache)
    let sender = TransactionSender(
      node: node, chainID: chainID, unit: network.unit, outbox: try recorder ?? outbox.forSending(),
      trust: isOwn ? TrustPolicy(own: Set(endpoints)) : try trust(in: endpoints, on: network, chainID),
      onUnproven: { [console] why in console.detail("Not proven by validators' seals. \(PlainText.escaped(why))") })
    return Connection(network: network, session: session, connection: ContractConnection(sender: sender))
  }

  /// The sources whose answers are proof: the nodes on this machine, if the user says that they are his own, and
  /// validators that follow from a block that he trusts.
  private func trust(
    in endpoints: [Endpoint], on network: Network, _ chainID: UInt256
  ) throws -> TrustPolicy {
    let checkpoint = try trustedCheckpoint(on: network, chainID)
    guard try settings.own() else { return TrustPolicy(checkpoint: checkpoint) }
    let own = Set(endpoints.filter(\.isLoopback))
    guard !own.isEmpty else {
      throw CommandFailure(.settings, CommandRefusal.noOwnNode)
    }
    return TrustPolicy(own: own, checkpoint: checkpoint)
  }

  /// - Throws: `settings` on a chain whose headers carry no seals that are known here.
  private func trustedCheckpoint(
    on network: Network, _ chainID: UInt256
  ) throws -> TrustedCheckpoint? {
    guard let checkpoint = try settings.checkpoint() else { return nil }
    guard let chain = UInt64(exactly: chainID).flatMap(KaiaChain.known) else {
      throw CommandFailure(
        .settings, "A checkpoint proves nothing on the network \(network.name).",
        reason: "Its chain, \(chainID), is none of those whose seals can be followed: Kaia (8217) and Kairos (1001).",
        advice: "Leave 'checkpoint' away here, or choose another --network.")
    }
    return TrustedCheckpoint(checkpoint, of: chain, folder: settings.checkpointFolder)
  }

  /// A client of a network's nodes, of which nothing is asked yet.
  func node(of network: Network) throws -> NodeClient {
    try NodeClient(
      endpoints: try network.endpoints.map { try Endpoint($0) },
      options: try settings.nodeOptions(endpoints: network.endpoints.count))
  }

  /// The chain that a node serves; where nothing listens at a devnet's address, the failure says how to start one.
  private func chainID(of node: NodeClient, on network: Network) async throws -> UInt256 {
    do {
      return try await node.chainID()
    } catch {
      guard error.kind == .refused, let command = network.devnetCommand else { throw error }
      let failure = CommandFailure(error)
      throw CommandFailure(
        failure.code, CommandRefusal.noDevnet(failure, command: command), details: failure.details)
    }
  }

  /// Connects to the lecture contract in use.
  func lectureClient() async throws -> (LectureClient, Connection) {
    let place = try await connection()
    var session = place.session
    session.contract = try settings.contract()
    let client = try await Progress.show(console.language[ProgressText.lookingAtContract], on: console) { _ in
      try await LectureClient.connect(session, over: place.connection, isChainChecked: true)
    }
    return (client, place)
  }
}
