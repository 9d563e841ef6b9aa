import ArgumentParser
import FeePayer
import Localization
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
    try options.report(example: FeePayerRules.example, in: context.language) {
      let rules = try FeePayerRules(parsing: $0)
      let network = try context.settings.network(ofChain: rules.chainID)
      return (
        [("chainId", .string(rules.chainID.description)), ("contracts", .integer(rules.contracts.count))],
        rules.fields(on: network, in: context.language)
      )
    }
  }
}

extension FeePayerRules {
  /// The rules for people, in short, in the money of the network that they are for.
  func fields(on network: Network, in language: Language) -> Fields {
    func name(_ text: RulesText) -> String { language[text].plain }
    func money(_ amount: Amount) -> String { network.text(amount, in: language) }
    var fields: Fields = [name(.chain): "\(chainID)"]
    for (address, rule) in contracts.sorted(by: { $0.key < $1.key }) {
      let methods = rule.methods?.values.sorted().joined(separator: ", ") ?? name(.everyMethod)
      fields.add(name(.contract), StyledText("\(address): \(methods)"))
    }
    fields.add(name(.transfers), transfers.map { language[RulesText.upTo(money($0))] })
    fields.add(name(.deployments), deploys.map { language[RulesText.bytesUpTo($0)] })
    fields.add(name(.cancelling), cancels ? language[RulesText.paidFor] : nil)
    fields.add(name(.wouldFail), language[attempts ? RulesText.triedFirst : .paidToo])
    fields.add(name(.senders), senders.map { "\($0.count)" } ?? language[RulesText.anybody])
    fields.add(
      name(.gas),
      language[RulesText.gasAtMost(maxGas, language.decimal(network.text(gasPrice: maxGasPrice.wei)))])
    fields.add(name(.aDay), language[RulesText.perDay(money(perDay), sender: money(perSenderPerDay))])
    fields.add(
      name(.apiKeys), language[keys.isEmpty ? RulesText.none : .keys(keys.count, andWithout: anonymous)])
    return fields
  }
}
