import ChainSupport
import Database
import DatabaseSupport
import Locking
import Primitives
import Testing

@testable import Alerts

@Suite("Machines that watch for one book", .timeLimit(.minutes(10)), .overEachEngine)
struct StandingByTests {
  private let folder: TemporaryFolder
  private let book: RateBook
  /// The lines of all watchers: who read, stood by or told.
  private let lines = Guarded<[String]>([])

  init() throws {
    folder = try TemporaryFolder()
    book = try RateBook(folder.file("rates.sqlite"))
  }

  /// The lock of a machine.
  private func lock(_ machine: String, _ book: RateBook) throws -> MonitorLock {
    try MonitorLock(beside: folder.file(machine), scope: "rates", topic: Rate.topic, server: book.file)
  }

  /// A machine that reads 900 again and again, until it is cancelled.
  private func watch(_ machine: String) throws -> Task<Void, any Error> {
    let book = try RateBook(folder.file("rates.sqlite"))
    let lock = try lock(machine, book)
    let own = book.held(by: lock)
    let monitor = AlertMonitor<Rate, UInt256>(
      book: own.alerts, scope: "rates", interval: .milliseconds(10), lock: lock, clock: { 100 }, read: { 900 },
      keep: { try await own.record($0, at: 100) })
    return Task { [lines] in
      try await monitor.run { event in
        let line =
          switch event {
          case .reading: "reads"
          case .standingBy: "stands by"
          case .notice(let delivery): delivery.message
          case .failed(let error): "\(error)"
          }
        lines.withLock { $0.append("\(machine) \(line)") }
        return true
      }
    }
  }

  private func wait(for line: String) async throws {
    while !lines.withLock({ $0.contains(line) }) { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("One of them reads and tells, the other stands by and takes its place; a crossing is told once by both")
  func takingOver() async throws {
    try await book.add()
    let first = try watch("one")
    try await wait(for: "one USD/UAH below 900")
    let second = try watch("two")
    try await wait(for: "two stands by")
    #expect(lines.withLock { !$0.contains("two reads") })
    #expect(try await MonitorLock.isHeld("rates", on: book.file))
    first.cancel()
    _ = await first.result
    try await wait(for: "two reads")
    // It steps the alert again, which has crossed before, and tells what crosses now.
    try await book.add(below: 950)
    try await wait(for: "two USD/UAH below 900")
    second.cancel()
    _ = await second.result
    let told = lines.withLock { $0.filter { $0.hasSuffix("below 900") } }
    #expect(told == ["one USD/UAH below 900", "two USD/UAH below 900"])
    #expect(try await book.alerts.deliveries().map(\.state) == [.delivered, .delivered])
    #expect(try await !MonitorLock.isHeld("rates", on: book.file), "and the lease is given back")
  }

  @Test("One that was paused for so long that another took its place keeps nothing and tells nothing")
  func paused() async throws {
    try await book.add()
    let (one, two) = (try lock("one", book), try lock("two", book))
    let (paused, next) = (book.held(by: one), book.held(by: two))
    #expect(try await one.keeper?.taken() == true)
    try await paused.record(2000, at: 90)
    #expect(try await two.keeper?.taken() == false)
    // Its time is over, by the clock of the database alone: it believes to be the holder still.
    try await book.file.write { try $0.execute("UPDATE lease SET until = 0") }
    #expect(try await two.keeper?.taken() == true)
    let error = await #expect(throws: DatabaseError.self) { try await paused.record(900, at: 100) }
    #expect(error?.code == .leaseLost)
    #expect(try await book.alerts.deliveries().isEmpty)
    #expect(try await next.record(900, at: 100).count == 1)
    await #expect(throws: DatabaseError.self) { try await paused.alerts.takeDue("rates", now: 100) }
    #expect(try await next.alerts.takeDue("rates", now: 100)?.attempts == 1)
  }

  @Test("A second process of one machine is refused at once")
  func oneMachine() async throws {
    let one = try lock("one", book)
    let error = #expect(throws: AlertsError.self) { try lock("one", book) }
    #expect(error?.code == .watchedAlready)
    withExtendedLifetime(one) {}
  }
}
