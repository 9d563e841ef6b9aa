import DatabaseSupport
import Testing

@testable import OrderBook

@Suite("Programs of earlier versions at the newest tables of a book", .overEachEngine)
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: BookSchema.schema).expectAsDeclared() }
}
