import Database
import Primitives
import Testing

@testable import GasPrices

/// A file that anybody may have written to: it is read as far as it makes sense, or refused; nothing traps.
@Suite struct DamagedBookTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func book(_ sql: String) async throws -> GasBook {
    let book = try GasBook(folder.book)
    try await book.file.write { try $0.execute(sql) }
    return book
  }

  @Test(arguments: ["1e300", "9e999", "-1e300"]) func anAbsurdHourIsDrawn(sum: String) async throws {
    let book = try await book(
      "INSERT INTO hour VALUES ('1', 3600, -3, \(sum), \(sum), \(sum), \(sum), -5, \(Int64.min))")
    let hours = try await book.hours(chainID: 1, since: .min)
    #expect(hours.count == 1 && (0...Double(Int64.max)).contains(hours[0].standard) && hours[0].lowest == 0)
    let history = PriceHistory(hours, last: 24, now: 7200)
    #expect(PriceCSV.text(hours).contains("3600,1,"))
    #expect(PriceSVG.text(history, title: "", unit: "gwei", labels: []).hasSuffix("</svg>\n"))
    #expect(HourOfWeek.cheapest(hours).count == 1)
    // And one more is added to it.
    try await book.record(GasSample(3700, 900), chainID: 1)
  }

  @Test func aSampleBelowNothingIsNone() async throws {
    let book = try await book("INSERT INTO sample VALUES ('1', \(Int64.min), -1, -2, -3, -5, \(Int64.min))")
    #expect(
      try await book.newestSample(chainID: 1)
        == GasSample(time: .min, block: 0, baseFee: 0, slow: 0, standard: 0, fast: 0))
  }

  @Test(arguments: [Int64.min, -1, .max]) func anAlertOfAbsurdNumbersStepsAndIsTold(number: Int64) async throws {
    let numbers = "\(number), \(number), \(number), \(number)"
    let book = try await book(
      """
      INSERT INTO alert VALUES (1, '1', 'test', 'standard', 1, \(numbers), 'holding', \(numbers), \(number));
      INSERT INTO alert VALUES (2, '1', 'test', 'standard', 0, \(numbers), 'fired', \(numbers), \(number));
      INSERT INTO channel VALUES (1, 1, 'terminal', '', NULL), (2, 2, 'terminal', '', NULL);
      INSERT INTO delivery VALUES ('x', 1, \(number), \(number), \(number), '', 'webhook', 'http://127.0.0.1:1/', NULL,
        '1', 'test', 'slow', \(number), 1, 'waiting', \(number), \(number), NULL, NULL);
      """)
    for price in [0, 900, Int64.max] { try await book.record(GasSample(100, price), chainID: 1) }
    #expect(try await book.alerts().allSatisfy { $0.rule.threshold > 0 && $0.rule.hold >= 0 && $0.crossings >= 0 })
    let delivery = try #require(try await book.deliveries().first { $0.id == "x" })
    #expect((1...3600).contains(DeliveryDispatcher.pause(after: delivery.attempts)))
    #expect(!Webhook.body(of: delivery).isEmpty && !delivery.rule.message(price: delivery.price, unit: "ston").isEmpty)
  }

  @Test(
    arguments: [
      ("sample", "time, block, baseFee, slow, standard, fast", "'x', 'x', x'00', 'x', NULL, 'x'"),
      ("sample", "time", "7"),
      ("hour", "time, count, baseFee, slow, standard, fast, lowest, highest", "7, 'x', 'x', 1, 1, 1, 1, 1"),
      ("alert", "id, network, tier", "1, 7, x'ff'"), ("delivery", "id, due, time", "NULL, 'x', 7"),
    ]) func aTableOfAnotherKindIsRefused(table: String, columns: String, values: String) async throws
  {
    let book = try await book(
      """
      DROP TABLE \(table);
      CREATE TABLE \(table) (chain, \(columns));
      INSERT INTO \(table) (chain, \(columns)) VALUES ('1', \(values));
      """)
    let error = await #expect(throws: GasPricesError.self) {
      switch table {
      case "sample": _ = try await book.newestSample(chainID: 1)
      case "hour": _ = try await book.hours(chainID: 1, since: .min)
      case "alert": _ = try await book.alerts(chainID: 1)
      default: _ = try await book.deliveries()
      }
    }
    #expect(
      error?.code == .bookFailed && error?.reason?.contains("in a row cannot be read") == true,
      "\(error?.description ?? "")")
  }
}
