import ArgumentParser
import Operations
import StrictJSON
import Terminal

/// `lectures reclaim N`: takes a payment back for a run that the owner never settled.
struct ReclaimCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "reclaim", "Reclaim your payment for a lecture that was not settled for 90 days.",
    examples: ["lectures reclaim 0 --from student1": ""],
    after: "Your rating, if any, is removed, and you can't buy this run again.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut("Checking lecture \(lecture.value)", by: account, at: place) {
      try await $0.reclaim(lecture.value, of: client)
    } report: { receipt in
      Report(["lecture": .integer(lecture.value), "transaction": receipt.json(on: place.network)]) {
        StyledText("The payment for lecture \(lecture.value) is back", .good) + "."
        receipt.fields(on: place.network, in: context.language)
      }
    }
  }
}
