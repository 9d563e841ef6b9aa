import StrictJSON

extension Devnet {
  /// The methods' names on Ethereum's chains, in order.
  public static let methodNames: [String] = RPCMethod.ethereum.keys.sorted()

  /// The most requests of a batch.
  public static let mostRequests = 1000

  /// The namespaces in which clients subscribe: `eth`, and on a chain of Kaia's kind `kaia` and `klay`.
  public nonisolated var subscriptionNamespaces: [String] { kind.subscriptionNamespaces }

  /// Carries out one message of JSON-RPC 2.0, a request or a batch of them, and gives the answer; nil if it wants none
  /// because it has no id.
  public func answer(_ message: JSON) async -> JSON? { await RPCDispatcher.answer(message, self) }
}
