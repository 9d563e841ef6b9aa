import ContractClient
import LectureKit
import Operations
import Outbox
import Sending

extension Connection {
  /// Makes sure that an intent is for the chain at hand.
  func check(_ intent: Intent) async throws {
    guard try await connection.sender.chain() == intent.chain else {
      throw CommandFailure(
        .wrongChain, "Number \(intent.id) was for another chain: \(intent.chain.chainID).",
        reason: "\(network.name) is chain \(session.chainID)"
          + (session.chainID == intent.chain.chainID ? ", but was started anew since." : "."),
        advice: "Choose its network with --network.")
    }
  }
}
