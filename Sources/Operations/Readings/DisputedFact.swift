import LectureKit
import NodeRPC
import StrictJSON

/// A fact that endpoints tell in several ways.
public struct DisputedFact: Sendable, Hashable {
  /// Its name.
  public let name: FactName
  /// The places in the output of `--json` that have it: of an amount both its forms.
  public let places: [String]
  /// The values that are reported.
  public let answers: [EndpointAnswer<FactValue>]
  /// The value that enough endpoints tell; nil where too few do.
  public let agreed: FactValue?

  /// The facts on which answers differ. An answer that is an error contradicts the others by that alone.
  ///
  /// - Parameters:
  ///   - agreed: The answer that is agreed on, if one is.
  ///   - symbol: The symbol of the coin that prices are in.
  package static func among(
    _ answers: [EndpointAnswer<JSON>], agreed: EndpointAnswer<JSON>?, coin symbol: String
  ) -> [DisputedFact] {
    let leaves = answers.map { DisputedFact.leaves(of: $0.value, FactName(), coin: symbol) }
    let told = zip(answers, leaves).map { (Dictionary($1.map { ($0.name.place, $0) }) { $1 }, $0.agreeingEndpoints) }
    let agreedFacts = agreed.map { DisputedFact.leaves(of: $0.value, FactName(), coin: symbol) }
    var seen: Set<String> = []
    return leaves.joined().filter { seen.insert($0.name.place).inserted }.compactMap { leaf in
      let place = leaf.name.place
      let speakers = told.filter { facts, _ in facts[place] != nil || facts[errorPlace] == nil || place == errorPlace }
      var (order, agreeingEndpoints): ([FactValue], [FactValue: Set<Endpoint>]) = ([], [:])
      for (facts, speaker) in speakers {
        let value = facts[place]?.value ?? .absent
        if agreeingEndpoints[value] == nil { order.append(value) }
        agreeingEndpoints[value, default: []].formUnion(speaker)
      }
      guard order.count > 1 else { return nil }
      let places = told.compactMap { $0.0[place]?.places }.max { $0.count < $1.count }
      return DisputedFact(
        name: leaf.name, places: places ?? leaf.places,
        answers: order.map { EndpointAnswer($0, by: agreeingEndpoints[$0] ?? []) },
        agreed: agreedFacts.map { facts in facts.first { $0.name.place == place }?.value ?? .absent })
    }
  }

  /// The place of the words of an error, in the place of all that is read.
  private static let errorPlace = FactKind.error.rawValue

  /// A fact of an answer.
  private struct Leaf {
    /// Its name.
    public let name: FactName
    let places: [String]
    let value: FactValue

    init(_ name: FactName, _ value: FactValue, at places: [String]? = nil) {
      (self.name, self.value, self.places) = (name, value, places ?? [name.place])
    }
  }

  /// The facts in JSON, each with its name: an amount is one, whatever its members.
  private static func leaves(of json: JSON, _ name: FactName, coin symbol: String) -> [Leaf] {
    switch json {
    case .object(let members):
      func amount(_ name: FactName, in units: FactName, _ value: FactName) -> [Leaf] {
        let number = members["value"]?.string
        return [
          Leaf(
            name, number.map { .amount($0, symbol: members["symbol"]?.string ?? "") } ?? .absent,
            at: [units.place, value.place])
        ]
      }
      let value = name.member("value")
      if members["wei"] != nil { return amount(name, in: name.member("wei"), value) }
      let named = name.naming(json)
      return members.flatMap { key, part in
        switch key {
        case "units": amount(named.member(key), in: named.member(key), value)
        case "value" where members["units"] != nil: [Leaf]()
        default: leaves(of: part, named.member(key), coin: symbol)
        }
      }
    case .array(let items):
      return items.enumerated().flatMap { leaves(of: $1, name.item($1, at: $0), coin: symbol) }
    case .number(let text) where name.kind == .price: return [Leaf(name, .amount(text, symbol: symbol))]
    default: return [Leaf(name, FactValue(json))]
    }
  }
}
