import Database
import DatabaseSupport
import Primitives

@testable import Alerts

/// A price of dollars, in thousandths of a hryvnia.
struct Rate: AlertSubject {
  static let topic = AlertTopic("rates", title: "Exchange rate", watched: "the rates")

  var scope = "rates"
  var pair = "USD/UAH"

  init(_ pair: String = "USD/UAH", scope: String = "rates") { (self.pair, self.scope) = (pair, scope) }

  init?(scope: String, stored: String) {
    guard stored.contains("/") else { return nil }
    self.init(stored, scope: scope)
  }

  var stored: String { pair }
  var facts: [(name: String, text: String)] { [("pair", pair), ("side", "bid")] }
  var unit: String { "UAH" }
  func text(of value: UInt256) -> String { Fraction(value, over: 1000)?.text(digits: 3) ?? "" }
}

/// A book of rates, as somebody who reads them has one, on the engine that the test runs over.
struct RateBook {
  let file: any SQLDatabase
  let alerts: AlertBook<Rate>

  init(_ path: String? = nil) throws {
    file = try TestDatabases.place(path).open(
      "some",
      DatabaseSchema(
        applicationID: 7,
        steps: [
          .adding { try AlertBook<Rate>.makeTables(in: $0) }, .adding { try AlertBook<Rate>.extendTables(in: $0) },
          .adding(Lease.makeTable),
        ]))
    alerts = AlertBook(file)
  }

  private init(_ file: any SQLDatabase) { (self.file, alerts) = (file, AlertBook(file)) }

  /// The book as the holder of a lock changes it.
  func held(by lock: MonitorLock) -> RateBook { RateBook(lock.fenced(file)) }

  /// Adds an alert that fires below a value.
  @discardableResult
  func add(
    _ channels: AlertChannel..., to subject: Rate = Rate(), below threshold: UInt256 = 1000
  ) async throws -> Int64 {
    try await alerts.add(
      AlertRule(subject, .below(threshold)), channels: channels.isEmpty ? [AlertChannel(.terminal)] : channels)
  }

  /// Keeps a value of the dollar.
  @discardableResult
  func record(
    _ value: UInt256, at time: Int64, scope: String = "rates", pair: String = "USD/UAH"
  ) async throws -> [Delivery<Rate>] {
    try await file.write { database in
      try AlertBook<Rate>.step(scope, in: database) { alert in
        alert.rule.subject.pair == pair ? AlertReading(value, at: time) : nil
      } message: { alert, reading in
        "\(alert.rule.subject.pair) \(alert.rule.condition.name) \(reading.value)"
      }
    }
  }
}
