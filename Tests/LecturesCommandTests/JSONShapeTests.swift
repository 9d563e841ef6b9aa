import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("The values of a chain in JSON")
struct JSONShapeTests {
  @Test("are whole numbers written so that no reader of JSON rounds them")
  func numbers() {
    #expect(JSON.integer(UInt64(1) << 53) == 9_007_199_254_740_992)
    #expect(JSON.integer(UInt64(1) << 53 + 1) == "9007199254740993")
    #expect(JSON.integer(nil as Int?) == nil)
  }
}
