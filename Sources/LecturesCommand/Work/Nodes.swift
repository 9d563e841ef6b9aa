import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Terminal

/// The nodes of the networks, with a line on what is waited for, and the next step where one cannot be used.
struct Nodes: Sendable {
  let settings: Settings
  let console: Console
  let outbox: RunOutbox
  /// The time that they have in all; nil where each request has its own.
  var patience: NodeTimeBudget?

  /// Connects to the network in use and makes sure that its node is on the right chain.
  ///
  /// - Throws: `wrongChain`; the objection of the settings or the node.
  func connection() async throws -> Connection { try await connection(on: try settings.network()) }

  /// Connects to a network and makes sure that its node is on the right chain.
  ///
  /// - Parameter recorder: the outbox that records sends; nil is the user's.
  /// - Throws: `wrongChain`; the objection of the settings or the node.
  func connection(on network: Network, outbox recorder: Outbox? = nil, isOwn: Bool = false) async throws -> Connection {
    try await inTime { try await connected(to: network, recorder, isOwn) }
  }

  /// Asks nodes in the time that they have in all.
  ///
  /// - Throws: `node.timeout` where that is over; the errors of the work.
  func inTime<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    guard let patience else { return try await work() }
    return try await patience.limit(work)
  }

  private func connected(to network: Network, _ recorder: Outbox?, _ isOwn: Bool) async throws -> Connection {
    do {
      return try await Progress.show(console.language[ProgressText.askingNode], on: console) { _ in
        try await connector.connection(on: network, outbox: recorder, isOwn: isOwn)
      }
    } catch let error as NodeError {
      // Nothing listens at a devnet's address.
      guard error.kind == .refused, let command = network.devnetCommand else { throw error }
      let failure = CommandFailure(error)
      throw CommandFailure(
        failure.code, CommandRefusal.noDevnet(failure, command: command), details: failure.details)
    } catch let error as SettingsError where error.code == .noOwnNode {
      throw CommandFailure(.settings, CommandRefusal.noOwnNode)
    }
  }

  /// A client of a network's nodes, of which nothing is asked yet.
  func node(of network: Network) throws -> NodeClient { try connector.node(of: network) }

  /// Connects to the lecture contract in use.
  func lectureClient() async throws -> (LectureClient, Connection) {
    let place = try await connection()
    let client = try await Progress.show(console.language[ProgressText.lookingAtContract], on: console) { _ in
      try await connector.lectureClient(over: place)
    }
    return (client, place)
  }

  var connector: Connector {
    Connector(
      settings,
      onUnproven: { [console] why in console.detail("Not proven by validators' seals. \(PlainText.escaped(why))") }
    ) { [outbox] in try outbox.forSending() }
  }
}
