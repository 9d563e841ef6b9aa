import JSONFields
import Primitives
import StrictJSON

extension NodeRequest where Value == Amount {
  /// An account's balance (`eth_getBalance`).
  public static func balance(
    of address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(namespace.method("getBalance"), [.string(address.lowercaseHex), block.json], read: .quantity)
  }
}

extension NodeRequest where Value == UInt64 {
  /// The number of transactions that an account has sent: its next nonce (`eth_getTransactionCount`).
  public static func transactionCount(
    of address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(
      namespace.method("getTransactionCount"), [.string(address.lowercaseHex), block.json], read: .quantity)
  }

  /// The gas a call needs (`eth_estimateGas`).
  ///
  /// For the newest block the tag is left out, which nodes too old to take it like better.
  public static func estimateGas(
    _ call: CallRequest, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(
      namespace.method("estimateGas"), block == .latest ? [call.json] : [call.json, block.json], read: .quantity)
  }
}

extension NodeRequest where Value == Bytes {
  /// An account's code; empty for one that is no contract (`eth_getCode`).
  public static func code(
    of address: Address, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(namespace.method("getCode"), [.string(address.lowercaseHex), block.json], read: .bytes)
  }

  /// The data that a call returns, without sending anything (`eth_call`).
  public static func call(
    _ call: CallRequest, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(namespace.method("call"), [call.json, block.json], read: .bytes)
  }
}

extension NodeRequest where Value == Hash32 {
  /// A word of a contract's storage (`eth_getStorageAt`).
  public static func storage(
    of address: Address, slot: UInt256, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(
      namespace.method("getStorageAt"), [.string(address.lowercaseHex), .string(slot.quantity), block.json],
      read: .word)
  }
}

extension NodeRequest where Value == AccessListEstimate {
  /// The accounts and slots that a call touches (`eth_createAccessList`).
  public static func accessList(
    _ call: CallRequest, at block: BlockTag = .latest, namespace: RPCNamespace = .eth
  ) -> NodeRequest {
    NodeRequest(namespace.method("createAccessList"), [call.json, block.json], read: .reply)
  }
}

extension AccessListEstimate: NodeReply {
  init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    accessList = try fields.required("accessList", .listOrNull(of: .reply))
    gasUsed = try fields.required("gasUsed", .quantity)
    error = try fields.optional("error", .string).map { TerminalSafe.escape($0, limit: 400) }
  }
}

extension AccessListEntry: NodeReply {
  init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    address = try fields.required("address", .address)
    storageKeys = try fields.optional("storageKeys", .listOrNull(of: .hash)) ?? []
  }
}
