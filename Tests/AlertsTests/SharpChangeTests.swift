import ChainSupport
import Database
import DatabaseSupport
import Primitives
import Testing

@testable import Alerts

@Suite("Changes within a time, notes, and alerts that are told once", .overEachEngine) struct SharpChangeTests {
  private static func rule(_ percent: Int, within window: Int64) throws -> AlertRule<Rate> {
    try AlertRule(Rate(), .change(percent: ExactDecimal(UInt64(percent)), within: window))
  }

  @Test("A change fires up and down if it took no longer than the time, and not if it took longer")
  func within() throws {
    let rule = try Self.rule(30, within: 60)
    #expect(AlertStateTests.fires(rule, [100, 110, 120, 129, 130]) == [4])
    #expect(AlertStateTests.fires(rule, [100, 90, 80, 71, 70]) == [4])
    // A step of ten every minute is no sharp change, however far it goes.
    let slow = (0..<40).map { 100 + UInt256($0 / 9) * 10 }
    #expect(AlertStateTests.fires(rule, slow) == [])
  }

  @Test("The lowest and the highest of the time count, not its first value, to the second at its end")
  func extremes() throws {
    let rule = try Self.rule(30, within: 60)
    #expect(AlertStateTests.fires(rule, [100, 80, 90, 104]) == [3])
    #expect(AlertStateTests.fires(rule, [100, 100, 130], every: 30) == [2])
    #expect(AlertStateTests.fires(rule, [100, 130], every: 60) == [1])
    #expect(AlertStateTests.fires(rule, [100, 130], every: 61) == [])
  }

  @Test("A spike is told when it begins and when it ends, once each, and a new one anew")
  func spike() throws {
    let rule = try Self.rule(30, within: 600)
    #expect(AlertStateTests.fires(rule, [100, 150, 151, 150, 149, 100, 101, 100, 160]) == [1, 5, 8])
  }

  @Test("A window of a day keeps few steps whatever the values do, and is read as it was written")
  func bounded() throws {
    var recent = RecentValues()
    var random = SystemRandomNumberGenerator()
    for time in 0..<20_000 as Range<Int64> {
      recent.add(UInt256(UInt64.random(in: 0...1000, using: &random)), at: time * 7, within: 86_400)
    }
    #expect(recent.stored.split(separator: ";").count <= 241)
    #expect(RecentValues(stored: recent.stored) == recent)
    var rising = RecentValues()
    for time in 0..<20_000 as Range<Int64> { rising.add(UInt256(UInt64(time)), at: time * 7, within: 86_400) }
    #expect(rising.stored.split(separator: ";").count <= 242)
    for text in ["1", "1 2", "1 3 2", "x 1 1", "2 1 1;1 1 1", "1 1 1 1"] {
      #expect(RecentValues(stored: text) == nil, "\(text)")
    }
  }

  @Test("The steps say of any time what all the values say")
  func likeAll() throws {
    var random = SystemRandomNumberGenerator()
    var recent = RecentValues()
    var all: [(time: Int64, value: UInt256)] = []
    var time: Int64 = 0
    for _ in 0..<3000 {
      time += Int64.random(in: 1...9, using: &random)
      let value = UInt256(UInt64.random(in: 0...100, using: &random))
      recent.add(value, at: time, within: 200)
      all.append((time, value))
      let counted = all.filter { $0.time <= time && time - $0.time <= 200 }.map(\.value)
      #expect(recent.edges(within: 200, at: time) == [counted.min() ?? 0, counted.max() ?? 0])
    }
  }

  @Test("A sharp change is told once over restarts, and what is kept of the time before them counts")
  func restarts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("rates.sqlite")
    do {
      let book = try RateBook(path)
      _ = try await book.alerts.add(try Self.rule(30, within: 600), channels: [AlertChannel(.terminal)])
      try await book.record(1000, at: 100)
    }
    let crossed = try await RateBook(path).record(1300, at: 300)
    #expect(crossed.map(\.reference) == [1000] && crossed.first?.condition.window == 600)
    #expect(try await RateBook(path).record(1300, at: 310).isEmpty)
    #expect(try await RateBook(path).alerts.deliveries().count == 1)
  }

  @Test("A time of no second or of more than a day is refused, and a note that is no line of text")
  func refused() throws {
    for window in [0, -1, 86_401] as [Int64] {
      let error = #expect(throws: AlertsError.self) { try Self.rule(30, within: window) }
      #expect(error?.facts == .window)
    }
    for note in ["", "  ", "a\nb", "a\u{1b}[31m", "a\u{202e}b", String(repeating: "é", count: 201)] {
      let error = #expect(throws: AlertsError.self) { try AlertRule(Rate(), .below(7), note: note) }
      #expect(error?.facts == .note, "\(note)")
    }
    #expect(try AlertRule(Rate(), .below(7), note: "спалах 👩‍👩‍👧 @all").note == "спалах 👩‍👩‍👧 @all")
  }

  @Test("A note stands in the line, in the webhook's object and in the command's variables")
  func note() async throws {
    let book = try RateBook()
    let rule = try AlertRule(Rate(), .below(1000), note: "buy \"dollars\"")
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.webhook, target: "http://127.0.0.1:1/")])
    let delivery = try #require(try await book.record(900, at: 100).first)
    #expect(delivery.message == "USD/UAH below 900 (buy \"dollars\")")
    #expect(
      String(decoding: try Webhook(delivery).body, as: UTF8.self)
        .hasSuffix(#","message":"USD/UAH below 900 (buy \"dollars\")","note":"buy \"dollars\""}"#))
    #expect(LocalNotice.variables(delivery)["LECTURES_ALERT_NOTE"] == "buy \"dollars\"")
  }

  @Test("An alert that is told once is gone with its crossing, and is told all the same, by a later process too")
  func once() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("rates.sqlite")
    do {
      let book = try RateBook(path)
      let rule = try AlertRule(Rate(), .below(1000), isOnce: true)
      _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal), AlertChannel(.command, target: "true")])
      try await book.record(2000, at: 90)
      #expect(try await book.alerts.all().count == 1)
      #expect(try await book.record(900, at: 100).count == 2)
    }
    let book = try RateBook(path)
    #expect(try await book.alerts.all().isEmpty)
    #expect(try await book.alerts.deliveryCount(.waiting) == 2)
    try await book.record(2000, at: 110)
    #expect(try await book.record(900, at: 120).isEmpty)
    #expect(try await book.add(below: 1) == 2, "its number is not given again")
  }

  @Test("Entries of a journal are counted by scope, too")
  func counts() async throws {
    let book = try RateBook()
    try await book.add()
    try await book.add(to: Rate(scope: "others"))
    try await book.record(900, at: 100)
    try await book.record(900, at: 100, scope: "others")
    #expect(try await book.alerts.deliveryCount(.waiting) == 2)
    #expect(try await book.alerts.deliveryCount(.waiting, in: "others") == 1)
  }
}
