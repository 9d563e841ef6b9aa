import Alerts
import Database
import Platform
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
    #expect(PriceHistorySVG.text(history, title: "", unit: "gwei", labels: []).hasSuffix("</svg>\n"))
    #expect(HourOfWeek.cheapest(hours).count == 1)
    // And one more is added to it.
    try await book.record(GasSample(3700, 900), chainID: 1)
  }

  @Test func aFileThatOthersMayChangeIsRefused() throws {
    // The lines of alerts that run commands stand in it.
    _ = try GasBook(folder.book)
    #expect(chmod(folder.book, 0o666) == 0)
    let error = #expect(throws: GasPricesError.self) { try GasBook(folder.book) }
    #expect(error?.code == .bookFailed && error?.advice == "chmod go-w \(folder.book)", "\(String(describing: error))")
  }

  @Test func aSampleBelowNothingIsNone() async throws {
    let book = try await book("INSERT INTO sample VALUES ('1', \(Int64.min), -1, -2, -3, -5, \(Int64.min))")
    #expect(
      try await book.newestSample(chainID: 1)
        == GasSample(time: .min, block: 0, baseFee: 0, slow: 0, standard: 0, fast: 0))
  }

  @Test(
    arguments: [
      ("sample", "time, block, baseFee, slow, standard, fast", "'x', 'x', x'00', 'x', NULL, 'x'"),
      ("sample", "time", "7"),
      ("hour", "time, count, baseFee, slow, standard, fast, lowest, highest", "7, 'x', 'x', 1, 1, 1, 1, 1"),
      ("alert", "id, subject, condition", "1, 7, x'ff'"), ("delivery", "id, due, time", "NULL, 'x', 7"),
    ]) func aTableOfAnotherKindIsRefused(table: String, columns: String, values: String) async throws
  {
    let book = try await book(
      """
      DROP TABLE \(table);
      CREATE TABLE \(table) (chain, scope, \(columns));
      INSERT INTO \(table) (chain, scope, \(columns)) VALUES ('1', '1', \(values));
      """)
    let error = await #expect(throws: GasPricesError.self) {
      switch table {
      case "sample": _ = try await book.newestSample(chainID: 1)
      case "hour": _ = try await book.hours(chainID: 1, since: .min)
      case "alert": _ = try await book.alerts.all(in: "1")
      default: _ = try await book.alerts.deliveries()
      }
    }
    #expect(
      error?.code == .bookFailed && error?.reason?.contains("in a row cannot be read") == true,
      "\(error?.description ?? "")")
  }
}
