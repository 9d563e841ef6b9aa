import Testing

@testable import Terminal

@Suite("Text of somebody else's")
struct PlainTextTests {
  @Test(
    "cannot control the terminal",
    arguments: [
      ("plain", "plain"), ("스위프트 👩‍👩‍👧‍👦 🇰🇷", "스위프트 👩‍👩‍👧‍👦 🇰🇷"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
      ("\u{9B}31m", "\\u{9b}31m"), ("\u{202E}evil", "\\u{202e}evil"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
      ("a\u{200B}b", "a\\u{200b}b"), ("\u{FEFF}a", "\\u{feff}a"), ("\u{7F}", "\\u{7f}"), ("\u{0}", "\\u{0}"),
      ("\u{3164}", "\\u{3164}"), ("\u{2028}", "\\u{2028}"), ("\u{E0041}", "\\u{e0041}"),
    ])
  func harmless(text: String, shown: String) {
    #expect(PlainText.escaped(text) == shown)
  }

  @Test("cannot pile up marks over other lines")
  func marks() {
    let pile = "a" + String(repeating: "\u{301}", count: 100)
    #expect(PlainText.escaped(pile).unicodeScalars.filter { $0 == "\u{301}" }.count == 4)
  }

  @Test("stays the same JSON when it is escaped in JSON")
  func json() {
    #expect(PlainText.escapedInJSON("{\"a\":\"\u{9B}x\u{E0041}스\"}") == "{\"a\":\"\\u009bx\\udb40\\udc41스\"}")
  }

  @Test("shows in JSON that joiners hide between letters, and leaves pictures whole")
  func joiners() {
    #expect(PlainText.escapedInJSON("\"Sw\u{200D}ift 👩‍🏫\"") == "\"Sw\\u200dift 👩‍🏫\"")
    #expect(PlainText.escaped("Sw\u{200D}ift 👩‍🏫") == "Sw\\u{200d}ift 👩‍🏫")
  }

  @Test("keeps styles to the text they were given for")
  func styles() {
    let text: StyledText = "a \("b\u{1B}[0m", .good) c"
    #expect(text.rendered(colour: true) == "a \u{1B}[32mb\\u{1b}[0m\u{1B}[0m c")
    #expect(text.rendered(colour: false) == "a b\\u{1b}[0m c")
  }
}
