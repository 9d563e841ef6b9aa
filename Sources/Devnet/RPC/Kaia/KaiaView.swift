import EVM
import JSONFields
import Keys
import Primitives
import StrictJSON
import Transactions
import Tries

// Blocks, transactions and receipts as Kaia's nodes show them in their own namespace.
extension DevnetBlock {
  /// The block, its transactions as hashes or in full. One that is still to come has no hash.
  func kaiaJSON(full: Bool, isPending: Bool = false) -> JSON {
    var object = header.kaiaJSON
    object["hash"] = isPending ? .null : .hash(hash)
    object["size"] = .quantity(encoded.count)
    object["transactions"] = .array(
      transactions.indices.map { full ? .object(kaiaTransaction(at: $0)) : .hash(transactions[$0].hash) })
    return .object(object)
  }

  /// The header alone.
  var kaiaHeaderJSON: JSON {
    var object = header.kaiaJSON
    object["hash"] = .hash(hash)
    return .object(object)
  }

  /// A transaction with its place.
  func kaiaTransaction(at index: Int) -> JSONObject {
    var object = transactions[index].kaiaJSON(blockHash: hash, number: header.number, index: index)
    if transactions[index].transaction.transaction.kind.hasFeeCap {
      // The price paid, not the price offered.
      object["gasPrice"] = .quantity(transactions[index].execution.gasPrice(baseFee: header.baseFee ?? 0) ?? 0)
    }
    return object
  }

  /// A receipt with all that its transaction says.
  func kaiaReceipt(at index: Int) -> JSON {
    let receipt = receipts[index]
    var object = kaiaTransaction(at: index)
    object["hash"] = nil
    object["transactionHash"] = .hash(receipt.transactionHash)
    object["status"] = receipt.isSuccess ? "0x1" : "0x0"
    object["txError"] = receipt.failure.map { .quantity(UInt64($0.rawValue)) }
    object["gasUsed"] = .quantity(receipt.gasUsed)
    object["effectiveGasPrice"] = .quantity(receipt.effectiveGasPrice)
    object["logsBloom"] = .bytes(receipt.logsBloom.bytes)
    object["logs"] = .array(receipt.logs.indices.map { receipt.logJSON(at: $0) })
    object["contractAddress"] = .address(receipt.contractAddress)
    object["blobGasUsed"] = receipt.blobGasUsed.map { .quantity($0) }
    object["blobGasPrice"] = receipt.blobGasPrice.map { .quantity($0) }
    return .object(object)
  }
}

extension BlockHeader {
  fileprivate var kaiaJSON: JSONObject {
    var object: JSONObject = [
      "number": .quantity(number), "parentHash": .hash(parentHash), "logsBloom": .bytes(logsBloom.bytes),
      "stateRoot": .hash(stateRoot), "transactionsRoot": .hash(transactionsRoot),
      "receiptsRoot": .hash(receiptsRoot), "reward": .address(coinbase), "blockScore": "0x1",
      "extraData": .bytes(extraData), "governanceData": "0x", "voteData": "0x", "gasUsed": .quantity(gasUsed),
      "timestamp": .quantity(timestamp), "timestampFoS": "0x0",
      // A devnet has no committee that reveals anything: the randomness is in mixHash alone.
      "randomReveal": .bytes(Bytes(repeating: 0, count: 96)), "mixHash": .hash(mixHash),
    ]
    object["baseFeePerGas"] = baseFee.map { .quantity($0) }
    object["excessBlobGas"] = excessBlobGas.map { .quantity($0) }
    object["blobGasUsed"] = blobGasUsed.map { .quantity($0) }
    return object
  }
}

extension DevnetTransaction {
  /// The transaction in a block; one that waits has zeros for its place, as nodes show it.
  func kaiaJSON(blockHash: Hash32 = .zero, number: UInt64 = 0, index: Int = 0) -> JSONObject {
    var object = transaction.kaiaFields
    object["from"] = .address(sender)
    object["hash"] = .hash(hash)
    object["senderTxHash"] = .hash(transaction.senderTxHash)
    object["blockHash"] = .hash(blockHash)
    object["blockNumber"] = .quantity(number)
    object["transactionIndex"] = .quantity(index)
    if transaction.transaction.kind.hasFeeCap { object["gasPrice"] = .quantity(execution.maxFeePerGas) }
    return object
  }
}

extension TransactionKind {
  /// Whether it has a maximum fee and a priority fee per gas instead of a gas price.
  fileprivate var hasFeeCap: Bool { self == .feeMarket || self == .blob || self == .setCode }
}

extension EVM.Account {
  /// The account as `kaia_getAccount` answers it; its code and storage decide whether it is a contract.
  func kaiaJSON(isContract: Bool, storageRoot: Hash32) -> JSON {
    var fields: JSONObject = [
      "nonce": .number(String(nonce)), "balance": .quantity(balance), "humanReadable": false,
      "key": (isContract ? .fail : key).json,
    ]
    if isContract || codeHash != Code.empty.hash {
      fields["storageRoot"] = .hash(storageRoot)
      fields["codeHash"] = .string(Base64.encode(codeHash.bytes))
      fields["codeFormat"] = 0
      fields["vmVersion"] = 1
    }
    return ["accType": isContract ? 2 : 1, "account": .object(fields)]
  }
}
