import JSONFields
import Keys
import Primitives
import StrictJSON

extension NodeRequest where Value == UInt256 {
  /// The highest base fee that Kaia's governance allows, in peb (`kaia_upperBoundGasPrice`).
  public static func upperBoundGasPrice(namespace: RPCNamespace = .kaia) -> NodeRequest {
    NodeRequest(namespace.kaiaOwn.method("upperBoundGasPrice"), read: .quantity)
  }

  /// The lowest base fee that Kaia's governance allows, in peb (`kaia_lowerBoundGasPrice`).
  public static func lowerBoundGasPrice(namespace: RPCNamespace = .kaia) -> NodeRequest {
    NodeRequest(namespace.kaiaOwn.method("lowerBoundGasPrice"), read: .quantity)
  }
}

extension NodeRequest where Value == KaiaAccount? {
  /// An account with its key, or nil if there is none (`kaia_getAccount`).
  public static func kaiaAccount(
    _ address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .kaia
  ) -> NodeRequest {
    NodeRequest(
      namespace.kaiaOwn.method("getAccount"), [.string(address.lowercaseHex), block.json], read: .nullable(.reply))
  }
}

extension NodeRequest where Value == KaiaParameters {
  /// Kaia's rules for the price of gas at a block (`kaia_getParams`).
  public static func kaiaParameters(at block: BlockTag = .latest, namespace: RPCNamespace = .kaia) -> NodeRequest {
    NodeRequest(namespace.kaiaOwn.method("getParams"), [block.json], read: .reply)
  }
}

extension NodeRequest where Value == AccountKey? {
  /// An account's key, or nil if there is no such account (`kaia_getAccountKey`).
  public static func kaiaAccountKey(
    _ address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .kaia
  ) -> NodeRequest {
    NodeRequest(
      namespace.kaiaOwn.method("getAccountKey"), [.string(address.lowercaseHex), block.json],
      read: .nullable(.accountKey))
  }
}

extension NodeRequest where Value == Bool {
  /// Whether an account is a contract (`kaia_isContractAccount`).
  public static func isContractAccount(
    _ address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .kaia
  ) -> NodeRequest {
    NodeRequest(
      namespace.kaiaOwn.method("isContractAccount"), [.string(address.lowercaseHex), block.json], read: .bool)
  }

  /// Whether an account exists (`kaia_accountCreated`).
  public static func accountCreated(
    _ address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .kaia
  ) -> NodeRequest {
    NodeRequest(
      namespace.kaiaOwn.method("accountCreated"), [.string(address.lowercaseHex), block.json], read: .bool)
  }

  /// Whether a node finds transactions by the hash their sender signed (`kaia_isSenderTxHashIndexingEnabled`).
  public static func isSenderTxHashIndexingEnabled(namespace: RPCNamespace = .kaia) -> NodeRequest {
    NodeRequest(namespace.kaiaOwn.method("isSenderTxHashIndexingEnabled"), read: .bool)
  }
}

extension NodeRequest where Value == RPCTransaction? {
  /// A transaction by the hash its sender signed, before a fee payer did (`kaia_getTransactionBySenderTxHash`).
  ///
  /// Only nodes that index these hashes find it.
  public static func transaction(
    bySenderTxHash hash: Hash32, namespace: RPCNamespace = .kaia
  ) -> NodeRequest {
    NodeRequest(namespace.kaiaOwn.method("getTransactionBySenderTxHash"), [.string(hash.hex)], read: .nullable(.reply))
      .requiring(hash, in: "senderTxHash") { $0?.senderTxHash }
  }
}

extension NodeRequest where Value == Receipt? {
  /// A receipt by the hash the transaction's sender signed (`kaia_getTransactionReceiptBySenderTxHash`).
  ///
  /// Only nodes that index these hashes find it.
  public static func transactionReceipt(
    bySenderTxHash hash: Hash32, namespace: RPCNamespace = .kaia
  ) -> NodeRequest {
    NodeRequest(
      namespace.kaiaOwn.method("getTransactionReceiptBySenderTxHash"), [.string(hash.hex)], read: .nullable(.reply)
    )
    .requiring(hash, in: "senderTxHash") { $0?.senderTxHash }
  }
}
