import Foundation
import Keys
import Orders
import Outbox
import Primitives
import Testing

@testable import Exchange

@Suite("The journal of limit orders")
struct OrderJournalTests {
  private let fixture: JournalFixture

  init() throws { fixture = try JournalFixture() }

  private func signed(_ order: JournalOrder) async throws -> AnySignedOrder {
    try await order.unsigned.signed(by: RelayOrders.key())
  }

  @Test("has an order as draft, signed and ended, and reads each again")
  func states() async throws {
    let journal = try fixture.journal()
    let order = try JournalFixture.order()
    let draft = try await journal.begin(order, key: JournalFixture.key())
    #expect(draft.state == .draft && draft.unsigned == order && draft.signed == nil && draft.turn == 0)
    let kept = try await journal.keep(signed(draft), of: draft.id)
    #expect(kept.state == .signed && kept.signed?.hash == order.hash)
    let other = try fixture.journal()
    #expect(try await other.order(order.hash) == kept)
    let ended = try await other.end(kept.id, .filled)
    #expect(ended.state == .ended && ended.ending == .filled)
    #expect(try await journal.orders(in: [.ended]) == [ended])
    #expect(try await journal.orders(in: [.draft, .signed, .posted]).isEmpty)
    #expect(try await journal.end(kept.id, .cancelled) == ended)
  }

  @Test("keeps limit orders of version 4, too, with the scheme that they were signed in")
  func version4() async throws {
    let journal = try fixture.journal()
    let order = try RelayOrders.v4()
    let draft = try await journal.begin(
      .v4(order),
      key: OrderKey(
        exchange: order.exchange.address, maker: order.maker, makerToken: order.makerToken,
        takerToken: order.takerToken, amounts: order.amounts, expiry: "1d", taker: order.taker, salt: order.salt))
    #expect(draft.unsigned == .v4(order) && draft.key.hasSuffix("1d salt 1"))
    let helper = try RelayOrders.key(2)
    let signed = try await draft.unsigned.signed(by: helper, signers: [helper.address])
    #expect(await journalFailure { try await journal.keep(signed, of: draft.id) }?.code == .wrongSignature)
    let kept = try await journal.keep(signed, of: draft.id, signers: [helper.address])
    #expect(try await journal.order(order.hash)?.signed == signed && kept.signed == signed)
  }

  @Test("tells the order that goes on in place of a new one, and makes none")
  func standing() async throws {
    let (journal, key) = (try fixture.journal(), try JournalFixture.key())
    #expect(try await journal.standing(key) == nil)
    let draft = try await journal.begin(JournalFixture.order(), key: key)
    #expect(try await journal.standing(key, isAnother: true) == draft)
    let kept = try await journal.keep(signed(draft), of: draft.id)
    #expect(try await journal.standing(key) == kept)
    _ = try await journal.end(kept.id, .cancelled)
    #expect(await journalFailure { try await journal.standing(key) }?.code == .duplicate)
    #expect(try await journal.standing(key, isAnother: true) == nil)
    #expect(try await journal.orders().count == 1)
  }

  @Test("takes an order of its key up, with the salt and the signature that are written down")
  func takenUp() async throws {
    let journal = try fixture.journal()
    let first = try await journal.begin(JournalFixture.order(), key: JournalFixture.key())
    for isAnother in [false, true] {
      let found = try await fixture.journal().begin(
        JournalFixture.order(), key: JournalFixture.key(), isAnother: isAnother)
      #expect(found == first)
    }
    let kept = try await journal.keep(signed(first), of: first.id)
    #expect(try await journal.keep(signed(first), of: first.id) == kept)
    for isAnother in [false, true] {
      let found = try await journal.begin(JournalFixture.order(), key: JournalFixture.key(), isAnother: isAnother)
      #expect(found == kept)
    }
  }

