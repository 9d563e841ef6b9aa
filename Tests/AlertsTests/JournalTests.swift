import ChainSupport
import Database
import DatabaseSupport
import Locking
import Primitives
import Testing

@testable import Alerts

@Suite("The journal of alerts", .overEachEngine) struct JournalTests {
  let folder: TemporaryFolder
  let told = Guarded<[String]>([])

  init() throws { folder = try TemporaryFolder() }

  func dispatcher(_ book: RateBook, at time: Int64) -> DeliveryDispatcher<Rate> {
    DeliveryDispatcher(
      book: book.alerts, scope: "rates",
      terminal: { [told] in
        let id = $0.id
        told.withLock { $0.append(id) }
      }, clock: { time })
  }

  @Test func oneCrossingIsToldOnceOverRestarts() async throws {
    do {
      let book = try RateBook(folder.file("rates.sqlite"))
      try await book.add(AlertChannel(.terminal))
      try await book.record(2000, at: 100)
      // It crosses, and the process ends before anything is told.
      #expect(try await book.record(900, at: 107).count == 1)
    }
    for time in [114, 121, 128] as [Int64] {
      let book = try RateBook(folder.file("rates.sqlite"))
      try await book.alerts.recover("rates")
      try await book.record(900, at: time)
      try await dispatcher(book, at: time).deliverDue()
    }
    #expect(told.withLock { $0.count } == 1)
    #expect(try await RateBook(folder.file("rates.sqlite")).alerts.deliveries().map(\.state) == [.delivered])
  }

