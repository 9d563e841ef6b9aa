import Primitives
import Testing

@Suite("Exact decimals and fractions")
struct ExactDecimalTests {
  @Test(
    "What JSON writes is read to the last digit",
    arguments: [
      ("44.5526", "44.5526"), ("0.33473", "0.33473"), ("91200000.0", "91200000"), ("1e-08", "0.00000001"),
      ("1.5E+3", "1500"), ("0", "0"), ("0.0000", "0"), ("0e9999", "0"),
      ("18446744073709551615", "18446744073709551615"),
      ("0.000000000000000001", "0.000000000000000001"), ("100e-2", "1"), ("0.1e-17", "0.000000000000000001"),
    ])
  func exact(text: String, expected: String) throws {
    let decimal = try #require(ExactDecimal(text))
    #expect(decimal.description == expected)
    #expect(decimal.isExact)
  }

  @Test(
    "Digits without a place go half to even, once",
    arguments: [
      ("0.0000000000000000005", "0"), ("0.0000000000000000015", "0.000000000000000002"),
      ("0.00000000000000000050001", "0.000000000000000001"), ("1234567890.12345678905", "1234567890.123456789"),
      ("42251015530.714905123456789", "42251015530.71490512"),
      ("99999999999999999999.9e-10", "10000000000"),
      ("1e-9999", "0"), ("1844674407370955161.65", "1844674407370955162"),
    ])
  func rounded(text: String, expected: String) throws {
    let decimal = try #require(ExactDecimal(text))
    #expect(decimal.description == expected)
    #expect(!decimal.isExact)
  }

  @Test(
    "Anything else is no number",
    arguments: [
      "", ".", "1.", ".5", "-1", "+1", "1,5", "1e", "1e+", "e5", " 1", "1 ", "0x10", "NaN", "1e99999", "١",
      "18446744073709551616", "1e20", "1.2.3", String(repeating: "9", count: 201),
    ])
  func refused(text: String) { #expect(ExactDecimal(text) == nil) }

  @Test("Groups of three are read where a format has them")
  func groups() {
    #expect(ExactDecimal("1,364.81", groups: true)?.description == "1364.81")
    #expect(ExactDecimal("1,364,000", groups: true)?.description == "1364000")
    #expect(ExactDecimal("944.28", groups: true)?.description == "944.28")
    for text in ["1,36.81", ",364", "13,6481", "1,,364", "1234,567"] {
      #expect(ExactDecimal(text, groups: true) == nil)
    }
  }

  @Test(
    "Half goes to even",
    arguments: [("0.125", 2, "0.12"), ("0.135", 2, "0.14"), ("2.5", 0, "2"), ("3.5", 0, "4"), ("0.05", 1, "0.0")])
  func halfToEven(text: String, digits: Int, expected: String) throws {
    #expect(Fraction(try #require(ExactDecimal(text))).text(digits: digits) == expected)
  }

  @Test("A cross rate is one division at the end")
  func crossRates() throws {
    let decimal = { (text: String) in Fraction(try #require(ExactDecimal(text))) }
    #expect(try decimal("40.55").divided(by: decimal("37.72")).text(digits: 8) == "1.07502651")
    #expect(try decimal("41.55").divided(by: decimal("37.22")).text(digits: 8) == "1.11633530")
    #expect(try decimal("51.6817").divided(by: decimal("44.5526")).text(digits: 8) == "1.16001535")
    #expect(try decimal("0.0034").digits(atLeast: 2, significant: 2) == 4)
    #expect(try decimal("148.2").digits(atLeast: 4, significant: 4) == 4)
    #expect(throws: PrimitivesError(.overflow, "")) { try decimal("1").divided(by: decimal("0")) }
  }

  @Test("Fractions are ordered as their numbers, however large")
  func order() throws {
    let fraction = { (above: UInt256, below: UInt256) in try #require(Fraction(above, over: below)) }
    let sorted = [
      try fraction(0, 5), try fraction(1, .max), try fraction(1, 3), try fraction(333_334, 1_000_000),
      try fraction(1, 2), try fraction(.max - 1, .max), try fraction(1, 1), try fraction(.max, .max - 1),
      try fraction(7, 3), try fraction(.max, 1),
    ]
    for (index, left) in sorted.enumerated() {
      for (other, right) in sorted.enumerated() { #expect((left < right) == (index < other)) }
    }
    #expect(Fraction(1, over: 0) == nil)
  }
}
