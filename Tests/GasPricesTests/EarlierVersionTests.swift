import DatabaseSupport
import Testing

@testable import GasPrices

@Suite("Programs of earlier versions at the newest book of gas prices", .overEachEngine)
struct EarlierVersionTests {
  @Test("go on, or are refused, as its steps say")
  func declared() throws { try EarlierPrograms(of: GasBookSchema.schema).expectAsDeclared() }
}
