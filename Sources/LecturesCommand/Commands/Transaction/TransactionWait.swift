import ArgumentParser
import ContractABI
import ContractClient
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx wait N`: until something that was sent from here is mined.
struct TransactionWait: ReportingCommand {
  static let configuration = CommandConfiguration(
    "wait", "Wait until a transaction sent from here is mined.",
    examples: ["lectures tx wait 12": "by its number in the list", "lectures tx wait 12 --confirmations 5": ""],
    after: "If no command works on it any more and the nodes have lost it, the same bytes are broadcast again.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup var argument: IntentArgument

  func run(in context: CommandContext) async throws -> Report {
    let intent = try await argument.find(in: context)
    let place = try await context.nodes.connection()
    try await place.check(intent)
    guard let attempt = intent.awaited, !attempt.isHandedOver else {
      throw SendingError(
        .notReplaceable, "There is no transaction to wait for.", reason: "It is \(intent.state.words).",
        call: intent.label, advice: "Look: lectures tx list")
    }
    let (sender, options) = (place.connection.sender, try await context.choices.options())
    let confirmation = try await context.progress(
      context.language[ProgressText.waitingForReceiptOf("\(attempt.hash)")]
    ) { _ in
      try await sender.confirmed(
        try SignedTransaction(decoding: attempt.raw), from: intent.account, label: intent.label,
        options.tracking, options.events)
    }
    let succeeded = confirmation.receipt.status ?? true
    var reason: RevertReason?
    if !succeeded {
      let transaction = confirmation.transaction.transaction
      reason = await sender.failure(
        of: transaction, from: intent.account, receipt: confirmation.receipt,
        errors: context.settings.knownABI(of: transaction.to)?.errors ?? [])
    }
    let mined = MinedTransaction(
      confirmation: confirmation, value: Amount(wei: confirmation.transaction.transaction.value), call: intent.label)
    var result = mined.json(on: place.network).object ?? [:]
    result["intent"] = .integer(intent.id)
    result["succeeded"] = .bool(succeeded)
    let failure =
      succeeded
      ? nil
      : CommandFailure(
        .init("reverted", .refused),
        TransactionRefusal.failed(
          isVouched: confirmation.vouched != nil, reason: reason?.readable, hash: confirmation.hash),
        call: intent.label)
    return Report(.object(result), failure: failure) {
      if succeeded { context.language[SubmissionText.mined] }
      mined.fields(on: place.network, in: context.language)
    }
  }
}
