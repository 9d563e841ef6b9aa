import ChainIndex
import Database
import LectureKit
import Primitives
import Testing

@testable import LectureIndex

@Suite("The search for lectures")
struct SearchTests {
  private static let titles = [
    "Swift 입문", "수학의 정석", "Історія України", "C++ \"NEAR\" * 101", "a\u{0}b", "", "ÄÖÜ für alle",
    "100% '; DROP TABLE lecture; --",
  ]

  private func index() async throws -> Indexing {
    let index = try await Indexing(ModelMarket(1))
    try await index.store.write(index.lease) { db in
      for (number, title) in Self.titles.enumerated() {
        let number = UInt64(number)
        var row = LectureRow(
          number: number, id: Hash32(UInt256(number + 1)), teacher: ModelWorld.account(number % 2), price: 10 - number,
          block: 1, time: 1)
        (row.title, row.students, row.isOpen) = (title, number, number % 3 != 0)
        (row.ratings, row.sums) = (number % 2, [UInt64](repeating: number % 2 * number * 10, count: 5))
        try row.save(in: db)
        try row.addTitle(in: db)
      }
    }
    return index
  }

  @Test(
    "finds parts of words in any script",
    arguments: [
      ("수학", [1]), ("정", [1]), ("입문 swift", [0]), ("країн", [2]), ("ІСТОР", [2]), ("ї", [2]), ("für", [6]),
      ("FU", []), ("äö", [6]), ("c++", [3]), ("\"near\"", [3]), ("NEAR", [3]), ("*", [3]), ("'; drop", [7]),
      ("% OR number", []), ("a\u{0}b", [4, 7]), ("   ", [0, 1, 2, 3, 4, 5, 6, 7]), ("title: NOT (", []),
      ("\u{1112}\u{1161}\u{11A8}", [1]), ("swi\u{200B}ft", [0]),
    ] as [(String, [UInt64])])
  func finds(text: String, numbers: [UInt64]) async throws {
    let index = try await index()
    let page = try await index.read { view in
      var selection = IndexSelection()
      selection.text = text
      return try view.lectures(selection)
    }
    #expect(page.rows.map(\.number) == numbers.map { UInt256($0) } && page.total == numbers.count)
  }

  @Test("takes searches of any length and keeps lists within bounds")
  func bounds() async throws {
    let index = try await index()
    let texts = [
      (String(repeating: "수", count: 100_000), 0), (String(repeating: "a ", count: 50_000), 4),
      ("\u{FFFF}\u{10FFFF}", 0),
    ]
    for (text, count) in texts {
      let page = try await index.read { view in
        var selection = IndexSelection()
        selection.text = text
        return try view.lectures(selection)
      }
      #expect(page.total == count)
    }
    for (limit, offset, count) in [(-1, 0, 0), (3, 6, 2), (3, .max, 0), (.max, -5, 8), (0, 0, 0)] {
      let page = try await index.read { view in
        var selection = IndexSelection()
        (selection.limit, selection.offset) = (limit, offset)
        return try view.lectures(selection)
      }
      #expect(page.rows.count == count && page.total == 8)
    }
  }

  @Test("sorts and filters as it is asked to")
  func sorts() async throws {
    let index = try await index()
    func numbers(_ change: @escaping @Sendable (inout IndexSelection) -> Void) async throws -> [UInt64] {
      try await index.read { view in
        var selection = IndexSelection()
        change(&selection)
        return try view.lectures(selection).rows.compactMap { UInt64(exactly: $0.number) }
      }
    }
    #expect(try await numbers { $0.order = .newest } == [7, 6, 5, 4, 3, 2, 1, 0])
    #expect(try await numbers { $0.order = .price } == [7, 6, 5, 4, 3, 2, 1, 0])
    #expect(try await numbers { $0.order = .rating }.prefix(4) == [7, 5, 3, 1])
    #expect(try await numbers { $0.order = .students }.first == 7)
    #expect(try await numbers { $0.isOpenOnly = true } == [1, 2, 4, 5, 7])
    #expect(try await numbers { $0.teacher = ModelWorld.account(1) } == [1, 3, 5, 7])
    let five = try Price(klay: 5)
    #expect(try await numbers { $0.maximumPrice = five } == [5, 6, 7])
  }

  @Test("looks at the newest of very many titles that fit, and says that there are more")
  func cut() async throws {
    let index = try await Indexing(ModelMarket(1))
    let most = SelectionQuery.mostMatches
    try await index.store.write(index.lease) { db in
      for number in 0..<UInt64(most + 1) {
        var row = LectureRow(
          number: number, id: Hash32(UInt256(number + 1)), teacher: .zero, price: 1, block: 1, time: 1)
        row.title = number == 0 ? "first of all" : "all"
        try row.save(in: db)
        try row.addTitle(in: db)
      }
    }
    func page(_ text: String) async throws -> IndexPage<Lecture> {
      try await index.read { view in
        var selection = IndexSelection()
        selection.text = text
        return try view.lectures(selection)
      }
    }
    let (all, first) = (try await page("all"), try await page("first"))
    #expect(all.total == most && all.isCut && all.rows.first?.number == 1)
    #expect(first.total == 1 && !first.isCut && first.rows.first?.number == 0)
  }

  @Test("finds the first lecture of a look where that is another teacher's, and not by what people type")
  func copies() async throws {
    let index = try await Indexing(ModelMarket(1))
    let titles = [("Swift", 0), ("Swіft", 1), ("swift!", 0), ("SWIFT", 2), ("", 1), ("", 2), ("Rust", 1)]
    try await index.store.write(index.lease) { db in
      for (number, (title, teacher)) in titles.enumerated() {
        var row = LectureRow(
          number: UInt64(number), id: Hash32(UInt256(number + 1)), teacher: ModelWorld.account(UInt64(teacher)),
          price: 1,
          block: 1, time: 1)
        row.title = title
        try row.save(in: db)
        try row.addTitle(in: db)
      }
    }
    func copies() async throws -> [UInt256: UInt256] {
      try await index.read { view in try view.copies(among: try view.lectures()) }
    }
    let all = try await copies()
    #expect(all == [1: 0, 3: 0])
    let found = try await index.read { view in
      var selection = IndexSelection()
      selection.text = "\u{10FFFF}swift"
      return try view.lectures(selection).total
    }
    #expect(found == 0)
    try await index.store.write(index.lease) { db in
      for row in try db.rows("SELECT \(LectureRow.columns) FROM lecture WHERE number < ?", [3]) {
        let row = try LectureRow(row)
        try row.removeTitle(in: db)
        try db.execute("DELETE FROM lecture WHERE number = ?", [row.number])
      }
    }
    let left = try await copies()
    #expect(left.isEmpty)
  }

  @Test("weeks begin on Monday")
  func weeks() {
    // 2023-11-14 was a Tuesday, the Monday before it 1699833600.
    #expect(IncomeWeek.start(of: 1_699_920_000) == 1_699_833_600)
    #expect(IncomeWeek.start(of: 1_699_833_600) == 1_699_833_600)
    #expect(IncomeWeek.start(of: 1_699_833_599) == 1_699_228_800)
  }
}
