import Foundation
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import GasPrices

@Suite struct JournalTests {
  let folder: Folder
  let told = Guarded<[String]>([])

  init() throws { folder = try Folder() }

  func dispatcher(_ book: GasBook, at time: Int64) -> DeliveryDispatcher {
    DeliveryDispatcher(
      book: book, chainID: 1,
      terminal: { [told] in
        let id = $0.id
        told.withLock { $0.append(id) }
      }, clock: { time })
  }

  func below(_ threshold: UInt256 = 1000) throws -> AlertRule {
    try AlertRule(chainID: 1, network: "test", isAbove: false, threshold: threshold)
  }

  @Test func oneCrossingIsToldOnceOverRestarts() async throws {
    do {
      let book = try GasBook(folder.book)
      _ = try await book.add(below(), channels: [AlertChannel(.terminal)])
      try await book.record(GasSample(100, 2000), chainID: 1)
      // It crosses, and the process ends before anything is told.
      #expect(try await book.record(GasSample(107, 900), chainID: 1).count == 1)
    }
    for time in [114, 121, 128] as [Int64] {
      let book = try GasBook(folder.book)
      try await book.recover(chainID: 1)
      try await book.record(GasSample(time, 900), chainID: 1)
      try await dispatcher(book, at: time).tellDue()
    }
    #expect(told.withLock { $0.count } == 1)
    #expect(try await GasBook(folder.book).deliveries().map(\.state) == [.delivered])
  }

