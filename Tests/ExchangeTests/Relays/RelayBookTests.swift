import NodeDoubles
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("The book of a relay")
struct RelayBookTests {
  private let pair = RelayOrders.pair

  @Test("has the good orders of both sides, sorted here, in both versions", arguments: RelayAPI.allCases)
  func good(api: RelayAPI) async throws {
    let relay = try RelayDouble(api, try await RelayOrders.asks(3, api))
    let bid =
      api == .v0
      ? try await RelayOrders.signed(RelayOrders.v1(.bid, quote: 200))
      : try await RelayOrders.signed(RelayOrders.v4(.bid, quote: 200))
    relay.change { $0.add(bid) }
    let book = try await relay.client().book(of: pair)
    #expect(book.asks.map(\.signed.order.takerAmount) == [300, 301, 302])
    #expect(book.bids.map(\.hash) == [bid.hash] && book.findings.sequence == 1)
    #expect(book.findings.dropped.isEmpty && book.findings.flaws.isEmpty && book.findings.invalidOrder == nil)
    #expect(book.asks.first?.toldRemaining == (api == .v4 ? 300 : nil))
    let request = try #require(relay.requests.first)
    let names = api == .v0 ? ("baseTokenAddress", "quoteTokenAddress") : ("baseToken", "quoteToken")
    #expect(request.path.contains("\(names.0)=\(pair.base.lowercaseHex)&\(names.1)=\(pair.quote.lowercaseHex)"))
  }

  @Test("is whole over several pages", arguments: RelayAPI.allCases)
  func pages(api: RelayAPI) async throws {
    let count = api == .v0 ? 250 : 25
    let relay = try RelayDouble(api, try await RelayOrders.asks(count, api)) { $0.perPage = api == .v0 ? 100 : 10 }
    let book = try await relay.client().book(of: pair)
    #expect(book.asks.count == count && book.findings.flaws.isEmpty && relay.requests.count == 3)
  }

