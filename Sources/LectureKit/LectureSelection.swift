import Primitives

/// A choice among lectures, and the order in which they are shown.
public struct LectureSelection: Sendable, Hashable {
  /// An order of lectures. Of equal ones the lower number comes first; what a contract does not tell comes last.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// By number, the first that was opened first.
    case number
    /// By price, the cheapest first.
    case price
    /// By average, the best first.
    case rating
    /// By students of the present run, the most first.
    case students
  }

  /// Whether lectures that are known to be settled are left out.
  public var isOpenOnly: Bool
  /// The teacher whose lectures are wanted; nil for everybody's.
  public var teacher: Address?
  /// The words that a title has to have, whatever their case and order; nil for any title.
  public var text: String?
  /// The order of what is left.
  public var order: Order

  /// A choice; as it stands, of all lectures by their numbers.
  public init(isOpenOnly: Bool = false, teacher: Address? = nil, text: String? = nil, order: Order = .number) {
    (self.isOpenOnly, self.teacher, self.text, self.order) = (isOpenOnly, teacher, text, order)
  }

  /// The chosen ones of some lectures, in order.
  public func chosen(of lectures: [Lecture]) -> [Lecture] {
    let words = (text ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    return lectures.filter { lecture in
      if isOpenOnly, lecture.isOpen == false { return false }
      if let teacher, lecture.teacher != teacher { return false }
      let title = lecture.title.lowercased()
      return words.allSatisfy { title.contains($0) }
    }
    .sorted { left, right in
      switch order {
      case .number: left.number < right.number
      case .price: before(left, right, left.price?.klay, right.price?.klay, <)
      case .rating: before(left, right, left.points.average, right.points.average, >)
      case .students: before(left, right, left.studentCount, right.studentCount, >)
      }
    }
  }

  private func before(
    _ left: Lecture, _ right: Lecture, _ first: UInt256?, _ second: UInt256?, _ precedes: (UInt256, UInt256) -> Bool
  ) -> Bool {
    switch (first, second) {
    case (let first?, let second?) where first != second: precedes(first, second)
    case (_?, nil): true
    case (nil, _?): false
    default: left.number < right.number
    }
  }
}
