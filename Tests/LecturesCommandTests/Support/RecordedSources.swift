import FixtureSupport
import Foundation
import NodeDoubles
import StrictJSON

/// A mirror that answers for the sources of rates as they were recorded; what it does not know is not found.
final class RecordedSources: Sendable {
  /// The beginnings of paths, the host first, and the answers' files.
  private static let answers = [
    ("/bank.gov.ua/NBUStatService/", "nbu-exchange.json"), ("/bank.gov.ua/NBU_Exchange/", "nbu-days.json"),
    ("/api.privatbank.ua/p24api/pubinfo?json&exchange&coursid=5", "privatbank-cash.json"),
    ("/api.privatbank.ua/p24api/pubinfo?json&exchange&coursid=11", "privatbank-card.json"),
    ("/minfin.com.ua/api/currency/simple/", "minfin-site-simple.json"),
    ("/minfin.com.ua/api/currency/rates/banks/usd/", "minfin-site-banks-usd.json"),
    ("/finance.ua/banks/api/organizationsList", "finance-ua-banks.json"),
    ("/resources.finance.ua/", "finance-ua-cash.json"),
    ("/api.bithumb.com/v1/orderbook?markets=KRW-KAIA", "bithumb-book-kaia.json"),
  ]

  private let server: HostileServer

  /// - Parameter more: Beginnings of paths with their files, beside those that all tests know.
  init(isDown: Bool = false, besides more: [(String, String)] = []) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("RecordedSources/Answers")
    let answers = Self.answers + more
    server = try HostileServer { request in
      guard !isDown else { return [.close] }
      let path = request.path.replacingOccurrences(of: "%2C", with: ",")
      guard let name = answers.first(where: { path.hasPrefix($0.0) })?.1,
        let body = try? Fixtures.bytes(folder.appendingPathComponent(name).path)
      else { return [.reply("no such page", status: 404)] }
      return [.reply(String(decoding: body, as: UTF8.self))]
    }
  }

  var url: String { server.url }
  /// The paths that were asked for, the host first.
  var asked: [String] { server.requests.map(\.path) }
}
