import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Transactions

/// A node that answers each method as a test says; whatever is not told is `null`.
struct Receiver {
  let server: HostileServer

  init(_ answers: [String: [HostileServer.Act]]) throws {
    server = try HostileServer { request in
      answers[request.calls.first?.method ?? ""] ?? [.result("null")]
    }
  }

  /// How often a method was called.
  func count(of method: String) -> Int { server.requests.flatMap(\.calls).count { $0.method == method } }

  /// One that takes a transaction.
  static func taking(_ transaction: SignedTransaction) throws -> Receiver {
    try Receiver(["eth_sendRawTransaction": [.result("\"\(transaction.hash)\"")]])
  }

  /// One that refuses every transaction with these words.
  static func refusing(_ words: String) throws -> Receiver {
    try Receiver(["eth_sendRawTransaction": [.error("{\"code\":-32000,\"message\":\"\(words)\"}")]])
  }
}

extension NodeClient {
  /// A client of such nodes that does not wait long before it asks again.
  static func of(_ urls: String..., change: (inout Options) -> Void = { _ in }) throws -> NodeClient {
    let options = Options.patient.with {
      $0.firstBackoff = .milliseconds(2)
      $0.maximumBackoff = .milliseconds(4)
      $0.retries = 1
    }
    return try NodeClient(endpoints: urls.map { try Endpoint($0) }, options: options.with(change))
  }
}

extension SignedTransaction {
  /// A transfer that nothing is wrong with.
  static func sample(nonce: UInt64 = 7) throws -> SignedTransaction {
    let unsigned = UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: 1001, nonce: nonce, gasPrice: 1, gasLimit: 21_000, to: .zero, value: 1, data: []))
    return try unsigned.signed(by: try PrivateKey(bytes: Bytes(repeating: 0x46, count: 32)))
  }
}
