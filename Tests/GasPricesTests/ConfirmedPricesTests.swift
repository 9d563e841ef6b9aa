import Alerts
import Database
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import GasPrices

@Suite("What an oracle says that no node confirms") struct ConfirmedPricesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The quote of an oracle whose prices are all the same.
  private func quote(gwei price: Int, isUnverified: Bool = true) throws -> GasQuote {
    var answer: JSONObject = [:]
    for name in ["SafeGasPrice", "ProposeGasPrice", "FastGasPrice", "suggestBaseFee"] { answer[name] = "\(price)" }
    var quote = try OracleReply(OracleTests.answer(answer)).quote
    quote.isUnverified = isUnverified
    return quote
  }

  @Test("It is believed near the last prices that were, and in no small steps away from them")
  func steps() async throws {
    let prices = ConfirmedPrices(try folder.open(), chainID: 1)
    #expect(try await !prices.judged(quote(gwei: 10, isUnverified: false), at: 1).isDoubtful)
    for (price, isDoubtful) in [(20, false), (40, true), (5, false), (2, true), (10, false)] {
      let judged = try await prices.judged(quote(gwei: price), at: 2)
      #expect(judged.isDoubtful == isDoubtful, "\(price): \(judged.oracleProblem ?? "")")
    }
    let far = try await prices.judged(quote(gwei: 40), at: 3)
    #expect(far.oracleProblem?.contains("40, 40 and 40 gwei") == true && far.isUnverified, "\(far)")
    #expect(far.oracleProblem?.contains("believed last 10, 10 and 10 gwei") == true, "\(far)")
    #expect(try await !prices.judged(quote(gwei: 40, isUnverified: false), at: 4).isDoubtful)
    #expect(try await !prices.judged(quote(gwei: 60), at: 5).isDoubtful)
  }

  @Test("It is told in the unit of the network")
  func unit() async throws {
    let prices = ConfirmedPrices(try folder.open(), chainID: 1, unit: "ston")
    let problem = try await prices.judged(quote(gwei: 40), at: 1).oracleProblem
    #expect(problem?.contains("40, 40 and 40 ston") == true && problem?.contains("gwei") == false, "\(problem ?? "")")
  }

  @Test("At first the book's newest prices are those; without any nothing is believed, and that is told")
  func book() async throws {
    let book = try folder.open()
    let unknown = try await ConfirmedPrices(book, chainID: 1).judged(quote(gwei: 10), at: 1)
    #expect(unknown.isDoubtful && unknown.oracleProblem?.contains("none was believed") == true, "\(unknown)")
    try await book.fill([GasSample(7, 10_000_000_000)], chainID: 1)
    let prices = ConfirmedPrices(book, chainID: 1)
    #expect(try await !prices.judged(quote(gwei: 15), at: 8).isDoubtful)
    #expect(try await prices.judged(quote(gwei: 21), at: 8).isDoubtful)
  }

  @Test("An oracle leads them away in no steps over restarts either", arguments: [true, false])
  func restarts(isConfirmed: Bool) async throws {
    let (book, first) = (try folder.open(), GasSample(7, 10_000_000_000))
    if isConfirmed { try await book.record(first, chainID: 1) } else { try await book.fill([first], chainID: 1) }
    for (price, isDoubtful) in [(20, false), (40, true), (19, false), (5, false), (2, true)] {
      let time = 100 + Int64(price)
      let judged = try await ConfirmedPrices(book, chainID: 1).judged(quote(gwei: price), at: time)
      #expect(judged.isDoubtful == isDoubtful, "\(price): \(judged.oracleProblem ?? "")")
      guard !judged.isDoubtful else { continue }
      try await book.record(GasSample(judged, time: time), chainID: 1, isConfirmed: false)
    }
    #expect(try await book.believedSample(chainID: 1) == first)
    #expect(try await book.newestSample(chainID: 1)?.standard == 20_000_000_000)
    let next = GasSample(200, 30_000_000_000)
    try await book.record(next, chainID: 1)
    #expect(try await book.believedSample(chainID: 1) == next)
    #expect(try await book.believedSample(chainID: 2) == nil)
  }

  @Test(
    "What somebody else wrote in their place is no sample",
    arguments: ["", "1 2 3 4 5", "1 2 3 4 5 6 7", "1 2 3 4 5 -6", "1 2 3 4 5 x", "1 2 3 4 5 99999999999999999999"])
  func damaged(fact: String) async throws {
    let book = try folder.open()
    try await book.file.write { try $0.execute("INSERT INTO fact VALUES (?, ?)", ["believed 1", fact]) }
    #expect(try await book.believedSample(chainID: 1) == nil)
    try await book.fill([GasSample(7, 5)], chainID: 1)
    #expect(try await book.believedSample(chainID: 1) == GasSample(7, 5))
  }

  @Test("A monitor keeps no far price that nobody confirms, and no alert fires at it")
  func monitor() async throws {
    let book = try folder.open()
    try await book.fill([GasSample(7, 500_000_000)], chainID: 1)
    let above = try GasAlertRule(chainID: 1, network: "test", isAbove: true, threshold: 5_000_000_000_000)
    _ = try await book.alerts.add(above, channels: [AlertChannel(.terminal)])
    let lie = OracleTests.answer(["suggestBaseFee": "9000000", "FastGasPrice": "9000001"])
    let server = try HostileServer { _ in [.send(HTTPText.reply(lie.serializedBytes(), status: 200))] }
    let reader = PriceReader(
      oracle: try GasOracle(server.url, key: "SECRETKEY", chainID: 1, timeout: .seconds(60)),
      checkedWithin: .seconds(300)
    ) { throw NodeError(.cancelled) }
    let monitor = GasMonitor(
      book: book, chainID: 1, reader: reader, node: nil, pace: .every(.milliseconds(1)),
      lock: try MonitorLock(book: folder.book, scope: "1", topic: GasSubject.topic), clock: { 100 })
    let told = Guarded<[String]>([])
    try await monitor.run { event in
      guard case .reading(let quote, let crossed) = event else {
        told.withLock { $0.append("\(event)") }
        return false
      }
      return told.withLock {
        $0.append("\(quote.source) \(quote.isDoubtful) \(crossed.count)")
        return $0.count < 2
      }
    }
    #expect(told.withLock { $0 } == ["oracle true 0", "oracle true 0"])
    #expect(try await book.samples(chainID: 1, since: 0).map(\.standard) == [500_000_000])
    #expect(try await book.alerts.deliveries().isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test("A monitor whose oracle no node answers to confirm fails, though it keeps prices that are near")
  func unconfirmed() async throws {
    let book = try folder.open()
    let server = try HostileServer { _ in
      [.send(HTTPText.reply(OracleTests.answer().serializedBytes(), status: 200))]
    }
    let oracle = try GasOracle(server.url, key: "SECRETKEY", chainID: 1, timeout: .seconds(60))
    let reader = PriceReader(oracle: oracle, checkedWithin: .seconds(300)) { throw NodeError(.cancelled) }
    try await book.fill([GasSample(try await reader.quote(), time: 7)], chainID: 1)
    let keeper = HealthMonitor(
      try HealthBook(besides: folder.book), of: HealthMonitor.Daemon("gas", scope: "1"), receivers: { [] },
      message: { _ in "" }, terminal: { _ in }, pulse: ServiceHeartbeat(environment: [:]), clock: { 100 })
    let monitor = GasMonitor(
      book: book, chainID: 1, reader: reader, node: nil, pace: .every(.milliseconds(1)),
      lock: try MonitorLock(book: folder.book, scope: "1", topic: GasSubject.topic), health: keeper, clock: { 100 })
    try await monitor.run { event in
      guard case .reading = event else { return true }
      return false
    }
    let health = try #require(try await HealthBook(besides: folder.book).health(of: "1"))
    #expect(health.isFailing && health.problem == "No node answers to confirm the gas oracle.")
    #expect(try await book.samples(chainID: 1, since: 8).map(\.standard) == [496_840_168])
    withExtendedLifetime(server) {}
  }
}
