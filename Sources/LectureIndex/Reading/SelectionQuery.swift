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
  /// The question to the full-text index; nil for a selection without a text.
  private let question: String?

  /// The most titles that a search looks at: beyond that it would take longer than a page may.
  static let mostMatches = 4_000

  init(_ selection: IndexSelection) {
    var conditions: [String] = []
    var arguments: [(any Storable)?] = []
    question = TitleWords.question(of: selection.text)
    if let question {
      conditions.append("number IN (\(Self.matches))")
      arguments += [question, Self.mostMatches]
    }
    if let teacher = selection.teacher {
      conditions.append("teacher = ?")
      arguments.append(teacher.bytes)
    }
    if selection.isOpenOnly { conditions.append("isOpen") }
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

  /// The newest titles that a text fits; two arguments: the text, and how many.
  private static let matches =
    "SELECT rowid FROM titleSearch WHERE titleSearch MATCH ? ORDER BY rowid DESC LIMIT ?"

  /// Whether the text fits more titles than are looked at.
  func isCut(in db: Connection) throws -> Bool {
    guard let question else { return false }
    let count = try db.value(
      "SELECT count(1) FROM (\(Self.matches))", [question, Self.mostMatches + 1], as: Int.self)
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
