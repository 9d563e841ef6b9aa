import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension CommandContext {
  /// Shows the cost of a planned call, asks, unlocks the account, sends and waits.
  ///
  /// - Parameter details: Further facts that the person should see before saying yes.
  func carryOut(
    _ plan: PlannedCall, by account: ActingAccount, at place: Connection, details: Fields = [:]
  ) async throws -> CallReceipt {
    let (signer, options) = try await authorise(
      plan.title, plan.prepared, by: account, at: place, details: details, abi: LectureMarket.abi, key: plan.key)
    // To say yes and to type a password may have taken long.
    try await progress("Checking once more") { _ in try await plan.checkAgain() }
    return try await awaitReceipt { try await plan.send(from: signer, options: options) }
  }

  /// Plans a call, and carries it out; one that was done before under the same `--id` is neither planned nor asked
  /// about.
  func carryOut(
    _ call: ContractCall<Void>, _ checking: StyledText, by account: ActingAccount, at place: Connection,
    details: Fields = [:], plan: () async throws -> PlannedCall
  ) async throws -> CallReceipt {
    let request = call.sendRequest(from: account.address)
    if let earlier = try await earlierWithID(
      by: account, at: place, errors: call.errors, isSame: { $0.isSame(as: request) })
    {
      return earlier
    }
    let planned = try await progress(checking) { _ in try await plan() }
    return try await carryOut(planned, by: account, at: place, details: details)
  }

  /// Shows the cost, asks, and gives the keys that sign; in a dry run, simulates it and ends the command.
  ///
  /// - Parameters:
  ///   - abi: The interface of the contract that is called or created.
  ///   - key: The idempotency key, if it follows from what the transaction does.
  ///   - replaced: The transaction in whose place it is sent.
  /// - Returns: the keys of the account, and the options with those of its fee payer.
  func authorise(
    _ title: String, _ prepared: PreparedTransaction, by account: ActingAccount, at place: Connection,
    details: Fields = [:], abi: ContractABI? = nil, key: IntentKey? = nil, inPlaceOf replaced: Intent? = nil
  ) async throws -> (signer: Keyring, options: SendOptions) {
    if let receiver = prepared.request.to {
      for warning in await warnings(about: receiver, outbox: place.connection.sender.outbox) { warn(warning) }
    }
    try await endIfDry(title, prepared, at: place, abi: abi)
    try refuseName()
    var fields = details
    let network = place.network
    if prepared.request.value > .zero { fields.add("Pays", StyledText(network.text(prepared.request.value), .strong)) }
    for field in await gasFields(of: prepared, on: network).fields { fields.add(field.name, field.value) }
    fields.add("From", "\(account.name) \(account.address)")
    fields.add("Network", "\(network.name) (chain \(prepared.chainID))")
    fields.add("Call", StyledText(prepared.request.label))
    let same = key == nil ? try await justSent(prepared, at: place) : nil
    if let same { fields.add("Sent before", StyledText(same.message, .warning)) }
    let unknown = replaced == nil ? try await unknownHistory(prepared, at: place, key: key) : nil
    if let unknown {
      fields.add("Before", StyledText([unknown.message, unknown.reason ?? ""].joined(separator: " "), .warning))
    }
    let excess = try await overLimit(prepared, at: place, inPlaceOf: replaced)
    if let excess {
      fields.add("Limit", StyledText([excess.message, excess.reason ?? ""].joined(separator: " "), .warning))
    }
    let shown = fields
    let authorisation = try await unlock(account) {
      try await confirm(StyledText(CommandFailure.capitalised(title) + "?"), shown)
    }
    var options = authorisation.options
    // A person who was warned and said yes wants a duplicate.
    if same != nil || unknown != nil { options.again = true }
    if excess != nil { options.limits = nil }
    return (authorisation.signer, options)
  }

  /// Refuses a hash of `--is` that nothing asked for: this transaction has no idempotency key, or none that is looked
  /// up.
  private func refuseName() throws(CommandFailure) {
    guard sending?.named != nil else { return }
    throw CommandFailure(
      .usage, "--is says which transaction the name of a send stands for; this send has none.",
      advice: "Add the --id that it is to have, or leave --is away.")
  }

  /// The receipt as fields, for the end of every sending command.
  ///
  /// - Parameter isTold: whether it was said already that an earlier run did it.
  func fields(of receipt: CallReceipt, at place: Connection, earlierIsTold isTold: Bool = false) -> Fields {
    var fields: Fields = [:]
    var mined = receipt.mined
    if isTold { mined.earlier = nil }
    if receipt.value > .zero { fields.add("Paid", StyledText(place.network.text(receipt.value))) }
    for field in mined.fields(on: place.network).fields { fields.add(field.name, field.value) }
    return fields
  }
}

extension CallReceipt {
  fileprivate var mined: MinedTransaction { MinedTransaction(self) }

  /// The transaction in the output of `--json`.
  func json(on network: Network) -> JSON { mined.json(on: network) }
}
