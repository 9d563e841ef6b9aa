import ChainSupport
import Exchange
import Keys
import Localization
import NodeDoubles
import NodeRPC
import Operations
import Orders
import Primitives
import Relay
import StrictJSON
import Terminal
import Testing
import Tokens

@testable import LecturesCommand

@Suite("lectures exchange: limit orders that stand, end or are in the way", .timeLimit(.minutes(10)))
struct ExchangeOrderTests {
  private static let languages: [(name: String, language: Language)] = [
    ("en_US.UTF-8", .english), ("ko_KR.UTF-8", .korean), ("uk_UA.UTF-8", .ukrainian),
  ]

  /// The market of a home, opened as commands open it.
  private func market(of home: ExchangeHome) async throws -> ExchangeMarket {
    let given = GivenSettings(profile: nil, path: nil, naming: { $0.name })
    return try await ExchangeMarket.open(
      try Settings(given, environment: home.environment), over: home.connection)
  }

  /// A wish for an order that no relay is asked about.
  private func request(_ market: ExchangeMarket, by maker: Address) throws -> LimitOrderRequest {
    let pair = try market.pair("TKA/WKLAY")
    var request = LimitOrderRequest(
      .sell, 5_000_000_000_000_000_000, of: pair, at: try PairPrice("0.3", of: pair), for: 40, "40s", by: maker)
    request.isForFile = true
    return request
  }

