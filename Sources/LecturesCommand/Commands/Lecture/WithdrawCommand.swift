import ArgumentParser
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures withdraw`: withdraws the money that the contract could not pay out to this account.
struct WithdrawCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "withdraw", "Withdraw a payment that could not be delivered to you.",
    examples: ["lectures withdraw --from teacher": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    let (account, language) = (try await context.accounts.acting(), context.language)
    return try await context.runner.carryOut(language[StudentsText.askingContract], by: account, at: place) {
      try await $0.withdrawal(of: client)
    } report: { withdrawal in
      let amount = withdrawal.amount
      guard let receipt = withdrawal.receipt else {
        return Report(["withdrawn": .amount(amount, on: place.network), "transaction": .null]) {
          language[StudentsText.nothingWaits(account.address)]
        }
      }
      return Report(["withdrawn": .amount(amount, on: place.network), "transaction": receipt.json(on: place.network)]) {
        language[StudentsText.isYours(place.network.text(amount, in: language))]
        receipt.fields(on: place.network, in: context.language)
      }
    }
  }
}
