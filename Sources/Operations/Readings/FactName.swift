import Primitives
import StrictJSON

/// The name of a fact in words: its kind, and the lecture, the run, the account or the token that it is of.
public struct FactName: Sendable, Hashable {
  /// The kind; nil for one that has no word.
  package var kind: FactKind?
  /// The place in the output of `--json`, as in `lectures[0].price`: items of lists by the lecture's number or the account.
  package private(set) var place = ""
  package private(set) var lecture: String?
  package private(set) var run: String?
  package private(set) var account: String?
  package private(set) var token: String?

  /// The name of a member of what this names.
  func member(_ name: String) -> FactName {
    var named = self
    named.place = place.isEmpty ? name : "\(place).\(name)"
    named.kind = FactKind(rawValue: name)
    // Facts of the lecture itself are of no run.
    if name == "lecture" { named.run = nil }
    return named
  }

  /// The name of an item of a list that this names, by its place among the others where it has no name of its own.
  func item(_ item: JSON, at index: Int) -> FactName {
    var named = self
    let (number, run) = (Self.number(item), item["run"])
    if let number { named.lecture = number }
    var key = number
    if case .number(let run)? = run, item["number"] == nil {
      named.run = run
      if let number, item["lecture"]?["number"] != nil { key = "\(number), \(run)" }
    }
    if let address = item["address"]?.string {
      named.account = item["name"]?.string.map { TerminalSafe.escape($0, limit: .max, keepsJoiners: true) } ?? address
      key = key ?? address
    } else if let address = item["token"]?.string {
      named.token = address
      key = key ?? address
    }
    named.place = "\(place)[\(key ?? "\(index)")]"
    return named
  }

  /// The name of the lecture that an object is, where it is one.
  func naming(_ object: JSON) -> FactName {
    guard lecture == nil, case .number(let number)? = object["number"] else { return self }
    var named = self
    named.lecture = number
    return named
  }

  private static func number(_ item: JSON) -> String? {
    let told = item["number"] ?? item["lecture"]?["number"] ?? item["lecture"]
    return if case .number(let number)? = told { number } else { nil }
  }
}
