import Database
import Primitives
import Testing

@testable import WalletBook

/// A file that anybody may have written to: it is read as far as it makes sense, or refused; nothing traps.
@Suite("A damaged wallet book")
struct DamagedBookTests {
  private let home = BookHome()
  private let place = BalancePlace(network: "local", address: Address(truncating: 7))

  private func book(_ sql: String) async throws -> Book {
    let book = try Book(home.path)
    try await book.file.write { try $0.execute(sql) }
    return book
  }

  @Test("Times at the ends of their range are read, and new ones are kept", arguments: [Int64.min, -1, .max])
  func times(time: Int64) async throws {
    let address = place.address.lowercaseHex
    let book = try await book(
      """
      INSERT INTO sample VALUES ('local', '\(address)', \(time), '5'), ('local', '\(address)', 3, '6');
      INSERT INTO fact VALUES ('thinned', \(time));
      """)
    try await book.record([place.address: Amount(wei: 9)], network: "local", time: 1_800_000_000)
    let samples = try await book.samples(of: place)
    #expect(samples.allSatisfy { $0.time >= 0 })
    let history = BalanceHistory(samples, from: 0, to: 1_800_000_000)
    #expect(history.columns(10).count == 10)
    #expect(try await !book.copy().isEmpty)
  }

  @Test("What was thinned at an absurd time is thinned again")
  func thinning() async throws {
    let book = try await book("INSERT INTO fact VALUES ('thinned', \(Int64.min))")
    try await book.record([place.address: Amount(wei: 9)], network: "local", time: 1_800_000_000)
    let thinned = try await book.file.read {
      try $0.value("SELECT value FROM fact WHERE name = 'thinned'", as: Int64.self)
    }
    #expect(thinned == 1_800_000_000)
  }

  @Test(
    "A table of another kind is refused",
    arguments: [
      ("sample", "network, address, time, wei", "'local', '0x0000000000000000000000000000000000000007', 'x', 7"),
      ("wallet", "title, address, kind, network, path, created", "'a', NULL, 7, 7, 7, 'x'"),
      ("wallet", "title, address", "'a', '0x0000000000000000000000000000000000000007'"),
      ("contact", "name, address, created", "'a', '0x0000000000000000000000000000000000000007', 'x'"),
    ])
  func kinds(table: String, columns: String, values: String) async throws {
    let book = try await book(
      "DROP TABLE \(table); CREATE TABLE \(table) (\(columns)); INSERT INTO \(table) VALUES (\(values));")
    let error = await #expect(throws: WalletBookError.self) {
      switch table {
      case "sample": _ = try await book.samples(of: place)
      case "wallet": _ = try await book.wallets()
      default: _ = try await book.contacts()
      }
    }
    #expect(
      error?.code == .bookFailed && error?.reason?.contains("in a row cannot be read") == true,
      "\(error?.description ?? "")")
    await #expect(throws: WalletBookError.self) { try await book.copy() }
  }
}
