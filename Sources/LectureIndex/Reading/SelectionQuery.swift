import Database
import LectureKit
import Primitives

/// The questions to the database that a selection of lectures makes.
struct SelectionQuery {
  /// Gives the number of all that it fits.
  let count: String
  /// Gives a part of them, by two further arguments: how many, and after how many.
  let rows: String
  /// The arguments of both.
  let arguments: [(any Storable)?]
  /// The parts that have to be in a title; empty for a selection without a text.
  private let beginnings: [Bytes]

  /// The most titles that a search looks at: beyond that it would take longer than a page may.
  static let mostMatches = 4_000

  init(_ selection: IndexSelection) {
    var conditions: [String] = []
    var arguments: [(any Storable)?] = []
    beginnings = TitleWords.beginnings(of: selection.text)
    if !beginnings.isEmpty {
      conditions.append("number IN (\(Self.matches(beginnings.count)))")
      arguments += Self.arguments(beginnings) + [Self.mostMatches]
    }
    if let teacher = selection.teacher {
      conditions.append("teacher = ?")
      arguments.append(teacher.bytes)
    }
    if selection.isOpenOnly { conditions.append("isOpen = 1") }
    if let price = selection.maximumPrice {
      conditions.append("price <= ?")
      arguments.append(UInt64(clamping: price.klay))
    }
    // A statement without an argument is not kept.
    if arguments.isEmpty {
      conditions.append("? = 0")
      arguments.append(0)
    }
    let fitting = "FROM lecture WHERE \(conditions.joined(separator: " AND "))"
    count = "SELECT count(1) \(fitting)"
    rows = "SELECT \(LectureRow.columns) \(fitting) ORDER BY \(Self.order(selection.order)) LIMIT ? OFFSET ?"
    self.arguments = arguments
  }

  /// The newest titles that have so many parts; two arguments for each part, and how many.
  private static func matches(_ count: Int) -> String {
    let part = "SELECT DISTINCT lecture FROM titleWord WHERE word >= ? AND word < ?"
    let all = [String](repeating: part, count: count).joined(separator: " INTERSECT ")
    return "SELECT lecture FROM (\(all)) AS found ORDER BY lecture DESC LIMIT ?"
  }

  /// The bounds of parts that begin as they have to: three bytes of a scalar are never 255.
  private static func arguments(_ beginnings: [Bytes]) -> [(any Storable)?] {
    beginnings.flatMap { [$0, $0 + [0xff]] }
  }

  /// Whether the text fits more titles than are looked at.
  func isCut(in db: Connection) throws -> Bool {
    guard !beginnings.isEmpty else { return false }
    let count = try db.value(
      "SELECT count(1) FROM (\(Self.matches(beginnings.count))) AS counted",
      Self.arguments(beginnings) + [Self.mostMatches + 1], as: Int.self)
    return (count ?? 0) > Self.mostMatches
  }

  private static func order(_ order: IndexSelection.Order) -> String {
    switch order {
    case .number: "number"
    case .newest: "number DESC"
    case .price: "price, number"
    case .rating: "average DESC, ratings DESC, number DESC"
    case .students: "students DESC, number DESC"
    }
  }
}
