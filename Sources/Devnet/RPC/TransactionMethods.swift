import EVM
import JSONFields
import Keys
import Primitives
import StrictJSON
import Transactions
import Tries

/// The methods that send and read transactions.
enum TransactionMethods {
  static let table: [String: RPCMethod] = [
    "eth_sendRawTransaction": RPCMethod(1) { devnet, parameters in
      .hash(try devnet.send(rawTransaction: parameters(0).bytes()))
    },
    "eth_sendRawTransactionSync": RPCMethod(2) { devnet, parameters in
      let bytes = try parameters(0).bytes()
      let patience = try parameters.optional(1)?.looseUInt64() ?? usualPatience
      let wait = min(.milliseconds(Int64(clamping: min(patience, 1 << 40))), devnet.options.longestWait)
      return try await receipt(of: devnet.send(rawTransaction: bytes), within: wait, devnet).json
    },
    "eth_sendTransaction": RPCMethod(1) { devnet, parameters in
      .hash(try devnet.send(parameters(0).callRequest(chainID: devnet.chainID)))
    },
    "eth_fillTransaction": RPCMethod(1) { devnet, parameters in
      let filled = try parameters(0).callRequest(chainID: devnet.chainID).filled(by: devnet)
      let raw = filled.encodedUnsigned
      var object = filled.json.object ?? [:]
      object["hash"] = .hash(Keccak256.hash(raw))
      for field in ["v", "r", "s"] { object[field] = "0x0" }
      return ["raw": .bytes(raw), "tx": .object(object)]
    },
    "eth_sendUnsignedTransaction": RPCMethod(1) { devnet, parameters in
      let request = try parameters(0).callRequest(chainID: devnet.chainID)
      return .hash(try devnet.send(request.signed(by: devnet, impersonating: true)))
    },
    "eth_getTransactionReceipt": RPCMethod(1) { devnet, parameters in
      devnet.receipt(try parameters(0).hash())?.json ?? .null
    },
    "eth_getTransactionByHash": RPCMethod(1) { devnet, parameters in
      let hash = try parameters(0).hash()
      if let place = devnet.chain.place(ofTransaction: hash) {
        return devnet.chain.blocks[place.block].transactionJSON(at: place.index)
      }
      return devnet.pool[hash]?.waitingJSON ?? .null
    },
    "eth_getTransactionBySenderAndNonce": RPCMethod(2) { devnet, parameters in
      let (sender, nonce) = try (parameters(0).address(), parameters(1).uint64())
      if let waiting = devnet.pool.senders[sender]?[nonce] { return waiting.sent.waitingJSON }
      // The latest first: most ask for what they have just sent.
      for block in devnet.chain.blocks.reversed() {
        let index = block.transactions.firstIndex {
          $0.sender == sender && $0.transaction.transaction.nonce == nonce
        }
        if let index { return block.transactionJSON(at: index) }
      }
      return .null
    },
    "eth_getRawTransactionByHash": RPCMethod(1) { devnet, parameters in
      RawMethods.transaction(try parameters(0).hash(), devnet)
    },
    "eth_pendingTransactions": RPCMethod(0) { devnet, _ in
      .array(devnet.pool.bySender.map(\.waitingJSON))
    },
  ].merging(
    .inBlocks(
      \.transactions.count,
      [
        "eth_getRawTransactionByBlock*AndIndex": { .bytes($0.transactions[$1].transaction.canonicalEncoding) },
        "eth_getTransactionByBlock*AndIndex": { $0.transactionJSON(at: $1) },
      ])
  ) { first, _ in first }

  /// The usual wait of `eth_sendRawTransactionSync` for a block, in milliseconds.
  private static let usualPatience: UInt64 = 20_000

  /// The receipt of a transaction as soon as a block has it (EIP-7966). Others are served meanwhile.
  ///
  /// - Throws: `stillPending` if no block has it in time.
  private static func receipt(
    of hash: Hash32, within patience: Duration, _ devnet: isolated Devnet
  ) async throws -> DevnetReceipt {
    let deadline = ContinuousClock.now + patience
    while true {
      if let receipt = devnet.receipt(hash) { return receipt }
      guard ContinuousClock.now < deadline else { break }
      try await Task.sleep(for: min(.milliseconds(10), deadline - .now))
    }
    throw DevnetError(
      .stillPending, "the transaction waits, and no block had it within \(patience): ask for its receipt later",
      about: hash.bytes)
  }
}