  @Test("makes a second order of a key only where one is posted or over, and another is wanted")
  func another() async throws {
    let journal = try fixture.journal()
    let first = try await journal.begin(JournalFixture.order(), key: JournalFixture.key())
    _ = try await journal.keep(signed(first), of: first.id)
    _ = try await journal.handOver(first.id, as: "/tmp/order.json")
    #expect(try await journal.begin(JournalFixture.order(), key: JournalFixture.key()).state == .posted)
    let second = try await journal.begin(JournalFixture.order(), key: JournalFixture.key(), isAnother: true)
    #expect(second.turn == 1 && second.hash != first.hash && second.state == .draft)
    _ = try await journal.keep(signed(second), of: second.id)
    _ = try await journal.end(second.id, .cancelled)
    let error = await journalFailure { try await journal.begin(JournalFixture.order(), key: JournalFixture.key()) }
    #expect(error?.code == .duplicate)
    #expect(error?.facts == .order(second.hash, .ended, .cancelled))
    let third = try await journal.begin(JournalFixture.order(), key: JournalFixture.key(), isAnother: true)
    #expect(third.turn == 2)
    #expect(try await journal.begin(JournalFixture.order(), key: JournalFixture.key(expiry: "2d")).turn == 0)
  }

  @Test("lets a draft that is over give way, and one that was signed only where another is wanted")
  func over() async throws {
    let journal = try fixture.journal()
    let first = try await journal.begin(JournalFixture.order(), key: JournalFixture.key())
    fixture.now += 2 * 86_400
    let later = UInt256(RelayOrders.now + 3 * 86_400)
    let second = try await journal.begin(JournalFixture.order(expiry: later), key: JournalFixture.key())
    #expect(second.turn == 1 && second.state == .draft)
    #expect(try await journal.order(first.hash)?.ending == .abandoned)
    _ = try await journal.keep(signed(second), of: second.id)
    fixture.now += 2 * 86_400
    let error = await journalFailure { try await journal.begin(JournalFixture.order(), key: JournalFixture.key()) }
    #expect(error?.code == .duplicate)
  }

  @Test("finds the very order under another key, and makes no second one of it")
  func sameHash() async throws {
    let journal = try fixture.journal()
    let first = try await journal.begin(JournalFixture.order(salt: 5), key: JournalFixture.key())
    let other = try JournalFixture.key(expiry: "later")
    #expect(try await journal.begin(JournalFixture.order(salt: 5), key: other) == first)
    _ = try await journal.end(first.id, .abandoned)
    let error = await journalFailure { try await journal.begin(JournalFixture.order(salt: 5), key: other) }
    #expect(error?.code == .duplicate)
  }

  @Test("takes no signature of another order, of another account, or for what is over")
  func badSignatures() async throws {
    let journal = try fixture.journal()
    let draft = try await journal.begin(JournalFixture.order(), key: JournalFixture.key())
    let stranger = try RelayOrders.key(9)
    guard case .v1(let order) = draft.unsigned else { return }
    let forged = try SignedOrder(
      order, signature: stranger.sign(SignatureScheme.message.digest(of: order.hash)))
    for signed in [try await RelayOrders.asks(1, .v0)[0], .v1(forged)] {
      #expect(await journalFailure { try await journal.keep(signed, of: draft.id) }?.code == .wrongSignature)
    }
    #expect(try await journal.order(draft.hash) == draft)
    #expect(await journalFailure { try await journal.end(draft.id, .filled) }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.beginPosting(draft.id, to: "x") }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.handOver(draft.id, as: "x") }?.code == .wrongStep)
    _ = try await journal.end(draft.id, .abandoned)
    #expect(await journalFailure { try await journal.keep(signed(draft), of: draft.id) }?.code == .wrongStep)
    #expect(await journalFailure { try await journal.end(77, .filled) }?.code == .wrongStep)
  }

  @Test("has the key's text of what was asked for")
  func key() throws {
    let order = try RelayOrders.v1()
    let tokens = "\(order.makerToken.lowercaseHex)/\(order.takerToken.lowercaseHex)"
    let due = "order \(order.exchange.lowercaseHex) \(order.maker.lowercaseHex) \(tokens) 1000/300 1d"
    #expect(try JournalFixture.key().description == due)
  }
}
