import Keys
import NodeDoubles
import Orders
import Primitives
import StrictJSON
import Testing

@testable import Exchange

@Suite("A relay that lies, floods or fails")
struct HostileRelayTests {
  private let pair = RelayOrders.pair

  /// The book of a relay that gives records as asks beside a good one.
  private func book(
    _ api: RelayAPI, _ records: [JSON], signerCheck: RelayClient.SignerCheck? = nil, own: Set<Address> = []
  ) async throws -> RelayBook {
    let relay = try RelayDouble(api, try await RelayOrders.asks(1, api)) { $0.asks += records }
    return try await relay.client(signerCheck: signerCheck).book(of: pair, leavingOut: own)
  }

  private func check(_ book: RelayBook, _ reason: DroppedOrder.Reason, good: Int = 1) {
    #expect(book.asks.count == good && book.findings.dropped.map(\.reason) == [reason], "\(book.findings)")
    #expect((book.findings.invalidOrder?.code == .lied) == reason.isLie)
    #expect(book.findings.invalidOrder == nil || book.findings.invalidOrder?.relay == book.findings.relay)
  }

  @Test("about a hash is named for it (v4), in a list and when it is asked for one order", arguments: RelayAPI.allCases)
  func wrongHash(api: RelayAPI) async throws {
    let orders = try await RelayOrders.asks(2, api)
    if api == .v4 {
      check(try await book(api, [RelayDouble.State.record(orders[1], told: orders[0].hash)]), .wrongHash)
    }
    let relay = try RelayDouble(api) { $0.orders[orders[0].hash.hex] = RelayDouble.State.record(orders[1]) }
    let error = await relayFailure { try await relay.client().order(orders[0].hash) }
    #expect(error?.code == .lied && error?.message.contains("nothing was signed") == true)
  }

  @Test("gives an order of a foreign exchange", arguments: RelayAPI.allCases)
  func foreignExchange(api: RelayAPI) async throws {
    let order =
      api == .v0
      ? try await RelayOrders.signed(RelayOrders.v1(exchange: Address(truncating: 0xbad)))
      : try await RelayOrders.signed(
        RelayOrders.v4(exchange: ExchangeContract(chainID: 1337, address: Address(truncating: 0xbad))))
    check(try await book(api, [RelayDouble.State.record(order)]), .wrongExchange)
  }

  @Test("gives an order of another chain (v4)")
  func otherChain() async throws {
    let exchange = ExchangeContract(chainID: 1, address: RelayOrders.v4.address)
    let order = try await RelayOrders.signed(RelayOrders.v4(exchange: exchange))
    check(try await book(.v4, [RelayDouble.State.record(order)]), .wrongChain)
  }

  @Test("gives an order of version 1 that its maker did not sign")
  func badSignature() async throws {
    let (order, other) = (try RelayOrders.v1(quote: 310), try RelayOrders.v1(quote: 320))
    guard case .v1(let signed) = try await RelayOrders.signed(other) else { return }
    let forged = AnySignedOrder.v1(try SignedOrder(order, signature: signed.signature))
    check(try await book(.v0, [RelayDouble.State.record(forged)]), .badSignature)
  }

  @Test("gives an order of version 4 that another signed: a lie, unless that one may, or nobody can say")
  func foreignSigner() async throws {
    let order = try RelayOrders.v4(quote: 310)
    guard case .v4(let signed) = try await RelayOrders.signed(order) else { return }
    let digest = SignatureScheme.typedData.digest(of: order.hash)
    let signature = try RelayOrders.key(2).sign(digest)
    let forged = RelayDouble.State.record(.v4(try SignedOrder(order, scheme: .typedData, signature: signature)))
    #expect(signed.signature != signature)
    check(try await book(.v4, [forged]), .unknownSigner)
    check(try await book(.v4, [forged], signerCheck: { _, _ in nil }), .unknownSigner)
    check(try await book(.v4, [forged], signerCheck: { _, _ in false }), .badSignature)
    let maker = try RelayOrders.key().address
    let helper = try RelayOrders.key(2).address
    let found = try await book(.v4, [forged], signerCheck: { $0 == helper && $1 == maker })
    #expect(found.asks.count == 2 && found.findings.dropped.isEmpty)
  }

  @Test("gives orders that are not used, without a lie")
  func others() async throws {
    let own = try RelayOrders.key(2)
    let ownOrder = try await RelayOrders.signed(RelayOrders.v1(maker: own), own)
    check(try await book(.v0, [ownOrder.json], own: [own.address]), .own)
    let expired = try await RelayOrders.signed(RelayOrders.v1(expiry: UInt256(RelayOrders.now)))
    check(try await book(.v0, [expired.json]), .expired)
    let foreign = TokenPair(base: pair.base, quote: Address(truncating: 0xc))
    check(try await book(.v0, [RelayOrders.signed(RelayOrders.v1(pair: foreign)).json]), .notAsked)
    check(try await book(.v0, [RelayOrders.signed(RelayOrders.v1(.bid)).json]), .wrongSide)
    check(try await book(.v0, [RelayOrders.signed(RelayOrders.v1(base: 0)).json]), .badTerms)
    check(try await book(.v0, [try await RelayOrders.asks(1, .v0)[0].json]), .repeated)
    check(try await book(.v0, [["maker": "0x1"]]), .malformed)
    check(try await book(.v4, [7]), .malformed)
  }

