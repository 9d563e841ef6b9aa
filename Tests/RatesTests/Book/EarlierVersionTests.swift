import DatabaseSupport
import Testing

@testable import Rates

@Suite("Programs of earlier versions at the newest book of rates", .overEachEngine)
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: RatesBook.schema).expectAsDeclared() }
}
