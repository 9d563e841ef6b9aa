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
        .wrongChain,
        TransactionRefusal.intentOfOtherChain(
          intent.id, chain: "\(intent.chain.chainID)", network: network.name, own: "\(session.chainID)"))
    }
  }
}
