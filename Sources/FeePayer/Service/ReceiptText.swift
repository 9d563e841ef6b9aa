import NodeRPC
import Primitives
import StrictJSON

extension Receipt {
  /// The receipt in the API's form: the members of ethers version 6, and whether it was settled.
  var serviceJSON: JSON {
    [
      "_type": "TransactionReceipt", "blockHash": blockHash.map { .string($0.hex) } ?? .null,
      "blockNumber": blockNumber.map { .number(String($0)) } ?? .null,
      "contractAddress": contractAddress.map { .string($0.checksummed) } ?? .null,
      "cumulativeGasUsed": cumulativeGasUsed.map { .string(String($0)) } ?? .null, "from": .string(from.checksummed),
      "gasPrice": effectiveGasPrice.map { .string($0.description) } ?? .null, "gasUsed": .string(String(gasUsed)),
      "hash": .string(transactionHash.hex), "index": transactionIndex.map { .number(String($0)) } ?? .null,
      "logs": .array(logs.map(\.serviceJSON)), "logsBloom": raw["logsBloom"] ?? .null,
      "status": .number(status ?? true ? "1" : "0"), "to": to.map { .string($0.checksummed) } ?? .null,
      "settlementSuccess": true,
    ]
  }
}

extension Log {
  fileprivate var serviceJSON: JSON {
    [
      "_type": "log", "address": .string(address.checksummed), "blockHash": blockHash.map { .string($0.hex) } ?? .null,
      "blockNumber": blockNumber.map { .number(String($0)) } ?? .null, "data": .string(Hex.encode(data)),
      "index": logIndex.map { .number(String($0)) } ?? .null, "removed": .bool(removed),
      "topics": .array(topics.map { .string($0.hex) }),
      "transactionHash": transactionHash.map { .string($0.hex) } ?? .null,
      "transactionIndex": transactionIndex.map { .number(String($0)) } ?? .null,
    ]
  }
}
