import Testing

@testable import Terminal

@Suite("Names and values") struct FieldsTests {
  private let fields: Fields = [
    "Mind": "It takes two transactions, one after the other.", "가격": "1 TKA",
    "Hash": "0xb5a11322533bed3b6cc5dd95542a468a84747af2ec96b37afeebc8d2ee624f8f",
  ]

  @Test("are a line each where nobody says how wide it may be")
  func whole() {
    #expect(fields.lines().map(\.plain).first == "Mind  It takes two transactions, one after the other.")
    #expect(fields.lines().count == 3 && fields.lines(within: 100).count == 3)
  }

  @Test("go on below their beginning where the terminal is narrower, and no word is broken")
  func narrow() {
    let lines = fields.lines(within: 30).map(\.plain)
    #expect(
      lines[0] == "Mind  It takes two" && lines[1] == "      transactions, one after" && lines[2] == "      the other.")
    #expect(lines[3] == "가격  1 TKA")
    #expect(lines[4] == "Hash  0xb5a11322533bed3b6cc5dd95542a468a84747af2ec96b37afeebc8d2ee624f8f" && lines.count == 5)
  }

  @Test("break a path behind a slash, and a name in it that is wider than the line")
  func paths() {
    let path = "/disk/student/.local/share/lectures/keystores/UTC--2026-11-21T03-00-00Z--5cbd.json"
    let lines = (["File": StyledText(path: path), "Path": StyledText(path: "m/44'/60'/0'")] as Fields).lines(within: 30)
    #expect(
      lines.map(\.plain) == [
        "File  /disk/student/.local/", "      share/lectures/", "      keystores/",
        "      UTC--2026-11-21T03-00-00", "      Z--5cbd.json",
        "Path  m/44'/60'/0'",
      ])
    #expect((["File": StyledText(path: path)] as Fields).lines().map(\.plain) == ["File  \(path)"])
  }

  @Test("keep the styles of their pieces")
  func styles() {
    let value = StyledText("one two", .warning) + StyledText(" three four five six", .strong)
    let lines = (["N": value] as Fields).lines(within: 23)
    #expect(lines.map(\.plain) == ["N  one two three four", "   five six"])
    #expect(lines[1].rendered(colour: true).contains(Style.strong.opening))
  }
}