  @Test func whatWasBegunHereIsNotRepeatedAndNotForgotten() async throws {
    let book = try GasBook(folder.book)
    _ = try await book.add(
      below(),
      channels: [AlertChannel(.command, target: "true"), AlertChannel(.webhook, target: "http://127.0.0.1:1/")])
    try await book.record(GasSample(100, 900), chainID: 1)
    // Both are begun when the process is killed.
    let first = try await book.takeDue(chainID: 1, now: 100)
    let second = try await book.takeDue(chainID: 1, now: 100)
    #expect(first != nil && second != nil)
    let after = try GasBook(folder.book)
    try await after.recover(chainID: 1)
    let states = try await after.deliveries().map { ($0.channel.kind, $0.state) }
    #expect(states.contains { $0 == (.command, .unclear) })
    #expect(states.contains { $0 == (.webhook, .waiting) })
    #expect(
      try await after.takeDue(chainID: 1, now: 100)?.id
        == [first, second].compactMap { $0 }.first { $0.channel.kind == .webhook }?.id)
  }

  @Test func whoWatchesAnotherChainLeavesWhatIsUnderWayAndWhatIsDueAlone() async throws {
    let book = try GasBook(folder.book)
    let receiver = "http://127.0.0.1:1/"
    _ = try await book.add(
      below(), channels: [AlertChannel(.webhook, target: receiver), AlertChannel(.command, target: "true")])
    _ = try await book.add(
      try AlertRule(chainID: 2, network: "other", isAbove: false, threshold: 1000), channels: [AlertChannel(.terminal)])
    try await book.record(GasSample(100, 900), chainID: 1)
    try await book.record(GasSample(100, 900), chainID: 2)
    // One is in the middle of both when a second one begins to watch another chain.
    for _ in 0..<2 { #expect(try await book.takeDue(chainID: 1, now: 100)?.rule.chain == "1") }
    let other = try GasBook(folder.book)
    try await other.recover(chainID: 2)
    #expect(try await other.deliveries().filter { $0.rule.chain == "1" }.map(\.state) == [.begun, .begun])
    #expect(try await book.nextDue(chainID: 1) == nil)
    #expect(try await book.takeDue(chainID: 1, now: 100) == nil)
    #expect(try await other.takeDue(chainID: 2, now: 100)?.rule.chain == "2")
  }

  @Test func onlyAlertsOfTheChainAreStepped() async throws {
    let book = try GasBook(folder.book)
    _ = try await book.add(below(), channels: [AlertChannel(.terminal)])
    #expect(try await book.record(GasSample(100, 900), chainID: 8217).isEmpty)
    #expect(try await book.record(GasSample(100, 900), chainID: 1).count == 1)
  }

  @Test func eachChannelIsTold() async throws {
    let book = try GasBook(folder.book)
    let line = "printf '%s|%s' \"$LECTURES_ALERT_MESSAGE\" \"$LECTURES_ALERT_PRICE\" > \(folder.path)/told"
    _ = try await book.add(below(), channels: [AlertChannel(.terminal), AlertChannel(.command, target: line)])
    try await book.record(GasSample(100, 900), chainID: 1)
    try await dispatcher(book, at: 100).tellDue()
    #expect(folder.text("told") == "Gas on test (standard) is below 0.000001 gwei: 0.0000009 gwei|900")
    #expect(try await book.count(.delivered) == 2)
  }

  @Test func aCommandGetsWhatItNeedsOfTheEnvironmentAndNoSecret() async throws {
    let kept = ["PATH": "/bin", "HOME": "/h", "LC_ALL": "C", "TZ": "UTC", "XDG_RUNTIME_DIR": "/run", "DISPLAY": ":0"]
    let secret = [
      "LECTURES_ORACLE_KEY": "1", "LECTURES_PASSWORD_FILE": "2", "AWS_SECRET_ACCESS_KEY": "3", "GITHUB_TOKEN": "4",
      "XDG_ACTIVATION_TOKEN": "5", "PGPASSWORD": "6", "ANYTHING": "7", "lc_key": "8",
    ]
    #expect(LocalNotice.allowed(of: kept.merging(secret) { $1 }) == kept)

    let book = try GasBook(folder.book)
    let line = "env > \(folder.path)/environment"
    _ = try await book.add(below(), channels: [AlertChannel(.command, target: line)])
    try await book.record(GasSample(100, 900), chainID: 1)
    try await dispatcher(book, at: 100).tellDue()
    let lines = folder.text("environment").split(separator: "\n")
    let names = lines.compactMap { $0.split(separator: "=").first.map(String.init) }
    // The shell adds these three itself.
    let others = names.filter { !$0.hasPrefix("LECTURES_ALERT") && !["PWD", "SHLVL", "_"].contains($0) }
    let allowed = LocalNotice.allowed(of: Dictionary(others.map { ($0, "") }) { $1 })
    #expect(!others.isEmpty && allowed.count == others.count, "\(others)")
    #expect(names.contains("LECTURES_ALERT_MESSAGE"))
  }

  @Test func itIsToldInTheUnitOfTheNetwork() async throws {
    let book = try GasBook(folder.book)
    _ = try await book.add(below(), channels: [AlertChannel(.terminal)])
    let crossed = try await book.record(GasSample(100, 900), chainID: 1, unit: "ston")
    #expect(crossed.map(\.message) == ["Gas on test (standard) is below 0.000001 ston: 0.0000009 ston"])
  }

  @Test func aCommandThatFailsIsToldAndNotRepeated() async throws {
    let book = try GasBook(folder.book)
    _ = try await book.add(below(), channels: [AlertChannel(.command, target: "echo x >> \(folder.path)/n; exit 3")])
    try await book.record(GasSample(100, 900), chainID: 1)
    for time in [100, 10_000] as [Int64] { try await dispatcher(book, at: time).tellDue() }
    #expect(folder.text("n") == "x\n")
    let delivery = try #require(try await book.deliveries().first)
    #expect(delivery.state == .failed)
    #expect(delivery.problem?.contains("status 3") == true)
  }

  @Test func snoozedAndRemovedAlerts() async throws {
    let book = try GasBook(folder.book)
    let id = try await book.add(below(), channels: [AlertChannel(.terminal)])
    try await book.snooze(id, until: 200)
    #expect(try await book.record(GasSample(100, 900), chainID: 1).isEmpty)
    #expect(try await book.record(GasSample(200, 900), chainID: 1).count == 1)
    try await book.remove(id)
    #expect(try await book.alerts().isEmpty)
    await #expect(throws: GasPricesError(.unknownAlert, "")) { try await book.remove(id) }
    await #expect(throws: GasPricesError(.unknownAlert, "")) { try await book.snooze(99, until: 1) }
    #expect(try await book.deliveries().count == 1, "what is in the journal is still told")
  }

  @Test func anAlertThatNobodyHearsIsRefused() async throws {
    let book = try GasBook(folder.book)
    await #expect(throws: GasPricesError(.invalidAlert, "")) { try await book.add(below(), channels: []) }
  }
}

