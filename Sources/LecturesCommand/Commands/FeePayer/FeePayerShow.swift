import ArgumentParser
import Database
import FeePayer
import Files
import Foundation
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures fee-payer show JOURNAL`: shows the fees that were paid.
struct FeePayerShow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "show", "Show a fee payer's journal.",
    examples: [
      "lectures fee-payer show fees.journal": "while the service runs, too",
      "lectures fee-payer show --database fees.db": "what several instances share",
    ],
    after:
      "It lists the signed transactions and the fees spent. Days are in UTC. A transaction that is in no block yet counts with its maximum fee. The budget of a day is that of --rules, else that of the instances that run over the database."
  )

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @Argument(help: "The journal.", completion: .file()) var journal: String?
  @OptionGroup var place: DatabaseOptions
  @Option(
    help: ArgumentHelp("The file with the rules, for the budget of a day.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var rules: String?
  @Option(help: ArgumentHelp("The number of latest transactions to list.", valueName: "number")) var last = 20

  func validate() throws {
    if journal != nil, place.isGiven { throw UsageRule.either("JOURNAL", "--database") }
  }

  private func record(in context: CommandContext) async throws -> FeePayerRecord {
    let most = max(0, last)
    switch try await FeePayerPlace(journal: journal, place, called: "JOURNAL", context.prompts) {
    case .database(let place): return try await BlockingWork.run { try FeePayerRecord(of: place, latest: most) }
    case .journal(let path):
      let today = Spending.day(of: UInt64(max(0, Date().timeIntervalSince1970)))
      return FeePayerRecord(of: try FeePayerJournal(reading: path), on: today, latest: most)
    }
  }

  /// The budget of a day by the file with the rules; nil where none is given.
  ///
  /// - Parameter chain: The chain of the payments, where there are some.
  private func ruledBudget(on chain: UInt256?) throws -> Amount? {
    try rules.map {
      let rules = try FeePayerRules(parsing: try InputFile.contents(of: $0, reliedOnAs: "The file of the rules"))
      guard chain == nil || chain == rules.chainID else {
        throw CommandFailure(.usage, FeePayerRefusal.otherChain(rules: "\(rules.chainID)", payments: "\(chain ?? 0)"))
      }
      return rules.perDay
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    let (network, language) = (try context.settings.network(), context.language)
    func name(_ text: FeePayerText) -> String { language[text].plain }
    let book = try await record(in: context)
    let (spent, budget) = (book.spent, try ruledBudget(on: book.chainID) ?? book.budget)
    var table = Table(
      .name(name(.when), .important), .address(name(.sender)), .text(name(.what)), .number(name(.cost), .important),
      .text(name(.state), .useful), placeholder: language[FeePayerText.nothingSigned])
    for item in book.latest {
      table.add(
        StyledText(LocalTime.text(item.time, in: language)), StyledText(item.approval.sender.checksummed),
        StyledText(item.approval.what), StyledText(language.decimal(item.costText(on: network))),
        language[item.state])
    }
    let listed = table
    var fields: Fields = [
      name(.feePayer): StyledText(book.feePayer?.checksummed ?? ""),
      name(.chain): StyledText(book.chainID?.description ?? ""),
      name(.spentToday): StyledText(network.text(spent, in: language), .strong),
    ]
    fields.add(name(.budget), budget.map { StyledText(network.text($0, in: language)) })
    fields.add(name(.transactions), "\(book.approvals)")
    let elsewhere = book.paymentsElsewhere
    fields.add(name(.paidElsewhere), elsewhere == 0 ? nil : language[FeePayerText.elsewhere(elsewhere)])
    let summary = fields
    return Report([
      "feePayer": .text(book.feePayer?.checksummed), "chainId": .text(book.chainID?.description),
      "spentToday": .amount(spent, on: network),
      "budget": budget.map { .amount($0, on: network) } ?? .null, "transactions": .integer(book.approvals),
      "paidElsewhere": .integer(book.paymentsElsewhere),
      "latest": .array(book.latest.map { $0.json(on: network) }),
    ]) {
      summary
      if let budget, let over = FeePayerText.overBudget(spent, of: budget, on: network, in: language) {
        language[over]
      }
      ""
      listed
    }
  }
}

extension Spending.Item {
  /// The fee it cost, or can cost at most.
  fileprivate func costText(on network: Network) -> String {
    if isSuperseded { return network.text(Amount.zero) }
    return settlement.map { network.roundedText(Amount(wei: $0.cost)) }
      ?? network.roundedText(Amount(wei: approval.cost), .up)
  }

  fileprivate var state: FeePayerText {
    if isSuperseded { return .superseded }
    guard let settlement else { return .open }
    return settlement.succeeded ? .block(settlement.block) : .failed
  }

  fileprivate func json(on network: Network) -> JSON {
    [
      "time": .integer(time), "sender": .string(approval.sender.checksummed), "nonce": .integer(approval.nonce),
      "to": .text(approval.to?.checksummed), "what": .string(approval.what), "key": .text(approval.key),
      "requestId": .text(approval.request),
      "mostCost": .amount(Amount(wei: approval.cost), on: network), "hash": .text(hash?.hex),
      "cost": settlement.map { .amount(Amount(wei: $0.cost), on: network) } ?? .null,
      "block": .integer(settlement?.block), "succeeded": settlement.map { .bool($0.succeeded) } ?? .null,
      "superseded": .bool(isSuperseded),
    ]
  }
}
