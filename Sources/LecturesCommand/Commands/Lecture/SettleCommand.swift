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
      Only the contract's owner can settle, which closes the lecture's run. The fee is 10 %. Of the fee the teacher \
      gets back 15 % at an average of 100, 10 % at 80 or more, 5 % at 60 or more, and nothing below.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let checking = context.language[ProgressText.checkingLecture(lecture.value)]
    return try await context.runner.carryOut(checking, by: account, at: place) {
      try await $0.settlement(lecture.value, of: client)
    } report: {
      report($0, context, place)
    }
  }

  private func report(
    _ outcome: LectureSettlement, _ context: CommandContext, _ place: Connection
  ) -> Report {
    let (settlement, receipt) = (outcome.payments, outcome.receipt)
    let (network, language) = (place.network, context.language)
    var paid: Fields = [:]
    if let settlement {
      let share = { (amount: Amount, isPaid: Bool) in
        StyledText(network.text(amount, in: language)) + (isPaid ? "" : "  " + language[LectureText.credited])
      }
      paid.add(language[Label.teacher], share(settlement.teacherShare, settlement.teacherPaid))
      paid.add(language[Label.owner], share(settlement.ownerShare, settlement.ownerPaid))
      paid.add(language[Label.incentive], share(settlement.incentive, true))
    }
    return Report([
      "lecture": .integer(lecture.value), "settlement": settlement?.json(on: network) ?? .null,
      "transaction": receipt.json(on: network),
    ]) {
      if let earlier = receipt.earlier {
        StyledText(language[EarlierText(earlier, did: .settlement(lecture.value))], .good)
      } else {
        language[LectureText.isSettled(lecture.value)]
      }
      paid
      receipt.fields(on: place.network, in: language, earlierIsTold: true)
    }
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
