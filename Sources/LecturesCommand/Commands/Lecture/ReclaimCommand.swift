import ArgumentParser
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures reclaim N`: takes a payment back for a run that the owner never settled.
struct ReclaimCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "reclaim", "Reclaim your payment 90 days after a purchase, if not settled.",
    examples: ["lectures reclaim 0 --from student1": ""],
    after: "Your rating, if any, is removed, and you can't buy this run again.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let checking = context.language[ProgressText.checkingLecture(lecture.value)]
    return try await context.runner.carryOut(checking, by: account, at: place) {
      try await $0.reclaim(lecture.value, of: client)
    } report: { reclaim in
      let (network, language) = (place.network, context.language)
      let amount = reclaim.payment.map { network.text($0.amount, in: language) }
      return Report([
        "lecture": .integer(lecture.value), "run": reclaim.payment.map { .integer($0.run) } ?? .null,
        "amount": reclaim.payment.map { .amount($0.amount, on: network) } ?? .null,
        "transaction": reclaim.receipt.json(on: network),
      ]) {
        language[LectureText.reclaimedPayment(lecture.value, amount: amount)]
        ([:] as Fields).adding(language[Label.run], reclaim.payment.map { language[LectureText.runOf($0.run)] })
        reclaim.receipt.fields(on: network, in: language)
      }
    }
  }
}