extension DevnetBlock {
  /// A transaction with its place.
  func transactionJSON(at index: Int) -> JSON {
    var object = transactions[index].json
    object["blockHash"] = .hash(hash)
    object["blockNumber"] = .quantity(header.number)
    object["blockTimestamp"] = .quantity(header.timestamp)
    object["transactionIndex"] = .quantity(index)
    // The price paid, not the price offered.
    object["gasPrice"] = .quantity(transactions[index].execution.gasPrice(baseFee: header.baseFee ?? 0) ?? 0)
    return .object(object)
  }
}

extension DevnetTransaction {
  /// A transaction that is in no block.
  var waitingJSON: JSON {
    var object = json
    for name in ["blockHash", "blockNumber", "blockTimestamp", "transactionIndex"] { object[name] = .null }
    return .object(object)
  }

  /// The fields that don't depend on a block.
  var json: JSONObject {
    let signed = transaction
    let fields = signed.transaction
    let kind = fields.kind
    let execution = execution
    var object: JSONObject = [
      "hash": .hash(hash), "type": .string(kind.ethereumQuantity), "from": .address(sender),
      "to": .address(execution.to),
      "nonce": .quantity(fields.nonce), "gas": .quantity(fields.gasLimit), "gasPrice": .quantity(fields.maxFeePerGas),
      "value": .quantity(fields.value), "input": .bytes(fields.data), "v": .quantity(signed.v),
      "r": .quantity(signed.signature.r), "s": .quantity(signed.signature.s),
    ]
    guard kind.isEthereum else { return object }
    object["chainId"] = fields.chainID.map { .quantity($0) }
    guard kind != .legacy else { return object }
    object["yParity"] = .quantity(UInt64(signed.signature.yParity))
    object["accessList"] = .array(fields.accessList.map { $0.json(\.lowercaseHex) })
    guard kind != .accessList else { return object }
    object["maxFeePerGas"] = .quantity(fields.maxFeePerGas)
    object["maxPriorityFeePerGas"] = .quantity(fields.maxPriorityFeePerGas)
    if kind == .blob {
      object["maxFeePerBlobGas"] = .quantity(execution.maxFeePerBlobGas)
      object["blobVersionedHashes"] = .array(execution.blobHashes.map { .hash($0) })
    }
    if kind == .setCode {
      object["authorizationList"] = .array(execution.authorizations.map { $0.json(\.lowercaseHex) })
    }
    return object
  }
}

extension TransactionKind {
  /// The type as Ethereum's objects show it: Kaia's own types as legacy ones.
  var ethereumQuantity: String { (isEthereum ? self : .legacy).quantity }
}

extension DevnetReceipt {
  /// The receipt as `eth_getTransactionReceipt` answers it.
  var json: JSON {
    var object: JSONObject = [
      "transactionHash": .hash(transactionHash), "transactionIndex": .quantity(transactionIndex),
      "blockHash": .hash(blockHash), "blockNumber": .quantity(blockNumber), "type": .string(kind.ethereumQuantity),
      "from": .address(from), "to": .address(to), "contractAddress": .address(contractAddress),
      "gasUsed": .quantity(gasUsed), "cumulativeGasUsed": .quantity(cumulativeGasUsed),
      "effectiveGasPrice": .quantity(effectiveGasPrice), "logsBloom": .bytes(logsBloom.bytes),
      "logs": .array(logs.indices.map { logJSON(at: $0) }),
    ]
    switch outcome {
    case .status(let isSuccess): object["status"] = isSuccess ? "0x1" : "0x0"
    case .stateRoot(let root): object["root"] = .hash(root)
    }
    object["blobGasUsed"] = blobGasUsed.map { .quantity($0) }
    object["blobGasPrice"] = blobGasPrice.map { .quantity($0) }
    return .object(object)
  }

  /// A log with its place, and whether its block was taken back.
  func logJSON(at index: Int, isRemoved: Bool = false) -> JSON {
    json(of: logs[index], number: firstLogIndex + index, isRemoved: isRemoved)
  }

  /// A log of the receipt's transaction with its number in the block, and whether its block was taken back.
  func json(of log: Log, number: Int, isRemoved: Bool = false) -> JSON {
    [
      "address": .address(log.address), "topics": .array(log.topics.map { .hash($0) }), "data": .bytes(log.data),
      "blockNumber": .quantity(blockNumber), "blockHash": .hash(blockHash),
      "blockTimestamp": .quantity(blockTimestamp), "transactionHash": .hash(transactionHash),
      "transactionIndex": .quantity(transactionIndex), "logIndex": .quantity(number), "removed": .bool(isRemoved),
    ]
  }
}
