import Database
import Foundation
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

/// What an account sent, and its outbox does not know: it is looked up before anything is signed under a key.
@Suite("Nonces that an outbox does not know")
struct LostHistoryTests {
  private let folder = try! OutboxFolder()
  private var state: String { "\(folder.path)/state" }

  /// A chain on which the transactions that the node took are mined, one a block from block 1 on, and those of other
  /// programs as they are put there.
  private final class Ledger: Sendable {
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

    /// How many blocks were asked for with their transactions.
    var readBlocks: Int { counter.node.calls(of: "eth_getBlockByNumber").count { $0.params.last == true } }
  }

  private func keyed(_ key: String?, _ change: (inout SendOptions) -> Void = { _ in }) -> SendOptions {
    var options = SendOptions()
    options.intent.key = key.map { IntentKey($0) }
    change(&options)
    return options
  }

  private func outbox() -> Outbox { Outbox(path: folder.file, stateFolder: state) }

  private func send(
    _ ledger: Ledger, over outbox: Outbox, _ key: String?, _ value: Amount = .klay(1), mines: Bool = true,
    _ change: (inout SendOptions) -> Void = { _ in }
  ) async throws -> SentTransaction {
    let sender = ledger.counter.sender(over: outbox)
    let options = keyed(key, change)
    let sent = try await sender.send(
      try await sender.prepare(ledger.counter.request(value), options: options), signer: ledger.counter.key,
      options: options)
    if mines, !sent.isEarlier {
      try ledger.mine(sent.transaction)
      _ = try await sent.confirmed(options)
    }
    return sent
  }

  private func refusal(
    _ ledger: Ledger, over outbox: Outbox, _ key: String?, _ value: Amount = .klay(1)
  ) async throws -> SendingError {
    try #require(
      await #expect(throws: SendingError.self) { _ = try await send(ledger, over: outbox, key, value) })
  }

  @Test("An account with earlier transactions begins with what the chain counts, and nothing of it is looked up")
  func imported() async throws {
    let ledger = try Ledger()
    for nonce in 0..<5 { _ = try ledger.other(UInt64(nonce), Amount.klay(1).wei) }
    let outbox = outbox()
    #expect(try await send(ledger, over: outbox, "a").nonce == 5)
    #expect(try await send(ledger, over: outbox, "b").nonce == 6)
    #expect(try await outbox.intents().count == 2)
    #expect(ledger.readBlocks == 0)
  }

  @Test("What another program sent between two of ours is looked up once, written down, and goes against the limits")
  func another() async throws {
    let ledger = try Ledger()
    let outbox = outbox()
    _ = try await send(ledger, over: outbox, "a")
    let hash = try ledger.other(1, Amount.klay(7).wei)
    #expect(try await send(ledger, over: outbox, "b").nonce == 2)
    let row = try #require(try await outbox.intent(hash: hash))
    #expect(row.state == .final && row.key == nil && row.nonce == 1 && row.value == .klay(7))
    let asked = ledger.readBlocks
    #expect(try await send(ledger, over: outbox, "c").nonce == 3)
    #expect(ledger.readBlocks == asked)
    // What no key names is sent whatever another program sends.
    _ = try ledger.other(4)
    #expect(try await send(ledger, over: outbox, nil, .klay(3)).nonce == 5)
  }

