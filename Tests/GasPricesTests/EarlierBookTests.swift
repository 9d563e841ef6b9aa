import Database
import Foundation
import Locking
import Outbox
import Primitives
import Testing

@testable import Alerts
@testable import GasPrices

@Suite("The gas monitor's files of before") struct EarlierBookTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// The ids of the deliveries that are told when the chain is watched from a time on.
  private func told(_ book: GasBook, at time: Int64) async throws -> [String] {
    let told = Guarded<[String]>([])
    try await book.alerts.recover("1")
    let dispatcher = DeliveryDispatcher(
      book: book.alerts, scope: "1",
      terminal: { delivery in
        told.withLock { $0.append(delivery.id) }
      }, clock: { time })
    try await dispatcher.deliverDue()
    return told.withLock { $0 }
  }

  @Test("A file of version 1 keeps its alerts, where they stand, and their channels")
  func upgradedAlerts() async throws {
    try EarlierBook.write(folder.book)
    let book = try GasBook(folder.book)
    let alerts = try await book.alerts.all()
    #expect(alerts.map(\.id) == [1, 2])
    let first = try #require(alerts.first)
    #expect(
      try first.rule
        == GasAlertRule(
          chainID: 1, network: "my chain", tier: .fast, isAbove: false, threshold: 1000, hold: 120, coolDown: 70,
          margin: 5))
    var state = AlertState()
    (state.phase, state.since, state.lastSeen, state.lastFired) = (.fired, 90, 100, 90)
    #expect(first.state == state && first.crossings == 2)
    #expect(
      first.channels == [
        AlertChannel(.terminal), AlertChannel(.webhook, target: "http://127.0.0.1:1/", secretFile: "/secret"),
      ])
    #expect(alerts[1].rule.condition == .above(UInt256(Int64.max)) && alerts[1].state.snoozedUntil == 500)
    #expect(try await book.newestSample(chainID: 1)?.standard == 10)
    #expect(try GasBook(folder.book).path == folder.book, "and is opened again")
    let earlier = try DatabaseFile(folder.book + ".v1-backup")
    #expect(try await earlier.read { try $0.value("SELECT count(*) FROM alert", as: Int.self) } == 2)
    #expect(try await earlier.read { try $0.columns(of: "alert") }.contains("isAbove"))
  }

  @Test("The journal of a file of version 1 is told once: what was told is not, what waited and was begun is")
  func upgradedJournal() async throws {
    try EarlierBook.write(folder.book)
    let book = try GasBook(folder.book)
    #expect(try await told(book, at: 200) == ["abcdef012345-3-1-1", "abcdef012345-1-2-1"])
    #expect(try await told(try GasBook(folder.book), at: 200) == [])
    let deliveries = try await book.alerts.deliveries()
    #expect(deliveries.count == 4)
    let hook = try #require(deliveries.first { $0.channel.kind == .webhook })
    #expect(hook.id == "abcdef012345-1-2-2" && hook.attempts == 4 && hook.state == .waiting, "\(hook)")
    // As it would have been sent before.
    #expect(
      String(decoding: try Webhook(hook).body, as: UTF8.self) == """
        {"id":"abcdef012345-1-2-2","alert":1,"crossing":2,"time":90,"chainId":"1","network":"my chain","tier":"fast",\
        "condition":"below","threshold":"1000","price":"900","unit":"wei","message":"m \\"é\\""}
        """)
    // It has fired, and the price has not gone back.
    #expect(try await book.record(GasSample(300, 900), chainID: 1).isEmpty)
    try await book.record(GasSample(307, 2000), chainID: 1)
    for time in 0..<20 as Range<Int64> { try await book.record(GasSample(314 + time * 7, 900), chainID: 1) }
    #expect(
      try await book.alerts.deliveries().filter { $0.crossing == 3 }.map(\.id).sorted() == [
        "abcdef012345-1-3-1", "abcdef012345-1-3-2",
      ])
  }

  @Test("The number of an alert that is gone is not given again after the upgrade, nor are the ids of its deliveries")
  func upgradedNumbers() async throws {
    try EarlierBook.write(folder.book)
    let book = try GasBook(folder.book)
    let rule = try GasAlertRule(chainID: 1, network: "test", tier: .standard, isAbove: false, threshold: 1000)
    #expect(try await book.alerts.add(rule, channels: [AlertChannel(.terminal)]) == 4)
    #expect(try await book.record(GasSample(100, 900), chainID: 1).map(\.id) == ["abcdef012345-4-1-1"])
    try await book.alerts.remove(1)
    let channels = try await book.file.read { try $0.values("SELECT alert FROM channel ORDER BY id", as: Int64.self) }
    #expect(channels == [2, 4], "its channels go with it")
  }

  @Test("A file from before its header said whose it is keeps all it has")
  func withoutHeader() async throws {
    try EarlierBook.write(
      folder.book,
      header:
        "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY); INSERT INTO grdb_migrations VALUES ('1')")
    let book = try GasBook(folder.book)
    #expect(try await book.newestSample(chainID: 1)?.standard == 10)
    #expect(try await book.alerts.all().map(\.id) == [1, 2])
    #expect(FileManager.default.fileExists(atPath: folder.book + ".v1-backup"))
    #expect(try await GasBook(folder.book).alerts.all().map(\.id) == [1, 2])
  }
}
