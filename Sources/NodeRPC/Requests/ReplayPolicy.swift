/// Whether asking a second time can do harm.
public enum ReplayPolicy: Sendable, Hashable {
  /// The method reads, or doing it twice is as doing it once: it may be sent again after any failure that passes, and
  /// sent to another endpoint.
  case harmless
  /// The request is sent again only if it is sure that it did not reach the node.
  case once

  /// The policy of a method: reads that are known by name are harmless, and so is `sendRawTransaction`, because the
  /// same bytes are the same transaction. Everything else is sent once, methods that nobody has heard of included.
  public static func of(_ method: String) -> ReplayPolicy { harmlessMethods.contains(method) ? .harmless : .once }

  /// By full name: one look at each request.
  private static let harmlessMethods: Set<String> = {
    var methods: Set<String> = [
      "net_version", "net_listening", "net_peerCount", "net_networkID", "web3_clientVersion", "web3_sha3",
      "rpc_modules", "hardhat_metadata",
      "txpool_content", "txpool_contentFrom", "txpool_inspect", "txpool_status",
    ]
    for namespace in RPCNamespace.allCases { methods.formUnion(chain.map { "\(namespace.rawValue)_\($0)" }) }
    for namespace in ["debug", "trace"] { methods.formUnion(traces.map { "\(namespace)_\($0)" }) }
    return methods
  }()

  /// Shared by the namespaces `eth`, `klay` and `kaia`. Not among them: methods that make a node sign, send with its
  /// own key, make a filter, or forget what a filter has reported (`getFilterChanges`).
  private static let chain: [String] = [
    "accounts", "accountCreated", "blobBaseFee", "baseFee", "blockNumber", "call", "chainId", "chainID",
    "clientVersion",
    "coinbase", "config", "createAccessList", "decodeAccountKey", "encodeAccountKey", "estimateComputationCost",
    "estimateGas", "feeHistory", "forkStatus", "gasPrice", "getAccount", "getAccountKey", "getBalance",
    "getBlobSidecarByTxHash", "getBlobSidecars", "getBlockByHash", "getBlockByNumber", "getBlockReceipts",
    "getBlockTransactionCountByHash", "getBlockTransactionCountByNumber", "getBlockWithConsensusInfoByHash",
    "getBlockWithConsensusInfoByNumber", "getChainConfig", "getCode", "getCommittee", "getCommitteeSize", "getCouncil",
    "getCouncilSize", "getDecodedAnchoringTransactionByHash", "getFilterLogs", "getHeaderByHash", "getHeaderByNumber",
    "getLogs", "getParams", "getProof", "getRawTransactionByHash", "getRewards", "getStakingInfo", "getStorageAt",
    "getTotalSupply", "getTransactionByBlockHashAndIndex", "getTransactionByBlockNumberAndIndex",
    "getTransactionByHash",
    "getTransactionBySenderTxHash", "getTransactionCount", "getTransactionReceipt",
    "getTransactionReceiptBySenderTxHash", "getUncleByBlockHashAndIndex", "getUncleByBlockNumberAndIndex",
    "getUncleCountByBlockHash", "getUncleCountByBlockNumber", "hashrate", "isContractAccount",
    "isSenderTxHashIndexingEnabled", "lowerBoundGasPrice", "maxPriorityFeePerGas", "mining", "nodeAddress",
    "pendingTransactions", "protocolVersion", "recoverFromMessage", "recoverFromTransaction", "rewardBase",
    "sendRawTransaction", "sha3", "simulateV1", "syncing", "upperBoundGasPrice",
  ]

  private static let traces: [String] = [
    "getRawBlock", "getRawHeader", "getRawReceipts", "getRawTransaction", "traceBlockByHash", "traceBlockByNumber",
    "traceCall", "traceTransaction", "block", "call", "filter", "get", "replayBlockTransactions", "replayTransaction",
    "transaction",
  ]
}
