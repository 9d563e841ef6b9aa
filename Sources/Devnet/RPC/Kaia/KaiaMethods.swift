import JSONFields
import Primitives
import StrictJSON
import Transactions

/// The methods that only Kaia's chains have, under both names of the namespace, `kaia_` and `klay_`, and those of
/// `eth_` that are different there.
enum KaiaMethods {
  static let table: [String: RPCMethod] = {
    var methods: [String: RPCMethod] = [:]
    let tables = [
      shared, blockMethods, placeMethods, transactionMethods, KaiaSendingMethods.table, KaiaAccountMethods.table,
      KaiaChainMethods.table, KaiaConsensusMethods.table,
    ]
    for (name, method) in tables.joined() {
      methods["kaia_\(name)"] = method
      methods["klay_\(name)"] = method
    }
    methods["eth_sendRawTransaction"] = RPCMethod(1) { devnet, parameters in
      .hash(try KaiaSendingMethods.sendEthereum(raw: parameters(0).bytes(), devnet))
    }
    methods["eth_etherbase"] = RPCMethod.ownEthereum["eth_coinbase"]
    methods.merge(KaiaBlobMethods.table) { _, own in own }
    methods["eth_lowerBoundGasPrice"] = KaiaChainMethods.table["lowerBoundGasPrice"]
    methods["eth_upperBoundGasPrice"] = KaiaChainMethods.table["upperBoundGasPrice"]
    return methods
  }()

  /// The methods that Kaia's namespace has in common with Ethereum's.
  private static let shared: [String: RPCMethod] = {
    let names = [
      "accounts", "blockNumber", "call", "chainId", "createAccessList", "estimateGas", "feeHistory", "gasPrice",
      "getBalance", "getBlockTransactionCountByHash", "getBlockTransactionCountByNumber", "getCode", "getFilterChanges",
      "getFilterLogs", "getLogs", "getProof", "getStorageAt", "getTransactionCount", "maxPriorityFeePerGas",
      "newBlockFilter", "newFilter", "newPendingTransactionFilter", "sign", "syncing", "uninstallFilter",
    ]
    var shared: [String: RPCMethod] = [:]
    for name in names { shared[name] = RPCMethod.ownEthereum["eth_\(name)"] }
    shared["chainID"] = RPCMethod.ownEthereum["eth_chainId"]
    shared["clientVersion"] = RPCMethod.ownEthereum["web3_clientVersion"]
    shared["sha3"] = RPCMethod.ownEthereum["web3_sha3"]
    return shared
  }()

  /// The methods that read blocks.
  private static let blockMethods: [String: RPCMethod] = [
    "getBlockByNumber": RPCMethod(2) { devnet, parameters in
      let isFull = try parameters.optional(1)?.bool() ?? false
      let reference = try parameters(0).block()
      return devnet.block(reference)?.kaiaJSON(full: isFull, isPending: reference == .pending) ?? .null
    },
    "getBlockByHash": RPCMethod(2) { devnet, parameters in
      let isFull = try parameters.optional(1)?.bool() ?? false
      return try devnet.block(.hash(parameters(0).hash()))?.kaiaJSON(full: isFull) ?? .null
    },
    "getBlockReceipts": RPCMethod(1) { devnet, parameters in
      guard let block = try devnet.block(parameters(0).block()) else { return .null }
      return .array(block.transactions.indices.map { block.kaiaReceipt(at: $0) })
    },
  ].merging(.ofBlocks(["getHeaderBy*": (1, { @Sendable block, _ in block.kaiaHeaderJSON })])) { $1 }

  /// The methods that read a transaction by its place.
  private static let placeMethods = [String: RPCMethod].inBlocks(
    \.transactions.count,
    [
      "getTransactionByBlock*AndIndex": { .object($0.kaiaTransaction(at: $1)) },
      "getRawTransactionByBlock*AndIndex": { .bytes($0.transactions[$1].kaiaRaw) },
    ])

  /// The methods that read transactions.
  private static let transactionMethods: [String: RPCMethod] = [
    "getTransactionByHash": RPCMethod(1) { devnet, parameters in
      kaiaTransaction(devnet, try parameters(0).hash())
    },
    "getTransactionBySenderTxHash": RPCMethod(1) { devnet, parameters in
      kaiaTransaction(devnet, hash(ofSenderTxHash: try parameters(0).hash(), devnet))
    },
    "getTransactionReceipt": RPCMethod(1) { devnet, parameters in
      kaiaReceipt(devnet, try parameters(0).hash())
    },
    "getTransactionReceiptBySenderTxHash": RPCMethod(1) { devnet, parameters in
      kaiaReceipt(devnet, hash(ofSenderTxHash: try parameters(0).hash(), devnet))
    },
    "getRawTransactionByHash": RPCMethod(1) { devnet, parameters in
      devnet.ledger.sent(try parameters(0).hash()).map { .bytes($0.kaiaRaw) } ?? "0x"
    },
    "pendingTransactions": RPCMethod(0) { devnet, _ in
      let own = Set(devnet.senders)
      return .array(devnet.pool.bySender.filter { own.contains($0.sender) }.map { .object($0.kaiaJSON()) })
    },
    "getDecodedAnchoringTransactionByHash": RPCMethod(1) { devnet, parameters in
      guard let sent = devnet.ledger.sent(try parameters(0).hash()) else {
        throw DevnetError(.unknownTransaction, "can't find the transaction")
      }
      guard case .anchoring(let data)? = sent.transaction.transaction.kaia?.operation else {
        throw DevnetError.refusal("invalid transaction type")
      }
      do throws(TransactionError) {
        return try AnchoringData(decoding: data).inputJSON
      } catch {
        throw DevnetError.refusal("\(error)")
      }
    },
    "isSenderTxHashIndexingEnabled": RPCMethod(0) { _, _ in true },
    "isParallelDBWrite": RPCMethod(0) { _, _ in false },
    "isConsoleLogEnabled": RPCMethod(0) { _, _ in false },
  ]

  // MARK: Lookups that these methods share

  private static func kaiaTransaction(_ devnet: isolated Devnet, _ hash: Hash32) -> JSON {
    let chain = devnet.chain
    if let place = chain.place(ofTransaction: hash) {
      return .object(chain.blocks[place.block].kaiaTransaction(at: place.index))
    }
    return devnet.pool[hash].map { .object($0.kaiaJSON()) } ?? .null
  }

  private static func kaiaReceipt(_ devnet: isolated Devnet, _ hash: Hash32) -> JSON {
    let chain = devnet.chain
    return chain.place(ofTransaction: hash).map { chain.blocks[$0.block].kaiaReceipt(at: $0.index) } ?? .null
  }

  /// The hash of the transaction whose sender knows it by this one; the hash itself if there is none.
  ///
  /// - Complexity: O(transactions): the latest are looked at first, for these are asked for.
  private static func hash(ofSenderTxHash senderTxHash: Hash32, _ devnet: isolated Devnet) -> Hash32 {
    for block in devnet.chain.blocks.reversed() {
      for sent in block.transactions where sent.transaction.feePayer != nil {
        if sent.transaction.senderTxHash == senderTxHash { return sent.hash }
      }
    }
    return devnet.pool.all.first { $0.transaction.senderTxHash == senderTxHash }?.hash ?? senderTxHash
  }
}

extension DevnetTransaction {
  /// The bytes as Kaia has them in a block: 0x78 before Ethereum's typed kinds.
  fileprivate var kaiaRaw: Bytes { transaction.withoutSidecar.kaiaEncoded }
}
