import Database
import Foundation
import Primitives
import Testing

@testable import Rates

@Suite("The book's file")
struct BookFileTests {
  private let fixture: BookFixture
  private let noon = BookFixture.noon

  init() throws { fixture = try BookFixture() }

  @Test("It is made for its owner only, and two have it open at once")
  func made() async throws {
    let (one, other) = (try fixture.book(), try fixture.book())
    let mode = try FileManager.default.attributesOfItem(atPath: fixture.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try await one.keep(SourceFindings(quotes: [.sample("41")]), of: BookFixture.profile(), at: noon)
    #expect(try await other.quotes(in: .crypto, at: noon).count == 1)
  }

  @Test(
    "A file that is none, another program's, or a later version's is refused with a next step",
    arguments: [
      ("text", "move it away"), ("PRAGMA application_id = 7; CREATE TABLE t (a)", "move it away"),
      ("PRAGMA user_version = 99", "later version"),
    ])
  func refused(content: String, advice: String) throws {
    if content == "text" {
      try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: fixture.path))
    } else {
      if content.hasPrefix("PRAGMA user") { _ = try fixture.book() }
      let file = try DatabaseFile(fixture.path)
      try file.connected { try $0.execute(content) }
      try file.close()
    }
    let error = #expect(throws: RatesError.self) { try fixture.book() }
    #expect(error?.code == .bookFailed && error?.advice?.contains(advice) == true, "\(error?.description ?? "")")
  }

  @Test(
    "Values that no program of ours wrote are an error and no crash",
    arguments: [
      "INSERT INTO quote VALUES ('a','crypto','somehow','USD','UAH',1,1,'1','1','1',1,0,0)",
      "INSERT INTO quote VALUES ('a','crypto','exchange','USD','UAH',1,1,'0','0','0',1,0,0)",
      "INSERT INTO quote VALUES ('a','crypto','exchange','USD','UAH',1,1,'-1','x','NaN',1,0,0)",
      "INSERT INTO quote VALUES ('a','crypto','exchange','$','',1,1,'1',NULL,NULL,1,0,0)",
      "INSERT INTO quote VALUES ('a','crypto','exchange','USD','USD',1,1,'1',NULL,NULL,1,0,0)",
      "INSERT INTO quote VALUES ('a','crypto','exchange','USD','UAH',1,1,'1',NULL,NULL,\(Int64.max),1,0)",
    ])
  func absurd(sql: String) async throws {
    let book = try fixture.book()
    try await book.file.write { try $0.execute(sql) }
    let error = await #expect(throws: RatesError.self) { try await book.quotes(in: .crypto, at: noon) }
    #expect(error?.code == .bookFailed)
  }

  @Test("A currency in letters that no program of ours writes is passed over")
  func otherLetters() async throws {
    let book = try fixture.book()
    try await book.file.write {
      try $0.execute("INSERT INTO quote VALUES ('a','crypto','exchange','klay','uah',1,1,'1',NULL,NULL,1,0,0)")
    }
    #expect(try await book.quotes(in: .crypto, at: noon).isEmpty)
  }

  @Test(
    "Absurd times in a record of requests are brought to what can be counted with", arguments: [Int64.min, -1, .max])
  func absurdTimes(number: Int64) async throws {
    let book = try fixture.book()
    let request = SourceRequest("https://a.example/", for: .news)
    try await book.file.write {
      try $0.execute(
        "INSERT INTO request VALUES ('https://a.example/', 'one', ?1, ?1, ?1, ?1, ?1, '', '', 1, 'x', '')", [number])
    }
    var record = try await book.record(of: request, "one")
    _ = record.askableAt
    _ = record.isFresh(for: request, of: BookFixture.profile(publication: 3600), at: noon)
    record.setBack(to: noon)
    record.fail(RatesError(.limited, ""), status: nil, at: noon)
    #expect(record.askableAt <= noon + 3600)
  }
}
