import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON

extension CommandContext {
  /// Shows what a planned call will spend, asks, unlocks the account, sends and waits.
  ///
  /// - Parameter details: What else the person should see before saying yes.
  func carryOut(
    _ plan: PlannedCall, by account: ActingAccount, at place: Workplace, details: Fields = [:]
  ) async throws -> CallReceipt {
    let (signer, options) = try await authorise(
      plan.title, plan.prepared, by: account, at: place, details: details, abi: LectureMarket.abi)
    return try await progress("Waiting for the receipt") { _ in try await plan.send(from: signer, options: options) }
  }

  /// Shows what is going to be spent, asks, and gives the keys that spend it; in a dry run, tries it and ends the command.
  ///
  /// - Parameter abi: The interface of the contract that is called or created.
  /// - Returns: The keys of the account, and the options with those of who pays its fee.
  func authorise(
    _ title: String, _ prepared: PreparedTransaction, by account: ActingAccount, at place: Workplace,
    details: Fields = [:], abi: ContractABI? = nil
  ) async throws -> (signer: Keyring, options: SendOptions) {
    try await endIfDry(title, prepared, at: place, abi: abi)
    var fields = details
    let network = place.network
    if prepared.request.value > .zero { fields.add("Pays", StyledText(network.text(prepared.request.value), .strong)) }
    for field in await gasFields(of: prepared, on: network).fields { fields.add(field.name, field.value) }
    fields.add("From", "\(account.name) \(account.address)")
    fields.add("Network", "\(network.name) (chain \(prepared.chainID))")
    fields.add("Call", StyledText(prepared.request.label))
    let shown = fields
    let authorisation = try await unlock(account) {
      try await confirm(StyledText(CommandFailure.capitalised(title) + "?"), shown)
    }
    return (authorisation.signer, authorisation.options)
  }

  /// What a receipt has to say, for the end of every sending command.
  func fields(of receipt: CallReceipt, at place: Workplace) -> Fields {
    var fields: Fields = [:]
    if receipt.value > .zero { fields.add("Paid", StyledText(place.network.text(receipt.value))) }
    for field in receipt.mined.fields(on: place.network).fields { fields.add(field.name, field.value) }
    return fields
  }
}

extension CallReceipt {
  fileprivate var mined: MinedTransaction { MinedTransaction(confirmation: confirmation, value: value, call: call) }

  /// How a transaction stands in the output of `--json`.
  func json(on network: Network) -> JSON { mined.json(on: network) }
}
