import Keys
import NodeDoubles
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

/// A chain on which the transactions that the node took are mined, one a block from block 1 on, and those of other
/// programs as they are put there.
final class MinedHistory: Sendable {
  let counter: Counter

  init() throws {
    counter = try Counter()
  }

  /// Another program of the account's sends something, which is mined.
  func other(_ nonce: UInt64, _ value: UInt256 = 1, to: Address = .zero, data: Bytes = []) throws -> Hash32 {
    let signed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: to, value: value,
        data: data, accessList: [])
    ).signed(by: counter.key)
    return try mine(signed)
  }

  /// Puts a transaction into the next block.
  @discardableResult
  func mine(_ signed: SignedTransaction) throws -> Hash32 {
    let account = counter.key.address.lowercaseHex
    let block = signed.transaction.nonce + 1
    var told = signed.json.object ?? [:]
    (told["from"], told["blockNumber"]) = (.string(account), .string(UInt256(block).quantity))
    told["blockHash"] = .string(Keccak256.hash([UInt8(block)]).hex)
    let transaction = JSON.object(told)
    counter.node.change { chain in
      let (blocks, counts, receipts, shown) = (
        chain.answers["eth_getBlockByNumber"], chain.answers["eth_getTransactionCount"],
        chain.answers["eth_getTransactionReceipt"], chain.answers["eth_getTransactionByHash"]
      )
      chain.answers["eth_blockNumber"] = { _, _ in .result(.string(UInt256(block).quantity)) }
      chain.answers["eth_getTransactionCount"] = { call, chain in
        let at = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
        if at ?? .max >= block { return .result(.string(UInt256(block).quantity)) }
        return counts?(call, &chain) ?? .result("0x0")
      }
      chain.answers["eth_getBlockByNumber"] = { call, chain in
        guard call.params.first?.string == UInt256(block).quantity else { return blocks?(call, &chain) }
        return .result([
          "number": .string(UInt256(block).quantity), "hash": .string(Keccak256.hash([UInt8(block)]).hex),
          "parentHash": .string(Hash32.zero.hex), "timestamp": "0x1", "gasLimit": "0x1", "gasUsed": "0x1",
          "transactions": call.params.last == true ? [transaction] : [.string(signed.hash.hex)],
        ])
      }
      chain.answers["eth_getTransactionReceipt"] = { call, chain in
        guard call.params.first?.string == signed.hash.hex else { return receipts?(call, &chain) }
        return .result(chain.receipt(signed.hash.hex, 1, block: Int(block)))
      }
      chain.answers["eth_getTransactionByHash"] = { call, chain in
        guard call.params.first?.string == signed.hash.hex else { return shown?(call, &chain) }
        return .result(transaction)
      }
    }
    return signed.hash
  }

  /// Number of blocks that were asked for with their transactions.
  var readBlocks: Int { counter.node.calls(of: "eth_getBlockByNumber").count { $0.params.last == true } }

  /// Sends a payment under a key, and mines it.
  func send(
    over outbox: Outbox, _ key: String?, _ value: Amount = .klay(1), mines: Bool = true,
    _ change: (inout SendOptions) -> Void = { _ in }
  ) async throws -> SentTransaction {
    let sender = counter.sender(over: outbox)
    let options = SendOptions.keyed(key, change)
    let sent = try await sender.send(
      try await sender.prepare(counter.request(value), options: options), signer: counter.key,
      options: options)
    if mines, !sent.isEarlier {
      try mine(sent.transaction)
      _ = try await sent.confirmed(options)
    }
    return sent
  }

  /// The error of a payment under a key.
  func refusal(
    over outbox: Outbox, _ key: String?, _ value: Amount = .klay(1)
  ) async throws -> SendingError {
    try #require(
      await #expect(throws: SendingError.self) { _ = try await send(over: outbox, key, value) })
  }
}

extension SendOptions {
  /// Options of a send under a key, changed as a test needs it.
  static func keyed(_ key: String?, _ change: (inout SendOptions) -> Void = { _ in }) -> SendOptions {
    var options = SendOptions()
    options.intent.key = key.map { IntentKey($0) }
    change(&options)
    return options
  }
}