@Suite struct WebhookTests {
  @Test func theSignatureIsHMACSHA256() throws {
    // RFC 4231, test cases 1, 2 and 6.
    #expect(
      try HMAC.sha256(key: Bytes(repeating: 0x0b, count: 20), message: Bytes("Hi There".utf8)).hex
        == "0xb0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      try HMAC.sha256(key: Bytes("Jefe".utf8), message: Bytes("what do ya want for nothing?".utf8)).hex
        == "0x5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      try HMAC.sha256(
        key: Bytes(repeating: 0xaa, count: 131),
        message: Bytes("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
      ).hex == "0x60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func pausesDoubleUpToAnHour() {
    #expect(
      (1...14).map { DeliveryDispatcher.pause(after: $0) } == [
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600,
      ])
  }

  @Test func aReceiverThatFailsTwiceIsAskedAgainWithTheSameID() async throws {
    let folder = try Folder()
    let receiver = try HostileServer(
      inTurn: [500, 503, 200].map { [.send(HTTPText.reply(Bytes("{}".utf8), status: $0))] })
    let book = try GasBook(folder.book)
    let secret = try folder.file("secret", "my secret\n")
    let rule = try AlertRule(chainID: 1, network: "test", isAbove: false, threshold: 1000)
    _ = try await book.add(rule, channels: [AlertChannel(.webhook, target: receiver.url, secretFile: secret)])
    try await book.record(GasSample(100, 900), chainID: 1)
    for time in [100, 100, 101, 102, 103, 104, 200] as [Int64] {
      try await DeliveryDispatcher(book: book, chainID: 1, terminal: { _ in }, clock: { time }).tellDue()
    }
    let requests = receiver.requests
    #expect(requests.count == 3, "not before its time, and not after it was taken")
    let ids = Set(requests.map { $0.headers["x-lectures-delivery"] })
    #expect(ids.count == 1)
    for request in requests {
      let body = request.body
      #expect(
        request.headers["x-lectures-signature"] == (try Webhook.signature(of: body, secret: Bytes("my secret".utf8))))
      let json = try JSON(parsing: body)
      #expect(json["id"]?.string == request.headers["x-lectures-delivery"])
      #expect(json["price"]?.string == "900")
    }
    let delivery = try #require(try await book.deliveries().first)
    #expect(delivery.state == .delivered)
    #expect(delivery.attempts == 3)
  }

  @Test func aReceiverThatHangsKeepsNobodyElseWaiting() async throws {
    let folder = try Folder()
    let hanging = try HostileServer { _ in [.hang] }
    let book = try GasBook(folder.book)
    let rule = try AlertRule(chainID: 1, network: "test", isAbove: false, threshold: 1000)
    for _ in 0..<6 { _ = try await book.add(rule, channels: [AlertChannel(.webhook, target: hanging.url)]) }
    _ = try await book.add(rule, channels: [AlertChannel(.terminal)])
    try await book.record(GasSample(100, 900), chainID: 1)
    let told = Guarded(0)
    let dispatcher = DeliveryDispatcher(
      book: book, chainID: 1, terminal: { _ in told.withLock { $0 += 1 } }, clock: { 100 })
    let task = Task { try await dispatcher.tellDue(isStaying: true) }
    for _ in 0..<6000 where told.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(told.withLock { $0 } == 1)
    // What comes later is told beside them, too.
    _ = try await book.add(rule, channels: [AlertChannel(.terminal)])
    try await book.record(GasSample(100, 900), chainID: 1)
    for _ in 0..<6000 where told.withLock({ $0 }) == 1 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(told.withLock { $0 } == 2)
    task.cancel()
    _ = try? await task.value
    #expect(try await book.count(.waiting) == 6, "they are told again, by the same id")
  }

  @Test func aReceiverThatRefusesIsAskedAgainForAWhile() async throws {
    let folder = try Folder()
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 404))] }
    let book = try GasBook(folder.book)
    let rule = try AlertRule(chainID: 1, network: "test", isAbove: false, threshold: 1000)
    _ = try await book.add(rule, channels: [AlertChannel(.webhook, target: receiver.url)])
    try await book.record(GasSample(100, 900), chainID: 1)
    for turn in 0..<12 as Range<Int64> {
      try await DeliveryDispatcher(book: book, chainID: 1, terminal: { _ in }, clock: { 100 + turn * 3600 }).tellDue()
    }
    #expect(receiver.requests.count == Int(DeliveryDispatcher.mostRefusals))
    #expect(try await book.deliveries().first?.state == .failed)
  }

  @Test func aReceiverThatIsGoneIsNotAskedAgain() async throws {
    let folder = try Folder()
    let receiver = try HostileServer(inTurn: [[.send(HTTPText.reply(Bytes("{}".utf8), status: 410))]])
    let book = try GasBook(folder.book)
    let rule = try AlertRule(chainID: 1, network: "test", isAbove: false, threshold: 1000)
    _ = try await book.add(rule, channels: [AlertChannel(.webhook, target: receiver.url)])
    try await book.record(GasSample(100, 900), chainID: 1)
    for time in [100, 9000] as [Int64] {
      try await DeliveryDispatcher(book: book, chainID: 1, terminal: { _ in }, clock: { time }).tellDue()
    }
    #expect(receiver.requests.count == 1)
    #expect(try await book.deliveries().first?.state == .failed)
  }
}
