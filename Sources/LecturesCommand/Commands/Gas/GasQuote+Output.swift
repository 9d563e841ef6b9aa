import GasPrices
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension GasQuote {
  /// The facts about the chain's gas price.
  func fields(at place: GasPlace) -> Fields {
    var fields: Fields = [
      "Network": StyledText("\(place.network.name), chain \(place.chainID)"), "Block": StyledText("\(block)"),
    ]
    fields.add(
      "Base fee", baseFee.map { StyledText("\(PriceText.gwei($0)) \(place.unit) in the next block", .strong) } ?? "none"
    )
    if !fullness.isEmpty {
      let average = fullness.reduce(0, +) / Double(fullness.count)
      fields.add(
        "Blocks",
        StyledText(
          "\(GasQuote.percent(average)) full on the average of \(fullness.count), the last \(GasQuote.percent(fullness.last ?? 0))"
        ))
    }
    fields.add("Source", source == .oracle ? "a gas oracle" : "the node")
    if let oracleProblem { fields.add("Oracle", StyledText(oracleProblem, .warning)) }
    return fields
  }

  static func percent(_ share: Double) -> String { "\(Int((min(1, max(0, share)) * 100).rounded())) %" }

  /// Each speed with its price.
  func table(at place: GasPlace) -> Table {
    var table = Table(
      .name("Speed"), .number("Price in \(place.unit)"), .number("Tip", .detail), .number("At most", .useful),
      .name("Waits", .important))
    for tier in tiers {
      table.add(
        StyledText(tier.speed.rawValue), StyledText(PriceText.gwei(tier.price), .strong),
        StyledText(PriceText.gwei(tier.tip)), StyledText(PriceText.gwei(tier.maximum)), StyledText(waiting(tier)))
    }
    return table
  }

  /// The expected wait of a tier, in words.
  func waiting(_ tier: GasTier) -> String {
    guard let wait = tier.wait else { return "not known" }
    let blocks = wait.usual == wait.most ? "\(wait.usual)" : "\(wait.usual) to \(wait.most)"
    let counted = "\(blocks) block\(wait.most == 1 ? "" : "s")"
    guard let (usual, most) = seconds(tier) else { return counted }
    let (low, high) = (GasQuote.time(usual), GasQuote.time(most))
    return "\(counted), \(low == high ? low : "\(low) to \(high)")"
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 10
      ? "\((seconds * 10).rounded() / 10) s" : seconds < 120 ? "\(Int(seconds)) s" : "\(Int(seconds / 60)) min"
  }

  /// A table of the cost of actions at each speed.
  func table(of actions: [UsualAction], at place: GasPlace) -> Table {
    var table = Table(
      .name("Action"), .number("Gas", .detail), .number("Slow", .useful), .number("Standard"), .number("Fast", .useful))
    for action in actions {
      table.add(
        cells: [StyledText(action.name), StyledText("\(action.gas)")]
          + tiers.map { tier in
            guard let cost = action.cost(at: tier.price) else { return "too much" }
            let coin = StyledText(place.network.roundedText(cost))
            return (place.valuation?.text(cost)).map { coin + StyledText(" = \($0)", .strong) } ?? coin
          })
    }
    return table
  }

  /// The quote for scripts; prices are strings in wei.
  func json(at place: GasPlace, actions: [UsualAction] = []) -> JSON {
    var object: JSONObject = [
      "network": .string(place.network.name), "chainId": .string(place.chainID.description),
      "source": .string(source.rawValue), "block": .integer(block), "baseFee": .text(baseFee),
      "fullness": .array(fullness.map { .number("\($0)") }),
      "blockTime": blockTime.map { .number("\($0)") } ?? .null,
      "oracleProblem": .text(oracleProblem),
      "tiers": .array(
        tiers.map { tier in
          [
            "speed": .string(tier.speed.rawValue), "price": .text(tier.price), "tip": .text(tier.tip),
            "maximum": .text(tier.maximum), "gasPrice": .text(tier.gasPrice),
            "waitBlocks": .integer(tier.wait?.usual), "waitBlocksMost": .integer(tier.wait?.most),
          ]
        }),
    ]
    if !actions.isEmpty {
      object["fiatRate"] = place.valuation?.rate.json ?? .null
      object["actions"] = .array(
        actions.map { action in
          [
            "name": .string(action.name), "gas": .integer(action.gas), "origin": .string(action.origin.rawValue),
            "costs": .array(
              tiers.map { tier -> JSON in
                guard let cost = action.cost(at: tier.price) else { return .null }
                return [
                  "speed": .string(tier.speed.rawValue), "amount": .amount(cost, on: place.network),
                  "fiat": .text(place.valuation?.text(cost)),
                ]
              }),
          ]
        })
    }
    return .object(object)
  }
}
