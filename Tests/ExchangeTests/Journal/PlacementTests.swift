import Keys
import NodeDoubles
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("The way of an order to relays")
struct PlacementTests {
  private let fixture: JournalFixture

  init() throws { fixture = try JournalFixture() }

  @Test("ends with the order at each relay of its version, posted once, however often it is walked")
  func placed() async throws {
    let (one, other, modern) = (try RelayDouble(), try RelayDouble(), try RelayDouble(.v4))
    let relays = [try one.client(), try other.client(), try modern.client(), try one.client()]
    let journal = try fixture.journal()
    var hashes: Set<Hash32> = []
    for _ in 0..<3 {
      let outcome = try await JournalFixture.place(in: journal, at: relays)
      #expect(outcome.failures.isEmpty && outcome.order.state == .posted)
      #expect(outcome.order.postings.map(\.state) == [.posted, .posted])
      hashes.insert(outcome.order.hash)
    }
    #expect(hashes.count == 1 && one.posted.count == 1 && other.posted == one.posted && modern.requests.isEmpty)
  }

  @Test("knows an order of version 4 again that another account than the maker signed")
  func signedByAnother() async throws {
    let relay = try RelayDouble(.v4) {
      $0.answers = { request, state in
        guard request.method == "POST", let order = try? AnySignedOrder(parsing: request.body) else { return nil }
        state.add(order)
        return [.reset]
      }
    }
    let (order, helper) = (try RelayOrders.v4(), try RelayOrders.key(2))
    let key = OrderKey(
      exchange: order.exchange.address, maker: order.maker, makerToken: order.makerToken,
      takerToken: order.takerToken, amounts: order.amounts, expiry: "1d")
    let outcome = try await OrderPlacement(journal: fixture.journal(), relays: [relay.client()]).place(
      .v4(order), key: key, signers: [helper.address]
    ) { try await $0.signed(by: helper, signers: [helper.address]) }
    #expect(outcome.order.state == .posted && outcome.failures.isEmpty)
    #expect(relay.requests.map(\.method) == ["POST", "GET"])
  }

  @Test("leaves an order signed where no relay answers; the next run posts the same one")
  func nobody() async throws {
    let nobody = try RelayClient(HostileServer.nobody(), .v0, for: RelayOrders.v1)
    let first = try await JournalFixture.place(in: fixture.journal(), at: [nobody])
    #expect(first.order.state == .signed && first.failures.map(\.code) == [.unreachable])
    #expect(first.order.postings.map(\.state) == [.notSent])
    let relay = try RelayDouble()
    let second = try await JournalFixture.place(in: fixture.journal(), at: [nobody, try relay.client()])
    #expect(second.order.state == .posted && second.order.signed == first.order.signed)
    #expect(relay.posted == [second.order.signed?.json.serialized()])
  }

  @Test("asks for an order whose post had no answer, and posts no second time where the relay has it")
  func cutAfterReading() async throws {
    let relay = try RelayDouble {
      $0.answers = { request, state in
        guard request.method == "POST", let order = try? AnySignedOrder(parsing: request.body) else { return nil }
        state.posted.append(request.text)
        state.add(order)
        return [.reset]
      }
    }
    let outcome = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(outcome.order.state == .posted && outcome.failures.isEmpty && relay.posted.count == 1)
    #expect(relay.requests.map(\.method) == ["POST", "GET"])
  }

  @Test("repeats an order that the relay says it does not have, and as the same bytes")
  func cutBeforeKeeping() async throws {
    let relay = try RelayDouble {
      $0.answers = { request, state in
        guard request.method == "POST", state.posted.isEmpty else { return nil }
        state.posted.append(request.text)
        return [.reset]
      }
    }
    let outcome = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(outcome.order.state == .posted && Set(relay.posted).count == 1 && relay.posted.count == 2)
    #expect(relay.requests.map(\.method) == ["POST", "GET", "POST"])
    #expect(outcome.order.postings.map(\.attempts) == [2])
  }

  @Test("stays open where nobody tells, and the next run asks before it posts")
  func unclear() async throws {
    let relay = try RelayDouble { $0.answers = { _, _ in [.reset] } }
    let first = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(first.order.state == .signed && first.order.postings.map(\.state) == [.begun])
    #expect(first.failures.map(\.code) == [.unreachable] && first.order.postings[0].problem != nil)
    let before = relay.requests.count
    relay.change { $0.answers = nil }
    let second = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(second.order.hash == first.order.hash && second.order.state == .posted)
    #expect(relay.requests.dropFirst(before).map(\.method) == ["GET", "POST"])
  }

