import Primitives
import Testing

@Suite("Text from outside")
struct TerminalSafeTests {
  @Test(
    "shows nothing that could move the cursor, hide or turn the line around",
    arguments: [
      ("plain text", "plain text"), ("스위프트 é", "스위프트 é"), ("a\nb\rc\td", "a\\nb\\rc\\td"),
      ("\u{1b}[2J\u{7f}\u{9b}", "\\u{1b}[2J\\u{7f}\\u{9b}"),
      ("a\u{202e}b\u{200b}\u{2028}", "a\\u{202e}b\\u{200b}\\u{2028}"),
      ("\u{e000}\u{3164}\u{200d}", "\\u{e000}\\u{3164}\\u{200d}"), ("\"\\", "\"\\"),
      ("e" + String(repeating: "\u{301}", count: 6), "e" + String(repeating: "\u{301}", count: 4) + "\\u{301}\\u{301}"),
    ])
  func escaped(text: String, shown: String) { #expect(TerminalSafe.escape(text) == shown) }

  @Test(
    "that a contract calls itself has control characters written out, and nothing else that does not show",
    arguments: [
      ("\u{1b}[31mETH\n", "\\u{1b}[31mETH\\n"), ("USD\u{200b}C\u{202e}", "USDC"), ("\t \n", nil), ("\u{200b}", nil),
      ("", nil),
      ("e" + String(repeating: "\u{301}", count: 6), "e" + String(repeating: "\u{301}", count: 4)),
      (String(repeating: "x", count: 14) + "\u{1b}", String(repeating: "x", count: 14)),
      (String(repeating: "김", count: 20), String(repeating: "김", count: 16)),
    ] as [(String, String?)])
  func label(text: String, shown: String?) { #expect(TerminalSafe.label(text.unicodeScalars, most: 16) == shown) }

  @Test("keeps the joiners of pictures where a person's own words are shown")
  func joiners() {
    #expect(TerminalSafe.escape("👩‍👧 ❤️", keepsJoiners: true) == "👩‍👧 ❤️")
    for picture in ["👩‍🏫", "👩🏽‍🏫", "🏳️‍🌈", "👨‍👩‍👧‍👦", "1️⃣", "☎︎"] {
      #expect(TerminalSafe.escape(picture, keepsJoiners: true).unicodeScalars.elementsEqual(picture.unicodeScalars))
    }
    for (hidden, shown) in [
      ("Sw\u{200d}ift", "Sw\\u{200d}ift"), ("1\u{200d}2", "1\\u{200d}2"), ("👩\u{200d}", "👩\\u{200d}"),
      ("\u{200d}👩", "\\u{200d}👩"), ("a\u{200c}b", "a\\u{200c}b"), ("a\u{fe0f}", "a\\u{fe0f}"),
      ("👩\u{200d}\u{200d}👧", "👩\\u{200d}\\u{200d}👧"),
    ] {
      #expect(TerminalSafe.escape(hidden, keepsJoiners: true) == shown)
    }
    #expect(TerminalSafe.escape("a\u{200d}b\u{202e}") == "a\\u{200d}b\\u{202e}")
    #expect(TerminalSafe.escape("a\u{202e}", keepsJoiners: true) == "a\\u{202e}")
  }

  @Test("is cut after so many scalars, and says so")
  func cut() {
    #expect(TerminalSafe.escape("abcdef", limit: 6) == "abcdef" && TerminalSafe.escape("abcdef", limit: 5) == "abcde…")
    #expect(TerminalSafe.escape("가나다", limit: 2) == "가나…" && TerminalSafe.escape("가나", limit: 2) == "가나")
    #expect(TerminalSafe.escape([0x61, 0xff, 0x62, 0x63], limit: 3) == "a\u{fffd}b…")
    #expect(TerminalSafe.quote("abcdef", limit: 3) == "\"abc…\"")
  }

  @Test("cannot end its own quotes")
  func quoted() { #expect(TerminalSafe.quote("a\"b\\c\n") == #""a\"b\\c\n""#) }

  @Test("becomes plain by leaving out what does not show")
  func plain() {
    #expect(TerminalSafe.plain("가 é\u{1b}[2J\u{202e}\n\u{200d}x".unicodeScalars) == "가 é[2Jx")
    let painted = "e" + String(repeating: "\u{301}", count: 9) + "f"
    #expect(TerminalSafe.plain(painted.unicodeScalars) == "e" + String(repeating: "\u{301}", count: 4) + "f")
  }

  @Test("is told so in the errors of values")
  func errors() {
    let error = #expect(throws: PrimitivesError.self) { try Address("x\u{202e}\u{1b}\"y") }
    #expect(error?.message.contains(#""x\u{202e}\u{1b}\"y""#) == true)
  }

  @Test("as bytes is shortened in the middle")
  func shortened() {
    #expect(TerminalSafe.shorten([0xab, 1]) == "0xab01")
    #expect(TerminalSafe.shorten([UInt8](0..<33)) == "0x0001020304050607…1d1e1f20 (33 bytes)")
  }
}
