import ArgumentParser
import LectureKit
import Primitives
import StrictJSON
import Terminal

/// `lectures withdraw`: withdraws the money that the contract could not pay out to this account.
struct WithdrawCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw a payment that could not be delivered to you.",
    discussion: Help.examples(["lectures withdraw --from instructor": ""]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.lectureClient()
    let account = try await context.actingAccount()
    let credit = try await context.progress("Asking the contract") { _ in
      try await client.credit(of: account.address)
    }
    guard credit > .zero else {
      return Report(["withdrawn": .amount(.zero, on: place.network), "transaction": .null]) {
        "Nothing waits for \(account.address)."
      }
    }
    let receipt = try await context.carryOut(
      client.market.withdraw(), "Checking the withdrawal", by: account, at: place,
      details: ["Receives": StyledText(place.network.text(credit))]
    ) {
      try await client.planWithdrawal(from: account.address, options: context.sendOptions())
    }
    return Report(["withdrawn": .amount(credit, on: place.network), "transaction": receipt.json(on: place.network)]) {
      StyledText("\(place.network.text(credit)) are yours", .good) + "."
      context.fields(of: receipt, at: place)
    }
  }
}
