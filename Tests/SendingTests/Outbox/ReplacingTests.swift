import Keys
import NodeDoubles
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

@Suite("Replacing what is not mined")
struct ReplacingTests {
  private func waiting() throws -> Counter { try Counter { $0.status = nil } }

  @Test("by the same at a price that is a tenth higher, with the same nonce")
  func speedUp() async throws {
    let counter = try waiting()
    let sent = try await counter.send()
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    let prepared = try await counter.sender.replacer.prepareSpeedUp(of: intent)
    let faster = try await counter.sender.replacer.replace(intent, with: prepared, kind: .speedUp, signer: counter.key)
    let (old, new) = (sent.transaction.transaction, faster.transaction.transaction)
    #expect(new.nonce == old.nonce && new.value == old.value && new.to == old.to && new.gasLimit == old.gasLimit)
    #expect(new.maxFeePerGas == (old.maxFeePerGas * 11 + 9) / 10)
    let row = try #require(try await counter.sender.outbox.intent(sent.intent))
    #expect(row.attempts.map(\.kind) == [.first, .speedUp])
    #expect(row.cost == prepared.maximumCost)
  }

  @Test("counts for the limits as the dearest of those of which one is mined, not as their sum")
  func limits() async throws {
    let counter = try waiting()
    let sent = try await counter.send()
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    let prepared = try await counter.sender.replacer.prepareSpeedUp(of: intent)
    var limits = SpendingLimits(perDay: prepared.maximumCost)
    #expect(try await counter.sender.excess(of: prepared, over: limits, inPlaceOf: intent) == nil)
    #expect(try await counter.sender.excess(of: prepared, over: limits)?.code == .limitExceeded)
    limits.perDay = try prepared.maximumCost.subtracting(Amount(wei: 1))
    var options = SendOptions()
    options.intent.limits = limits
    await #expect(throws: OutboxError(.limitExceeded, "")) {
      try await counter.sender.replacer.replace(
        intent, with: prepared, kind: .speedUp, signer: counter.key, options: options)
    }
    #expect(counter.node.sent.count == 1)
    options.intent.limits = SpendingLimits(perDay: prepared.maximumCost)
    _ = try await counter.sender.replacer.replace(
      intent, with: prepared, kind: .speedUp, signer: counter.key, options: options)
    #expect(counter.node.sent.count == 2)
  }

  @Test("by nothing, to oneself")
  func cancel() async throws {
    let counter = try waiting()
    let sent = try await counter.send()
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    let prepared = try await counter.sender.replacer.prepareCancellation(of: intent)
    let nothing = try await counter.sender.replacer.replace(
      intent, with: prepared, kind: .cancellation, signer: counter.key)
    #expect(nothing.transaction.transaction.value == 0 && nothing.transaction.transaction.to == counter.key.address)
    #expect(nothing.nonce == sent.nonce)
    // Only the cancellation is mined: whoever waits for the first is told, and the outbox knows.
    counter.mine(nothing)
    await #expect(throws: SendingError(.cancelled, "")) { try await sent.confirmed() }
    #expect(try await counter.sender.outbox.intent(sent.intent)?.state == .cancelled)
    #expect(counter.journal.steps.suffix(2) == ["confirmed in 7", "cancelled"])
  }

  @Test("by nothing is told to who waits for it or begins it again, and never called done")
  func cancelledByAnother() async throws {
    let counter = try waiting()
    var options = SendOptions()
    options.intent.key = IntentKey("once")
    let sent = try await counter.send(options)
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    let prepared = try await counter.sender.replacer.prepareCancellation(of: intent)
    let nothing = try await counter.sender.replacer.replace(
      intent, with: prepared, kind: .cancellation, signer: counter.key)
    await counter.sender.outbox.release(sent.intent)
    // The same is wanted again while neither is mined; then the cancellation is.
    let again = try await counter.send(options)
    #expect(again.intent == sent.intent && again.hash == sent.hash)
    counter.mine(nothing)
    await #expect(throws: SendingError(.cancelled, "")) { try await again.confirmed() }
    let row = try #require(try await counter.sender.outbox.intent(sent.intent))
    #expect(row.state == .cancelled && row.awaited?.hash == sent.hash)
    // Nor is the one that cancels what was wanted, unless that is what is waited for.
    await #expect(throws: SendingError(.cancelled, "")) {
      try await counter.sender.confirmed(nothing.transaction, from: counter.key.address, label: "")
    }
    #expect(try await nothing.confirmed().hash == nothing.hash)
  }

  @Test("that cancels, at a higher price, still cancels")
  func fasterCancellation() async throws {
    let counter = try waiting()
    let sent = try await counter.send()
    func row() async throws -> Intent { try #require(try await counter.sender.outbox.intent(sent.intent)) }
    let nothing = try await counter.sender.replacer.replace(
      row(), with: counter.sender.replacer.prepareCancellation(of: row()), kind: .cancellation, signer: counter.key)
    let faster = try await counter.sender.replacer.replace(
      row(), with: counter.sender.replacer.prepareSpeedUp(of: row()), kind: .speedUp, signer: counter.key)
    #expect(try await row().attempts.map(\.kind) == [.first, .cancellation, .cancellation])
    #expect(faster.transaction.transaction.maxFeePerGas > nothing.transaction.transaction.maxFeePerGas)
    counter.mine(faster)
    #expect(try await faster.confirmed().hash == faster.hash)
    #expect(try await row().state == .cancelled)
  }

  @Test("that no node takes is kept, and the first goes on")
  func refused() async throws {
    let counter = try waiting()
    let sent = try await counter.send()
    counter.node.change { $0.refusal = "replacement transaction underpriced" }
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    let prepared = try await counter.sender.replacer.prepareSpeedUp(of: intent)
    await #expect(throws: SendingError(.notReplaced, "")) {
      try await counter.sender.replacer.replace(intent, with: prepared, kind: .speedUp, signer: counter.key)
    }
    let row = try #require(try await counter.sender.outbox.intent(sent.intent))
    #expect(row.attempts.count == 2 && row.lastAttempt?.hash == sent.hash && row.awaited?.hash == sent.hash)
  }

  @Test("is refused for what is mined")
  func mined() async throws {
    let counter = try Counter()
    let sent = try await counter.send()
    let intent = try #require(try await counter.sender.outbox.intent(sent.intent))
    await #expect(throws: SendingError(.notReplaceable, "")) {
      try await counter.sender.replacer.prepareSpeedUp(of: intent)
    }
  }

  @Test(
    "raises prices by a tenth, rounded up", arguments: [(0, 1), (1, 2), (10, 11), (11, 13), (100, 110), (101, 112)])
  func bumped(old: Int, new: Int) throws {
    #expect(try Replacer.bumped(UInt256(old)) == UInt256(new))
    #expect(throws: SendingError(.outOfRange, "")) { try Replacer.bumped(.max) }
  }
}
