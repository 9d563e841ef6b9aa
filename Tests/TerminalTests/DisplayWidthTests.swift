import Testing

@testable import Terminal

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "counts columns as a terminal does",
    arguments: [
      ("", 0), ("lecture", 7), ("스위프트", 8), ("강의 0", 6), ("講義", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("é", 1), ("e\u{301}", 1),
      ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("❤️", 2), ("❤", 1), ("☎️", 2), ("⌚", 2), ("ᄒ\u{1161}\u{11AB}", 2),
      ("\u{200B}", 0), ("…", 1), ("₩100", 4), ("àéîõü", 5), ("नि", 1),
    ])
  func columns(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test("cutting never splits a character and never exceeds the room")
  func cutting() {
    let text: StyledText = "스위프트 \("입문", .strong) lecture"
    for columns in 0...30 {
      #expect(text.cut(to: columns).width <= columns)
      #expect(text.cut(to: columns, .middle).width <= columns)
    }
    #expect(text.cut(to: 6).plain == "스위…")
    #expect(text.cut(to: 7).plain == "스위프…")
    #expect(StyledText("0x1234567890abcdef").cut(to: 9, .middle).plain == "0x12…cdef")
  }
}
