import ChainSupport
import ContractClient
import Exchange
import Locking
import NodeRPC
import OrderBook
import Orders
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Operations

@Suite("The watch over a pair", .timeLimit(.minutes(10)))
struct MarketWatchTests {
  /// The happenings of a watch, in words.
  private final class EventRecorder: Sendable {
    private let state = Guarded<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func write(_ line: String) { state.withLock { $0.append(line) } }
  }

  private func market(_ home: ExchangeHome) async throws -> (ExchangeMarket, MarketWatch.Options) {
    var options = MarketWatch.Options()
    (options.pace, options.longestPause) = (.milliseconds(10), .milliseconds(10))
    let settings = try Settings(GivenSettings(profile: nil, path: nil) { $0.flag }, environment: home.environment)
    return (try await ExchangeMarket.open(settings, over: home.connection), options)
  }

  private func note(_ event: MarketWatch.Event, in diary: EventRecorder) {
    switch event {
    case .book(_, let changes, _):
      for change in changes {
        diary.write("\(change.kind) \(change.side) \(change.state.map { "\($0)" } ?? "none")")
      }
    case .trades(let trades, _): for trade in trades { diary.write("trade \(trade.base.text)") }
    case .undone(let trades, _): diary.write("undone \(trades.map(\.base.text).joined(separator: " "))")
    case .missed: diary.write("missed")
    case .lost(let subject, _): diary.write("lost \(subject)")
    case .back(let subject): diary.write("back \(subject)")
    }
  }

  @Test("An order that comes, is filled in part, and is cancelled is told as such, and once each time")
  func orders() async throws {
    let home = try await ExchangeHome()
    var (market, options) = try await market(home)
    options.subjects = [.book]
    options.looks = 5
    let (diary, looks) = (EventRecorder(), Guarded(0))
    let pair = try market.pair("TKA/WKLAY")
    await MarketWatch(market, of: pair, options).run { event in
      note(event, in: diary)
      let look = looks.withLock { look in
        look += 1
        return look
      }
      let line =
        switch look {
        case 1: "exchange order TKA/WKLAY --sell 100 --price 0.3 --from teacher --yes"
        case 2: "exchange buy TKA/WKLAY 40 --from student --yes"
        case 3: "exchange cancel --all --from teacher --yes"
        default: "exchange orders"
        }
      let run = await home.run(line)
      #expect(run.status == .success, "\(run.errors)")
      try? await home.settle()
    }
    #expect(diary.lines.prefix(2) == ["came ask open", "changed ask partFilled"], "\(diary.lines)")
    #expect(diary.lines.count == 3 && diary.lines[2].hasPrefix("went ask"), "\(diary.lines)")
  }

  @Test("A trade whose block goes away between two looks is taken back")
  func reorganisation() async throws {
    let home = try await ExchangeHome()
    let made = try await home.json("exchange order TKA/WKLAY --sell 100 --price 0.3 --from teacher --yes")
    #expect(made["state"] == "posted", "\(made)")
    try await home.settle()
    #expect(try await home.json("exchange buy TKA/WKLAY 10 --from student --yes")["complete"] == true)
    let snapshot = try await home.chain.snapshot()
    try await home.settle()
    #expect(try await home.json("exchange buy TKA/WKLAY 20 --from student --yes")["complete"] == true)
    var (market, options) = try await market(home)
    options.subjects = [.trades]
    options.looks = 6
    let (diary, isTurned) = (EventRecorder(), Guarded(false))
    await MarketWatch(market, of: try market.pair("TKA/WKLAY"), options).run { event in
      note(event, in: diary)
      let isFirst = isTurned.withLock { turned in
        defer { turned = true }
        return !turned
      }
      guard isFirst else { return }
      try? await home.chain.revert(to: snapshot)
      try? await home.chain.mine(8)
    }
    #expect(diary.lines == ["trade 10 TKA", "trade 20 TKA", "undone 20 TKA"], "\(diary.lines)")
  }

  @Test("An order is not gone where a relay does not answer, and is where no relay gives it")
  func absent() async throws {
    let home = try await ExchangeHome()
    for price in ["0.4", "0.3"] {
      let made = try await home.json("exchange order TKA/WKLAY --sell 10 --price \(price) --from teacher --yes")
      #expect(made["state"] == "posted", "\(made)")
    }
    try await home.settle()
    let (market, _) = try await market(home)
    let book = try await market.book(of: try market.pair("TKA/WKLAY"))
    let (entries, pair) = (book.entries(.ask), book.pair.tokens)
    var difference = BookDifference()
    let first = difference.take(entries, others: [], of: pair, isWhole: true)
    #expect(first.map(\.kind) == [.came, .came] && first.map(\.entry.hash) == entries.map(\.hash))
    #expect(first.allSatisfy { $0.side == .ask })
    #expect(difference.take([entries[0]], others: [], of: pair, isWhole: false).isEmpty)
    #expect(difference.take(entries, others: [], of: pair, isWhole: true).isEmpty)
    let went = difference.take([entries[0]], others: [], of: pair, isWhole: true)
    #expect(went.map(\.kind) == [.went] && went[0].entry.hash == entries[1].hash && went[0].state == nil)
    let ended = difference.take([], others: [entries[0]], of: pair, isWhole: false)
    #expect(ended.map(\.kind) == [.went] && ended[0].state == .open)
    #expect(difference.take([], others: [], of: pair, isWhole: true).isEmpty)
  }

  @Test("A relay that does not answer is told once, and so is its coming back")
  func lost() async throws {
    let home = try await ExchangeHome()
    var (market, options) = try await market(home)
    options.looks = 4
    options.subjects = [.book]
    var settings = home.environment
    settings["LECTURES_RELAYS"] = "http://127.0.0.1:1"
    market = try await ExchangeMarket.open(
      try Settings(GivenSettings(profile: nil, path: nil) { $0.flag }, environment: settings), over: home.connection)
    let diary = EventRecorder()
    await MarketWatch(market, of: try market.pair("TKA/WKLAY"), options).run { note($0, in: diary) }
    #expect(diary.lines == ["lost book"])
  }
}
