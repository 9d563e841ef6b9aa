import DatabaseSupport
import Testing

@testable import Exchange

@Suite("Programs of earlier versions at the newest journal of orders")
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: OrderJournal.schema).expectAsDeclared() }
}
