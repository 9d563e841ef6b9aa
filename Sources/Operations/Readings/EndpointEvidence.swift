import ContractClient
import NodeRPC
import Outbox
import Sending

/// The evidence of endpoints for something that was read: how many of them agree on it, and what that proves.
package struct EndpointEvidence: Sendable, Hashable {
  /// The evidence; nil for the answer of one node, or of fewer nodes than have to agree.
  package let level: EvidenceLevel?
  /// The number of endpoints that agree on it.
  package let agreeingEndpoints: Int
  /// The number of endpoints that were asked.
  package let asked: Int
  /// The number of operators of those endpoints, where several are known to be.
  package let operators: Int?

  /// The evidence of one node, or what is known beyond it.
  package init(level: EvidenceLevel? = nil) { (self.level, agreeingEndpoints, asked, operators) = (level, 1, 1, nil) }

  /// The evidence of the endpoints that agree on a transaction's receipt, or what is known beyond it.
  package init(of confirmation: Confirmation) {
    let agreement = confirmation.agreement
    level = confirmation.vouched
    (agreeingEndpoints, asked) = (agreement?.agreeingEndpoints ?? 1, agreement?.asked ?? 1)
    operators = agreement.flatMap { $0.operators > 1 ? $0.operators : nil }
  }

  /// The evidence of some endpoints of a connection, of which so many have to agree.
  ///
  /// - Parameter isDisputed: Whether they contradict each other about it.
  package init(by agreeingEndpoints: Set<Endpoint>, at place: Connection, quorum: Int, isDisputed: Bool = false) {
    let isOwn = !isDisputed && !place.connection.sender.trust.own.isDisjoint(with: agreeingEndpoints)
    level = isOwn ? .own : !isDisputed && agreeingEndpoints.count >= max(2, quorum) ? .agreed : nil
    (self.agreeingEndpoints, asked, operators) = (agreeingEndpoints.count, Set(place.node.endpoints).count, nil)
  }

  /// The evidence of the node of a connection that was asked.
  package init(ofOneAt place: Connection) {
    self.init(level: place.connection.sender.trust.own.isSuperset(of: place.node.endpoints) ? .own : nil)
  }
}
