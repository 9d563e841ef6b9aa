import EVM
import JSONFields
import Primitives
import StrictJSON
import Tries

/// The methods that read blocks.
enum BlockMethods {
  static let table: [String: RPCMethod] = [
    "eth_getBlockByNumber": RPCMethod(2) { devnet, parameters in
      let isFull = try parameters.optional(1)?.bool() ?? false
      let reference = try parameters(0).block()
      return devnet.block(reference)?.json(full: isFull, isPending: reference == .pending) ?? .null
    },
    "eth_getBlockByHash": RPCMethod(2) { devnet, parameters in
      let isFull = try parameters.optional(1)?.bool() ?? false
      return devnet.block(.hash(try parameters(0).hash()))?.json(full: isFull) ?? .null
    },
    "eth_getBlockReceipts": RPCMethod(1) { devnet, parameters in
      devnet.block(try parameters(0).block()).map { .array($0.receipts.map(\.json)) } ?? .null
    },
  ].merging(
    .ofBlocks([
      "eth_getBlockTransactionCountBy*": (1, { @Sendable block, _ in .quantity(block.transactions.count) }),
      "eth_getUncleCountByBlock*": (1, { @Sendable block, _ in .quantity(block.ommers.count) }),
      "eth_getHeaderBy*": (1, { @Sendable block, _ in block.headerJSON }),
    ])
  ) { first, _ in first }.merging(
    .inBlocks(
      \.ommers.count,
      ["eth_getUncleByBlock*AndIndex": { DevnetBlock(header: $0.ommers[$1]).json(full: false) }])
  ) { first, _ in first }
}

extension DevnetBlock {
  /// The block as `eth_getBlockByNumber` answers it, its transactions as hashes or in full. One that is still to come has
  /// no hash, nonce or producer.
  func json(full: Bool, isPending: Bool = false) -> JSON {
    var object = header.json
    object["hash"] = isPending ? .null : .hash(hash)
    if isPending {
      object["nonce"] = .null
      object["miner"] = .null
    }
    object["size"] = .quantity(encoded.count)
    object["uncles"] = .array(ommers.map { .hash($0.hash) })
    object["transactions"] = .array(
      transactions.indices.map { full ? transactionJSON(at: $0) : .hash(transactions[$0].hash) })
    object["withdrawals"] = withdrawals.map { .array($0.map(\.json)) }
    return .object(object)
  }

  /// The header alone.
  var headerJSON: JSON {
    var object = header.json
    object["hash"] = .hash(hash)
    return .object(object)
  }
}

extension Withdrawal {
  var json: JSON {
    [
      "index": .quantity(index), "validatorIndex": .quantity(validator), "address": .address(address),
      "amount": .quantity(amount),
    ]
  }
}

extension BlockHeader {
  /// The fields under their names in JSON-RPC.
  var json: JSONObject {
    var object: JSONObject = [
      "parentHash": .hash(parentHash), "sha3Uncles": .hash(ommersHash), "miner": .address(coinbase),
      "stateRoot": .hash(stateRoot), "transactionsRoot": .hash(transactionsRoot), "receiptsRoot": .hash(receiptsRoot),
      "logsBloom": .bytes(logsBloom.bytes), "difficulty": .quantity(difficulty), "number": .quantity(number),
      "gasLimit": .quantity(gasLimit), "gasUsed": .quantity(gasUsed), "timestamp": .quantity(timestamp),
      "extraData": .bytes(extraData), "mixHash": .hash(mixHash),
      "nonce": .bytes(Bytes(UInt256(nonce).bigEndianBytes.suffix(8))),
    ]
    object["baseFeePerGas"] = baseFee.map { .quantity($0) }
    object["withdrawalsRoot"] = withdrawalsRoot.map { .hash($0) }
    object["blobGasUsed"] = blobGasUsed.map { .quantity($0) }
    object["excessBlobGas"] = excessBlobGas.map { .quantity($0) }
    object["parentBeaconBlockRoot"] = parentBeaconBlockRoot.map { .hash($0) }
    object["requestsHash"] = requestsHash.map { .hash($0) }
    return object
  }
}
