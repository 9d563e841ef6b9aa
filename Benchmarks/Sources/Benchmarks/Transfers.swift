import Keys
import NodeRPC
import Outbox
import Primitives
import Sending

/// Transfers of one wei by an outbox, each priced, sent and confirmed.
struct Transfers: Sendable {
  let sender: TransactionSender

  /// Transfers at a devnet on a port of this machine.
  init(_ port: UInt16, _ outbox: Outbox) throws {
    sender = TransactionSender(node: try NodeClient("http://127.0.0.1:\(port)"), chainID: 31337, outbox: outbox)
  }

  /// Sends so many, one after another; the seconds for each.
  func send(_ count: Int, by key: PrivateKey) async throws -> Double {
    try await seconds(each: count) {
      for _ in 0..<count {
        let request = SendRequest(from: key.address, to: .zero, value: Amount(wei: 1), label: "a transfer")
        let confirmation = try await sender.send(try await sender.prepare(request), signer: key).confirmed()
        try require(confirmation.receipt.status == true, "a transfer failed")
      }
    }
  }
}
