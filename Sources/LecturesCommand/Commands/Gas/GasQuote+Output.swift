import GasPrices
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension GasQuote {
  /// The facts about the chain's gas price.
  func fields(at place: GasSource, in language: Language) -> Fields {
    var fields = Fields()
    fields.add(
      language[Label.network],
      StyledText(language[GasText.chain(place.network.name, place.chainID.description)]))
    fields.add(language[Label.block], StyledText("\(block)"))
    fields.add(
      language[GasText.baseFee],
      baseFee.map { StyledText(language[GasText.nextBlock(Self.price($0, place, language))], .strong) }
        ?? StyledText(language[GasText.noBaseFee]))
    fields.add(
      language[GasText.blobBaseFee],
      blobBaseFee.map { StyledText(language[GasText.nextBlock(Self.price($0, place, language))]) })
    if !fullness.isEmpty {
      let average = fullness.reduce(0, +) / Double(fullness.count)
      let last = GasQuote.percent(fullness.last ?? 0, language)
      fields.add(
        language[GasText.blocks],
        StyledText(language[GasText.fullness(GasQuote.percent(average, language), of: fullness.count, last: last)]))
    }
    fields.add(
      language[GasText.source],
      isUnverified
        ? StyledText(language[GasText.unverified], .warning)
        : StyledText(language[source == .oracle ? GasText.anOracle : GasText.node]))
    if let oracleProblem { fields.add(language[GasText.oracle], StyledText(oracleProblem, .warning)) }
    return fields
  }

  private static func price(_ wei: UInt256, _ place: GasSource, _ language: Language) -> String {
    "\(language.decimal(PriceText.gwei(wei))) \(place.unit)"
  }

  static func percent(_ share: Double, _ language: Language) -> String {
    language.percent("\(Int((min(1, max(0, share)) * 100).rounded()))")
  }

  /// Each speed with its price, and how often it was enough.
  func table(at place: GasSource, _ records: [SpeedRecord], in language: Language) -> Table {
    var columns: [Table.Column] = [
      .name(language[GasText.speedTitle]), .number(language[GasText.priceIn(place.unit)]),
      .number(language[GasText.tip], .detail), .number(language[GasText.atMost], .useful),
      .name(language[GasText.waits], .important),
    ]
    if !records.isEmpty { columns.append(.name(language[GasText.enough], .useful)) }
    var table = Table(columns)
    for tier in tiers {
      let record = records.first { $0.speed == tier.speed }
      let cells = [
        StyledText(language[GasText.speed(tier.speed)]),
        StyledText(language.decimal(PriceText.gwei(tier.price)), .strong),
        StyledText(language.decimal(PriceText.gwei(tier.tip))),
        StyledText(language.decimal(PriceText.gwei(tier.maximum))), StyledText(waiting(tier, in: language)),
      ]
      let enough = record.map { StyledText(language[GasText.enoughIn($0.percent, blocks: $0.blocks)]) } ?? ""
      table.add(cells: records.isEmpty ? cells : cells + [enough])
    }
    return table
  }

  /// The expected wait of a tier, in words, with whose estimate it is if an oracle's.
  func waiting(_ tier: GasTier, in language: Language) -> String {
    if let told = tier.toldWait { return language[GasText.toldWait(GasQuote.time(Double(told), language))] }
    guard let wait = tier.wait else { return language[GasText.unknownWait] }
    let blocks =
      wait.usual == wait.most ? "\(wait.usual)" : language[GasText.span("\(wait.usual)", "\(wait.most)")]
    let time = seconds(tier).map { usual, most in
      let (low, high) = (GasQuote.time(usual, language), GasQuote.time(most, language))
      return low == high ? low : language[GasText.span(low, high)]
    }
    return language[GasText.wait(blocks, most: wait.most, time: time)]
  }

  private static func time(_ seconds: Double, _ language: Language) -> String {
    guard seconds < 120 else {
      return language[GasText.minutes(Int(clamping: Int64((seconds / 60).rounded(.down))))]
    }
    let number = seconds < 10 ? "\((seconds * 10).rounded() / 10)" : "\(Int(seconds))"
    return language[GasText.seconds(language.decimal(number))]
  }

  /// A table of the cost of actions at each speed.
  func table(of actions: [UsualAction], at place: GasSource, in language: Language) -> Table {
    var table = Table(
      .name(language[GasText.actionTitle]), .number(language[GasText.units], .detail),
      .number(language[GasText.heading(.slow)], .useful), .number(language[GasText.heading(.standard)]),
      .number(language[GasText.heading(.fast)], .useful))
    for action in actions {
      table.add(
        cells: [StyledText(language[ActionName.named(action)]), StyledText("\(action.gas)")]
          + tiers.map { tier in
            guard let cost = action.cost(at: tier.price) else { return StyledText(language[GasText.tooMuch]) }
            let coin = StyledText(place.network.roundedText(cost, in: language))
            return (place.valuation?.text(cost)).map { coin + StyledText(" = \($0)", .strong) } ?? coin
          })
    }
    return table
  }

  /// The quote for scripts; prices are strings in wei.
  func json(at place: GasSource, actions: [UsualAction] = [], records: [SpeedRecord] = []) -> JSON {
    var object: JSONObject = [
      "network": .string(place.network.name), "chainId": .string(place.chainID.description),
      "source": .string(source.rawValue), "block": .integer(block), "baseFee": .text(baseFee),
      "blobBaseFee": .text(blobBaseFee),
      "fullness": .array(fullness.map { .number("\($0)") }),
      "blockTime": blockTime.map { .number("\($0)") } ?? .null,
      "oracleProblem": .text(oracleProblem), "unverified": .bool(isUnverified),
      "tiers": .array(
        tiers.map { tier in
          let record = records.first { $0.speed == tier.speed }
          return [
            "speed": .string(tier.speed.rawValue), "price": .text(tier.price), "tip": .text(tier.tip),
            "maximum": .text(tier.maximum), "gasPrice": .text(tier.gasPrice),
            "waitBlocks": .integer(tier.wait?.usual), "waitBlocksMost": .integer(tier.wait?.most),
            "waitSeconds": .integer(tier.toldWait), "within": .integer(record?.within),
            "enough": .integer(record?.enough), "measured": .integer(record?.blocks),
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