  @Test("What another program sent and does the same is refused with its hash, until it is named or paid once more")
  func sameOfAnother() async throws {
    let ledger = try Ledger()
    let outbox = outbox()
    _ = try await send(ledger, over: outbox, "a")
    let hash = try ledger.other(1, Amount.klay(1).wei)
    for _ in 0..<2 {
      let error = try await refusal(ledger, over: outbox, "b")
      #expect(error.code == .sameOnChain && error.transactionHash == hash, "\(error)")
      #expect(error.facts == .sameOnChain(nonce: 1) && !error.description.contains("--"))
    }
    #expect(ledger.counter.node.sent.count == 1)
    let sender = ledger.counter.sender(over: outbox)
    let account = ledger.counter.key.address
    // It is what was sent under the name.
    await #expect(throws: OutboxError(.otherWithID, "")) {
      try await sender.restorer.name(hash, IntentKey("b"), of: account) { $0.value == .klay(2) }
    }
    await #expect(throws: SendingError(.notNamed, "")) {
      try await sender.restorer.name(Keccak256.hash([7]), IntentKey("b"), of: account) { _ in true }
    }
    try await sender.restorer.name(hash, IntentKey("b"), of: account) { $0.value == .klay(1) }
    #expect(try await sender.earlierSends.earlier(IntentKey("b"), of: account)?.hash == hash)
    #expect(try await send(ledger, over: outbox, "b").isEarlier)
    // Nor is it in the way of another name now.
    #expect(try await send(ledger, over: outbox, "c").nonce == 2)
    #expect(ledger.counter.node.sent.count == 2)
  }

  @Test("Paid once more, what was found stands in the way of no further name")
  func again() async throws {
    let ledger = try Ledger()
    let outbox = outbox()
    _ = try await send(ledger, over: outbox, "a")
    _ = try ledger.other(1, Amount.klay(1).wei)
    #expect(try await refusal(ledger, over: outbox, "b").code == .sameOnChain)
    #expect(try await send(ledger, over: outbox, "b") { $0.intent.again = true }.nonce == 2)
    #expect(try await send(ledger, over: outbox, "c").nonce == 3)
  }

  @Test("An outbox that was lost and rebuilt does not pay again under the same key", arguments: [true, false])
  func rebuilt(hasMark: Bool) async throws {
    let ledger = try Ledger()
    let first = outbox()
    let hash = try await send(ledger, over: first, "a").hash
    await first.close()
    for suffix in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    if !hasMark { try FileManager.default.removeItem(atPath: state) }
    let next = outbox()
    if hasMark { await #expect(throws: OutboxError(.damaged, "")) { try await next.open() } }
    _ = try await next.rebuild()
    // Something else first: what it finds is known to the next.
    #expect(try await send(ledger, over: next, "x", .klay(9)).nonce == 1)
    for key in ["a", "b"] {
      let error = try await refusal(ledger, over: next, key)
      #expect(error.code == .sameOnChain && error.transactionHash == hash, "\(error)")
    }
    // Nor without a key.
    #expect(try await refusal(ledger, over: next, nil).code == .sameOnChain)
    #expect(ledger.counter.node.sent.count == 2)
    #expect(try await send(ledger, over: next, "c", .klay(4)).nonce == 2)
  }

  @Test("A folder that was put back to an earlier one, mark included, does not pay again under the same key")
  func putBack() async throws {
    let ledger = try Ledger()
    let data = "\(folder.path)/data"
    func outbox() -> Outbox { Outbox(path: "\(data)/outbox.sqlite", stateFolder: state) }
    let first = outbox()
    _ = try await send(ledger, over: first, "a")
    await first.close()
    try FileManager.default.copyItem(atPath: data, toPath: "\(folder.path)/backup")
    let second = outbox()
    let hash = try await send(ledger, over: second, "b", .klay(2)).hash
    await second.close()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: "\(folder.path)/backup", toPath: data)
    let third = outbox()
    let error = try await refusal(ledger, over: third, "b", .klay(2))
    #expect(error.code == .sameOnChain && error.transactionHash == hash, "\(error)")
    #expect(error.reason?.contains("lost") == true)
    #expect(try await refusal(ledger, over: third, nil, .klay(2)).code == .sameOnChain)
    #expect(try await send(ledger, over: third, "a").isEarlier)
    #expect(try await send(ledger, over: third, "c", .klay(3)).nonce == 2)
    #expect(ledger.counter.node.sent.count == 3)
  }

  @Test("Where nodes do not show what lost nonces were used for, keys need to be meant again")
  func unknown() async throws {
    let ledger = try Ledger()
    let outbox = outbox()
    _ = try await send(ledger, over: outbox, "a")
    _ = try ledger.other(1)
    _ = try ledger.other(2)
    ledger.counter.node.change {
      let blocks = $0.answers["eth_getBlockByNumber"]
      $0.answers["eth_getBlockByNumber"] = { call, chain in
        call.params.last == true ? .result(.null) : blocks?(call, &chain)
      }
    }
    let error = try await refusal(ledger, over: outbox, "b")
    #expect(error.code == .historyUnknown && !error.description.contains("--"), "\(error)")
    guard case .unknownNonces(_, first: 1, last: 2) = error.facts else { throw error }
    // What no key names goes on, for nothing of this outbox was lost.
    #expect(try await send(ledger, over: outbox, nil, .klay(3)).nonce == 3)
    #expect(try await send(ledger, over: outbox, "b") { $0.intent.again = true }.nonce == 4)
    // Who meant it once is not asked for every other name.
    #expect(try await send(ledger, over: outbox, "c").nonce == 5)
  }

  @Test("A transaction that the account did not sign explains no nonce")
  func forged() async throws {
    let ledger = try Ledger()
    let outbox = outbox()
    _ = try await send(ledger, over: outbox, "a")
    let stranger = try PrivateKey(bytes: Bytes(repeating: 7, count: 32))
    let signed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: 1, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: .zero, value: 1,
        data: [], accessList: [])
    ).signed(by: stranger)
    try ledger.mine(signed)
    #expect(try await refusal(ledger, over: outbox, "b").code == .historyUnknown)
    #expect(try await outbox.intent(hash: signed.hash) == nil)
  }

  @Test("What was signed from here, is lost, and is not mined is no reason to sign more than its own nonce")
  func lostAbove() async throws {
    let ledger = try Ledger()
    let first = outbox()
    for key in ["a", "b"] { _ = try await send(ledger, over: first, key, mines: false) }
    await first.close()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    ledger.counter.node.change {
      $0.nonces = [:]
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
    }
    let next = outbox()
    _ = try await next.rebuild()
    // Two are lost: with nonce 0 it could be paid beside the other.
    let error = try await refusal(ledger, over: next, "b")
    guard error.code == .historyUnknown, case .unknownNonces(_, _, last: 1) = error.facts else { throw error }
    await #expect(throws: SendingError(.historyUnknown, "")) {
      _ = try await send(ledger, over: next, nil, .klay(5), mines: false)
    }
    #expect(ledger.counter.node.sent.count == 2)
  }

  @Test("Of a row whose bytes were lost the chain gives them back, and with them its key")
  func bytesLost() async throws {
    let ledger = try Ledger()
    let first = Outbox(path: folder.file)
    let sent = try await send(ledger, over: first, "a", mines: false)
    await first.close()
    try alter("DELETE FROM attempt")
    let again = Outbox(path: folder.file)
    _ = try await again.rebuild()
    let row = try #require(try await again.intents().first)
    #expect(row.state == .unpublished && row.attempts.isEmpty && row.reason?.contains("may be mined") == true)
    try ledger.mine(sent.transaction)
    let found = try await send(ledger, over: again, "a")
    #expect(found.isEarlier && found.hash == sent.hash)
    #expect(ledger.counter.node.sent.count == 1)
  }

  @Test("A row that is not as it was written is left out when the outbox is rebuilt, not made sound")
  func flippedRow() async throws {
    let ledger = try Ledger()
    let first = Outbox(path: folder.file)
    let sent = try await send(ledger, over: first, "a")
    await first.close()
    try alter(
      "DROP TRIGGER intentDamaged; DROP TRIGGER intentUpdated; UPDATE intent SET key = 'b', value = '7'")
    let again = Outbox(path: folder.file)
    let salvage = try await again.rebuild()
    #expect(salvage.intents == 0 && salvage.unreadable >= 1, "\(salvage)")
    let error = try await refusal(ledger, over: again, "a")
    #expect(error.code == .sameOnChain && error.transactionHash == sent.hash)
  }

  @Test("What took the nonce of a send and does the same is that send: nothing else is signed")
  func sameInItsPlace() async throws {
    let other = try Counter().other(nonce: 0)
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { call, chain in
        Counter.show(other, in: &chain)
        return .error("nonce too low")
      }
    }
    let sender = counter.sender
    let options = keyed("a")
    let error = try #require(
      await #expect(throws: SendingError.self) {
        _ = try await sender.send(
          try await sender.prepare(counter.request(Amount(wei: 1)), options: options), signer: counter.key,
          options: options)
      })
    #expect(error.code == .sameOnChain && error.transactionHash == other.hash, "\(error)")
    await #expect(throws: SendingError(.sameOnChain, "")) {
      _ = try await sender.earlierSends.earlier(IntentKey("a"), of: counter.key.address)
    }
    let nonces = Set(try counter.offered())
    #expect(nonces == [0])
  }

  /// Changes the file from outside.
  private func alter(_ sql: String) throws {
    var options = DatabaseFile.Options()
    (options.durability, options.functions) = (nil, [RowChecksum.function])
    try DatabaseFile(folder.file, options).connected { try $0.execute(sql) }
  }
}
