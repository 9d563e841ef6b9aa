import LectureKit
import NodeRPC
import Primitives
import StrictJSON

/// A fact that endpoints tell in several ways, by its place among the facts that were read.
public struct DisputedFact: Sendable, Hashable {
  /// The place, as in `lectures[0].price`; items of lists by the number of the lecture or by the account.
  public let name: String
  /// The values that are told; a dash where there is none.
  public let answers: [ToldAnswer<String>]
  /// The value that enough endpoints tell; nil where too few do.
  public let agreed: String?

  /// The facts on which answers differ.
  ///
  /// - Parameter agreed: The answer that is agreed on, if one is.
  package static func among(_ answers: [ToldAnswer<JSON>], agreed: ToldAnswer<JSON>?) -> [DisputedFact] {
    let told = answers.map { (facts: Dictionary(leaves(of: $0.value, "")) { $1 }, tellers: $0.tellers) }
    var seen: Set<String> = []
    let names = answers.flatMap { leaves(of: $0.value, "") }.map(\.0).filter { seen.insert($0).inserted }
    let agreedFacts = agreed.map { Dictionary(leaves(of: $0.value, "")) { $1 } }
    return names.compactMap { name in
      var (order, tellers): ([String], [String: Set<Endpoint>]) = ([], [:])
      for answer in told {
        let value = answer.facts[name] ?? "–"
        if tellers[value] == nil { order.append(value) }
        tellers[value, default: []].formUnion(answer.tellers)
      }
      guard order.count > 1 else { return nil }
      return DisputedFact(
        name: name, answers: order.map { ToldAnswer($0, by: tellers[$0] ?? []) },
        agreed: agreedFacts.map { $0[name] ?? "–" })
    }
  }

  /// The values in JSON that have no parts, each with its place.
  private static func leaves(of json: JSON, _ place: String) -> [(String, String)] {
    switch json {
    case .object(let members):
      members.flatMap { leaves(of: $0.value, place.isEmpty ? $0.key : "\(place).\($0.key)") }
    case .array(let items):
      items.enumerated().flatMap { leaves(of: $1, "\(place)[\(key(of: $1) ?? "\($0)")]") }
    case .null: [(place, "–")]
    case .bool(let value): [(place, "\(value)")]
    case .number(let text): [(place, text)]
    case .string(let text): [(place, TerminalSafe.escape(text, limit: .max, keepsJoiners: true))]
    }
  }

  /// The name of an item, whatever its place in the list.
  private static func key(of item: JSON) -> String? {
    let lecture = item["number"] ?? item["lecture"]?["number"] ?? item["lecture"]
    if case .number(let number)? = lecture {
      if item["lecture"]?["number"] != nil, case .number(let run)? = item["run"] { return "\(number), \(run)" }
      return number
    }
    return item["address"]?.string ?? item["token"]?.string
  }
}
