import ArgumentParser
import Database
import FeePayer
import Files
import Foundation
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
      "It lists the signed transactions and the fees spent. Days are in UTC. A transaction that is in no block yet counts with its maximum fee."
  )

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @Argument(help: "The journal.", completion: .file()) var journal: String?
  @OptionGroup var place: DatabaseOptions
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

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    let book = try await record(in: context)
    let spent = book.spent
    var table = Table(
      .name("When", .important), .address("Sender"), .text("What"), .number("Cost", .important),
      .text("State", .useful),
      placeholder: "Nothing was signed yet.")
    for item in book.latest {
      table.add(
        StyledText(LocalTime.text(item.time)), StyledText(item.approval.sender.checksummed),
        StyledText(item.approval.what),
        StyledText(item.costText(on: network)), item.state)
    }
    let listed = table
    var fields: Fields = [
      "Fee payer": StyledText(book.feePayer?.checksummed ?? ""), "Chain": StyledText(book.chainID?.description ?? ""),
      "Spent today": StyledText(network.text(spent), .strong), "Transactions": "\(book.approvals)",
    ]
    let elsewhere = book.paymentsElsewhere
    fields.add("Paid elsewhere", elsewhere == 0 ? nil : "\(elsewhere) more, which count")
    let summary = fields
    return Report([
      "feePayer": .text(book.feePayer?.checksummed), "chainId": .text(book.chainID?.description),
      "spentToday": .amount(spent, on: network), "transactions": .integer(book.approvals),
      "paidElsewhere": .integer(book.paymentsElsewhere),
      "latest": .array(book.latest.map { $0.json(on: network) }),
    ]) {
      summary
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

  fileprivate var state: StyledText {
    if isSuperseded { return "never: another took its nonce" }
    guard let settlement else { return StyledText("in no block yet", .warning) }
    return settlement.succeeded ? StyledText("block \(settlement.block)", .good) : StyledText("failed", .bad)
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
