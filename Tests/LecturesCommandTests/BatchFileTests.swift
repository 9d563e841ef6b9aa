import Keystores
import LectureKit
import Localization
import NodeDoubles
import Operations
import Primitives
import Testing

@testable import LecturesCommand

@Suite("The rows of a batch")
struct BatchFileTests {
  @Test("are actions, with their lines; empty rows and remarks are none")
  func lawful() throws {
    let rows = try BatchFile.parse(
      """
      # spring
      create,10,"Swift, a beginning"

      settle, 3
      settle,3/1
      EVALUATE,4,100,80,34,77,99
      """)
    #expect(rows.map(\.line) == [2, 4, 5, 6])
    #expect(
      rows.map(\.action) == [
        .create(try Price(klay: 10), title: "Swift, a beginning"), .settle(LectureRun(3)),
        .settle(LectureRun(3, run: 1)),
        .evaluate(LectureRun(4), try Scores([100, 80, 34, 77, 99])),
      ])
  }

  @Test("may begin with the mark that some programs write first")
  func byteOrderMark() throws {
    #expect(try BatchFile.parse("\u{FEFF}settle,3\r\n").map(\.action) == [.settle(LectureRun(3))])
  }

  @Test("are UTF-8: a file in another encoding is refused, and nothing is sent")
  func otherEncoding() async throws {
    let home = await WalletHome.withOwner()
    let node = try StubNode()
    home.use(node)
    // 가, as CP949 has it.
    try PrivateFile.replace(home.file("rows.csv"), with: Array("create,10,".utf8) + [0xb0, 0xa1])
    let run = await home.run("batch \(home.file("rows.csv")) --yes")
    #expect(run.status == .usage && run.errors.contains("no text in UTF-8"), "\(run.errors)")
    #expect(node.exchanges == 0)
  }

  @Test(
    "are all checked before anything is sent",
    arguments: [
      ("create,10", "create,PRICE,TITLE"), ("create,0.5,Swift", "not possible"), ("settle,Shows", "not the number"),
      ("evaluate,0,1,2,3,4", "4 scores"), ("evaluate,0,1,2,3,4,101", "101"), ("buy,0", "none of create"),
      ("create,10,\"Swift", "quote"), ("create,10,\(String(repeating: "강", count: 34))", "102 bytes"),
      ("settle,0/x", "not a run"), ("settle,0/", "not a run"), ("settle,0/18446744073709551616", "not a run"),
      ("settle,0", "Row 1 asks for the same"),
    ])
  func unlawful(row: String, told: String) {
    let error = #expect(throws: CommandFailure.self) { try BatchFile.parse("settle,0\n\(row)") }
    #expect(error?.code == .usage)
    #expect(error?.message.contains("Row 2") == true)
    #expect(error?.reason?.contains(told) == true, "\(error?.reason ?? "")")
    #expect(error?.advice?.contains("--price") == false, "a batch has no such option")
  }

  @Test(
    "are told together where several are wrong: the first ten, each in a line, and how many more", arguments: [3, 12])
  func several(wrong: Int) {
    let error = #expect(throws: CommandFailure.self) {
      try BatchFile.parse((["settle,0"] + (1...wrong).map { "buy,\($0)" }).joined(separator: "\n"))
    }
    #expect(error?.code == .usage)
    #expect(error?.message == "\(wrong) rows cannot be understood; nothing was sent.")
    let lines = error?.lines ?? []
    #expect(lines.count { $0.hasPrefix("Row ") && $0.contains("‘buy’") } == min(wrong, 10), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Row 2 (buy,1): ") }, "\(lines)")
    #expect(lines.contains("And 2 more.") == (wrong == 12), "\(lines)")
    for language in [Language.korean, .ukrainian] {
      #expect(error?.words(in: language).points.count == min(wrong, 11), "\(language)")
    }
  }
}
