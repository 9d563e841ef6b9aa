/// Which part of another chain's past a request is about, by its method. Methods that are not here are never asked of
/// another chain's node: none that is does more than read.
enum HistoricCall {
  /// A block, by the parameter at this index.
  case block(Int)
  /// The state after a block, by the parameter at this index.
  case state(Int)
  /// A transaction, by the hash that is the first parameter; whether the answer has the block's number.
  case transaction(tellsBlock: Bool)
  /// A transaction, by its sender and nonce.
  case transactionOfSender
  case logs
  case fees

  static let methods: [String: HistoricCall] = {
    var methods: [String: HistoricCall] = [
      "eth_getBlockReceipts": .block(0), "debug_traceBlockByNumber": .block(0), "debug_traceBlockByHash": .block(0),
      "eth_getBalance": .state(1), "eth_getTransactionCount": .state(1), "eth_getCode": .state(1),
      "eth_getStorageAt": .state(2), "eth_getProof": .state(2), "eth_call": .state(1), "eth_estimateGas": .state(1),
      "eth_getStorageValues": .state(1), "eth_getAccount": .state(1), "eth_getAccountInfo": .state(1),
      "eth_createAccessList": .state(1), "eth_simulateV1": .state(1), "debug_traceCall": .state(1),
      "eth_getTransactionByHash": .transaction(tellsBlock: true),
      "eth_getTransactionReceipt": .transaction(tellsBlock: true),
      "eth_getTransactionBySenderAndNonce": .transactionOfSender,
      "eth_getRawTransactionByHash": .transaction(tellsBlock: false),
      "debug_getRawTransaction": .transaction(tellsBlock: false),
      "debug_traceTransaction": .transaction(tellsBlock: false),
      "eth_getLogs": .logs, "eth_feeHistory": .fees,
    ]
    var ofKaia: [String: HistoricCall] = [
      "getAccount": .state(1), "getAccountKey": .state(1), "accountCreated": .state(1), "isContractAccount": .state(1),
      "recoverFromTransaction": .state(1), "recoverFromMessage": .state(3), "estimateComputationCost": .state(1),
      "getHeaderByNumber": .block(0), "getHeaderByHash": .block(0), "forkStatus": .block(0), "getParams": .block(0),
      "getTransactionBySenderTxHash": .transaction(tellsBlock: true),
      "getTransactionReceiptBySenderTxHash": .transaction(tellsBlock: true),
    ]
    for way in ["Number", "Hash"] {
      ofKaia["getRawTransactionByBlock\(way)AndIndex"] = .block(0)
      for name in ["getBlockBy", "getHeaderBy", "getBlockTransactionCountBy", "getUncleCountByBlock"] {
        methods["eth_\(name)\(way)"] = .block(0)
      }
      for name in ["getTransactionByBlock", "getRawTransactionByBlock", "getUncleByBlock"] {
        methods["eth_\(name)\(way)AndIndex"] = .block(0)
      }
    }
    for part in ["Block", "Header", "Receipts"] { methods["debug_getRaw\(part)"] = .block(0) }
    for (name, kind) in methods where name.hasPrefix("eth_") && KaiaMethods.table["kaia\(name.dropFirst(3))"] != nil {
      ofKaia[String(name.dropFirst(4))] = kind
    }
    for (name, kind) in ofKaia {
      methods["kaia_\(name)"] = kind
      methods["klay_\(name)"] = kind
    }
    return methods
  }()
}
