import ChainSupport
import DatabaseSupport
import Foundation
import Locking
import Primitives
import Testing

@testable import Alerts

@Suite("Who watches for alerts") struct MonitorTests {
  private struct NotThere: Error {}

  let folder: TemporaryFolder
  let book: RateBook

  init() throws {
    folder = try TemporaryFolder()
    book = try RateBook(folder.file("rates.sqlite"))
  }

  /// Runs a monitor over readings, one after another, and tells its events; nil is a failure, 0 is nothing new.
  private func events(_ readings: [UInt256?], isKeeping: Bool = true) async throws -> [String] {
    let left = Guarded(readings)
    let told = Guarded<[String]>([])
    let lock = isKeeping ? try MonitorLock(book: folder.path, scope: "rates", topic: Rate.topic) : nil
    let book = book
    let monitor = AlertMonitor<Rate, UInt256>(
      book: book.alerts, scope: "rates", interval: .milliseconds(1), lock: lock, clock: { 100 }
    ) {
      let next = left.withLock { $0.isEmpty ? 7777 : $0.removeFirst() }
      guard let next else { throw NotThere() }
      return next == 0 ? nil : next
    } keep: {
      try await book.record($0, at: 100)
    }
    try await monitor.run { event in
      told.withLock {
        switch event {
        case .reading(7777, _): return false
        case .reading(let value, let crossed): $0.append("\(value), \(crossed.count) crossed")
        case .failed(let error): $0.append("\(type(of: error))")
        case .notice(let delivery): $0.append(delivery.message)
        case .standingBy: $0.append("standing by")
        }
        return true
      }
    }
    return told.withLock { $0 }
  }

  @Test("The first look of a run is a reading, though it finds nothing new; the lock tells since when it watches")
  func firstLook() async throws {
    let path = folder.file("watched.sqlite")
    let health = try HealthBook(besides: path)
    let keeper = HealthMonitor(
      health, of: HealthMonitor.Daemon("rates", scope: "rates"), receivers: { [] }, message: { _ in "" },
      terminal: { _ in }, pulse: ServiceHeartbeat(environment: [:]), clock: { 100 })
    let hasLooked = Guarded(false)
    #expect(MonitorLock.start(book: path, scope: "rates") == nil)
    let lock = try MonitorLock(book: path, scope: "rates", topic: Rate.topic)
    let monitor = AlertMonitor<Rate, UInt256>(
      book: book.alerts, scope: "rates", interval: .milliseconds(1), lock: lock, health: keeper, clock: { 100 }
    ) {
      guard !hasLooked.withLock({ $0 }) else { throw NotThere() }
      hasLooked.withLock { $0 = true }
      return nil
    } keep: { _ in
      []
    }
    try await monitor.run { event in
      if case .failed = event { return false }
      return true
    }
    let known = try await health.health(of: "rates")
    #expect(known?.lastReading == 100 && known?.isFailing == false)
    let start = try #require(MonitorLock.start(book: path, scope: "rates"))
    #expect(abs(Date().timeIntervalSince1970 - Double(start)) < 600)
    withExtendedLifetime(lock) {}
  }

  @Test(
    "What is read is kept, and what crosses is told once; a failure is an event, and nothing new is none",
    .overEachEngine)
  func watching() async throws {
    try await book.add()
    let events = try await events([2000, nil, 0, 900, 900])
    #expect(
      events.filter { !$0.hasPrefix("USD") } == ["2000, 0 crossed", "NotThere", "900, 1 crossed", "900, 0 crossed"])
    #expect(events.filter { $0.hasPrefix("USD") } == ["USD/UAH below 900"])
    #expect(try await book.alerts.deliveries().map(\.state) == [.delivered])
  }

  @Test("Without the lock nothing is kept and nothing is told", .overEachEngine)
  func withoutLock() async throws {
    try await book.add()
    #expect(try await events([900], isKeeping: false) == ["900, 0 crossed"])
    #expect(try await book.alerts.all().first?.state == AlertState())
  }

  @Test("A crossing that an ended process did not tell is told by the next one", .overEachEngine)
  func recovering() async throws {
    try await book.add()
    try await book.record(900, at: 100)
    #expect(try await events([]) == ["USD/UAH below 900"])
  }

  @Test("One process watches a scope at a time, and its number is known")
  func lock() throws {
    let path = folder.file("rates.sqlite")
    #expect(MonitorLock.holder(book: path, scope: "1") == nil)
    var lock: MonitorLock? = try MonitorLock(book: path, scope: "1", topic: Rate.topic)
    let error = #expect(throws: AlertsError.self) { try MonitorLock(book: path, scope: "1", topic: Rate.topic) }
    #expect(error?.code == .watchedAlready && error?.message == "Another process watches the rates already.")
    _ = try MonitorLock(book: path, scope: "2", topic: Rate.topic)
    #expect(MonitorLock.holder(book: path, scope: "1") == Int(ProcessInfo.processInfo.processIdentifier))
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(MonitorLock.holder(book: path, scope: "1") == nil)
  }

  @Test("A lock in a folder that is not there is refused")
  func noFolder() {
    #expect(throws: AlertsError(.bookFailed, "")) {
      try MonitorLock(book: "\(folder.path)/none/rates.sqlite", scope: "1", topic: Rate.topic)
    }
  }

  @Test func theUnitQuotesWhatSystemdWouldRead() {
    let unit = SystemdUnit.text(
      description: "watches 100% of it", program: "/opt/my tools/lectures",
      arguments: ["gas", "daemon", "--network", "a%b$c"])
    #expect(unit.contains("\nDescription=watches 100%% of it\n"))
    #expect(unit.contains("ExecStart=\"/opt/my tools/lectures\" gas daemon --network \"a%%b$$c\"\n"))
    #expect(unit.contains("\nReadWritePaths=%h\n") && !unit.contains("Environment="))
  }

  @Test func theUnitSaysWhereTheDataIs() {
    let unit = SystemdUnit.text(
      description: "watches", program: "/lectures", arguments: [], environment: [("XDG_DATA_HOME", "/my data/$x%")],
      writable: ["/my data/$x%"])
    #expect(unit.contains("\nEnvironment=\"XDG_DATA_HOME=/my data/$x%%\"\n"))
    #expect(unit.contains("\nReadWritePaths=%h \"/my data/$x%%\"\n"))
  }
}
