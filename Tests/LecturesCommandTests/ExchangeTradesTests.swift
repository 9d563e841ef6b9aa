import ArgumentParser
import Exchange
import Foundation
import Keys
import NodeRPC
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("lectures exchange trades, charts and watch", .timeLimit(.minutes(10)))
struct ExchangeTradesTests {
  /// A home in which the student bought 40 TKA of an order of the teacher's for 0.3 and 10 of another for 0.5.
  private func traded(_ version: OrderVersion = .v4) async throws -> ExchangeHome {
    let home = try await ExchangeHome()
    for (amount, price, bought) in [(40, "0.3", 40), (100, "0.5", 10)] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell \(amount) --price \(price) --protocol \(version.rawValue) --from teacher --yes"
      )
      #expect(made["state"] == "posted", "\(made)")
      try await home.settle()
      let deal = try await home.json("exchange buy TKA/WKLAY \(bought) --from student --yes")
      #expect(deal["complete"] == true, "\(deal)")
      try await home.settle()
    }
    return home
  }

  @Test("Trades are those of the chain, the latest first, whatever relay is asked", arguments: OrderVersion.allCases)
  func trades(version: OrderVersion) async throws {
    let home = try await traded(version)
    let all = try await home.json("exchange trades TKA/WKLAY --relay http://127.0.0.1:1")
    let trades = try #require(all["trades"]?.array)
    #expect(trades.map { $0["price"]?["value"] } == ["0.5", "0.3"], "\(all)")
    #expect(trades[0]["side"] == "buy" && trades[0]["amount"]?["value"] == "10" && trades[0]["total"]?["value"] == "5")
    #expect(trades[0]["maker"] == .string(home.teacher.address.checksummed))
    #expect(trades[0]["taker"] == .string(home.student.address.checksummed))
    #expect(all["complete"] == true && all["unknownTokens"] == 0)
    let one = try await home.json("exchange trades TKA/WKLAY --count 1")
    #expect(one["trades"]?.array?.count == 1 && one["complete"] == false)
    let since = try #require(trades[0]["block"]?.int)
    #expect(try await home.json("exchange trades TKA/WKLAY --since \(since)")["trades"]?.array?.count == 1)
    let none = try await home.json("exchange trades TKA/WKLAY --since \(since + 1000)")
    #expect(none["trades"]?.array?.isEmpty == true && none["complete"] == true)
    let own = try await home.json("exchange trades --mine --from student")
    #expect(own["trades"]?.array?.count == 2 && own["account"] == .string(home.student.address.checksummed), "\(own)")
    #expect(own["pair"] == .null && own["trades"]?[0]?["pair"]?["base"]?["symbol"] == "TKA")
    let csv = await home.run("exchange trades TKA/WKLAY --csv").output.split(separator: "\n")
    #expect(csv.count == 3 && csv[0].hasPrefix("time,block,") && csv[1].contains(",buy,") && csv[1].contains(",3,10,"))
  }

  @Test("Candles are made of the trades, and their drawing is XML")
  func candles() async throws {
    let home = try await traded()
    let path = home.file("candles.svg")
    let made = try await home.json("exchange trades TKA/WKLAY --candles 1w --average 1 --output \(path)")
    let candle = try #require(made["candles"]?.array?.last)
    #expect(made["interval"] == "1w" && made["output"] == .string(path), "\(made)")
    #expect(candle["high"]?["value"] == "0.5" && candle["close"]?["value"] == "0.5", "\(candle)")
    #expect(candle["average"]?["value"] == "0.5")
    let svg = try String(contentsOfFile: path, encoding: .utf8)
    let root = try #require(try XMLDocument(data: Data(svg.utf8)).rootElement())
    #expect(root.elements(forName: "title").first?.stringValue == "TKA/WKLAY, candles of 1w, UTC")
    #expect(!root.elements(forName: "rect").isEmpty)
    // A file that is there stays, and nothing is asked for it.
    let again = await home.run("exchange trades TKA/WKLAY --candles 1w --output \(path)")
    #expect(again.status == .failure && again.errors.contains("--replace"), "\(again.errors)")
    // A fill below the least amount sets no price, and counts in the volume.
    let least = try await home.json("exchange trades TKA/WKLAY --candles 1w --minimum 20")
    #expect(least["candles"]?.array?.last?["close"]?["value"] == "0.3", "\(least)")
    let csv = await home.run("exchange trades TKA/WKLAY --candles 1w --csv").output
    #expect(csv.hasPrefix("start,open,high,low,close,") && csv.contains(",0.5,"), "\(csv)")
  }

  @Test(
    "Tables and charts fit a terminal, and speak each language",
    arguments: [("C.UTF-8", "Blocks"), ("ko_KR.UTF-8", "블록"), ("uk_UA.UTF-8", "Блоки")], [60, 80])
  func languages(locale: (name: String, word: String), width: Int) async throws {
    let home = try await traded()
    var environment = home.environment
    environment["LANG"] = locale.name
    for line in [
      "exchange trades TKA/WKLAY", "exchange trades TKA/WKLAY --candles 1h --average 2",
      "exchange trades TKA/WKLAY --candles 1h --chart", "exchange trades --mine --from student",
      "exchange book TKA/WKLAY --chart",
    ] {
      let run = await CommandRun(line, environment: environment, terminal: width)
      #expect(run.status == .success, "\(line): \(run.errors)")
      let plain = run.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      if line.contains("trades") { #expect(plain.contains(locale.word), "\(line): \(plain)") }
      for row in plain.split(separator: "\n") { #expect(DisplayWidth.of(String(row)) <= width, "\(line): \(row)") }
    }
  }

  @Test("The depth is drawn as text and as XML, and of an empty book nothing is written")
  func depth() async throws {
    let home = try await traded()
    let path = home.file("depth.svg")
    let book = await home.run("exchange book TKA/WKLAY --chart --output \(path)")
    #expect(
      book.output.contains("┤") && book.output.contains("0.5") && !book.output.contains("Amount"), "\(book.output)")
    let svg = try String(contentsOfFile: path, encoding: .utf8)
    let root = try #require(try XMLDocument(data: Data(svg.utf8)).rootElement())
    #expect(root.elements(forName: "polygon").count == 1)
    _ = try await home.json("exchange cancel --all --from teacher --yes")
    try await home.settle()
    let empty = home.file("empty.svg")
    #expect(try await home.json("exchange book TKA/WKLAY --chart --output \(empty)")["output"] == .null)
    #expect(!FileManager.default.fileExists(atPath: empty))
  }

  @Test("Of a pair that nobody traded there is nothing, and it is said")
  func empty() async throws {
    let home = try await ExchangeHome()
    let path = home.file("none.svg")
    let none = await home.run("exchange trades TKA/WKLAY")
    #expect(none.status == .success && none.output.contains("Nothing was traded."), "\(none.output)")
    let candles = await home.run("exchange trades TKA/WKLAY --candles 1h --chart --output \(path)")
    #expect(candles.output.contains("no price") && !FileManager.default.fileExists(atPath: path))
    #expect(try await home.json("exchange trades TKA/WKLAY --candles 1h")["candles"]?.array?.isEmpty == true)
  }

  @Test("A watch tells what is there, and then what changes, and ends after its looks")
  func watch() async throws {
    let home = try await traded()
    let run = await home.run("exchange watch TKA/WKLAY --count 1 --json")
    #expect(run.status == .success, "\(run.errors)")
    let events = try run.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(events.first?["result"]?["watches"] == ["book", "trades"])
    #expect(events.filter { $0["event"] == "trade" }.map { $0["trade"]?["price"]?["value"] } == ["0.3", "0.5"])
    let order = try #require(events.first { $0["event"] == "order" })
    #expect(order["change"] == "there" && order["side"] == "ask" && order["amount"]?["value"] == "90", "\(order)")
    let trades = await home.run("exchange watch TKA/WKLAY --trades --count 1 --json")
    #expect(!trades.output.contains("\"order\"") && trades.output.contains("\"trade\""))
    let lines = await home.run("exchange watch TKA/WKLAY --count 1", language: "uk_UA.UTF-8")
    #expect(lines.output.contains("90 TKA") && lines.output.contains("0,5 WKLAY"), "\(lines.output)")
    let screen = await CommandRun(
      "exchange watch TKA/WKLAY --count 2 --every 1", environment: home.environment, terminal: 80)
    #expect(screen.status == .success && screen.output.contains("The last trades"), "\(screen.output)")
    let lost = await home.run("exchange watch TKA/WKLAY --orders --count 1 --relay http://127.0.0.1:1")
    #expect(lost.status == .success && lost.errors.contains("cannot be read"), "\(lost.errors)")
    let alone = await home.run("exchange watch TKA/WKLAY --count 1 --relay ,")
    #expect(alone.status != .success || alone.errors.contains("only trades"), "\(alone.errors)")
  }

  @Test("Wrong words are refused with their reason")
  func refusals() async throws {
    let home = try await ExchangeHome()
    for (line, word) in [
      ("exchange trades", "--mine"), ("exchange trades --mine --candles 1h", "--mine"),
      ("exchange trades TKA/WKLAY --since soon", "soon"), ("exchange trades TKA/WKLAY --candles 2h", "2h"),
      ("exchange trades TKA/WKLAY --chart", "--candles"), ("exchange trades TKA/WKLAY --count 0", "--count"),
      ("exchange trades TKA/WKLAY --candles 1h --average 0", "--average"),
      ("exchange trades TKA/WKLAY --candles 1h --replace", "--output"), ("exchange trades TKA/NOPE", "NOPE"),
      ("exchange watch TKA/WKLAY --every never", "never"), ("exchange watch TKA/WKLAY --count 0", "--count"),
      ("exchange book TKA/WKLAY --replace", "--output"),
    ] {
      let run = await home.run(line)
      #expect(run.status == .usage && run.errors.contains(word), "\(line): \(run.status) \(run.errors)")
    }
  }

  @Test("The beginning of a history is a block, a time before now, a day or a minute")
  func starts() {
    let cases: [(String, HistoryStart?)] = [
      ("0", .block(0)), ("123", .block(123)), ("7d", .before(604_800)), ("24h", .before(86_400)),
      ("1970-01-02", .time(86_400)), ("1970-01-02T01:30", .time(91_800)), ("1970-01-02T01:30Z", .time(91_800)),
      ("", nil), ("soon", nil), ("-5", nil), ("99999999999999999999999", nil), ("2026-13-01", nil), ("1969-12-31", nil),
      ("1970-01-02T24:00", nil), ("1970-01-02T1:30", nil), ("1970-01-02T01:30:00", nil), ("9999999d", nil),
    ]
    for (text, start) in cases { #expect(HistoryStart(text) == start, "\(text)") }
  }
}
