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

  @Test("shorten addresses where the terminal is narrow, as little as it takes")
  func shortened() {
    #expect(text(lectures, 66).contains(" 0x5aAeb6053F3E9…435E7Ef1BeAed "))
    #expect(
      text(lectures, 52) == """
        No.  Title               Teacher               Price
          0  스위프트 입문       0x5aAeb6…1BeAed     10 KLAY
         11  Smart contracts 👩‍🏫  0xfB6916…c5d359  1,000 KLAY
        """)
  }

  /// As `lectures`, with columns that may be left out.
  private var ranked: Table {
    var table = Table(
      .number("No."), .text("Title"), .number("Price", .important), .name("State", .useful),
      .address("Teacher", .detail))
    table.add("0", "스위프트 입문", "10 KLAY", "open", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
    table.add("11", "Smart contracts 👩‍🏫", "1,000 KLAY", "settled", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
    return table
  }

  @Test("leave out the least important column first, and say which")
  func dropped() {
    #expect(
      text(ranked, 60) == """
        No.  Title                    Price  State
          0  스위프트 입문          10 KLAY  open
         11  Smart contracts 👩‍🏫  1,000 KLAY  settled
        Left out at 60 columns: Teacher
        """)
    #expect(text(ranked, 40).hasSuffix("1,000 KLAY\nLeft out at 40 columns: State, Teacher"))
    #expect(text(ranked, 22).contains("\n 11  Smart contracts …\n"))
    #expect(text(ranked, nil) == text(ranked, 200))
    #expect(ranked.lines(width: 60).last?.rendered(colour: true).hasPrefix("\u{1B}[2m") == true)
  }

  @Test("cut a text that matters less before a column that matters more loses anything")
  func cutBeforeDropped() {
    var table = Table(.text("What"), .text("State", .important), .number("Cost", .useful))
    table.add(
      "transfer of 10 KLAY to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "waiting until gas costs 25 ston",
      "0.000021 KLAY")
    #expect(
      text(table, 60) == """
        What                                    State
        transfer of 10 KLAY to 0x5aAeb6…1BeAed  waiting until gas c…
        Left out at 60 columns: Cost
        """)
  }

  @Test("leave out everything before the column that was asked for")
  func answer() {
    var table = Table(.text("Name"), .address("Account"), .number("Balance", .answer), .number("Worth", .important))
    table.add(
      "student-of-2026-a", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "9999.123456789012345678 KLAY", "1,000 USD")
    #expect(text(table, 60).contains("\nstudent-of-2…  0x5aAeb6…1BeAed  9999.123456789012345678 KLAY\n"))
    #expect(text(table, 40).contains("\nstudent-o…  9999.123456789012345678 KLAY\n"), "\(text(table, 40))")
    #expect(text(table, 35).contains("\nstud…  9999.123456789012345678 KLAY\n"), "\(text(table, 35))")
    #expect(text(table, 30).contains("\n9999.123456789012345678 KLAY\n"), "\(text(table, 30))")
    #expect(table.lines(width: 20)[1].plain == "9999.12345678901234…")
  }

  @Test("cut what is longer than most texts before they leave out a column, and give it the room that remains")
  func longTexts() {
    var table = Table(.text("Title"), .number("Price", .important), .name("State", .useful))
    table.add(StyledText(String(repeating: "long ", count: 40)), "10 KLAY", "open")
    let lines = table.lines(width: 60)
    #expect(lines.count == 2 && lines[1].width == 59 && lines[1].plain.hasSuffix("…  10 KLAY  open"))
    #expect(table.lines(width: 50).last?.plain == "Left out at 50 columns: State")
  }

  @Test("name the columns that are left out in as many lines as it takes")
  func longNote() {
    var table = Table(
      .text("What"), .number("Nonce", .detail), .number("Cost", .useful), .name("Transaction", .detail))
    table.add("purchase of lecture 0", "7", "0.000021 KLAY", StyledText(String(repeating: "f", count: 64)))
    let note = table.lines(width: 32).suffix(2).map(\.plain)
    #expect(note == ["Left out at 32 columns: Nonce,", "  Cost, Transaction"], "\(note)")
  }

  @Test(
    "are never wider than the terminal, and keep whole what matters most where there is room for it",
    arguments: 0..<400)
  func properties(seed: UInt64) {
    var random = RandomTables(state: seed)
    let table = random.table()
    let natural = table.lines(width: nil).map(\.width).max() ?? 0
    #expect(table.lines(width: natural) == table.lines(width: nil))
    for width in [20, 40, 60, 80, 120, natural - 1] where width > 0 {
      let lines = table.lines(width: width)
      #expect(lines.allSatisfy { $0.width <= width }, "\(lines.map(\.plain))")
      let rows = lines.dropFirst().prefix(table.rows.count)
      #expect(rows.count == table.rows.count)
      // The first column is the most important one of these tables.
      let isAlone = table.columns.dropFirst().allSatisfy { $0.priority < .essential }
      if isAlone, table.rows.allSatisfy({ $0[0].shortened(to: 0).width <= min(width, 40) }) {
        for (row, cells) in zip(rows, table.rows) {
          #expect(row.plain.hasPrefix(cells[0].plain.prefix(8)) && row.plain.contains(cells[0].plain.suffix(6)))
        }
      }
      // Amounts are whole or not there.
      for (row, cells) in zip(rows, table.rows) where width >= 40 {
        for (column, cell) in zip(table.columns, cells) where column.title.hasPrefix("N") {
          let isShown = lines[0].plain.contains(column.title)
          #expect(!isShown || row.plain.contains(cell.plain), "\(row.plain)")
        }
      }
    }
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

/// Tables of random columns, cells and importance.
private struct RandomTables {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func table() -> Table {
    var columns: [Table.Column] = [below(2) == 0 ? .text("Key") : .address("Key")]
    for number in 0..<below(7) {
      let priority = Table.Column.Priority(rawValue: below(9) / 2 % 4) ?? .detail
      switch below(4) {
      case 0: columns.append(.text("T\(number)", priority))
      case 1: columns.append(.number("N\(number)", priority))
      case 2: columns.append(.address("A\(number)", priority))
      default: columns.append(.name("M\(number)", priority))
      }
    }
    var table = Table(columns)
    for _ in 0...below(5) { table.add(cells: columns.map { cell(of: $0) }) }
    return table
  }

  private mutating func cell(of column: Table.Column) -> StyledText {
    switch column.title.first {
    case "N": return StyledText(String(repeating: "7", count: 1 + below(14)) + " KLAY")
    case "A":
      return StyledText("0x" + (0..<(below(2) == 0 ? 40 : 64)).map { _ in String(below(16), radix: 16) }.joined())
    case "M": return StyledText(["alice", "학생", "모하메드", "مريم"][below(4)])
    default:
      let words = ["lecture", "스위프트", "مقدمة", "👩‍🏫", "purchase", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "講義"]
      return StyledText((0...below(5)).map { _ in words[below(words.count)] }.joined(separator: " "))
    }
  }
}
