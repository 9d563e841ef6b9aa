import Primitives
import StrictJSON

extension NodeRequest where Value == Hash32 {
  /// Hands a signed transaction to the node (`eth_sendRawTransaction`).
  ///
  /// Sending the same bytes again changes nothing, so this is retried; a node that has them already answers with an RPC
  /// error such as "already known", which is left to the caller to take as the success it is.
  public static func sendRawTransaction(_ raw: Bytes, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("sendRawTransaction"), [.string(raw.hex)], read: Reply.hash)
  }
}

extension NodeRequest where Value == Receipt? {
  /// A transaction's receipt, or nil while it is not mined (`eth_getTransactionReceipt`).
  public static func transactionReceipt(_ hash: Hash32, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getTransactionReceipt"), [.string(hash.hex)]) { json in
      let receipt = try Reply.nullable(json, Receipt.init(reply:))
      try ReplyProblem.requireHash(hash, is: receipt?.transactionHash, field: "transactionHash")
      return receipt
    }
  }
}

extension NodeRequest where Value == RPCTransaction? {
  /// A transaction, mined or pending, or nil if the node does not know it (`eth_getTransactionByHash`).
  public static func transaction(_ hash: Hash32, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getTransactionByHash"), [.string(hash.hex)]) { json in
      let transaction = try Reply.nullable(json, RPCTransaction.init(reply:))
      try ReplyProblem.requireHash(hash, is: transaction?.hash, field: "hash")
      return transaction
    }
  }
}

extension NodeRequest where Value == [Receipt]? {
  /// The receipts of all transactions of a block, or nil if the node does not know it (`eth_getBlockReceipts`).
  public static func blockReceipts(_ block: BlockTag, namespace: RPCNamespace = .eth) -> NodeRequest {
    NodeRequest(namespace.method("getBlockReceipts"), [block.json]) { json in
      try Reply.nullable(json) { (json) throws(ReplyProblem) in try Reply.list(json, Receipt.init(reply:)) }
    }
  }
}

extension ReplyProblem {
  /// A node that answers with another transaction than the one asked for would make a payment look done.
  static func requireHash(_ asked: Hash32, is told: Hash32?, field: String) throws(ReplyProblem) {
    guard let told, told != asked else { return }
    throw ReplyProblem("it is \(told), asked was for \(asked)", field: field)
  }
}
