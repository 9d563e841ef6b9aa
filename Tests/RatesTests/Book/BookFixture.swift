import DatabaseSupport
import Foundation
import Primitives

@testable import Rates

/// A book on the engine that the test runs over, a folder that goes when the test ends, and a source whose quotes it keeps.
final class BookFixture: Sendable {
  let folder: String
  var path: String { folder + "/rates.sqlite" }

  /// Noon of 2026-11-23 in UTC.
  static let noon: Int64 = 1_795_435_200

  init() throws {
    folder = NSTemporaryDirectory() + "rates-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func book() throws -> RatesBook { try RatesBook(at: TestDatabases.place(path)) }

  /// The facts of a source that has all markets.
  static func profile(
    _ name: String = "one", freshness: Int64 = 300, publication: Int64? = nil, zone: Zone = .utc, needsKey: Bool = false
  ) -> SourceProfile {
    SourceProfile(
      name: name, title: "The source \(name)", markets: Market.allCases, needsKey: needsKey, freshness: freshness,
      publication: publication, zone: zone, licence: "none")
  }
}

extension Quote {
  /// A quote of USD/UAH with a middle alone; with a day, at that day's midnight in UTC.
  static func sample(
    _ mid: String, at asOf: Int64 = BookFixture.noon, source: String = "one", market: Market = .crypto,
    kind: RateKind = .exchange, day: Day? = nil, retrieved: Int64? = nil
  ) throws -> Quote {
    guard
      let quote = Quote(
        source: source, market: market, kind: kind, pair: CurrencyPair(.usd, .uah), mid: ExactDecimal(mid),
        asOf: day.map { Zone.utc.time(on: $0) } ?? asOf, day: day, retrieved: retrieved ?? asOf)
    else { throw CocoaError(.coderInvalidValue) }
    return quote
  }
}
