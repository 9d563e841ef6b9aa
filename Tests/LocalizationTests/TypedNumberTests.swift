import Localization
import Testing

@Suite("Numbers as they are typed") struct TypedNumberTests {
  @Test(
    "Comma and point both count, and the last one is the decimal sign",
    arguments: [
      ("100", "100"), ("0.5", "0.5"), ("0,5", "0.5"), ("1,23", "1.23"), ("1234.5", "1234.5"), ("1,234.5", "1234.5"),
      ("1.234,5", "1234.5"), ("1 234,5", "1234.5"), ("1\u{A0}234,56", "1234.56"),
      ("1\u{202F}234\u{202F}567", "1234567"),
      ("1.234", "1.234"), ("1234,5678", "1234.5678"), ("1,234,567.89", "1234567.89"), ("1,234,567", "1234567"),
      ("12 345", "12345"), ("007", "007"), ("0,125", "0.125"), ("1234,500", "1234.500"), ("1 234,500", "1234.500"),
    ])
  func reads(text: String, plain: String) throws {
    #expect(try TypedNumber(text).plain == plain)
  }

  @Test(
    "A single comma before exactly three digits is refused where it may separate thousands",
    arguments: ["1,234", "12,345", "100,000"])
  func ambiguous(text: String) {
    #expect(throws: LocalizationError(.ambiguousNumber, "")) { try TypedNumber(text) }
  }

  @Test(
    "What is no number is refused",
    arguments: [
      "", " ", ",", ".", "1,", ".5", ",5", "-1", "+1", "1e5", "0x10", "1,23,456", "1.2.3", "1,2.3,4", "1 23", "1 2345",
      "1,234 567.8", "12a", "١٢", "1\u{202E}2", "1\n234", "1'234", "1..5", "1, 5", "1 .5",
      String(repeating: "9", count: 101),
    ])
  func malformed(text: String) {
    #expect(throws: LocalizationError(.malformedNumber, "")) { try TypedNumber(text) }
  }
}
