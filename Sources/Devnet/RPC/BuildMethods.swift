import EVM
import JSONFields
import Primitives
import StrictJSON
import Transactions
import Tries

/// The methods that build blocks without adding them to the chain.
enum BuildMethods {
  static let table: [String: RPCMethod] = [
    "testing_buildBlockV1": RPCMethod(4) { devnet, parameters in
      guard try parameters(0).hash() == devnet.chain.head.hash else {
        throw DevnetError(.unknownBlock, "blocks are built on the head alone, which is \(devnet.chain.head.hash)")
      }
      let header = try header(parameters(1), extraData: parameters.optional(3)?.bytes() ?? [], devnet.chain)
      let withdrawals = try parameters(1).field("withdrawals")?.list(most: 1000).map { try $0.withdrawal() }
      let sent = try parameters.optional(2)?.list(most: 10_000).map { try devnet.kind.decode($0.bytes()) }
      return try build(header, sent, withdrawals ?? [], devnet)
    }
  ]

  /// The gas limit that blocks built so go to, by at most a 1024th each; geth's default.
  private static let builtGasLimit: UInt64 = 60_000_000

  /// The header of a block that the payload's attributes ask for.
  private static func header(_ attributes: Argument, extraData: Bytes, _ chain: Chain) throws -> BlockHeader {
    let parent = chain.head.header
    let timestamp = try attributes.required("timestamp").uint64()
    guard timestamp > parent.timestamp else {
      throw DevnetError(.invalidTimestamp, "invalid timestamp: \(timestamp) is not after \(parent.timestamp)")
    }
    guard extraData.count <= 32 else { throw DevnetError(.invalidParameters, "extra data has more than 32 bytes") }
    var header = chain.nextHeader(timestamp: timestamp)
    let step = max(parent.gasLimit / 1024, 1) - 1
    header.gasLimit =
      parent.gasLimit > builtGasLimit
      ? max(builtGasLimit, parent.gasLimit - step) : min(builtGasLimit, parent.gasLimit + step)
    header.coinbase = try attributes.required("suggestedFeeRecipient").address()
    header.mixHash = try attributes.required("prevRandao").hash()
    if header.parentBeaconBlockRoot != nil {
      header.parentBeaconBlockRoot = try attributes.field("parentBeaconBlockRoot")?.hash() ?? .zero
    }
    header.extraData = extraData
    return header
  }

  /// Builds a block of some transactions, or of those that wait, as `engine_getPayload` answers.
  private static func build(
    _ template: BlockHeader, _ sent: [DevnetTransaction]?, _ withdrawals: [Withdrawal], _ devnet: isolated Devnet
  ) throws -> JSON {
    let chain = devnet.chain
    var header = template
    let queue = try sent ?? chain.build(header, from: devnet.pool).outcome.transactions
    var execution = try BlockExecution(
      rules: chain.rules(of: header), environment: chain.environment(of: header), state: chain.state)
    for transaction in queue { try execution.include(transaction) }
    let outcome = try execution.finish(withdrawals: withdrawals, ommers: [])
    if header.withdrawalsRoot != nil { header.withdrawalsRoot = OrderedTrie.root(of: withdrawals.map(\.encoded)) }
    chain.fill(&header, outcome)
    header.stateRoot = ChangedState(base: chain.state, changes: outcome.changes).root
    let block = DevnetBlock(
      header: header, transactions: outcome.transactions,
      withdrawals: header.withdrawalsRoot == nil ? nil : withdrawals, receipts: outcome.receipts)
    return block.payload(requests: outcome.requests)
  }
}

extension DevnetBlock {
  /// The block as the engine's API has it, with what it earns and asks for.
  fileprivate func payload(requests: [Bytes]) -> JSON {
    let sidecars = transactions.compactMap(\.transaction.sidecar)
    let tips = receipts.reduce(0 as UInt256) { sum, receipt in
      let baseFee = header.baseFee ?? 0
      return sum &+ (receipt.effectiveGasPrice - min(baseFee, receipt.effectiveGasPrice)) &* UInt256(receipt.gasUsed)
    }
    return [
      "executionPayload": .object(payloadFields), "blockValue": .quantity(tips),
      "blobsBundle": [
        "commitments": .array(sidecars.flatMap(\.commitments).map { .bytes($0) }),
        "proofs": .array(sidecars.flatMap(\.proofs).map { .bytes($0) }),
        "blobs": .array(sidecars.flatMap(\.blobs).map { .bytes($0) }),
      ],
      "executionRequests": .array(requests.map { .bytes($0) }), "shouldOverrideBuilder": false,
    ]
  }

  private var payloadFields: JSONObject {
    var object: JSONObject = [
      "parentHash": .hash(header.parentHash), "feeRecipient": .address(header.coinbase),
      "stateRoot": .hash(header.stateRoot), "receiptsRoot": .hash(header.receiptsRoot),
      "logsBloom": .bytes(header.logsBloom.bytes), "prevRandao": .hash(header.mixHash),
      "blockNumber": .quantity(header.number), "gasLimit": .quantity(header.gasLimit),
      "gasUsed": .quantity(header.gasUsed), "timestamp": .quantity(header.timestamp),
      "extraData": .bytes(header.extraData), "baseFeePerGas": .quantity(header.baseFee ?? 0), "blockHash": .hash(hash),
      "transactions": .array(transactions.map { .bytes($0.transaction.canonicalEncoding) }),
    ]
    object["withdrawals"] = withdrawals.map { .array($0.map(\.json)) }
    object["blobGasUsed"] = header.blobGasUsed.map { .quantity($0) }
    object["excessBlobGas"] = header.excessBlobGas.map { .quantity($0) }
    return object
  }
}
