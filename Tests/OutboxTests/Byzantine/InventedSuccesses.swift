import Devnet
import Keys
import Locking
import Primitives
import StrictJSON
import Transactions

/// The receipts that a node invents of transactions that it gave to nobody: as they would have been, with their logs.
final class InventedSuccesses: Sendable {
  private let devnet: Devnet
  private let sender: Address
  /// The receipts and blocks, by the hash of the transaction and by the height.
  private let told = Guarded<(receipts: [String: JSON], blocks: [String: JSON])>(([:], [:]))

  init(of sender: Address, on devnet: Devnet) { (self.sender, self.devnet) = (sender, devnet) }

  func receipt(_ hash: JSON?) -> JSON? { hash?.string.flatMap { hash in told.withLock { $0.receipts[hash] } } }

  func block(_ number: JSON?) -> JSON? { number?.string.flatMap { number in told.withLock { $0.blocks[number] } } }

  /// Invents the success of a transaction: in the newest block, or in one behind it that no chain has.
  ///
  /// - Returns: Its hash.
  func add(_ raw: String, _ lie: Lie) async -> Hash32? {
    guard let signed = try? SignedTransaction(decodingHex: raw),
      var block = await ask("eth_getBlockByNumber", ["latest", false])?.object
    else { return nil }
    if lie == .inventedBlock {
      block["number"] = .string("0x" + String(await devnet.blockNumber + 1, radix: 16))
      (block["parentHash"], block["hash"]) = (block["hash"] ?? .null, .string(Keccak256.hash([5]).hex))
      block["transactions"] = [.string(signed.hash.hex)]
    }
    let (transaction, place) = (signed.transaction, ["number", "hash"].map { block[$0] ?? .null })
    var call: JSONObject = [
      "from": .string(sender.lowercaseHex), "value": .string(transaction.value.quantity),
      "input": .string(transaction.data.hex),
    ]
    if let to = transaction.to { call["to"] = .string(to.lowercaseHex) }
    let tried = await ask("eth_simulateV1", [["blockStateCalls": [["calls": [.object(call)]]]], "latest"])
    let logs = (tried?.array?.first?["calls"]?.array?.first?["logs"]?.array ?? []).map { log in
      var log = log.object ?? [:]
      (log["blockNumber"], log["blockHash"]) = (place[0], place[1])
      log["transactionHash"] = .string(signed.hash.hex)
      return JSON.object(log)
    }
    let receipt: JSON = [
      "transactionHash": .string(signed.hash.hex), "transactionIndex": "0x0", "blockNumber": place[0],
      "blockHash": place[1], "from": .string(sender.lowercaseHex), "to": call["to"] ?? .null, "status": "0x1",
      "contractAddress": .null, "gasUsed": "0x5208", "cumulativeGasUsed": "0x5208", "effectiveGasPrice": "0x3b9aca00",
      "logs": .array(logs), "logsBloom": .string(Bytes(repeating: 0, count: 256).hex), "type": "0x0",
    ]
    told.withLock { told in
      told.receipts[signed.hash.hex] = receipt
      if lie == .inventedBlock, let number = place[0].string { told.blocks[number] = .object(block) }
    }
    return signed.hash
  }

  private func ask(_ method: String, _ parameters: [JSON]) async -> JSON? {
    await devnet.answer(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)])?["result"]
  }
}
