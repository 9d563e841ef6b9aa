import LectureKit
import Primitives

/// The lectures that are asked for, and a part of them in an order.
package struct IndexSelection: Sendable, Hashable {
  /// An order of lectures.
  package enum Order: String, Sendable, Hashable, CaseIterable {
    /// By number, the first lecture first.
    case number
    /// The newest lecture first.
    case newest
    /// The cheapest first.
    case price
    /// The best rated first; those without a rating last.
    case rating
    /// The one with the most students of its present run first.
    case students
  }

  /// Words that all have to be in the title, in part or whole, in any script; empty for any title.
  package var text = ""
  /// The teacher; nil for any.
  package var teacher: Address?
  /// Whether the present run has to be open.
  package var isOpenOnly = false
  /// The highest price; nil for any.
  package var maximumPrice: Price?
  /// The order.
  package var order = Order.number
  /// The most lectures of the answer, up to ``longestPage``.
  package var limit = 50
  /// The number of lectures to pass over.
  package var offset = 0

  /// The most lectures of an answer.
  package static let longestPage = 200

  /// All lectures, the first fifty of them.
  package init() {}
}

/// A part of a list.
package struct IndexPage<Element: Sendable>: Sendable {
  /// The part.
  package let rows: [Element]
  /// The number of all.
  package let total: Int
  /// Whether there are more than were counted.
  package let isCut: Bool

  /// A part of so many.
  package init(_ rows: [Element], of total: Int, isCut: Bool = false) {
    (self.rows, self.total, self.isCut) = (rows, total, isCut)
  }

  /// A limit and an offset within what a list may be asked for.
  static func bounds(_ limit: Int, _ offset: Int) -> (limit: Int, offset: Int) {
    (min(max(0, limit), IndexSelection.longestPage), min(max(0, offset), 1 << 40))
  }
}