  @Test("A conditional order sees the prices that its account would pay, and no order whose fee it does not take")
  func conditionalPrices() async throws {
    let home = try await ExchangeHome(takerFee: 1, takerBasisPoints: 5_000)
    for (price, version) in [("0.2", "v4"), ("0.1", "v1"), ("0.29", "v4")] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell 10 --price \(price) --protocol \(version) --from teacher --yes")
      #expect(made["state"] == "posted", "\(made)")
    }
    try await home.settle()
    let market = try await market(of: home)
    let pair = try market.pair("TKA/WKLAY")
    let snapshot = try await TriggerObserver(of: market).snapshot(of: pair, for: home.student.address)
    #expect(snapshot.asks.map(\.price) == [Fraction(3, over: 10), Fraction(435, over: 1_000)])
  }

  /// The end of an order that a command made.
  private func expiry(_ made: JSON) throws -> UInt64 {
    UInt64(clamping: try UInt256(parsing: try #require((made["order"]?["expiry"])?.string, "\(made)")))
  }

  @Test("An order stands from now on, or from the newest block where the chain's clock is ahead")
  func expires() async throws {
    let home = try await ExchangeHome()
    let market = try await market(of: home)
    let block = try #require(try await home.chain.node.block(.latest)).timestamp
    for clock in [block + 1_000, block - 1_000] {
      let plan = try await OrderPlanner(at: market, clock: { clock }) { [] }.plan(
        request(market, by: home.teacher.address))
      #expect(plan.expiry == max(clock, block) + 40)
    }
  }

  @Test("An order that was made before is told with the end that it has, and nobody is asked to sign another")
  func madeBefore() async throws {
    let home = try await ExchangeHome()
    let line = "exchange order TKA/WKLAY --sell 5 --price 0.3 --protocol v4 --from teacher"
    let made = try await home.json("\(line) --yes")
    let end = try expiry(made)
    try await home.chain.advance(seconds: 600)
    for (name, language) in Self.languages {
      // No relay has to be there for what it has already.
      let again = await home.run(line, language: name, answers: [])
      #expect(again.status == .success && again.questions.isEmpty, "\(again.errors)")
      #expect(again.output.contains(LocalTime.text(end, in: language)), "\(again.output)")
    }
    #expect(try await home.json("\(line) --yes")["orderHash"] == made["orderHash"])
  }

  @Test("An order that an interrupted run wrote down is reviewed with its own end")
  func interrupted() async throws {
    let home = try await ExchangeHome()
    let market = try await market(of: home)
    let orders = LimitOrders(market, try await market.journal(at: home.file("drafts.sqlite")))
    let request = try request(market, by: home.teacher.address)
    let first = try await orders.plan(request)
    #expect(try await orders.standing(request) == nil)
    let draft = try await orders.journal.begin(first.order, key: first.key.inFile)
    try await home.chain.advance(seconds: 10)
    let standing = try await orders.standing(request)
    #expect(standing == draft)
    let plan = try await orders.plan(request, goingOnWith: standing)
    #expect(plan.order == first.order && plan.expiry == first.expiry)
  }

  @Test("The reason that stands behind a relay's name begins as a sentence does")
  func relayReason() {
    let error = RelayClientError(
      .lied, "The relay lies about an order.", about: "http://127.0.0.1:1", reason: "its hash is another")
    #expect(CommandFailure(error).words(in: .english).reason == "Relay: http://127.0.0.1:1. Its hash is another")
  }

  @Test("Where no relay is configured a signed order is kept, and to post it fails with the way to name one")
  func nowhereToPost() async throws {
    let home = try await ExchangeHome(settings: ["LECTURES_RELAYS": nil])
    let made = try await home.json("exchange order TKA/WKLAY --sell 5 --price 0.3 --from teacher --yes")
    #expect(made["state"] == "signed" && made["relays"] == [], "\(made)")
    for (name, _) in Self.languages {
      let run = await home.run("exchange orders --post", language: name)
      #expect(run.status == .settings && run.errors.contains("--relay URL"), "\(run.output)\(run.errors)")
    }
    #expect(try await home.json("exchange orders --post")["code"] == "relay.none")
    #expect(try await home.json("exchange orders")["orders"]?[0]?["posted"] == false)
    let posted = try await home.json("exchange orders --post --relay \(home.relay.url)")
    #expect(posted["orders"]?[0]?["posted"] == true, "\(posted)")
  }

  @Test("One's own orders are in nobody's way, and it is said that nobody fills their own")
  func ownOrders() async throws {
    let home = try await ExchangeHome()
    let made = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    let hash = try #require(made["orderHash"]?.string)
    try await home.settle()
    let cancel = "lectures exchange cancel \(hash)"
    let crossing = "exchange order TKA/WKLAY --buy 5 --price 0.35 --post-only --from"
    for (name, _) in Self.languages {
      let dry = await home.run("\(crossing) teacher --dry-run", language: name)
      #expect(dry.status == .success && dry.output.contains(cancel), "\(dry.errors)")
      let bought = await home.run("exchange buy TKA/WKLAY 1 --from teacher --yes", language: name)
      #expect(bought.status == .refused && bought.errors.contains(cancel), "\(bought.errors)")
    }
    #expect(try await home.json("\(crossing) student --yes")["code"] == "operation.crossesBook")
    #expect(try await home.json("\(crossing) teacher --yes")["state"] == "posted")
    let rest = try await home.json("exchange order TKA/WKLAY --buy 4 --price 0.35 --take-first --from teacher --yes")
    #expect(rest["taken"] == .null && rest["state"] == "posted", "\(rest)")
  }

  @Test("For an order in a file no relay has to be there")
  func fileWithoutRelay() async throws {
    let home = try await ExchangeHome()
    for version in OrderVersion.allCases {
      let path = home.file("\(version.rawValue).json")
      let line = "exchange order TKA/WKLAY --sell 7 --price 0.3 --protocol \(version.rawValue) --file \(path)"
      let written = await home.run("\(line) --relay http://127.0.0.1:9 --from teacher --yes")
      #expect(written.status == .success, "\(written.errors)")
      let filled = await home.run("exchange fill \(path) --relay http://127.0.0.1:9 --amount 0.3 --from student --yes")
      #expect(filled.status == .success, "\(filled.errors)")
    }
  }

  @Test("An order that is over is told with the way in which it ended, by its file or its hash")
  func ended() async throws {
    let home = try await ExchangeHome()
    func order(_ amount: Int, _ name: String) async throws -> (path: String, end: UInt64) {
      let path = home.file(name)
      let line = "exchange order TKA/WKLAY --sell \(amount) --price 0.3 --expires 1h --file \(path)"
      return (path, try expiry(try await home.json("\(line) --from teacher --yes")))
    }
    let (filled, cancelled) = (try await order(5, "filled.json"), try await order(6, "cancelled.json"))
    let expired = try await order(7, "expired.json")
    let bought = try await home.json("exchange fill \(filled.path) --from student --yes")
    #expect(bought["complete"] == true, "\(bought)")
    let back = try await home.json("exchange cancel \(cancelled.path) --from teacher --yes")
    let hash = try #require(back["cancelled"]?[0]?["orderHash"]?.string, "\(back)")
    func refused(_ name: String, _ code: String, _ words: [String]) async throws {
      for (place, word) in zip(Self.languages, words) {
        let run = await home.run("exchange fill \(name) --again --from student --yes", language: place.name)
        #expect(run.status == .refused && run.errors.contains(word), "\(name): \(run.errors)")
      }
      #expect(try await home.json("exchange fill \(name) --again --from student --yes")["code"]?.string == code)
    }
    try await refused(filled.path, "exchange.orderGone", ["filled already", "이미 모두 체결된", "уже виконано"])
    for name in [cancelled.path, hash] {
      try await refused(name, "exchange.orderGone", ["cancelled the order", "취소한 주문", "скасував"])
    }
    try await home.chain.advance(seconds: 4_000)
    let ends = Self.languages.map { LocalTime.text(expired.end, in: $0.language) }
    try await refused(expired.path, "exchange.expired", ends)
  }

  @Test(
    "No transaction cancels an order that is over, and one that stands beside it is cancelled",
    arguments: OrderVersion.allCases)
  func endedCancel(version: OrderVersion) async throws {
    let home = try await ExchangeHome()
    func order(_ amount: Int, lasting time: String) async throws -> String {
      let path = home.file("\(amount).json")
      let line = "exchange order TKA/WKLAY --sell \(amount) --price 0.3 --protocol \(version.rawValue)"
      let made = try await home.json("\(line) --expires \(time) --file \(path) --from teacher --yes")
      #expect(made["orderHash"] != nil, "\(made)")
      return path
    }
    let (filled, expired, open) = (
      try await order(5, lasting: "1h"), try await order(6, lasting: "1h"), try await order(7, lasting: "24h")
    )
    #expect(try await home.json("exchange fill \(filled) --from student --yes")["complete"] == true)
    try await home.chain.advance(seconds: 4_000)
    for (path, state) in [(filled, "filled"), (expired, "expired")] {
      let told = try await home.json("exchange cancel \(path) --from teacher --yes")
      #expect(told["cancelled"]?.array?.isEmpty == true && told["transactions"]?.array?.isEmpty == true, "\(told)")
      #expect(told["over"]?[0]?["state"]?.string == state, "\(told)")
    }
    let all = try await home.json("exchange cancel \(filled) \(open) \(expired) --from teacher --yes")
    #expect(all["cancelled"]?.array?.count == 1 && all["transactions"]?.array?.count == 1, "\(all)")
    #expect(all["over"]?.array?.count == 2, "\(all)")
    for (place, word) in zip(Self.languages, ["cancelled already", "이미 취소된", "уже скасовано"]) {
      let run = await home.run("exchange cancel \(open) --from teacher --yes", language: place.name)
      #expect(run.status == .success && (run.output + run.errors).contains(word), "\(run.output)\(run.errors)")
    }
  }

  @Test("A file that has the order already is left as it is, another one is not replaced, and a folder is none")
  func fileTwice() async throws {
    let home = try await ExchangeHome()
    let path = home.file("good.json")
    let line = "--price 0.3 --file \(path) --from teacher --yes"
    let first = try await home.json("exchange order TKA/WKLAY --sell 5 \(line)")
    let second = try await home.json("exchange order TKA/WKLAY --sell 5 \(line)")
    #expect(first["orderHash"] != nil && second["orderHash"] == first["orderHash"], "\(second)")
    for (place, words) in zip(Self.languages, [("already a file", "a folder"), ("이미 있고", "폴더"), ("вже є", "тека")]) {
      let taken = await home.run("exchange order TKA/WKLAY --sell 6 \(line)", language: place.name)
      #expect(taken.status == .usage && taken.errors.contains(words.0), "\(taken.errors)")
      #expect(!taken.errors.contains("key file"), "\(taken.errors)")
      let folder = await home.run("exchange fill /usr --from student --yes", language: place.name)
      #expect(folder.status == .usage && folder.errors.contains(words.1), "\(folder.errors)")
      #expect(!folder.errors.contains("키 파일"), "\(folder.errors)")
    }
    #expect(try await home.json("exchange fill \(path) --from student --yes")["complete"] == true)
  }

  @Test("A name that is taken is refused before anything is signed, and the hash of an order in a file is told")
  func fileTaken() async throws {
    let home = try await ExchangeHome()
    let path = home.file("order.json")
    let line = "--price 0.3 --file \(path) --from teacher"
    let made = await home.run("exchange order TKA/WKLAY --sell 5 \(line) --yes")
    let hash = try #require(try await home.json("exchange orders")["orders"]?[0]?["orderHash"]?.string)
    #expect(made.status == .success && made.output.contains(hash), "\(made.output)\(made.errors)")
    let other = await home.run("exchange order TKA/WKLAY --sell 6 \(line)", answers: ["y", "y", WalletHome.password])
    #expect(other.status == .usage && other.questions.isEmpty, "\(other.questions)\(other.errors)")
    #expect(try await home.json("exchange orders")["orders"]?.array?.count == 1)
  }

  @Test("A relay that fails is named, and a busy one has its own word and advice", arguments: Language.allCases)
  func relays(language: Language) {
    let address = "https://relay.example"
    for code: RelayClientError.Code in [
      .unreachable, .busy, .refused, .lied, .tooLarge, .malformed, .wrongProtocol, .cancelled,
    ] {
      let words = CommandFailure(RelayClientError(code, "English.", about: address)).words(in: language)
      #expect(words.allSentences.contains(address), "\(code): \(words)")
    }
    let busy = CommandFailure(RelayClientError(.busy, "English.", about: address))
    #expect(busy.status == .nodeUnavailable && busy.code.name == "relay.busy")
    // Whether an order was signed is told by whoever signed it.
    #expect(busy.words(in: language).advice?.contains("--post") == false)
  }

  @Test("Where the relay is busy the order is signed and kept, which is told as a failure, and a later run posts it")
  func busyRelay() async throws {
    let home = try await ExchangeHome()
    let zero = Address.zero.lowercaseHex
    let empty = #"{"total":0,"page":1,"perPage":1000,"records":[]}"#
    let relay = try HostileServer { request in
      switch (request.method, String(request.path.prefix { $0 != "?" })) {
      case ("POST", "/orderbook/v1/order_config"):
        [.reply(#"{"sender":"\#(zero)","feeRecipient":"\#(zero)","takerTokenFeeAmount":"0"}"#)]
      case ("GET", "/orderbook/v1"): [.reply(#"{"bids":\#(empty),"asks":\#(empty)}"#)]
      case ("GET", _): [.reply(#"{"reason":"Not found"}"#, status: 404)]
      default:
        [.reply(#"{"reason":"The node does not answer"}"#, status: 503, headers: ["Retry-After: 7"])]
      }
    }
    let line = "exchange order TKA/WKLAY --sell 5 --price 0.3 --protocol v4 --from teacher --yes"
    let made = await home.run("\(line) --relay \(relay.url)")
    #expect(made.status == .nodeUnavailable && made.errors.contains("signed and kept"), "\(made.errors)")
    #expect(made.errors.contains("in 7 s: lectures exchange orders --post"), "\(made.errors)")
    #expect(made.errors.contains("busy") && made.errors.contains(relay.url), "\(made.errors)")
    for command in [line, "exchange orders --post"] {
      let json = try JSON(parsing: await home.run("\(command) --relay \(relay.url) --json").output)
      #expect(json["error"]?["code"] == "relay.busy" && json["result"] != nil, "\(json)")
    }
    for (language, words) in [("ko_KR.UTF-8", "노드가 답하지"), ("uk_UA.UTF-8", "вузол не відповідає")] {
      let run = await home.run("exchange orders --post --relay \(relay.url)", language: language)
      #expect(run.status == .nodeUnavailable && run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.contains("lectures exchange orders --post"), "\(run.errors)")
    }
    #expect(try await home.json("exchange orders")["orders"]?[0]?["posted"] == false)
    try await home.settle()
    #expect(try await home.json("exchange orders --post")["orders"]?[0]?["posted"] == true)
    // Where its terms are not to be had, nothing is signed.
    relay.stop()
    let deaf = try HostileServer { _ in [.reply("", status: 429, headers: ["Retry-After: 7"])] }
    let none = await home.run("exchange order TKA/WKLAY --sell 6 --price 0.3 --from teacher --yes --relay \(deaf.url)")
    #expect(none.status == .nodeUnavailable && none.errors.contains("in 7 s"), "\(none.errors)")
    #expect(!none.errors.contains("--post"), "\(none.errors)")
    for (language, words) in [("ko_KR.UTF-8", "너무 많습니다"), ("uk_UA.UTF-8", "Забагато запитів")] {
      let run = await home.run("exchange book TKA/WKLAY --relay \(deaf.url)", language: language)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }
}
