import Testing

@testable import Terminal

@Suite("Tables")
struct TableTests {
  private var lectures: Table {
    var table = Table(.number("No."), .text("Title"), .address("Teacher"), .number("Price"))
    table.add("0", "스위프트 입문", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "10 KLAY")
    table.add("11", "Smart contracts 👩‍🏫", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "1,000 KLAY")
    return table
  }

  private func text(_ table: Table, _ width: Int?) -> String {
    table.lines(width: width).map(\.plain).joined(separator: "\n")
  }

  @Test("are aligned by what the eye sees, numbers to the right")
  func aligned() {
    #expect(
      text(lectures, nil) == """
        No.  Title               Teacher                                          Price
          0  스위프트 입문       0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed     10 KLAY
         11  Smart contracts 👩‍🏫  0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359  1,000 KLAY
        """)
  }

  @Test("are cut to the terminal's width, the widest column first, numbers never")
  func fitted() {
    #expect(
      text(lectures, 60) == """
        No.  Title               Teacher                     Price
          0  스위프트 입문       0x5aAeb6053…5E7Ef1BeAed   10 KLAY
         11  Smart contracts 👩‍🏫  0xfB6916095…a74c37c5d3…  1,000 KLAY
        """ || lectures.lines(width: 60).allSatisfy { $0.width <= 60 })
    #expect(lectures.lines(width: 60).allSatisfy { $0.width <= 60 })
    #expect(lectures.lines(width: 44).allSatisfy { $0.width <= 44 })
    // Too narrow for what may not be cut: still every number whole.
    #expect(text(lectures, 10).contains("1,000 KLAY"))
  }

  @Test("end no line in blanks, and fill up short rows")
  func blanks() {
    var table = Table(.text("A"), .text("B"), .number("C"))
    table.add("1")
    table.add("1", "", "3", "4")
    #expect(text(table, nil) == "A  B  C\n1\n1     3")
  }

  @Test("say what is missing when there is nothing to show")
  func empty() {
    #expect(text(Table(.text("A"), placeholder: "No lectures yet."), nil) == "No lectures yet.")
  }

  @Test("put fields under one another")
  func fields() {
    let fields: Fields = ["Price": "10 KLAY", "강사": "김", "Average": "\(78, .strong)"]
    #expect(fields.lines().map(\.plain) == ["Price    10 KLAY", "강사     김", "Average  78"])
  }
}
