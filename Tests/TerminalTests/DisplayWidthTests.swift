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
    }
    #expect(text.cut(to: 6).plain == "스위…")
    #expect(text.cut(to: 7).plain == "스위프…")
  }

  private let payment = StyledText("10 KLAY to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed now")

  @Test("shortening leaves six digits at both ends of an address, and other text as it is")
  func shortening() {
    #expect(payment.shortened(to: 57) == payment)
    #expect(payment.shortened(to: 56).plain == "10 KLAY to 0x5aAeb6053F3E94C9b9A…f33669435E7Ef1BeAed now")
    #expect(payment.shortened(to: 32).plain == "10 KLAY to 0x5aAeb60…f1BeAed now")
    for columns in 0...30 {
      #expect(payment.shortened(to: columns).plain == "10 KLAY to 0x5aAeb6…1BeAed now")
    }
    let two = StyledText("\(String(repeating: "0x", count: 2))") + payment + payment
    #expect(two.shortened(to: 0).plain == "0x0x" + payment.shortened(to: 0).plain + payment.shortened(to: 0).plain)
    // A selector and a number in words are no addresses.
    #expect(StyledText("0xa9059cbb of 0x123456789abcdef").shortened(to: 3).plain == "0xa9059cbb of 0x123456789abcdef")
  }

  @Test("cutting leaves an address whole or takes it away")
  func cuttingAddresses() {
    for columns in 0..<57 {
      let cut = payment.cut(to: columns).plain
      #expect(!cut.contains("0x") || cut.contains("1BeAed"), "\(cut)")
      let both = payment.shortened(to: columns).cut(to: columns)
      #expect(both.width <= columns)
      #expect(!both.plain.contains("0x") || both.plain.contains("1BeAed"), "\(both.plain)")
    }
    #expect(payment.shortened(to: 20).cut(to: 20).plain == "10 KLAY to …")
    #expect(payment.cut(to: 20).plain == "10 KLAY to …")
  }
}
