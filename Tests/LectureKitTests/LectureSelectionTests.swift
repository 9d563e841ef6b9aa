import Primitives
import Testing

@testable import LectureKit

@Suite("Lectures are chosen and sorted, and a teacher's are added up")
struct LectureSelectionTests {
  private static let (kim, lee) = (Address.zero, Address(truncating: 1))

  private static func lecture(
    _ number: UInt256, _ title: String, price: UInt256? = 10, by teacher: Address? = kim, isOpen: Bool? = true,
    students: UInt256? = 0, average: UInt256? = nil
  ) throws -> Lecture {
    Lecture(
      number: number, id: .zero, teacher: teacher, title: title, run: 0, isOpen: isOpen,
      price: try price.map { try Price(klay: $0) }, studentCount: students, escrow: .zero, openedAt: nil,
      openedAtBlock: nil, settledAt: nil,
      points: EvaluationPoints(count: average == nil ? 0 : 1, sums: [UInt256](repeating: average ?? 0, count: 5)))
  }

  private static func all() throws -> [Lecture] {
    [
      try lecture(0, "Swift for beginners", price: 12, students: 3, average: 80),
      try lecture(1, "Vyper", price: nil, by: lee, students: nil),
      try lecture(2, "스위프트 입문", price: 3, isOpen: false, students: 9, average: 100),
      try lecture(3, "Advanced SWIFT", price: 12, by: nil, isOpen: nil, students: 3, average: 80),
      try lecture(4, "", price: 11, by: lee, students: 0),
    ]
  }

  private func chosen(_ selection: LectureSelection) throws -> [UInt256] {
    selection.chosen(of: try Self.all()).map(\.number)
  }

  @Test(
    "in every order, with equal ones by number and the unknown last",
    arguments: [
      (.number, [0, 1, 2, 3, 4]), (.price, [2, 4, 0, 3, 1]), (.rating, [2, 0, 3, 1, 4]), (.students, [2, 0, 3, 4, 1]),
    ] as [(LectureSelection.Order, [UInt256])])
  func orders(order: LectureSelection.Order, expected: [UInt256]) throws {
    #expect(try chosen(LectureSelection(order: order)) == expected)
  }

  @Test("by all words of a title, whatever their case and order; a word that is nowhere finds nothing")
  func search() throws {
    #expect(try chosen(LectureSelection(text: "swift")) == [0, 3])
    #expect(try chosen(LectureSelection(text: " beginners  SWIFT ")) == [0])
    #expect(try chosen(LectureSelection(text: "스위프트")) == [2])
    #expect(try chosen(LectureSelection(text: "swift rust")) == [])
    #expect(try chosen(LectureSelection(text: " ")) == [0, 1, 2, 3, 4])
  }

  @Test("a title of which nothing can be seen is none, and no lecture is opened with it")
  func blankTitles() throws {
    let blanks = ["   ", "\u{200b}", "\u{2060}\u{200d}", "\u{3164}", " \u{a0}\u{2003}", "\u{2800}", "\t\n", "\u{202e}"]
    for blank in blanks {
      #expect(try Self.lecture(6, blank).title.isEmpty, "\(blank.unicodeScalars.map(\.value))")
      let error = #expect(throws: LectureError.self) { try LectureTitle.check(blank) }
      #expect(error?.code == .invalidTitle && error?.facts == .blankTitle, "\(String(describing: error))")
    }
    for title in ["", " 가 ", "Swift", "👩‍🏫", "?"] {
      #expect(try Self.lecture(6, title).title == title)
      #expect(throws: Never.self) { try LectureTitle.check(title) }
    }
  }

  @Test("by teacher and state; one whose state nobody tells may be open")
  func teachersAndStates() throws {
    #expect(try chosen(LectureSelection(teacher: Self.lee)) == [1, 4])
    #expect(try chosen(LectureSelection(isOpenOnly: true)) == [0, 1, 3, 4])
    #expect(try chosen(LectureSelection(isOpenOnly: true, teacher: Self.kim, text: "swift")) == [0])
  }

  private func run(_ number: UInt64, held: UInt256, share: UInt256?, isOpen: Bool = false) throws -> Teaching.Run {
    Teaching.Run(
      number: number, price: nil, studentCount: 1, isOpen: isOpen, held: .klay(held),
      settlement: share.map {
        Settlement(
          lectureNumber: 0, run: number, teacher: Self.kim, owner: Self.lee, total: .klay($0 + 1), incentive: .zero,
          teacherShare: .klay($0), ownerShare: .klay(1), teacherPaid: false, ownerPaid: true)
      })
  }

  @Test("held and income are sums over all runs; a settlement that is not found makes the income unknown")
  func sums() throws {
    let lecture = try Self.lecture(0, "")
    func teaching(_ runs: [Teaching.Run], tellsIncome: Bool = true) -> Teaching {
      Teaching([Teaching.Entry(lecture: lecture, runs: runs)], tellsIncome: tellsIncome)
    }
    let known = teaching([
      try run(0, held: 0, share: 9), try run(1, held: 0, share: 18), try run(2, held: 20, share: nil, isOpen: true),
    ])
    #expect(known.held == .klay(20) && known.income == .klay(27))
    let unknown = teaching([try run(0, held: 0, share: nil), try run(1, held: 10, share: nil, isOpen: true)])
    #expect(unknown.held == .klay(10) && unknown.income == nil)
    #expect(teaching([try run(0, held: 5, share: nil, isOpen: true)], tellsIncome: false).income == nil)
    #expect(Teaching([]).held == .zero && Teaching([]).income == .zero)
  }
}
