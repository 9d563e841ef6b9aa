import ArgumentParser
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures create --price 10`: opens a new lecture.
struct CreateCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "create", "Create a lecture.",
    examples: ["lectures create --price 10 --title 'Swift for beginners' --from teacher": ""],
    after: "You become its teacher.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Option(help: "The price, a whole number of coins.") var price: String
  @Option(help: "The title, 100 bytes at most.") var title: String = ""

  func run(in context: CommandContext) async throws -> Report {
    let price = try Price(parsing: price)
    try LectureTitle.check(title)
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut(context.language[ProgressText.checkingOpening], by: account, at: place) {
      try await $0.opening(at: price, title: title, of: client)
    } report: { opening in
      Report([
        "lecture": .integer(opening.lecture), "price": .integer(price.klay),
        "transaction": opening.receipt.json(on: place.network),
      ]) {
        context.language[LectureText.opened(opening.lecture, price: place.network.text(price))]
        opening.receipt.fields(on: place.network, in: context.language)
      }
    }
  }
}