  @Test("of a page in place of an answer believes nothing: 201 with junk is asked about")
  func junk() async throws {
    let relay = try RelayDouble {
      $0.answers = { request, _ in request.method == "POST" ? [.reply("<html>hi</html>", status: 201)] : nil }
    }
    let outcome = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(outcome.order.state == .signed && outcome.order.postings.map(\.state) == [.begun])
    #expect(outcome.failures.first?.leavesOutcomeOpen == true)
    #expect(relay.requests.map(\.method) == ["POST", "GET", "POST", "GET"])
  }

  @Test("tells the faults with which a relay refuses, beside another that takes the order")
  func refused() async throws {
    let fault = #"{"field":"maker","code":1004,"reason":"BALANCE"}"#
    let body = #"{"code":100,"reason":"Validation Failed","validationErrors":[\#(fault)]}"#
    let strict = try RelayDouble {
      $0.answers = { request, _ in request.method == "POST" ? [.reply(body, status: 400)] : nil }
    }
    let relay = try RelayDouble()
    let outcome = try await JournalFixture.place(
      in: fixture.journal(), at: [strict.client(), relay.client()])
    #expect(outcome.order.state == .posted && outcome.failures.map(\.code) == [.refused])
    #expect(outcome.failures.first?.refusal?.validationErrors.first?.reason == "BALANCE")
    #expect(Set(outcome.order.postings.map(\.state)) == [.refused, .posted])
  }

  @Test(
    "leaves an order signed where the relay is busy, which is no refusal; the next run posts the same one",
    arguments: [429, 503])
  func busy(status: Int) async throws {
    let relay = try RelayDouble {
      $0.answers = { request, _ in
        guard request.method == "POST" else { return nil }
        return [.reply(#"{"reason":"Too much to do"}"#, status: status, headers: ["Retry-After: 7"])]
      }
    }
    let first = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(first.order.state == .signed && first.order.postings.map(\.state) == [.notSent])
    #expect(first.failures.map(\.code) == [.busy] && first.failures.first?.refusal?.retryAfter == 7)
    relay.change { $0.answers = nil }
    let second = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(second.order.state == .posted && second.order.signed == first.order.signed)
  }

  @Test("takes a relay's refusal of what it has already for its having it")
  func duplicate() async throws {
    let relay = try RelayDouble {
      $0.answers = { request, state in
        guard request.method == "POST", let order = try? AnySignedOrder(parsing: request.body) else { return nil }
        state.add(order)
        return [.reply(#"{"code":100,"reason":"Duplicate"}"#, status: 400)]
      }
    }
    #expect(try await JournalFixture.place(in: fixture.journal(), at: [relay.client()]).order.state == .posted)
  }

  @Test("believes no relay that gives another order for the one that was posted")
  func lied() async throws {
    let other = try await RelayOrders.asks(1, .v0)[0]
    let relay = try RelayDouble {
      $0.answers = { request, _ in
        request.method == "POST" ? [.reset] : [.reply(other.json.serialized())]
      }
    }
    let outcome = try await JournalFixture.place(in: fixture.journal(), at: [relay.client()])
    #expect(outcome.order.state == .signed && outcome.failures.map(\.code) == [.lied])
    #expect(outcome.order.postings.map(\.state) == [.begun])
  }

  @Test("is not gone by an order that is not signed, or over")
  func notToBePosted() async throws {
    let relay = try RelayDouble()
    let journal = try fixture.journal()
    let draft = try await journal.begin(JournalFixture.order(), key: JournalFixture.key())
    let placement = OrderPlacement(journal: journal, relays: [try relay.client()])
    #expect(await journalFailure { try await placement.post(draft.id) }?.code == .wrongStep)
    _ = try await journal.keep(draft.unsigned.signed(by: RelayOrders.key()), of: draft.id)
    _ = try await journal.end(draft.id, .cancelled)
    #expect(await journalFailure { try await placement.post(draft.id) }?.code == .wrongStep)
    #expect(relay.requests.isEmpty)
  }
}
