import DatabaseSupport
import LectureIndex
import Testing

@testable import ChainIndex

@Suite("Programs of earlier versions at the newest tables of an index", .overEachEngine)
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say", arguments: [LectureIndexFile.tables, .events])
  func declared(tables: IndexTables) throws { try EarlierPrograms(of: tables.schema).expectAsDeclared() }
}
