import Primitives
import Sending
import Testing

@testable import GasPrices

@Suite struct PriceTableTests {
  @Test(arguments: [
    ("0", "0"), ("0.0000001", "0.0000001"), ("0.496839934", "0.49684"), ("1.25", "1.25"), ("44", "44"),
    ("25.123456", "25.1235"), ("1203.9", "1,203.9"),
  ])
  func pricesForPeople(price: String, shown: String) throws {
    #expect(PriceText.gwei(try gwei(price)) == shown)
  }
}
