import Primitives

/// A rating: five scores from 0 to 100.
public struct Scores: Sendable, Hashable {
  /// The questions, in the order of the contract's arguments.
  public static let questions = ["preparation", "content", "proceeding", "communication", "satisfaction"]
  /// The highest score.
  public static let maximum = 100

  /// For how well it was prepared, 0 to 100.
  public let preparation: Int
  /// For its content, 0 to 100.
  public let content: Int
  /// For how it proceeded, 0 to 100.
  public let proceeding: Int
  /// For the communication in it, 0 to 100.
  public let communication: Int
  /// For how satisfied the student is, 0 to 100.
  public let satisfaction: Int

  /// - Throws: `LectureError` `.invalidScores` unless there are five, each 0…100.
  public init(_ values: [Int]) throws(LectureError) {
    guard values.count == Self.questions.count else {
      throw LectureError(
        .invalidScores,
        "\(values.count) \(values.count == 1 ? "score was" : "scores were") given; a rating has \(Self.questions.count).",
        reason: "They are \(Self.questions.joined(separator: ", ")).", facts: .scoreCount(values.count))
    }
    for (index, (question, value)) in zip(Self.questions, values).enumerated()
    where !(0...Self.maximum).contains(value) {
      throw LectureError(
        .invalidScores, "The score \(value) for \(question) is out of range.",
        reason: "A score is a whole number from 0 to \(Self.maximum).",
        advice: "Give each score within 0…\(Self.maximum).", facts: .score(value, question: index))
    }
    (preparation, content, proceeding) = (values[0], values[1], values[2])
    (communication, satisfaction) = (values[3], values[4])
  }

  /// - Parameter text: Five numbers with commas between: `100,80,34,77,99`.
  public init(parsing text: String) throws(LectureError) {
    var values: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.filter { $0 != " " }
      guard !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2d }), let value = Int(word)
      else {
        let shown = part.unicodeScalars.prefix(20).map { $0.value < 0x20 ? "?" : String($0) }.joined()
        throw LectureError(
          .invalidScores, "‘\(shown)\(part.unicodeScalars.count > 20 ? "…" : "")’ is not a score.",
          reason: "A score is a whole number from 0 to \(Self.maximum).")
      }
      values.append(value)
    }
    try self.init(values)
  }

  /// The scores that a call of `evaluateLecture` gives; every generation of the contract has them in the same places.
  ///
  /// - Parameter calldata: The call, as it was sent. Nil if it is none that could be.
  public init?(calldata: Bytes) {
    guard calldata.count == 4 + 6 * 32 else { return nil }
    let words = stride(from: 36, to: calldata.count, by: 32).map { try? UInt256(bigEndian: calldata[$0..<$0 + 32]) }
    guard let scores = try? Scores(words.compactMap { $0.flatMap(Int.init(exactly:)) }) else { return nil }
    self = scores
  }

  /// The five in the order of ``questions``.
  public var values: [Int] { [preparation, content, proceeding, communication, satisfaction] }
}

/// The sum of all ratings of a lecture, over all its runs.
public struct EvaluationPoints: Sendable, Hashable {
  /// The number of ratings.
  public let count: UInt256
  /// The sums, in the order of ``Scores/questions``.
  public let sums: [UInt256]

  /// The points as a contract has them; nothing is checked.
  public init(count: UInt256, sums: [UInt256]) {
    self.count = count
    self.sums = sums
  }

  /// The average as the contracts have it: all scores over all ratings times five, rounded down; nil without a rating.
  public var average: UInt256? {
    guard count > 0 else { return nil }
    // The old contracts have no highest score: five sums can be more than 256 bits hold, their fifth cannot.
    var (high, low): (UInt256, UInt256) = (0, 0)
    for sum in sums.prefix(Scores.questions.count) {
      let (next, carries) = low.addingReportingOverflow(sum)
      (high, low) = (carries ? high + 1 : high, next)
    }
    return UInt256(Scores.questions.count).dividingFullWidth((high, low)).quotient / count
  }

  /// The stars of an average, rounded to the nearest: 100 → 5, 78 → 4, 50 → 3, 49 → 2, 9 → 0.
  public static func stars(average: UInt256) -> Int { Int((min(average, 100) + 10) / 20) }
}
