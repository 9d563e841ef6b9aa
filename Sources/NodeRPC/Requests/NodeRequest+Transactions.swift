import JSONFields
import Primitives
import StrictJSON

extension NodeRequest where Value == Hash32 {
  /// Hands a signed transaction to the node (`eth_sendRawTransaction`).
  ///
  /// Sending the same bytes again changes nothing, so this is retried; a node that has them already answers with an RPC
  /// error such as "already known", which is left to the caller to take as the success it is.
  public static func sendRawTransaction(_ raw: Bytes, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("sendRawTransaction"), [.string(raw.hex)], read: .hash)
  }
}

extension NodeRequest where Value == Receipt? {
  /// A transaction's receipt, or nil while it is not mined (`eth_getTransactionReceipt`).
  public static func transactionReceipt(_ hash: Hash32, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getTransactionReceipt"), [.string(hash.hex)], read: .nullable(.reply))
      .requiring(hash, in: "transactionHash") { $0?.transactionHash }
  }
}

extension NodeRequest where Value == RPCTransaction? {
  /// A transaction, mined or pending, or nil if the node does not know it (`eth_getTransactionByHash`).
  public static func transaction(_ hash: Hash32, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getTransactionByHash"), [.string(hash.hex)], read: .nullable(.reply))
      .requiring(hash, in: "hash") { $0?.hash }
  }
}

extension NodeRequest where Value == [Receipt]? {
  /// The receipts of all transactions of a block, or nil if the node does not know it (`eth_getBlockReceipts`).
  public static func blockReceipts(_ block: BlockTag, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getBlockReceipts"), [block.json], read: .nullable(.list(of: .reply)))
  }
}

extension NodeRequest {
  /// A copy that refuses another hash than the one asked for: a node that answers with another transaction would make a
  /// payment look done.
  func requiring(
    _ asked: Hash32, in field: String, _ told: @escaping @Sendable (Value) -> Hash32?
  ) -> NodeRequest {
    map { value in
      guard let told = told(value), told != asked else { return value }
      throw JSONFieldProblem("it is \(told), asked was for \(asked)", field: field)
    }
  }
}
