import DatabaseSupport
import Outbox
import Primitives
import Testing

@testable import Alerts
@testable import GasPrices

@Suite("Alerts on the price of gas", .overEachEngine) struct GasAlertTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func below(_ threshold: UInt256 = 1000, tier: FeeSpeed = .standard) throws -> GasAlertRule {
    try GasAlertRule(chainID: 1, network: "test", tier: tier, isAbove: false, threshold: threshold)
  }

  @Test("A price steps the alerts of its chain and tier, and is told in the unit of the network")
  func recording() async throws {
    let book = try folder.open()
    _ = try await book.alerts.add(below(tier: .slow), channels: [AlertChannel(.terminal)])
    #expect(try await book.record(GasSample(100, 900), chainID: 8217).isEmpty)
    let sample = GasSample(time: 107, block: 1, baseFee: 1, slow: 900, standard: 5000, fast: 6000)
    let crossed = try await book.record(sample, chainID: 1, units: GasUnits(gas: "ston", coin: "KAIA"))
    #expect(crossed.map(\.message) == ["Gas on test (slow) is below 0.000001 ston: 0.0000009 ston"])
    #expect(try await book.record(sample, chainID: 1).isEmpty)
  }

  @Test("A webhook's body is what it always was, to the byte")
  func body() async throws {
    let book = try folder.open()
    let rule = try GasAlertRule(chainID: 8217, network: "kaia \"x\"", tier: .fast, isAbove: true, threshold: 1000)
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.webhook, target: "http://127.0.0.1:1/")])
    let delivery = try #require(try await book.record(GasSample(100, 1200), chainID: 8217).first)
    #expect(
      String(decoding: try Webhook(delivery).body, as: UTF8.self) == """
        {"id":"\(delivery.id)","alert":1,"crossing":1,"time":100,"chainId":"8217","network":"kaia \\"x\\"","tier":"fast",\
        "condition":"above","threshold":"1000","price":"1200","unit":"wei","message":"Gas on kaia \\"x\\" (fast) is at or \
        above 0.000001 gwei: 0.0000012 gwei"}
        """)
    #expect(
      LocalNotice.variables(delivery).filter { $0.key != "LECTURES_ALERT_DELIVERY" } == [
        "LECTURES_ALERT": "1", "LECTURES_ALERT_MESSAGE": delivery.message, "LECTURES_ALERT_PRICE": "1200",
        "LECTURES_ALERT_THRESHOLD": "1000", "LECTURES_ALERT_TIER": "fast", "LECTURES_ALERT_NETWORK": "kaia \"x\"",
        "LECTURES_ALERT_CHAINID": "8217",
      ])
  }

  @Test("A subject is read as it was stored, whatever the network is called, and nothing else is one")
  func stored() {
    for network in ["kaia", "my own chain", "", " "] {
      let subject = GasSubject(chainID: 8217, network: network, tier: .slow)
      #expect(GasSubject(scope: subject.scope, stored: subject.stored) == subject)
    }
    for text in ["", "slow", "quick kaia", "Slow kaia"] {
      #expect(GasSubject(scope: "1", stored: text) == nil, "\(text)")
    }
  }

  @Test("The cost of an action and the price of the coin are read as they were stored, and nothing else is one")
  func storedMeasures() {
    for measure in [
      .cost(action: "erc-20-transfer", gas: 65_000), .cost(action: "swap", gas: 7, currency: "USD"),
      .coin(currency: "KRW"),
    ] as [GasSubject.Measure] {
      let subject = GasSubject(chainID: 8217, network: "my own chain", tier: .fast, measure: measure)
      #expect(GasSubject(scope: subject.scope, stored: subject.stored) == subject)
    }
    for text in [
      "cost:1:x", "cost:0:x standard kaia", "cost:x:x standard kaia", "cost:1 standard kaia", "cost:1:A standard kaia",
      "coin: standard kaia", "coin:KRW kaia", "cost:-1:x standard kaia", "coin:KRW:USD standard kaia",
      "cost:1:x: standard kaia", "cost:1:x:USD:KRW standard kaia",
    ] { #expect(GasSubject(scope: "1", stored: text) == nil, "\(text)") }
  }

  @Test("The cost of an action crosses at its speed's price times its gas, and is told in the coin")
  func cost() async throws {
    let book = try folder.open()
    let subject = GasSubject(chainID: 1, network: "test", tier: .fast, measure: .cost(action: "swap", gas: 150_000))
    let rule = try GasAlertRule(watching: subject, .below(Amount(wei: 15_000_000_000_000_000).wei))
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.webhook, target: "http://127.0.0.1:1/")])
    let sample = { (fast: Int64) in
      GasSample(time: 100 + fast % 10, block: 1, baseFee: 1, slow: 1, standard: 1, fast: fast)
    }
    #expect(try await book.record(sample(100_000_000_000), chainID: 1).isEmpty)
    let crossed = try await book.record(sample(99_999_999_999), chainID: 1, units: GasUnits(gas: "ston", coin: "KAIA"))
    #expect(
      crossed.map(\.message) == [
        "The cost of swap on test (fast, 150000 gas) is below 0.015 KAIA: 0.01499999999985 KAIA"
      ])
    let body = String(decoding: try Webhook(try #require(crossed.first)).body, as: UTF8.self)
    #expect(
      body.contains(
        #""action":"swap","gas":"150000","condition":"below","threshold":"15000000000000000","price":"14999999999850000""#
      ), "\(body)")
  }

  @Test("A cost in other money crosses where the price of the coin is known, and is told in that money")
  func costInMoney() async throws {
    let book = try folder.open()
    let dollar: UInt256 = 1_000_000_000_000_000_000
    let subject = GasSubject(
      chainID: 1, network: "test", measure: .cost(action: "swap", gas: 150_000, currency: "USD"))
    _ = try await book.alerts.add(
      try GasAlertRule(watching: subject, .above(30 * dollar)), channels: [AlertChannel(.terminal)])
    // 150,000 units at 100 gwei are 0.015 coins.
    #expect(try await book.record(GasSample(100, 100_000_000_000), chainID: 1).isEmpty)
    let coin = { (price: UInt256) in [CoinPrice(currency: "USD", value: price * dollar)] }
    #expect(try await book.record(GasSample(107, 100_000_000_000), chainID: 1, coins: coin(1999)).isEmpty)
    let crossed = try await book.record(GasSample(114, 100_000_000_000), chainID: 1, coins: coin(2100))
    #expect(
      crossed.map(\.message) == ["The cost of swap on test (standard, 150000 gas) is at or above 30 USD: 31.5 USD"])
    #expect(subject.facts.last?.text == "USD" && subject.unit == "USD")
  }

  @Test("The price of the coin crosses where it is known, in its money, and stays as it is where it is not")
  func coin() async throws {
    let book = try folder.open()
    let won: UInt256 = 1_000_000_000_000_000_000
    let subject = GasSubject(chainID: 1, network: "test", measure: .coin(currency: "KRW"))
    _ = try await book.alerts.add(
      try GasAlertRule(watching: subject, .below(100 * won), note: "buy"), channels: [AlertChannel(.terminal)])
    #expect(try await book.record(GasSample(100, 5), chainID: 1).isEmpty)
    let others = [CoinPrice(currency: "USD", value: 1)]
    #expect(try await book.record(GasSample(107, 5), chainID: 1, coins: others).isEmpty)
    let low = [CoinPrice(currency: "KRW", value: 99 * won + won / 2)]
    let crossed = try await book.record(GasSample(114, 5), chainID: 1, coins: low)
    #expect(crossed.map(\.message) == ["The price of ETH (test) is below 100 KRW: 99.5 KRW (buy)"])
    #expect(try await book.record(GasSample(121, 5), chainID: 1, coins: low).isEmpty)
  }

  @Test("An action of one's own is a word and its gas, and nothing else is one")
  func actions() {
    #expect(UsualAction("swap=150000") == UsualAction("swap", gas: 150_000, .told))
    #expect(UsualAction("s=16777216")?.gas == UsualAction.mostGas)
    for text in [
      "swap", "swap=", "=1", "swap=0", "swap=-1", "swap=1e5", "Swap=1", "a b=1", "swap=1=2", "s=16777217",
    ] {
      #expect(UsualAction(text) == nil, "\(text)")
    }
    #expect(UsualAction.all.map(\.word) == ["transfer", "erc-20-transfer", "nft-transfer", "swap"])
  }

  @Test("A threshold that no price crosses is refused, and that is a fact of the error", arguments: [0, 1 << 63])
  func thresholds(threshold: UInt64) throws {
    let error = #expect(throws: AlertsError.self) { try below(UInt256(threshold)) }
    #expect(error?.code == .invalidAlert && error?.facts == .threshold && error?.subject == GasSubject.topic)
    #expect(try below(UInt256(Int64.max)).condition == .below(UInt256(Int64.max)))
  }

  @Test("A change is told with its direction, as it was, and with the price from which it is counted")
  func change() async throws {
    let book = try folder.open()
    let rule = try GasAlertRule(
      GasSubject(chainID: 1, network: "test"), .change(percent: #require(ExactDecimal("2.5"))))
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
    try await book.record(GasSample(100, 1000), chainID: 1)
    #expect(
      try await book.record(GasSample(107, 69_790), chainID: 1).map(\.message) == [
        "Gas on test (standard) is up 6879 % from 0.000001 gwei: 0.00006979 gwei"
      ])
    #expect(
      try await book.record(GasSample(114, 34_895), chainID: 1).map(\.message) == [
        "Gas on test (standard) is down 50 % from 0.00006979 gwei: 0.000034895 gwei"
      ])
  }
}
