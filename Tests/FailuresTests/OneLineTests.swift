import Failures
import Testing

@Suite("An error in one line") struct OneLineTests {
  private struct Lines: Error, CustomStringConvertible {
    let description: String
  }

  @Test(
    "has a semicolon between lines, and none behind a sentence",
    arguments: [
      ("One.\nTwo.", "One. Two."), ("one\ntwo", "one; two"), ("Why?\n\nBecause:\nso", "Why? Because: so"),
      ("alone", "alone"),
      ("", ""), ("\nlater", "later"),
    ])
  func joined(text: String, line: String) { #expect(Lines(description: text).inOneLine == line) }
}