  @Test("goes by the header Link where there is one")
  func link() async throws {
    let orders = try await RelayOrders.asks(4, .v0)
    let relay = try RelayDouble(.v0) {
      $0.answers = { request, _ in
        let page = RelayDouble.number("page", request) ?? 1
        let part: JSON = [
          "bids": [], "asks": .array(orders[(2 * page - 2)..<(2 * page)].map { RelayDouble.State.record($0) }),
        ]
        return [
          .reply(part.serialized(), headers: [page == 1 ? #"Link: <https://x.test/?page=2>; rel="next""# : "Link: <x>"])
        ]
      }
    }
    #expect(try await relay.client().book(of: pair).asks.count == 4)
  }

  @Test("of a relay that tells no next page ends with an empty one, or with all of it again")
  func untold() async throws {
    let relay = try RelayDouble(.v0, try await RelayOrders.asks(25, .v0)) {
      $0.tellsNext = false
      $0.perPage = 10
    }
    let book = try await relay.client().book(of: pair)
    #expect(book.asks.count == 25 && book.findings.flaws.isEmpty && relay.requests.count == 4)
    let orders = try await RelayOrders.asks(2, .v0).map { RelayDouble.State.record($0) }
    let simple = try RelayDouble {
      $0.answers = { _, _ in [.reply((["bids": [], "asks": .array(orders)] as JSON).serialized())] }
    }
    let all = try await simple.client().book(of: pair)
    #expect(all.asks.count == 2 && all.findings.flaws.isEmpty && simple.requests.count == 2)
  }

  @Test("is asked for again where no answer comes, and no longer than the bounds allow")
  func again() async throws {
    let relay = try RelayDouble(.v0, try await RelayOrders.asks(1, .v0)) {
      $0.answers = { request, _ in request.number < 3 ? [request.number == 1 ? .reset : .reply("", status: 502)] : nil }
    }
    #expect(try await relay.client().book(of: pair).asks.count == 1 && relay.requests.count == 3)
    relay.change { $0.answers = { _, _ in [.reset] } }
    #expect(await relayFailure { try await relay.client().book(of: pair) }?.code == .unreachable)
    #expect(relay.requests.count == 6)
  }

  @Test("is read anew when it changed between its pages, three times, and then says so")
  func moving() async throws {
    let orders = try await RelayOrders.asks(250, .v0)
    let relay = try RelayDouble(.v0, orders) { $0.sequenceStep = 1 }
    let book = try await relay.client().book(of: pair)
    #expect(book.asks.count == 250 && book.findings.flaws == [.moving])
    // Three readings end at their second page, and the fourth goes on to the last.
    #expect(relay.requests.count == 3 * 2 + 3)

    let calm = try RelayDouble(.v0, orders) { $0.sequenceStep = 1 }
    calm.change { state in
      state.answers = { request, state in
        if request.number == 3 { state.sequenceStep = 0 }
        return nil
      }
    }
    #expect(try await calm.client().book(of: pair).findings.flaws.isEmpty && calm.requests.count == 2 + 3)
  }

  @Test("that is told to have ever more pages ends at a bound, with what there is", arguments: RelayAPI.allCases)
  func endless(api: RelayAPI) async throws {
    let orders = try await RelayOrders.asks(12, api)
    let relay = try RelayDouble(api) {
      $0.answers = { request, _ in
        let page = RelayDouble.number("page", request) ?? 1
        let records = [RelayDouble.State.record(orders[page - 1])]
        let lists: (JSON, JSON) =
          api == .v0
          ? ([], .array(records))
          : (
            RelayDouble.collection([], total: .max, page: page, perPage: 1),
            RelayDouble.collection(records, total: .max, page: page, perPage: 1)
          )
        return [
          .reply(
            (["bids": lists.0, "asks": lists.1] as JSON).serialized(),
            headers: api == .v0 ? [#"Link: <x>; rel="next""#] : [])
        ]
      }
    }
    var limits = RelayReadingLimits(timeout: .seconds(120), totalTime: .seconds(600), pages: 12)
    let book = try await relay.client(limits: limits).book(of: pair)
    #expect(book.asks.count == 12 && book.findings.flaws == [.cut] && relay.requests.count == 12)
    limits.records = 5
    #expect(try await relay.client(limits: limits).book(of: pair).asks.count == 5)
    limits.totalBytes = 2_000
    let short = try await relay.client(limits: limits).book(of: pair)
    #expect(short.asks.count < 5 && short.findings.flaws == [.cut])
  }

  @Test("whose page comes again and again is left after the second")
  func repeating() async throws {
    let orders = try await RelayOrders.asks(2, .v0)
    let body: JSON = ["bids": [], "asks": .array(orders.map { RelayDouble.State.record($0) })]
    let relay = try RelayDouble(.v0) {
      $0.answers = { _, _ in [.reply(body.serialized(), headers: [#"Link: <x>; rel="next""#])] }
    }
    let book = try await relay.client().book(of: pair)
    #expect(book.asks.count == 2 && book.findings.flaws == [.cut] && relay.requests.count == 2)
  }

  @Test("of several relays and both versions is one, by hash; a relay that is down hides nothing and is told once")
  func merged() async throws {
    let shared = try await RelayOrders.asks(2, .v0)
    let v4 = try await RelayOrders.signed(RelayOrders.v4(quote: 250))
    let (one, other) = (try RelayDouble(.v0, shared), try RelayDouble(.v0, Array(shared.suffix(1))))
    let modern = try RelayDouble(.v4, [v4])
    let nowhere = try HostileServer.nobody()
    let nobody = try RelayClient(nowhere, .v0, for: RelayOrders.v1)
    let neither = try RelayClient(nowhere, .v4, for: modern.client().exchange)
    let book = await MergedBook.read(
      pair, from: [try one.client(), nobody, neither, try other.client(), try modern.client()])
    #expect(book.asks.map(\.order.hash) == [v4.hash] + shared.map(\.hash))
    #expect(book.asks.map(\.relays) == [[modern.url], [one.url], [one.url, other.url]])
    #expect(book.failures.map(\.code) == [.unreachable] && book.failures.first?.relay == nobody.address)
    #expect(book.findings.map(\.relay) == [one.url, other.url, modern.url])
  }

  @Test("without an order is empty by the relays' own word, or has the reason of the one that cannot be used")
  func reasonForNone() async throws {
    let (empty, unread) = (try RelayDouble(.v4), try RelayDouble(.v4) { $0.asks = [["order": 1], ["order": 2]] })
    let absent = try RelayDouble(.v0) { $0.answers = { _, _ in [.reply("", status: 404)] } }
    // It speaks version 4 alone, under one address.
    let old = try RelayClient(
      empty.url, .v0, for: RelayOrders.v1, limits: RelayReadingLimits(retries: 0), clock: { RelayOrders.now })
    let honest = await MergedBook.read(pair, from: [try empty.client(), old])
    #expect(honest.failures.count == 1 && honest.reasonForNone == nil, "\(honest.failures)")
    let unusable = await MergedBook.read(pair, from: [try unread.client()]).reasonForNone
    #expect(unusable?.code == .malformed && unusable?.relay == unread.url)
    #expect(unusable?.reason?.contains("Of 2 records none can be used") == true, "\(String(describing: unusable))")
    let other = await MergedBook.read(pair, from: [try empty.client(), try absent.client()]).reasonForNone
    #expect(other?.code == .unreachable && other?.relay == absent.url)
    let foreign = try await RelayOrders.signed(
      RelayOrders.v4(exchange: ExchangeContract(chainID: 1337, address: Address(truncating: 0xbad))))
    let lying = try RelayDouble(.v4, [foreign])
    let liar = await MergedBook.read(pair, from: [try lying.client()]).reasonForNone
    #expect(liar?.code == .lied && liar?.message.contains("another exchange") == true)
    // One order that can be used is a book.
    let some = try RelayDouble(.v4, try await RelayOrders.asks(1, .v4)) { $0.asks.append(["order": 1]) }
    #expect(await MergedBook.read(pair, from: [try some.client()]).reasonForNone == nil)
  }
}
