import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite(
  "Unit vectors", .enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
struct UnitVectorTests {
  @Test("ethers units: every spelling is read exactly and written back")
  func units() throws {
    let cases = try #require(try Fixtures.json("ethers/units.json.gz").array)
    var passed = 0
    for test in cases {
      let good = try check(test)
      #expect(good, "\(test["name"]?.string ?? "")")
      passed += good ? 1 : 0
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/units", passed: passed)
  }

  /// One case: a number of wei, its spelling in some units, and how it is written in some.
  private func check(_ test: JSON) throws -> Bool {
    let wei = try Int256(parsing: try #require(test["wei"]?.string))
    var good = true
    for (key, value) in try #require(test.object) where key != "name" && key != "wei" {
      let text = try #require(value.string)
      let name = key.replacing("_format", with: "")
      let unit =
        name == "satoshi" ? try Amount.Unit(name: "satoshi", decimals: 8) : try Amount.Unit(named: name)
      if key.hasSuffix("_format") {
        // The source writes whole numbers as "1.0" and leaves zeros at the end in one case.
        good = good && unit.formatSigned(wei) == withoutTrailingZeros(text)
        if wei >= 0 {
          good = good && Amount(wei: wei.magnitude).formatted(in: unit) == withoutTrailingZeros(text)
        }
      }
      let signed = try unit.parseSigned(text)
      good = good && signed == wei
      if wei >= 0 {
        let amount = try Amount(parsing: text, unit: unit)
        good = good && amount.wei == wei.magnitude
      } else {
        good = good && (try? Amount(parsing: text, unit: unit)) == nil
      }
    }
    return good
  }

  private func withoutTrailingZeros(_ text: String) -> String {
    var text = text[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}
