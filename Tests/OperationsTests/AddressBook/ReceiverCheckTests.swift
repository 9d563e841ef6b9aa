import Outbox
import Primitives
import Testing

@testable import Operations

@Suite("A first payment to an address")
struct ReceiverCheckTests {
  private let outbox = Outbox.inMemory()
  private let sender = Address(truncating: UInt256(1))
  private let receiver = Address(truncating: UInt256(2))
  private let chain = ChainMark(chainID: 1337)

  private func check() -> ReceiverCheck {
    ReceiverCheck(addressBook: { AddressBook(known: []) }, outbox: { [outbox] in outbox })
  }

  private func draft(to receiver: Address) -> IntentDraft {
    IntentDraft(
      chain: chain, account: sender, label: "a transfer", to: receiver, value: .wei(UInt256(1)),
      cost: .wei(UInt256(21_001)))
  }

  /// Bytes that are told apart by their nonce.
  private func attempt(_ nonce: UInt64) -> AttemptDraft {
    AttemptDraft(hash: Hash32(UInt256(nonce + 1)), raw: [1, 2, 3], nonce: nonce, maximumPerGas: 5)
  }

  @Test("is one as long as nothing to it was signed, and none after that, whoever sends")
  func drafts() async throws {
    let beginning = try await outbox.begin(draft(to: receiver), count: 0)
    guard case .begun(let intent, _) = beginning else {
      Issue.record("not begun, but \(beginning)")
      return
    }
    let before = await check().isFirstPayment(from: sender, to: receiver)
    #expect(before == true)
    try await outbox.record(attempt(0), of: intent.id, label: "a transfer")
    for account in [sender, Address(truncating: UInt256(3))] {
      let isFirst = await check().isFirstPayment(from: account, to: receiver)
      #expect(isFirst == false)
    }
  }

  @Test("is none after one from before the newest thousand")
  func longAgo() async throws {
    _ = try await outbox.enter(draft(to: receiver), attempt(0))
    for nonce in UInt64(1)...1_000 {
      _ = try await outbox.enter(draft(to: Address(truncating: UInt256(3))), attempt(nonce))
    }
    let isFirst = await check().isFirstPayment(from: sender, to: receiver)
    #expect(isFirst == false)
    let isFirstToAnother = await check().isFirstPayment(from: sender, to: Address(truncating: UInt256(4)))
    #expect(isFirstToAnother == true)
  }
}
