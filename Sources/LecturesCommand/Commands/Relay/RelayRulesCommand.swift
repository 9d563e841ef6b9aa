import ArgumentParser
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
    try options.report(example: RelayRules.example) {
      let rules = try RelayRules(parsing: $0)
      return (
        [("chainId", .string(rules.chainID.description)), ("pairs", .integer(rules.pairs.count))], rules.fields
      )
    }
  }
}

extension RelayRules {
  /// The rules for people, in short.
  var fields: Fields {
    var fields: Fields = ["Chain": "\(chainID)"]
    fields.add("Version 1", exchangeV1.map { StyledText($0.checksummed) })
    fields.add("Version 4", exchangeV4.map { StyledText($0.checksummed) })
    fields.add("Fees go to", feeRecipient == .zero ? nil : StyledText(feeRecipient.checksummed))
    for pair in pairs { fields.add("Pair", "\(pair.tokenA.token) and \(pair.tokenB.token)") }
    if anyPair { fields.add("Pairs", "any two tokens of the rules and their lists") }
    fields.add("Blocked makers", blockedMakers.isEmpty ? nil : "\(blockedMakers.count)")
    fields.add("Private orders", showsPrivateOrders ? "shown to everybody" : nil)
    fields.add(
      "Open orders", "\(limits.openOrders) at most, \(limits.openOrdersOfMaker) of a maker")
    return fields
  }
}