  @Test func whatWasBegunHereIsNotRepeatedAndNotForgotten() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    try await book.add(AlertChannel(.command, target: "true"), AlertChannel(.webhook, target: "http://127.0.0.1:1/"))
    try await book.record(900, at: 100)
    // Both are begun when the process is killed.
    let first = try await book.alerts.takeDue("rates", now: 100)
    let second = try await book.alerts.takeDue("rates", now: 100)
    #expect(first != nil && second != nil)
    let after = try RateBook(folder.file("rates.sqlite"))
    try await after.alerts.recover("rates")
    let states = try await after.alerts.deliveries().map { ($0.channel.kind, $0.state) }
    #expect(states.contains { $0 == (.command, .unclear) })
    #expect(states.contains { $0 == (.webhook, .waiting) })
    #expect(
      try await after.alerts.takeDue("rates", now: 100)?.id
        == [first, second].compactMap { $0 }.first { $0.channel.kind == .webhook }?.id)
  }

  @Test func whoWatchesAnotherScopeLeavesWhatIsUnderWayAndWhatIsDueAlone() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    try await book.add(
      AlertChannel(.webhook, target: "http://127.0.0.1:1/"), AlertChannel(.command, target: "true"))
    try await book.add(to: Rate(scope: "others"))
    try await book.record(900, at: 100)
    try await book.record(900, at: 100, scope: "others")
    // One is in the middle of both when a second one begins to watch another scope.
    for _ in 0..<2 { #expect(try await book.alerts.takeDue("rates", now: 100)?.subject.scope == "rates") }
    let other = try RateBook(folder.file("rates.sqlite"))
    try await other.alerts.recover("others")
    #expect(
      try await other.alerts.deliveries().filter { $0.subject.scope == "rates" }.map(\.state) == [.begun, .begun])
    #expect(try await book.alerts.nextDue("rates") == nil)
    #expect(try await book.alerts.takeDue("rates", now: 100) == nil)
    #expect(try await other.alerts.takeDue("others", now: 100)?.subject.scope == "others")
  }

  @Test func onlyAlertsOfTheScopeWithAReadingAreStepped() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    try await book.add()
    let before = try await book.alerts.all()
    #expect(try await book.record(900, at: 100, scope: "others").isEmpty)
    #expect(try await book.record(900, at: 100, pair: "EUR/UAH").isEmpty)
    #expect(try await book.alerts.all() == before, "nothing is known of what was not read")
    #expect(try await book.record(900, at: 100).count == 1)
    #expect(try await book.alerts.all(in: "others").isEmpty)
    #expect(try await book.alerts.all(in: "rates").count == 1)
  }

  @Test func eachChannelIsTold() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    let line = "printf '%s|%s' \"$LECTURES_ALERT_MESSAGE\" \"$LECTURES_ALERT_PRICE\" > \(folder.path)/told"
    try await book.add(AlertChannel(.terminal), AlertChannel(.command, target: line))
    try await book.record(900, at: 100)
    try await dispatcher(book, at: 100).deliverDue()
    #expect(folder.read("told") == "USD/UAH below 900|0.900")
    #expect(try await book.alerts.deliveryCount(.delivered) == 2)
  }

  @Test func aCommandGetsWhatItNeedsOfTheEnvironmentAndNoSecret() async throws {
    let kept = ["PATH": "/bin", "HOME": "/h", "LC_ALL": "C", "TZ": "UTC", "XDG_RUNTIME_DIR": "/run", "DISPLAY": ":0"]
    let secret = [
      "LECTURES_ORACLE_KEY": "1", "LECTURES_PASSWORD_FILE": "2", "AWS_SECRET_ACCESS_KEY": "3", "GITHUB_TOKEN": "4",
      "XDG_ACTIVATION_TOKEN": "5", "PGPASSWORD": "6", "ANYTHING": "7", "lc_key": "8",
    ]
    #expect(LocalNotice.allowed(of: kept.merging(secret) { $1 }) == kept)

    let book = try RateBook(folder.file("rates.sqlite"))
    let line = "env > \(folder.path)/environment"
    try await book.add(AlertChannel(.command, target: line))
    try await book.record(900, at: 100)
    try await dispatcher(book, at: 100).deliverDue()
    let lines = try #require(folder.read("environment")).split(separator: "\n")
    let names = lines.compactMap { $0.split(separator: "=").first.map(String.init) }
    // The shell adds these three itself.
    let others = names.filter { !$0.hasPrefix("LECTURES_ALERT") && !["PWD", "SHLVL", "_"].contains($0) }
    let allowed = LocalNotice.allowed(of: Dictionary(others.map { ($0, "") }) { $1 })
    #expect(!others.isEmpty && allowed.count == others.count, "\(others)")
    for line in [
      "LECTURES_ALERT=1", "LECTURES_ALERT_PAIR=USD/UAH", "LECTURES_ALERT_SIDE=bid", "LECTURES_ALERT_THRESHOLD=1.000",
      "LECTURES_ALERT_PRICE=0.900", "LECTURES_ALERT_MESSAGE=USD/UAH below 900",
    ] { #expect(lines.contains(line[...]), "\(line)") }
  }

  @Test func aCommandThatFailsIsToldAndNotRepeated() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    try await book.add(AlertChannel(.command, target: "echo x >> \(folder.path)/n; exit 3"))
    try await book.record(900, at: 100)
    for time in [100, 10_000] as [Int64] { try await dispatcher(book, at: time).deliverDue() }
    #expect(folder.read("n") == "x\n")
    let delivery = try #require(try await book.alerts.deliveries().first)
    #expect(delivery.state == .failed)
    #expect(delivery.problem?.contains("status 3") == true)
  }

  @Test func snoozedAndRemovedAlerts() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    let id = try await book.add()
    try await book.alerts.snooze(id, until: 200)
    #expect(try await book.record(900, at: 100).isEmpty)
    #expect(try await book.record(900, at: 200).count == 1)
    try await book.alerts.remove(id)
    #expect(try await book.alerts.all().isEmpty)
    await #expect(throws: AlertsError(.unknownAlert, "")) { try await book.alerts.remove(id) }
    await #expect(throws: AlertsError(.unknownAlert, "")) { try await book.alerts.snooze(99, until: 1) }
    #expect(try await book.alerts.deliveries().count == 1, "what is in the journal is still told")
  }

  @Test func anAlertThatNobodyHearsIsRefused() async throws {
    let book = try RateBook(folder.file("rates.sqlite"))
    let rule = try AlertRule(Rate(), .below(1000))
    await #expect(throws: AlertsError(.invalidAlert, "")) { try await book.alerts.add(rule, channels: []) }
  }

  @Test func aChangeIsTellingFromWhereItIsCountedOverRestarts() async throws {
    let path = folder.file("rates.sqlite")
    let rule = try AlertRule(Rate(), .change(percent: #require(ExactDecimal("2.5"))))
    _ = try await RateBook(path).alerts.add(rule, channels: [AlertChannel(.terminal)])
    #expect(try await RateBook(path).record(1000, at: 100).isEmpty)
    let crossed = try await RateBook(path).record(1025, at: 400)
    #expect(crossed.map(\.reference) == [1000] && crossed.map(\.value) == [1025])
    #expect(try await RateBook(path).alerts.all().first?.state.reference == 1025)
    #expect(try await RateBook(path).record(1000, at: 700).isEmpty)
  }

  @Test func valuesAboveAllThatADatabaseCountsInAreKept() async throws {
    let book = try RateBook()
    try await book.add(below: .max)
    #expect(try await book.record(.max - 1, at: 100).map(\.value) == [.max - 1])
    #expect(try await book.alerts.all().map(\.rule.condition) == [.below(.max)])
  }

  @Test(arguments: [Int64.min, -1, .max]) func anAlertOfAbsurdNumbersStepsAndIsTold(number: Int64) async throws {
    let book = try RateBook()
    let numbers = "\(number), \(number), \(number)"
    try await book.file.write {
      try $0.execute(
        """
        INSERT INTO alert VALUES (1, 'rates', 'USD/UAH', 'above', '5', \(numbers), 'holding', \(numbers), \(number),
          '7', \(number), \(number), 'x', NULL, \(number));
        INSERT INTO alert VALUES (2, 'rates', 'USD/UAH', 'below', '5', \(numbers), 'fired', \(numbers), \(number),
          NULL, \(number), NULL, NULL, 'n', 0);
        INSERT INTO alert VALUES (3, 'rates', 'USD/UAH', 'change', '1e-18', \(numbers), 'bad', \(numbers), \(number),
          '0', \(number), 600, '1 2 1', NULL, 0);
        INSERT INTO channel VALUES 
          (1, 1, 'terminal', '', NULL, NULL), (2, 2, 'pigeon', '', NULL, 'x'), (3, 3, 'command', '', NULL, 'telegram');
        INSERT INTO delivery VALUES ('x', 1, \(number), \(number), 'rates', 'USD/UAH', 'change', '7', NULL, '0', '',
          'webhook', 'http://127.0.0.1:1/', NULL, 'waiting', \(number), \(number), NULL, NULL, NULL, NULL, 'slack');
        """)
    }
    for value in [0, 900, UInt256.max] { try await book.record(value, at: 100) }
    #expect(try await book.alerts.all().allSatisfy { $0.rule.hold >= 0 && $0.crossings >= 0 })
    let delivery = try #require(try await book.alerts.deliveries().first { $0.id == "x" })
    #expect((1...3600).contains(SignedPost.pause(after: delivery.attempts)))
    #expect(try !Webhook(delivery).body.isEmpty)
  }

  @Test(
    arguments: [
      ("condition", "sideways"), ("threshold", "0"), ("threshold", "-5"), ("threshold", "many"), ("subject", "nothing"),
      ("reference", "x"),
    ]) func anAlertThatIsNoneIsRefused(column: String, text: String) async throws
  {
    let book = try RateBook()
    try await book.add()
    try await book.file.write { try $0.execute("UPDATE alert SET \(column) = '\(text)'") }
    await #expect(throws: (any Error).self) { try await book.alerts.all() }
    await #expect(throws: (any Error).self) { try await book.record(900, at: 100) }
  }
}
