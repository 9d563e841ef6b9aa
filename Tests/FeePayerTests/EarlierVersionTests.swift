import Database
import DatabaseSupport
import Testing

@testable import FeePayer

@Suite("Fee payers of earlier versions at the tables of the newest", .overEachEngine)
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: .feePayer).expectAsDeclared() }

  @Test("that may not go on tell why to who watches them")
  func refused() async throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    try await store.check()
    var next = DatabaseSchema.feePayer
    next.steps.append(.changing { try $0.execute("CREATE TABLE later (name TEXT PRIMARY KEY)") })
    try fixture.place.open(DatabaseSchema.feePayerStore, next).close()
    let error = await #expect(throws: FeePayerError.self) { try await store.check() }
    #expect(error?.callForRestart?.contains("Start that version in the place of this one.") == true)
  }
}
