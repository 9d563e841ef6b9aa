import ChainSupport
import Database
import DatabaseSupport
import Foundation
import Locking
import NodeDoubles
import Platform
import Primitives
import StrictJSON
import Testing

@testable import Alerts

@Suite("How a daemon does") struct HealthTests {
  private static let daemon = HealthMonitor.Daemon("gas", watching: "kaia", scope: "8217")

  let folder: TemporaryFolder
  let told = Guarded<[String]>([])
  let time = Guarded<Int64>(1000)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("gas.sqlite") }

  private func keeper(
    _ channels: [AlertChannel] = [AlertChannel(.terminal)], pulse: ServiceHeartbeat = ServiceHeartbeat(environment: [:])
  ) throws -> HealthMonitor {
    HealthMonitor(
      try HealthBook(besides: TestDatabases.place(path)), of: Self.daemon, receivers: { channels },
      message: { "\($0.daemon) \($0.watched) \($0.event.rawValue) since \($0.since): \($0.problem)" },
      terminal: { [told] line in told.withLock { $0.append(line) } }, pulse: pulse,
      clock: { [time] in time.withLock { $0 } })
  }

  /// Takes readings in, one every ten seconds; nil is one that went well.
  private func take(_ problems: [DaemonProblem?], into keeper: HealthMonitor) async throws {
    for problem in problems {
      time.withLock { $0 += 10 }
      try await keeper.note(problem: problem, hasReading: problem == nil, pause: .seconds(10))
    }
    // Deliveries that are due are made.
    try await keeper.deliver()
  }

  @Test("Three failures one after another are told, and that it does well again, once each", .overEachEngine)
  func oneSpell() async throws {
    let keeper = try keeper()
    try await take([nil, "a", "b", nil, "c", "d"], into: keeper)
    #expect(told.withLock { $0 }.isEmpty)
    try await take(["e", "f", "g"], into: keeper)
    #expect(told.withLock { $0 } == ["gas kaia failing since 1050: e"])
    try await take([nil, nil], into: keeper)
    #expect(told.withLock { $0 }.last == "gas kaia recovered since 1050: g" && told.withLock { $0.count } == 2)
    try await take(["h", "i", "j"], into: keeper)
    #expect(told.withLock { $0.count } == 3, "another spell is told anew")
  }

  @Test("The last round is kept though it read nothing, and a process hangs after its patience", .overEachEngine)
  func rounds() async throws {
    let (book, keeper) = (try HealthBook(besides: TestDatabases.place(path)), try keeper())
    try await keeper.note(problem: nil, hasReading: true, pause: .seconds(10))
    for (time, pause) in [(1010, 10), (1030, 10), (1050, 40)] as [(Int64, Int64)] {
      self.time.withLock { $0 = time }
      try await keeper.note(problem: nil, hasReading: false, pause: .seconds(pause))
    }
    let health = try #require(try await book.health(of: "8217"))
    #expect(health.lastReading == 1000 && health.lastRound == 1030 && health.patience == 60)
    #expect(health.silence(ofOneBegunAt: 900, at: 1090) == nil && health.silence(ofOneBegunAt: 900, at: 1091) == 1030)
    #expect(health.silence(ofOneBegunAt: 1080, at: 1140) == nil && health.silence(ofOneBegunAt: 1080, at: 1141) == 1080)
    time.withLock { $0 = 1070 }
    try await keeper.comeRound(pause: .seconds(40))
    let later = try #require(try await book.health(of: "8217"))
    #expect(later.lastRound == 1070 && later.patience == 120 && !later.isFailing)
  }

  private static let limited = DaemonProblem("limited", kinds: ["oracle limited"])
  private static let lying = DaemonProblem("lying", kinds: ["oracle lying"])
  private static let both = DaemonProblem("lying, no node", kinds: ["oracle lying", "no node"])

  @Test("Each further thing that fails is told once, when it has lasted, across restarts", .overEachEngine)
  func worse() async throws {
    let problems = [Self.limited, Self.lying, Self.both].flatMap { Array(repeating: $0, count: 4) }
    // A process for each reading, and nothing that was told is told again when less fails.
    for problem in problems + [Self.limited, Self.lying, Self.lying, Self.lying] {
      try await take([problem], into: try keeper())
    }
    let failing = ["limited", "lying", "lying, no node"].map { "gas kaia failing since 1010: \($0)" }
    #expect(told.withLock { $0 } == failing)
    for _ in 0..<2 { try await take([nil], into: try keeper()) }
    #expect(told.withLock { $0 } == failing + ["gas kaia recovered since 1010: lying"])
    for _ in 0..<3 { try await take([Self.both], into: try keeper()) }
    #expect(told.withLock { $0.count } == 5, "another spell is told anew")
  }

  @Test("A further failure that is over before it has lasted is not told")
  func passing() async throws {
    let keeper = try keeper()
    try await take([Self.limited, Self.limited, Self.limited], into: keeper)
    for _ in 0..<3 { try await take([Self.lying, Self.lying, Self.limited], into: keeper) }
    #expect(told.withLock { $0 } == ["gas kaia failing since 1010: limited"])
  }

  @Test("A failure that a version without kinds told is not told a second time")
  func earlierVersion() async throws {
    let keeper = try keeper()
    try await take(["limited", "limited", "limited"], into: keeper)
    try await take([Self.limited, Self.limited, Self.limited], into: keeper)
    #expect(told.withLock { $0.count } == 1)
    try await take([Self.lying, Self.lying, Self.lying], into: keeper)
    #expect(told.withLock { $0.last } == "gas kaia failing since 1010: lying")
  }

  @Test("Programs of earlier versions go on at the tables, or are refused, as the steps say", .overEachEngine)
  func declared() throws { try EarlierPrograms(of: HealthBook.schema).expectAsDeclared() }

  @Test("Of several reasons each kind is told once")
  func joined() {
    #expect(DaemonProblem(all: []) == nil)
    let all = DaemonProblem(all: [Self.lying, Self.limited, DaemonProblem("lying still", kinds: ["oracle lying"])])
    #expect(all == DaemonProblem("lying limited", kinds: ["oracle lying", "oracle limited"]))
  }

  @Test("A part whose failure gets worse for a cause that another part told leaves that to it, and tells its own end")
  func worseCause() async throws {
    let (causes, channel) = (FailureDeduplicator(), AlertChannel(.terminal))
    #expect(causes.claim([channel], for: "no oracle", by: "gas", isFirst: true) == [channel])
    #expect(causes.claim([channel], for: "no node", by: "exchange", isFirst: true) == [channel])
    #expect(causes.claim([channel], for: "no node", by: "gas", isFirst: false).isEmpty)
    #expect(causes.claim([channel], for: "no node", by: "rates", isFirst: true).isEmpty)
    #expect(causes.release([channel], by: "gas") == [channel])
    #expect(causes.release([channel], by: "exchange") == [channel])
    #expect(causes.release([channel], by: "rates").isEmpty)
  }

  @Test("While the server that has the receivers is away a failure is kept, and told once it is back")
  func receiversAway() async throws {
    let isAway = Guarded(true)
    let keeper = HealthMonitor(
      try HealthBook(besides: path), of: Self.daemon,
      receivers: {
        guard isAway.withLock({ $0 }) else { return [AlertChannel(.terminal)] }
        throw AlertsError(.bookFailed, "No.", cause: DatabaseError(.unreachable, "It is away."))
      },
      message: { "\($0.event.rawValue) since \($0.since): \($0.problem)" },
      terminal: { [told] line in told.withLock { $0.append(line) } }, pulse: ServiceHeartbeat(environment: [:]),
      clock: { [time] in time.withLock { $0 } })
    try await take(["a", "b", "c", "d"], into: keeper)
    #expect(try await HealthBook(besides: path).health(of: "8217")?.problem == "d")
    #expect(told.withLock { $0 }.isEmpty)
    isAway.withLock { $0 = false }
    try await take(["e"], into: keeper)
    isAway.withLock { $0 = true }
    try await take([nil], into: keeper)
    #expect(told.withLock { $0 } == ["failing since 1010: e"])
    isAway.withLock { $0 = false }
    try await take([nil], into: keeper)
    #expect(told.withLock { $0 }.last == "recovered since 1010: e")
  }

  @Test(
    "Of a cause that two parts of a process have only one tells, and that its end, once to each receiver",
    .overEachEngine)
  func oneCause() async throws {
    let causes = FailureDeduplicator()
    let lines = Guarded<[String]>([])
    func part(_ name: String, _ channels: [AlertChannel]) throws -> HealthMonitor {
      HealthMonitor(
        try HealthBook(besides: TestDatabases.place(folder.file(name))), of: HealthMonitor.Daemon(name, scope: "1"),
        receivers: { channels }, message: { "\($0.daemon) \($0.event.rawValue): \($0.problem)" },
        terminal: { line in lines.withLock { $0.append(line) } }, pulse: ServiceHeartbeat(environment: [:]),
        causes: causes, clock: { [time] in time.withLock { $0 } })
    }
    let command = AlertChannel(.command, target: "echo \"$LECTURES_ALERT_MESSAGE\" >>'\(folder.file("commands"))'")
    let (gas, exchange) = (
      try part("gas", [AlertChannel(.terminal)]), try part("exchange", [AlertChannel(.terminal), command])
    )
    for _ in 0..<4 { for keeper in [gas, exchange] { try await take(["the node is away"], into: keeper) } }
    #expect(lines.withLock { $0 } == ["gas failing: the node is away"])
    // Who gets the exchange's alerts by another channel has to hear of it there.
    let text = { [folder] in (try? String(contentsOfFile: folder.file("commands"), encoding: .utf8)) ?? "" }
    #expect(text() == "exchange failing: the node is away\n")
    for keeper in [exchange, gas] { try await take([nil], into: keeper) }
    #expect(lines.withLock { $0.last } == "gas recovered: the node is away" && lines.withLock { $0.count } == 2)
    #expect(text().hasSuffix("exchange recovered: the node is away\n"))
    for _ in 0..<3 { try await take(["the book is shut"], into: exchange) }
    #expect(lines.withLock { $0.last } == "exchange failing: the book is shut", "another cause is told by its own part")
  }

  @Test(
    "A reason that goes to others has no folder of this machine",
    arguments: [
      (
        "The file cannot be used. /people/kim/.local/share/lectures/gas.sqlite: it is locked",
        "The file cannot be used. gas.sqlite: it is locked"
      ),
      ("'/people/kim/my keys/a.json' is open to others", "'a.json' is open to others"),
      ("no room in /people/kim", "no room in ~"), ("/var/lib/x/rates.sqlite", "rates.sqlite"),
      (
        "The node https://node.example/v1/kim does not answer.", "The node https://node.example/v1/kim does not answer."
      ),
      ("12 of 30 blocks/s, and/or none", "12 of 30 blocks/s, and/or none"), ("", ""), ("/", "/"),
    ])
  func plainReason(told: String, plain: String) {
    #expect(PlainReason.text(told, home: "/people/kim") == plain)
  }

  @Test("Restarts neither forget the failures before them nor tell again what was told", .overEachEngine)
  func restarts() async throws {
    for problem in ["a", "b", "c", "d"] as [DaemonProblem] { try await take([problem], into: try keeper()) }
    #expect(told.withLock { $0 } == ["gas kaia failing since 1010: c"])
    for _ in 0..<3 { try await take([nil], into: try keeper()) }
    #expect(told.withLock { $0.count } == 2)
  }

  @Test("What was to be told when a process ended is told by the next one", .overEachEngine)
  func journalled() async throws {
    let first = try keeper()
    for problem in ["a", "b", "c"] as [DaemonProblem] {
      try await first.note(problem: problem, hasReading: false, pause: .seconds(1))
    }
    try await take([], into: try keeper())
    #expect(told.withLock { $0.count } == 1)
  }

  @Test("Who asks reads since when it fails and why, and when something was read last", .overEachEngine)
  func asked() async throws {
    let keeper = try keeper()
    #expect(try await HealthBook(besides: TestDatabases.place(path)).health(of: "8217") == nil)
    try await take([nil, "the node is away", "the node is away"], into: keeper)
    let health = try #require(try await HealthBook(besides: TestDatabases.place(path)).health(of: "8217"))
    #expect(health.isFailing && health.failingSince == 1020 && health.failures == 2)
    #expect(health.problem == "the node is away" && health.lastReading == 1010)
    #expect(try await HealthBook(besides: TestDatabases.place(path)).health(of: "1") == nil)
    try await take([nil], into: keeper)
    #expect(try await HealthBook(besides: TestDatabases.place(path)).health(of: "8217")?.isFailing == false)
  }

  @Test("That something stands in for a source is told as a failure, and its readings count", .overEachEngine)
  func standIn() async throws {
    let keeper = try keeper()
    for _ in 0..<3 { try await keeper.note(problem: "the oracle is away", hasReading: true, pause: .seconds(1)) }
    try await take([], into: keeper)
    #expect(told.withLock { $0.count } == 1)
    #expect(try await HealthBook(besides: TestDatabases.place(path)).health(of: "8217")?.lastReading == 1000)
  }

  @Test("A webhook gets the event as an object of its own, with an id that stays")
  func webhook() async throws {
    let receiver = try HostileServer(
      inTurn: [500, 200, 200].map { [.send(HTTPText.reply(Bytes("{}".utf8), status: $0))] })
    let keeper = try keeper([AlertChannel(.webhook, target: receiver.url)])
    try await take(["a", "b", "c \"quoted\""], into: keeper)
    time.withLock { $0 += 100 }
    try await take([nil], into: keeper)
    let bodies = receiver.requests.map { String(decoding: $0.body, as: UTF8.self) }
    try #require(bodies.count == 3)
    #expect(bodies[0] == bodies[1] || bodies[0] == bodies[2])
    let failing = try JSON(parsing: Bytes(bodies[0].utf8))
    #expect(failing["event"] == "failing" && failing["daemon"] == "gas" && failing["watched"] == "kaia")
    #expect(failing["problem"] == "c \"quoted\"" && failing["since"] == "1010" && failing["alert"] == nil)
    #expect(bodies.contains { $0.contains(#""event":"recovered""#) })
  }

  @Test("The monitor notes how its readings go, beside telling them", .overEachEngine)
  func monitor() async throws {
    struct NotThere: Error {}
    let book = try RateBook(path)
    let left = Guarded<[UInt256?]>([2000, nil, nil, nil, nil])
    let keeper = try keeper()
    let monitor = AlertMonitor<Rate, UInt256>(
      book: book.alerts, scope: "rates", interval: .milliseconds(1), lock: nil, health: keeper, clock: { 100 }
    ) {
      let next: UInt256?? = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { return 1 }
      guard let next else { throw NotThere() }
      return next
    } keep: { _ in
      []
    }
    // The pause after failures is seconds long: it ends with the second of them.
    let failures = Guarded(0)
    try await monitor.run { event in
      guard case .failed = event else { return true }
      return failures.withLock {
        $0 += 1
        return $0 < 2
      }
    }
    let health = try #require(try await HealthBook(besides: TestDatabases.place(path)).health(of: "8217"))
    #expect(health.failures == 1 && health.problem == "NotThere()" && health.lastReading != nil)
  }

  // MARK: Signs of life

  /// A socket of a service manager's: what it was sent.
  private final class Manager: @unchecked Sendable {
    let descriptor: Int32

    /// - Parameter address: A path, or a name behind `@`.
    init(_ address: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var place = sockaddr_un()
      place.sun_family = sa_family_t(AF_UNIX)
      var name = Array(address.utf8)
      let isAbstract = name[0] == UInt8(ascii: "@")
      if isAbstract { name[0] = 0 }
      withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: name) }
      let length = socklen_t(2 + name.count + (isAbstract ? 0 : 1))
      let bound = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(bound == 0)
    }

    deinit { close(descriptor) }

    /// All messages that have come.
    func messages() -> [String] {
      var messages: [String] = []
      var bytes = [UInt8](repeating: 0, count: 4096)
      while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
        messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
      }
      return messages
    }
  }

  @Test(
    "The service manager is told that it is ready, alive, how it does, and that it stops", arguments: [true, false])
  func manager(isAbstract: Bool) async throws {
    let address = isAbstract ? "@lectures-\(UUID().uuidString)" : folder.file("notify")
    let manager = try Manager(address)
    let pulse = ServiceHeartbeat(environment: [
      "NOTIFY_SOCKET": address, "WATCHDOG_USEC": "40000", "WATCHDOG_PID": "\(getpid())",
    ])
    let keeper = try keeper(pulse: pulse)
    // A socket has room for ten messages: they are read as they come.
    let told = Guarded<[String]>([])
    try await pulse.run {
      try await keeper.note(problem: "the node\nis away", hasReading: false, pause: .seconds(1))
      try await keeper.note(problem: nil, hasReading: true, pause: .seconds(1))
      while !told.withLock({ $0.contains("WATCHDOG=1") }) {
        let messages = manager.messages()
        told.withLock { $0 += messages }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    let messages = told.withLock { $0 } + manager.messages()
    #expect(messages.first == "READY=1\nSTATUS=watching" && messages.last == "STOPPING=1", "\(messages)")
    #expect(messages.contains("STATUS=failing: the node is away") && messages.contains("STATUS=watching"))
    #expect(messages.contains("WATCHDOG=1"))
  }

  @Test("No sign of life is sent where nobody asked for it, and an address that is none is no failure")
  func noManager() async throws {
    let address = folder.file("notify")
    let manager = try Manager(address)
    let other = ServiceHeartbeat(environment: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "40000", "WATCHDOG_PID": "1"])
    try await other.run { try await Task.sleep(for: .milliseconds(20)) }
    #expect(manager.messages() == ["READY=1\nSTATUS=watching", "STOPPING=1"])
    for address in ["", "@", "notify", "/nowhere/at/all", "/" + String(repeating: "a", count: 200)] {
      try await ServiceHeartbeat(environment: ["NOTIFY_SOCKET": address]).run {}
    }
  }
}
