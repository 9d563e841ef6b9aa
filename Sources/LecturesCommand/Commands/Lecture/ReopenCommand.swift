import ArgumentParser
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures reopen N --price P`: opens the next run of a settled lecture.
struct ReopenCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "reopen", "Open the next run of your settled lecture.",
    examples: ["lectures reopen 0 --price 12 --from teacher": ""],
    after: "A lecture has five runs at most; students of an earlier run have to buy it again.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: "The price, a whole number of coins.") var price: String

  func run(in context: CommandContext) async throws -> Report {
    let price = try Price(parsing: price)
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let checking = context.language[ProgressText.checkingLecture(lecture.value)]
    return try await context.runner.carryOut(checking, by: account, at: place) {
      try await $0.reopening(lecture.value, at: price, of: client)
    } report: { opening in
      Report([
        "lecture": .integer(lecture.value), "price": .integer(price.klay),
        "transaction": opening.receipt.json(on: place.network),
      ]) {
        context.language[LectureText.reopened(lecture.value, price: place.network.text(price))]
        opening.receipt.fields(on: place.network, in: context.language)
      }
    }
  }
}
