import Keys
import NodeDoubles
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

  private func outbox() -> Outbox { Outbox(path: folder.file, stateFolder: state) }

  @Test("An account with earlier transactions begins with what the chain counts, and nothing of it is looked up")
  func imported() async throws {
    let ledger = try MinedHistory()
    for nonce in 0..<5 { _ = try ledger.other(UInt64(nonce), Amount.klay(1).wei) }
    let outbox = outbox()
    #expect(try await ledger.send(over: outbox, "a").nonce == 5)
    #expect(try await ledger.send(over: outbox, "b").nonce == 6)
    #expect(try await outbox.intents().count == 2)
    #expect(ledger.readBlocks == 0)
  }

  @Test("What another program sent between two of ours is looked up once, written down, and goes against the limits")
  func another() async throws {
    let ledger = try MinedHistory()
    let outbox = outbox()
    _ = try await ledger.send(over: outbox, "a")
    let hash = try ledger.other(1, Amount.klay(7).wei)
    #expect(try await ledger.send(over: outbox, "b").nonce == 2)
    let row = try #require(try await outbox.intent(hash: hash))
    #expect(row.state == .final && row.key == nil && row.nonce == 1 && row.value == .klay(7))
    let asked = ledger.readBlocks
    #expect(try await ledger.send(over: outbox, "c").nonce == 3)
    #expect(ledger.readBlocks == asked)
    // What no key names is sent whatever another program sends.
    _ = try ledger.other(4)
    #expect(try await ledger.send(over: outbox, nil, .klay(3)).nonce == 5)
  }

  @Test("What another program sent and does the same is refused with its hash, until it is named or paid once more")
  func sameOfAnother() async throws {
    let ledger = try MinedHistory()
    let outbox = outbox()
    _ = try await ledger.send(over: outbox, "a")
    let hash = try ledger.other(1, Amount.klay(1).wei)
    for _ in 0..<2 {
      let error = try await ledger.refusal(over: outbox, "b")
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
    #expect(try await ledger.send(over: outbox, "b").isEarlier)
    // Nor is it in the way of another name now.
    #expect(try await ledger.send(over: outbox, "c").nonce == 2)
    #expect(ledger.counter.node.sent.count == 2)
  }

  @Test("Paid once more, what was found stands in the way of no further name")
  func again() async throws {
    let ledger = try MinedHistory()
    let outbox = outbox()
    _ = try await ledger.send(over: outbox, "a")
    _ = try ledger.other(1, Amount.klay(1).wei)
    #expect(try await ledger.refusal(over: outbox, "b").code == .sameOnChain)
    #expect(try await ledger.send(over: outbox, "b") { $0.intent.again = true }.nonce == 2)
    #expect(try await ledger.send(over: outbox, "c").nonce == 3)
  }

  @Test("Where nodes do not show what lost nonces were used for, keys need to be meant again")
  func unknown() async throws {
    let ledger = try MinedHistory()
    let outbox = outbox()
    _ = try await ledger.send(over: outbox, "a")
    _ = try ledger.other(1)
    _ = try ledger.other(2)
    ledger.counter.node.change {
      let blocks = $0.answers["eth_getBlockByNumber"]
      $0.answers["eth_getBlockByNumber"] = { call, chain in
        call.params.last == true ? .result(.null) : blocks?(call, &chain)
      }
    }
    let error = try await ledger.refusal(over: outbox, "b")
    #expect(error.code == .historyUnknown && !error.description.contains("--"), "\(error)")
    guard case .unknownNonces(_, first: 1, last: 2) = error.facts else { throw error }
    // What no key names goes on, for nothing of this outbox was lost.
    #expect(try await ledger.send(over: outbox, nil, .klay(3)).nonce == 3)
    #expect(try await ledger.send(over: outbox, "b") { $0.intent.again = true }.nonce == 4)
    // Who meant it once is not asked for every other name.
    #expect(try await ledger.send(over: outbox, "c").nonce == 5)
  }

  @Test("A transaction that the account did not sign explains no nonce")
  func forged() async throws {
    let ledger = try MinedHistory()
    let outbox = outbox()
    _ = try await ledger.send(over: outbox, "a")
    let stranger = try PrivateKey(bytes: Bytes(repeating: 7, count: 32))
    let signed = try UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1337, nonce: 1, maxPriorityFeePerGas: 1, maxFeePerGas: 5, gasLimit: 21_000, to: .zero, value: 1,
        data: [], accessList: [])
    ).signed(by: stranger)
    try ledger.mine(signed)
    #expect(try await ledger.refusal(over: outbox, "b").code == .historyUnknown)
    #expect(try await outbox.intent(hash: signed.hash) == nil)
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
    let options = SendOptions.keyed("a")
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
}
