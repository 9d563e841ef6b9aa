/// Which part of another chain's past a request is about, by its method. Methods that are not here are never asked of
/// another chain's node: none that is does more than read.
enum HistoricCall {
  /// A block, by the parameter at this index.
  case block(Int)
  /// The state after a block, by the parameter at this index.
  case state(Int)
  /// A transaction, by the hash that is the first parameter; whether the answer tells the block's number.
  case transaction(tellsBlock: Bool)
  case logs
  case fees

  static let methods: [String: HistoricCall] = {
    var methods: [String: HistoricCall] = [
      "eth_getBlockReceipts": .block(0), "debug_traceBlockByNumber": .block(0), "debug_traceBlockByHash": .block(0),
      "eth_getBalance": .state(1), "eth_getTransactionCount": .state(1), "eth_getCode": .state(1),
      "eth_getStorageAt": .state(2), "eth_getProof": .state(2), "eth_call": .state(1), "eth_estimateGas": .state(1),
      "eth_createAccessList": .state(1), "eth_simulateV1": .state(1), "debug_traceCall": .state(1),
      "eth_getTransactionByHash": .transaction(tellsBlock: true),
      "eth_getTransactionReceipt": .transaction(tellsBlock: true),
      "debug_getRawTransaction": .transaction(tellsBlock: false),
      "debug_traceTransaction": .transaction(tellsBlock: false),
      "eth_getLogs": .logs, "eth_feeHistory": .fees,
    ]
    for way in ["Number", "Hash"] {
      for name in ["getBlockBy", "getBlockTransactionCountBy", "getUncleCountByBlock"] {
        methods["eth_\(name)\(way)"] = .block(0)
      }
      for name in ["getTransactionByBlock", "getUncleByBlock"] { methods["eth_\(name)\(way)AndIndex"] = .block(0) }
    }
    for part in ["Block", "Header", "Receipts"] { methods["debug_getRaw\(part)"] = .block(0) }
    return methods
  }()
}
