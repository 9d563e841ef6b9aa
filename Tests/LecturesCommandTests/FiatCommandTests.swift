import ChainSupport
import Foundation
import Localization
import Locking
import NodeDoubles
import Primitives
import Rates
import StrictJSON
import Testing

@testable import LecturesCommand

/// An exchange that buys KAIA for 148.1 and sells it for 148.3 won, and has the last prices of four days before today.
private final class Exchange: Sendable {
  private let server: HostileServer
  /// Further answers instead of the usual ones.
  let answers = Guarded<[HostileServer.Act]?>(nil)

  init() throws {
    let answers = answers
    server = try HostileServer { request in
      if let other = answers.withLock({ $0 }) { return other }
      let now = Int64(Date().timeIntervalSince1970)
      if request.path.contains("/candles/days?market=KRW-KAIA") {
        let days = (1...4).map { Zone.seoul.day(at: now).adding(-$0) }
        let rows = days.map {
          #"{"market":"KRW-KAIA","candle_date_time_kst":"\#($0)T00:00:00","trade_price":\#(Exchange.lastPrice(on: $0))}"#
        }
        return [.reply("[\(rows.joined(separator: ","))]")]
      }
      guard request.path.contains("/orderbook?markets=KRW-KAIA") else { return [.reply("no such page", status: 404)] }
      let unit = #"{"ask_price":148.3,"bid_price":148.1,"ask_size":5,"bid_size":5}"#
      return [.reply(#"[{"market":"KRW-KAIA","timestamp":\#(now * 1000),"orderbook_units":[\#(unit)]}]"#)]
    }
  }

  /// Another one each day.
  static func lastPrice(on day: Day) -> Int { 100 + day.number % 7 }

  var url: String { server.url }
  var asked: [String] { server.requests.map(\.path) }
}

/// The commands on a chain with the id of Kaia, whose money exchanges trade in.
@Suite("Amounts are valued in money that people know", .timeLimit(.minutes(20))) struct FiatCommandTests {
  private let exchange: Exchange
  private let home: MarketHome

  init() async throws {
    exchange = try Exchange()
    home = try await MarketHome(chainID: 8217, settings: Self.settings(exchange))
    try await home.done("create --price 10 --title 스위프트 --from teacher --yes")
  }

  /// Has the rates in the file before a command waits two seconds for them at most: the machine may be busy.
  private func know(in home: MarketHome) async throws {
    try await home.done(
      "rates KAIA --market korea --no-news", "rates history KAIA --market korea --days 5", "config set fiat KRW")
  }

  private static func settings(_ exchange: Exchange) -> [String: String] {
    [
      "LECTURES_NETWORK": "kaia", "LECTURES_RATES_MIRROR": exchange.url, "LECTURES_MAX_TOTAL_FEE": "1",
      "LECTURES_OWN": "true",
    ]
  }

  @Test("in lists, reviews, balances and receipts, each with the source and the age of the rate")
  func everywhere() async throws {
    try await know(in: home)
    let list = await home.run("list")
    #expect(list.output.contains("  1,482 KRW  open"), "\(list.output)\(list.errors)")
    #expect(list.output.contains("1 KAIA = 148.2 KRW (Bithumb, "), "\(list.output)")
    let show = await home.run("show 0")
    #expect(show.output.contains("10 KAIA (about 1,482 KRW, Bithumb, "), "\(show.output)")
    #expect(show.output.contains("0 KAIA\n"), "nothing is worth nothing: \(show.output)")
    let bought = await home.run("purchase 0 --from student", answers: ["y", WalletHome.password])
    #expect(bought.status == .success, "\(bought.errors)")
    #expect(bought.questions.first?.contains("10 KAIA (about 1,482 KRW, Bithumb, ") == true, "\(bought.questions)")
    let mine = try await home.json("mine --from student")
    #expect(mine["lectures"]?[0]?["fiat"] == "1482 KRW" && mine["fiatRate"]?["bid"] == "148.1", "\(mine)")
    let balances = try await home.json("balance student teacher student")
    let total = try #require(balances["fiatTotal"]?.string)
    let sum = try balances["balances"]?.array?.prefix(2).map {
      try #require(Int($0["balance"]?["fiat"]?.string?.dropLast(4) ?? ""))
    }
    #expect(abs(try #require(sum).reduce(0, +) - (Int(total.dropLast(4)) ?? 0)) <= 2, "\(balances)")
    let wallets = try await home.json("wallet list")
    #expect(wallets["fiatRates"]?[0]?["network"] == "kaia", "\(wallets)")
    #expect(wallets["accounts"]?.array?.allSatisfy { $0["balance"]?["fiat"] != nil } == true, "\(wallets)")
    let transfer = await home.run("wallet transfer --from student --to teacher --amount 1.5 --yes")
    #expect(transfer.errors.contains("1.5 KAIA (about 222 KRW, Bithumb, "), "\(transfer.errors)")
    // All of it with two addresses: the book of orders, and the day's list for the change.
    #expect(Set(exchange.asked).count == exchange.asked.count, "\(exchange.asked)")
  }

  @Test("by the rate of the day when they were paid, and not at all where that day has none")
  func past() async throws {
    let now = Int64(Date().timeIntervalSince1970)
    let home = try await MarketHome(chainID: 8217, since: now - 30 * 86_400, settings: Self.settings(exchange))
    try await know(in: home)
    try await home.done("create --price 10 --from teacher --yes")
    try await home.done("purchase 0 --price 10 --from student --yes")
    try await home.chain.setTime(now - 2 * 86_400)
    try await home.done("evaluate 0 --scores 1,2,3,4,5 --from student --yes", "settle 0 --from owner --yes")
    try await home.done("reopen 0 --price 20 --from teacher --yes", "purchase 0 --price 20 --from student --yes")
    let entries = try #require(try await home.json("history student")["entries"]?.array)
    let paid = entries.filter { $0["kind"] == "bought" }
    let day = Zone.seoul.day(at: now - 2 * 86_400)
    #expect(paid[0]["fiatRate"] == .null && paid[0]["amount"]?["fiat"] == nil, "\(paid)")
    #expect(paid[1]["fiatRate"]?["asOfDay"] == .string("\(day)"), "\(paid)")
    #expect(paid[1]["amount"]?["fiat"] == .string("\(20 * Exchange.lastPrice(on: day)) KRW"), "\(paid)")
    let lines = await home.run("history student --csv").output.split(separator: "\n")
    #expect(
      lines.first?.hasSuffix(",fiat,fiatSource,evidence,feeEvidence,disputed") == true && lines.count == 4, "\(lines)")
    #expect(
      lines[1].hasSuffix(",,,,own,own,")
        && lines[3].hasSuffix(",\(20 * Exchange.lastPrice(on: day)) KRW,Bithumb,own,own,"), "\(lines)")
    let shown = await home.run("tx show \(paid[1]["hash"]?.string ?? "")")
    #expect(
      shown.output.contains(
        "20 KAIA (about \(Language.english.grouped(20 * Exchange.lastPrice(on: day))) KRW, Bithumb, \(day))"
      ), "\(shown.output)")
  }

  @Test(
    "and shown without a value, and with the usual status, when nobody tells a rate",
    arguments: [
      [HostileServer.Act.close], [.reply("<html>", status: 200)], [.reply("{}", status: 500)],
    ])
  func withoutRate(answers: [HostileServer.Act]) async throws {
    let silent = try Exchange()
    silent.answers.withLock { $0 = answers }
    let home = try await MarketHome(chainID: 8217, settings: Self.settings(silent))
    try await home.done("create --price 10 --from teacher --yes", "config set fiat KRW")
    let list = await home.run("list")
    #expect(
      list.status == .success && list.errors.isEmpty && !list.output.contains("About"), "\(list.output)\(list.errors)")
    #expect(list.output.hasSuffix("No rate of KAIA/KRW is known now, so nothing is valued.\n"), "\(list.output)")
    let bought = await home.run("purchase 0 --from student --yes --price 10")
    #expect(bought.status == .success && !bought.errors.contains("about"), "\(bought.errors)")
    #expect(try await home.json("list")["fiatRate"] == .null)
  }

  @Test("by a rate of one's own, which wins, and not on a chain whose money is worth nothing")
  func byHand() async throws {
    let asked = exchange.asked.count
    let list = await home.run("list --fiat-rate 0.11")
    #expect(list.status == .usage, "\(list.output)")
    try await home.done("network use kaia --fiat-rate 0.11USD")
    let own = await home.run("list")
    #expect(own.output.contains("1.10 USD") && own.output.contains("1 KAIA = 0.11 USD\n"), "\(own.output)\(own.errors)")
    #expect(exchange.asked.count == asked)
    let test = try await MarketHome(settings: ["LECTURES_FIAT": "KRW", "LECTURES_RATES_MIRROR": exchange.url])
    try await test.done("create --price 10 --from teacher --yes")
    let none = await test.run("list")
    #expect(none.status == .success && !none.output.contains("KRW"), "\(none.output)")
    #expect(!none.output.contains("No market"), "a setting asks on all networks: \(none.output)")
    for line in ["list --fiat USD", "gas --fiat USD"] {
      let run = await test.run(line)
      let words = "No market is known here for the coin of local, so nothing is valued."
      #expect(run.status == .success && run.output.contains(words), "\(line): \(run.output)\(run.errors)")
    }
    #expect(exchange.asked.count == asked)
    let wrong = await home.run("list --fiat KRONE")
    #expect(wrong.status == .usage && wrong.errors.contains("code of a currency"), "\(wrong.errors)")
  }

  @Test(
    "by no rate from a clock that is ahead, which would hide later ones, and by none of a file that others may write")
  func hostile() async throws {
    let now = Int64(Date().timeIntervalSince1970)
    let unit = #"{"ask_price":148.3,"bid_price":148.1,"ask_size":5,"bid_size":5}"#
    let early = try Exchange()
    early.answers.withLock {
      $0 = [
        .reply(#"[{"market":"KRW-KAIA","timestamp":\#((now + 82_800) * 1000),"orderbook_units":[\#(unit)]}]"#)
      ]
    }
    let home = try await MarketHome(chainID: 8217, settings: Self.settings(early))
    try await home.done("rates KAIA --market korea --no-news", "config set fiat KRW")
    let rate = try await home.json("list")["fiatRate"]
    let asOf = try #require(rate?["asOf"]?.int)
    #expect(asOf <= Int(Date().timeIntervalSince1970), "\(rate ?? .null)")
    let book = home.file("lectures/rates.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: book)
    let list = await home.run("list")
    #expect(list.status == .success && !list.output.contains("148"), "\(list.output)")
    let rates = await home.run("rates KAIA --market korea --cached")
    #expect(rates.status == .failure && rates.errors.contains("chmod"), "\(rates.errors)")
  }

  @Test("and what is not known is said")
  func unknown() async throws {
    let list = await home.run("list --fiat JPY")
    #expect(
      list.status == .success && list.output.hasSuffix("No rate of KAIA/JPY is known now, so nothing is valued.\n"))
    let wrong = await home.run("list --fiat-market nowhere")
    #expect(wrong.status == .usage && wrong.errors.contains("korea"), "\(wrong.errors)")
  }

  @Test("in Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    try await know(in: home)
    let worth = try #require(Fraction(1482, over: 1).flatMap { language.grouped($0, digits: 0) })
    func say(_ line: String, with part: String) async {
      let run = await home.run("\(line) --language \(language.rawValue)", answers: ["n"])
      let all = run.output + run.errors + run.questions.joined(separator: "\n")
      #expect(ForeignWords.of(all, besides: ["KRW", "Bithumb", "kaia"]) == [], "\(line): \(all)")
      #expect(all.contains(part), "\(line): \(all)")
    }
    for line in ["list", "show 0", "purchase 0 --from student"] { await say(line, with: worth) }
    try await home.done("purchase 0 --price 10 --from student --yes")
    await say("mine --from student", with: worth)
    for line in ["balance student teacher", "wallet list"] { await say(line, with: "1 KAIA = 148") }
  }
}
