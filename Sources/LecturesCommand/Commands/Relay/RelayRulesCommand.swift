import ArgumentParser
import Localization
import Operations
import Primitives
import Relay
import StrictJSON
import Terminal

/// `lectures relay rules`: prints an example and the meaning of its members.
struct RelayRulesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "rules", "Print or check the rules of a relay.",
    examples: ["lectures relay rules >rules.json": "", "lectures relay rules --check rules.json": ""],
    after: "The members of the file; a file with others is refused:\n"
      + RelayRules.format.map { "\($0.name): \($0.meaning)." }.joined(separator: "\n"))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var options: RulesOptions

  func run(in context: CommandContext) async throws -> Report {
    try options.report(example: RelayRules.example, in: context.language) {
      let rules = try RelayRules(parsing: $0)
      return (
        [("chainId", .string(rules.chainID.description)), ("pairs", .integer(rules.pairs.count))],
        rules.fields(in: context.language)
      )
    }
  }
}

extension RelayRules {
  /// The rules for people, in short.
  func fields(in language: Language) -> Fields {
    func name(_ text: RulesText) -> String { language[text].plain }
    var fields: Fields = [name(.chain): "\(chainID)"]
    fields.add(name(.version(1)), exchangeV1.map { StyledText($0.checksummed) })
    fields.add(name(.version(4)), exchangeV4.map { StyledText($0.checksummed) })
    fields.add(name(.feesGoTo), feeRecipient == .zero ? nil : StyledText(feeRecipient.checksummed))
    for pair in pairs {
      fields.add(name(.pair), language[RulesText.tokens("\(pair.tokenA.token)", "\(pair.tokenB.token)")])
    }
    if anyPair { fields.add(name(.pairs), language[RulesText.anyPair]) }
    fields.add(name(.blockedMakers), blockedMakers.isEmpty ? nil : "\(blockedMakers.count)")
    fields.add(name(.privateOrders), showsPrivateOrders ? language[RulesText.shown] : nil)
    fields.add(
      name(.openOrders),
      language[RulesText.ordersAtMost(limits.openOrders, ofMaker: limits.openOrdersOfMaker)])
    return fields
  }
}
