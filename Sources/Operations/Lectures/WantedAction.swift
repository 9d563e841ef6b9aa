import LectureKit
import Primitives
import StrictJSON

/// An action at a lecture contract that somebody wants, as a value that a store can hold: what is done, and nothing of
/// prices or fees, which the chain has.
package enum WantedAction: Sendable, Hashable {
  /// Buying a lecture, by its number.
  case purchase(UInt256)
  /// Rating a lecture, by its number.
  case rating(UInt256, Scores)
  /// Taking back the payment for a lecture, by its number.
  case reclaim(UInt256)
  /// Withdrawing what waits for the account.
  case withdrawal
  /// Opening a new lecture.
  case opening(Price, title: String)
  /// Opening the next run of a lecture, by its number.
  case reopening(UInt256, Price)
  /// Settling a lecture, by its number; with a run, that one and no later.
  case settlement(UInt256, run: UInt64? = nil)

  /// The lecture that it is about; nil for none that there is already.
  package var lecture: UInt256? {
    switch self {
    case .purchase(let number), .rating(let number, _), .reclaim(let number), .reopening(let number, _),
      .settlement(let number, _):
      number
    case .withdrawal, .opening: nil
    }
  }

  /// The name of its kind, in a store and for programs.
  package var name: String {
    switch self {
    case .purchase: "purchase"
    case .rating: "rating"
    case .reclaim: "reclaim"
    case .withdrawal: "withdrawal"
    case .opening: "opening"
    case .reopening: "reopening"
    case .settlement: "settlement"
    }
  }

  // MARK: JSON

  /// The action with its arguments: `{"action": "rating", "lecture": "0", "scores": [100, 80, 34, 77, 99]}`.
  package var json: JSON {
    var members: [(String, JSON)] = [("action", .string(name))]
    if let lecture { members.append(("lecture", .string("\(lecture)"))) }
    switch self {
    case .rating(_, let scores): members.append(("scores", .array(scores.values.map { .number("\($0)") })))
    case .opening(let price, let title):
      members += [("price", .string("\(price.klay)")), ("title", .string(title))]
    case .reopening(_, let price): members.append(("price", .string("\(price.klay)")))
    case .settlement(_, let run?): members.append(("run", .string("\(run)")))
    case .purchase, .reclaim, .withdrawal, .settlement: break
    }
    return .object(JSONObject(members))
  }

  /// Reads an action.
  ///
  /// - Returns: Nil for what is none: a member is missing, of another type or out of its range.
  package init?(_ json: JSON) {
    guard case .object(let object) = json, case .string(let name)? = object["action"] else { return nil }
    func number(_ member: String) -> UInt256? {
      guard case .string(let text)? = object[member] else { return nil }
      return try? UInt256(parsing: text)
    }
    var lecture: UInt256? { number("lecture") }
    var price: Price? { number("price").flatMap { try? Price(klay: $0) } }
    switch name {
    case "withdrawal": self = .withdrawal
    case "purchase":
      guard let lecture else { return nil }
      self = .purchase(lecture)
    case "reclaim":
      guard let lecture else { return nil }
      self = .reclaim(lecture)
    case "settlement":
      guard let lecture else { return nil }
      guard let run = object["run"] else {
        self = .settlement(lecture)
        return
      }
      guard case .string(let text) = run, let number = UInt64(text) else { return nil }
      self = .settlement(lecture, run: number)
    case "rating":
      guard let lecture, case .array(let items)? = object["scores"] else { return nil }
      let values = items.compactMap { item -> Int? in
        guard case .number(let text) = item else { return nil }
        return Int(text)
      }
      guard values.count == items.count, let scores = try? Scores(values) else { return nil }
      self = .rating(lecture, scores)
    case "opening":
      guard let price, case .string(let title)? = object["title"] else { return nil }
      self = .opening(price, title: title)
    case "reopening":
      guard let lecture, let price else { return nil }
      self = .reopening(lecture, price)
    default: return nil
    }
  }
}

extension Planner {
  /// Plans an action that keys of this machine sign.
  ///
  /// - Throws: The errors of the action's own planning, as ``purchase(_:agreed:of:)`` has them.
  package func plan(_ action: WantedAction, of client: LectureClient) async throws -> Planned<Void> {
    switch action {
    case .purchase(let number): try await purchase(number, of: client).withoutOutcome
    case .rating(let number, let scores): try await rating(number, scores, of: client).withoutOutcome
    case .reclaim(let number): try await reclaim(number, of: client).withoutOutcome
    case .withdrawal: try await withdrawal(of: client).withoutOutcome
    case .opening(let price, let title): try await opening(at: price, title: title, of: client).withoutOutcome
    case .reopening(let number, let price): try await reopening(number, at: price, of: client).withoutOutcome
    case .settlement(let number, let run):
      try await settlement(LectureRun(number, run: run), of: client).withoutOutcome
    }
  }
}

extension Planned {
  /// The result for callers that do not look at the outcome.
  fileprivate var withoutOutcome: Planned<Void> {
    switch self {
    case .ready(let plan): .ready(plan.withoutOutcome)
    case .done: .done(())
    case .simulated(let outcome, let action, let warnings): .simulated(outcome, of: action, despite: warnings)
    case .unproven(let error): .unproven(error)
    }
  }
}
