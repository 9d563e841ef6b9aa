import ContractClient
import LectureKit
import Outbox
import Primitives
import Sending

/// A line of a CSV file, read: the action that it asks for.
public struct BatchRow: Sendable, Hashable {
  /// The line in its file, from 1: it tells rows apart.
  public let line: Int
  /// The action that the row asks for.
  public let action: BatchAction

  /// A row of a file.
  public init(line: Int, action: BatchAction) { (self.line, self.action) = (line, action) }
}

/// The action that a row of a batch asks for.
public enum BatchAction: Sendable, Hashable {
  /// Opening a lecture; its title tells whether that is done.
  case create(Price, title: String)
  /// Settling a run of a lecture.
  case settle(LectureRun)
  /// Rating a run of a lecture.
  case evaluate(LectureRun, Scores)

  /// The action in a few words.
  ///
  /// - Parameter unit: The unit of the chain's money.
  public func title(in unit: Amount.Unit) -> String {
    switch self {
    case .create(let price, let title): "create ‘\(title)’ at \(price.text(in: unit))"
    case .settle(let lecture): "settle lecture \(lecture)"
    case .evaluate(let lecture, let scores):
      "rate lecture \(lecture) with \(scores.values.map(String.init).joined(separator: ","))"
    }
  }

  /// The action that the chain can carry out only once: two rows with the same one are a mistake.
  public var once: String {
    switch self {
    case .create(_, let title): "create \(title)"
    case .settle(let lecture): "settle \(lecture)"
    case .evaluate(let lecture, _): "evaluate \(lecture)"
    }
  }

  /// The number of the lecture that it is about; nil for one that it opens.
  var lecture: UInt256? {
    switch self {
    case .create: nil
    case .settle(let lecture), .evaluate(let lecture, _): lecture.number
    }
  }

  /// The call, neither tried nor priced.
  func call(_ client: LectureClient) -> ContractCall<Void> {
    switch self {
    case .create(let price, let title): client.creation(price: price, title: title)
    case .settle(let lecture): client.market.acceptAdmin(lectureNumber: lecture.number)
    case .evaluate(let lecture, let scores): client.evaluation(lecture.number, scores: scores)
    }
  }

  func plan(_ client: LectureClient, _ account: Address, _ options: SendOptions) async throws -> PlannedCall {
    switch self {
    case .create(let price, let title):
      // A title is a lecture's name in a batch: an interrupted row is completed, not sent twice.
      try await client.planCreate(price: price, title: title, from: account, options: options)
        .once(IntentKey("create \(client.market.address.lowercaseHex) \(title)"))
    case .settle(let lecture): try await client.planSettlement(lecture.number, from: account, options: options)
    case .evaluate(let lecture, let scores):
      try await client.planEvaluation(lecture.number, scores: scores, from: account, options: options)
    }
  }
}

/// A lecture, and the run of it that a row means if it says so.
public struct LectureRun: Sendable, Hashable, CustomStringConvertible {
  /// The lecture's number.
  public let number: UInt256
  /// From 0; nil for whichever it is in.
  public let run: UInt64?

  /// A run of a lecture; without one, whichever it is in.
  public init(_ number: UInt256, run: UInt64? = nil) { (self.number, self.run) = (number, run) }

  /// The lecture's number, and its run's after a stroke where one is meant.
  public var description: String { run.map { "\(number)/\($0)" } ?? "\(number)" }
}
