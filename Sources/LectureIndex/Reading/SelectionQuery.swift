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

  init(_ selection: IndexSelection) {
    var conditions: [String] = []
    var arguments: [(any Storable)?] = []
    if let question = TitleWords.question(of: selection.text) {
      conditions.append("number IN (SELECT rowid FROM titleSearch WHERE titleSearch MATCH ?)")
      arguments.append(question)
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
      conditions.append("number >= ?")
      arguments.append(0)
    }
    let fitting = "FROM lecture WHERE \(conditions.joined(separator: " AND "))"
    count = "SELECT count(1) \(fitting)"
    rows = "SELECT \(LectureRow.columns) \(fitting) ORDER BY \(Self.order(selection.order)) LIMIT ? OFFSET ?"
    self.arguments = arguments
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
