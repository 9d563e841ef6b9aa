import ContractClient
import LectureKit
import NodeRPC

/// The connection that an operation works on: the network, its node, and the session made of the settings.
package struct Connection: Sendable {
  /// The network.
  package let network: Network
  /// The session made of the settings, on the chain that the node serves.
  package let session: Session
  /// The node and the sender.
  package let connection: ContractConnection

  /// The client of the network's nodes.
  package var node: NodeClient { connection.node }

  init(network: Network, session: Session, connection: ContractConnection) {
    (self.network, self.session, self.connection) = (network, session, connection)
  }

  /// The place over another connection; what was read over this one is not kept for it.
  package func over(_ connection: ContractConnection) -> Connection {
    var session = session
    session.cacheDirectory = nil
    return Connection(network: network, session: session, connection: connection)
  }
}
