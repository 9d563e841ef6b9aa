import ChainIndex
import ChainSupport
import Database
import HTTPTypes
import LectureIndex
import Locking
import NodeRPC
import Operations
import Testing

@testable import WebApp

@Suite("A platform whose store is away")
struct StoreAwayTests {
  @Test(
    "tells so in each language, with 503 and the time to come back, and shows nothing of the store",
    arguments: [
      ("en", "This site cannot reach its store just now"), ("ko", "지금 이 사이트가 저장소에 연결할 수 없습니다"),
      ("uk", "Сайт зараз не має зв’язку зі своїм сховищем"),
    ])
  func told(language: String, words: String) async throws {
    let platform = try PlatformFixture(try await SiteFixture.open())
    let browser = try await platform.browser(of: "student")
    try await platform.store.database.write { try $0.execute("DROP TABLE session") }
    for type in ["text/html", "application/json"] {
      let answer = await platform.answer(
        "GET", "/mine", headers: [("Cookie", browser.cookie), ("Accept-Language", language), ("Accept", type)])
      let reading = browser.reading(answer)
      #expect(reading.status == 503 && reading.headers[.retryAfter] == "60", "\(reading.text)")
      #expect(!reading.text.contains("href=\"/sign-in\""), "nobody knows who is there, nor can anybody sign in")
      #expect(reading.text.contains(words) && !reading.text.contains("such table"), "\(reading.text)")
    }
  }

  @Test("has its reason told to who runs it, once while it lasts, with the request that found it")
  func reasons() throws {
    let (lines, time) = (Guarded<[String]>([]), Guarded<Int64>(1000))
    let failures = PlatformFailures(clock: { time.withLock { $0 } }) { line in lines.withLock { $0.append(line) } }
    let away = DatabaseError(.unreachable, "No route to db.internal.")
    for error in [away, ChainIndexError(.storeFailed, "The index cannot be used.", cause: away)] as [any Error] {
      for _ in 0..<2 { #expect(failures.told(error, by: "GET /mine") as? WebRefusal == .storeAway) }
    }
    #expect(lines.withLock { $0.count } == 2)
    #expect(lines.withLock { $0[0] }.contains("GET /mine") && lines.withLock { $0[0] }.contains("db.internal"))
    time.withLock { $0 += 61 }
    _ = failures.told(away, by: "GET /mine")
    #expect(lines.withLock { $0.count } == 3)
    #expect(failures.told(NodeError(.timeout), by: "GET /") is NodeError)
    #expect(failures.told(ChainIndexError(.noIndex, "None."), by: "GET /") is ChainIndexError)
  }

  @Test("is told apart from a fee payer that is away, whose words are for who runs it as well")
  func payer() throws {
    let lines = Guarded<[String]>([])
    let failures = PlatformFailures(clock: { 1000 }) { line in lines.withLock { $0.append(line) } }
    let away = DelegationError(
      .unreachable, "The fee payer cannot be reached.", facts: .words("The certificate has expired."))
    for _ in 0..<2 { #expect(failures.told(away, by: "POST /api/v1/fee") as? DelegationError == away) }
    let busy = DelegationError(.busy, "The fee payer is busy.", facts: .busy("Too many requests.", seconds: 7))
    #expect(failures.told(busy, by: "POST /api/v1/fee") as? DelegationError == busy)
    #expect(failures.told(DelegationError(.nonceUsed, "Used."), by: "POST /api/v1/fee") is DelegationError)
    #expect(
      lines.withLock { $0 } == [
        "POST /api/v1/fee: The fee payer cannot be reached. The certificate has expired.",
        "POST /api/v1/fee: The fee payer is busy. Too many requests.",
      ])
  }

  @Test("is no index, nor an index a store; an empty file is none, and may become either")
  func kinds() async throws {
    let folder = try TemporaryFolder()
    let (store, index, empty) = (folder.file("store.db"), folder.file("index.db"), folder.file("empty.db"))
    let clock: @Sendable () -> Int64 = { 1000 }
    try PlatformStore(at: .file(store), clock: clock).close()
    try LectureIndexFile.open(.file(index)).close()
    #expect(throws: DatabaseError(.foreign, "")) { try PlatformStore(at: .file(index), clock: clock) }
    for open in [
      { _ = try IndexReader(.file(store)) }, { _ = try LectureIndexFile.open(.file(store)) },
      { _ = try IndexStore(.file(index), .events) },
    ] as [() throws -> Void] {
      let error = #expect(throws: ChainIndexError.self) { try open() }
      #expect(error?.code == .storeFailed && (error?.cause as? DatabaseError)?.code == .foreign)
    }
    try DatabaseFile.makePrivate(empty)
    #expect(throws: ChainIndexError(.noIndex, "")) { try IndexReader(.file(empty)) }
    try PlatformStore(at: .file(empty), clock: clock).close()
    #expect(throws: ChainIndexError(.storeFailed, "")) { try IndexReader(.file(empty)) }
  }
}
