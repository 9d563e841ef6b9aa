import ArgumentParser
import ContractClient
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures settle N`: pays teacher and owner and closes the run.
struct SettleCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "settle", "Settle a lecture's escrow.",
    examples: ["lectures settle 0 --from owner": ""],
    after: """
      Only the contract's owner can settle, which closes the lecture's run. The fee is 10 %; of it, 15, 10, 5 or 0 % go \
      back to the teacher at an average of 100, of 80 or more, of 60 or more, or below.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The lecture's number.", transform: LectureNumber.init(parsing:)) var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut("Checking lecture \(lecture.value)", by: account, at: place) {
      try await $0.settlement(lecture.value, of: client)
    } report: {
      report($0, context, place)
    }
  }

  private func report(
    _ outcome: LectureSettlement, _ context: CommandContext, _ place: Connection
  ) -> Report {
    let (settlement, receipt) = (outcome.payments, outcome.receipt)
    let network = place.network
    var paid: Fields = [:]
    if let settlement {
      paid.add("Teacher", StyledText(network.text(settlement.teacherShare)) + note(settlement.teacherPaid))
      paid.add("Owner", StyledText(network.text(settlement.ownerShare)) + note(settlement.ownerPaid))
      paid.add("Incentive", StyledText(network.text(settlement.incentive)))
    }
    return Report([
      "lecture": .integer(lecture.value), "settlement": settlement?.json(on: network) ?? .null,
      "transaction": receipt.json(on: network),
    ]) {
      if let earlier = receipt.earlier {
        StyledText(context.language[EarlierText(earlier, did: .settlement(lecture.value))], .good)
      } else {
        StyledText("Lecture \(lecture.value) is settled", .good) + "."
      }
      paid
      receipt.fields(on: place.network, in: context.language, earlierIsTold: true)
    }
  }

  private func note(_ paid: Bool) -> StyledText {
    paid ? "" : StyledText("  refused by the receiver, credited for withdrawal", .warning)
  }
}

extension Settlement {
  fileprivate func json(on network: Network) -> JSON {
    [
      "run": .integer(run), "total": .amount(total, on: network), "incentive": .amount(incentive, on: network),
      "teacher": .string(teacher.checksummed), "teacherShare": .amount(teacherShare, on: network),
      "teacherPaid": .bool(teacherPaid), "owner": .string(owner.checksummed),
      "ownerShare": .amount(ownerShare, on: network), "ownerPaid": .bool(ownerPaid),
    ]
  }
}