  @Test("sorts wrongly: the book is sorted here, and that is told", arguments: RelayAPI.allCases)
  func unsorted(api: RelayAPI) async throws {
    let orders = try await RelayOrders.asks(3, api)
    let relay = try RelayDouble(api, orders.reversed())
    let book = try await relay.client().book(of: pair)
    #expect(book.asks.map(\.hash) == orders.map(\.hash) && book.findings.flaws == [.unsorted])
  }

  @Test("sends 10 MB of JSON")
  func large() async throws {
    let relay = try RelayDouble(.v0) {
      $0.answers = { _, _ in [.reply("[" + String(repeating: "[],", count: 3_500_000) + "[]]")] }
    }
    let error = await relayFailure { try await relay.client().book(of: pair) }
    #expect(error?.code == .tooLarge, "\(String(describing: error))")
  }

  @Test(
    "answers with something else than its interface has",
    arguments: [
      "<html>", "7", "{}", #"{"bids":[],"asks":{}}"#, #"{"bids":[]}"#, #"{"bids":[],"bids":[],"asks":[]}"#,
      String(repeating: "[", count: 100_000),
    ])
  func malformed(body: String) async throws {
    let relay = try RelayDouble(.v0) { $0.answers = { _, _ in [.reply(body)] } }
    #expect(await relayFailure { try await relay.client().book(of: pair) }?.code == .malformed)
  }

  @Test(
    "tells pages that cannot be",
    arguments: [
      #"{"total":1,"page":2,"perPage":1,"records":[]}"#, #"{"total":-1,"page":1,"perPage":1,"records":[]}"#,
      #"{"total":1e9,"page":1,"perPage":1,"records":[]}"#,
      #"{"total":99999999999999999999,"page":1,"perPage":1,"records":[]}"#,
    ])
  func badPages(side: String) async throws {
    let relay = try RelayDouble(.v4) { $0.answers = { _, _ in [.reply(#"{"bids":\#(side),"asks":\#(side)}"#)] } }
    #expect(await relayFailure { try await relay.client().book(of: pair) }?.code == .malformed)
  }

  @Test("does not end its answer: it is left after a time")
  func slow() async throws {
    let relay = try RelayDouble(.v0) { $0.answers = { _, _ in [.hang] } }
    let client = try relay.client(limits: RelayReadingLimits(timeout: .milliseconds(100)))
    let error = await relayFailure { try await client.book(of: pair) }
    #expect(error?.code == .unreachable && error?.relay == relay.url)
  }

  @Test("refuses with control characters in its words: they are told, and cannot reach a terminal")
  func controlCharacters() async throws {
    let body =
      #"{"code":100,"reason":"a\u001b[2Jb\u202e","validationErrors":[{"field":"ma\u0007ker","code":1002,"reason":"no\nway"},7]}"#
    let relay = try RelayDouble(.v0) {
      $0.answers = { _, _ in [.reply(body, status: 400, headers: ["Retry-After: 7"])] }
    }
    let error = await relayFailure { try await relay.client().book(of: pair) }
    let refusal = try #require(error?.refusal)
    #expect(error?.code == .refused && refusal.code == 100 && refusal.status == 400 && refusal.retryAfter == 7)
    #expect(refusal.validationErrors.map(\.code) == [1002])
    let text = "\(error?.description ?? "")\(refusal)"
    #expect(text.contains("ma") && text.unicodeScalars.allSatisfy { $0 == "\n" || TerminalSafe.isPrintable($0) })
  }

  @Test(
    "is out of order: statuses are told apart",
    arguments: [
      (500, "unreachable"), (502, "unreachable"), (503, "unreachable"), (429, "busy"), (404, "unreachable"),
      (302, "unreachable"),
      (501, "refused"),
    ])
  func statuses(status: Int, code: String) async throws {
    let relay = try RelayDouble(.v0) { $0.answers = { _, _ in [.reply("", status: status)] } }
    #expect(await relayFailure { try await relay.client().book(of: pair) }?.code.description == code)
  }

  @Test("is asked by TLS only, but on this machine, and by an address without a query")
  func addresses() throws {
    for url in ["http://relay.example", "ftp://relay.example", "https://relay.example/?key=1", "relay", ""] {
      #expect(throws: RelayClientError.self, "\(url)") { try RelayClient(url, .v0, for: RelayOrders.v1) }
    }
    let secret = try RelayClient("https://me:word@relay.example/", .v4, for: RelayOrders.v4)
    #expect(!secret.address.contains("word"))
  }
}
