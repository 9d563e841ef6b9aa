import ArgumentParser
import FeePayer
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures fee-payer`
struct FeePayerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "fee-payer", "Pay the fees of other accounts' transactions on Kaia.",
    examples: [
      "lectures fee-payer rules >rules.json": "an example to edit",
      "lectures fee-payer serve --from platform --rules rules.json --journal fees.journal": "until Ctrl-C",
      "lectures purchase 0 --fee-service http://127.0.0.1:8090": "a student who pays no gas",
      "lectures fee-payer show fees.journal": "the fees that were paid",
    ],
    subcommands: [FeePayerServe.self, FeePayerShow.self, FeePayerRulesCommand.self])
}

/// `lectures fee-payer rules`: prints an example and the meaning of its members.
struct FeePayerRulesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "rules", "Print or check the rules of a fee payer.",
    examples: ["lectures fee-payer rules >rules.json": "", "lectures fee-payer rules --check rules.json": ""],
    after: "The file has these members. A transaction that they do not allow is refused.\n"
      + FeePayerRules.format.map { "\($0.name): \($0.meaning)." }.joined(separator: "\n"))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var options: RulesOptions

  func run(in context: CommandContext) async throws -> Report {
    try options.report(example: FeePayerRules.example) {
      let rules = try FeePayerRules(parsing: $0)
      let network = try context.settings.network(ofChain: rules.chainID)
      return (
        [("chainId", .string(rules.chainID.description)), ("contracts", .integer(rules.contracts.count))],
        rules.fields(on: network)
      )
    }
  }
}

extension FeePayerRules {
  /// The rules for people, in short, in the money of the network that they are for.
  func fields(on network: Network) -> Fields {
    var fields: Fields = ["Chain": "\(chainID)"]
    for (address, rule) in contracts.sorted(by: { $0.key < $1.key }) {
      let methods = rule.methods?.values.sorted().joined(separator: ", ") ?? "every method"
      fields.add("Contract", StyledText("\(address): \(methods)"))
    }
    fields.add("Transfers", transfers.map { StyledText("up to \(network.text($0))") })
    fields.add("Deployments", deploys.map { "up to \($0) bytes" })
    fields.add("Cancelling", cancels ? "paid for" : nil)
    fields.add("Would fail", attempts ? "is tried first and not paid for" : "is paid for, too")
    fields.add("Senders", senders.map { "\($0.count)" } ?? "anybody")
    fields.add("Gas", "\(maxGas) units at \(network.text(gasPrice: maxGasPrice.wei)) at most")
    fields.add(
      "A day", StyledText("\(network.text(perDay)), \(network.text(perSenderPerDay)) a sender"))
    fields.add("API keys", keys.isEmpty ? "none" : "\(keys.count)\(anonymous ? ", and without one" : "")")
    return fields
  }
}
