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
  @Option(help: ArgumentHelp("The file to check.", valueName: "file"), completion: .file(extensions: ["json"]))
  var check: String?

  func run(in context: CommandContext) async throws -> Report {
    guard let check else {
      let example = try JSON(parsing: RelayRules.example)
      return Report(example) { RelayRules.example.split(separator: "\n").map { StyledText(String($0)) } }
    }
    let rules = try RelayRules(parsing: try InputFile.contents(of: check))
    return Report(["chainId": .string(rules.chainID.description), "pairs": .integer(rules.pairs.count)]) {
      StyledText("The rules can be used", .good) + "."
      rules.fields
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
