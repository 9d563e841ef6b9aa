import ArgumentParser
import Localization
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures tx speed-up N`: replaces a transaction by an equal one at a higher price.
struct TransactionSpeedUp: SendingCommand {
  static let configuration = CommandConfiguration(
    "speed-up", "Speed up a pending transaction.",
    examples: [
      "lectures tx speed-up 12": "by its number in the list",
      "lectures tx speed-up 12 --fee-payer platform": "Kaia: another account here pays, or a --fee-service",
    ],
    after: """
      The same transaction is signed again with the same nonce and a higher gas price, so only one of the two can be \
      mined. The price rises by a tenth, which nodes require for a replacement, or to the chain's present price if \
      that is higher. The gas is estimated anew; a higher limit is kept if it makes sense. The first transaction's \
      fee payer is not asked automatically: name the payer of this one.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var argument: IntentArgument

  func run(in context: CommandContext) async throws -> Report {
    try await ReplacingCommand(kind: .speedUp, sending: sending).run(try await argument.find(in: context), in: context)
  }
}

/// `lectures tx cancel N`: replaces a transaction by an empty one.
struct TransactionCancel: SendingCommand {
  static let configuration = CommandConfiguration(
    "cancel", "Cancel a pending transaction.",
    examples: [
      "lectures tx cancel 12": "by its number in the list",
      "lectures tx cancel 12 --fee-payer platform": "Kaia: another account here pays, or a --fee-service",
    ],
    after: """
      An empty transaction with the same nonce is sent at a higher gas price: Kaia's own type for cancelling on \
      Kaia, a transfer of nothing to the account itself elsewhere. Whichever of the two is mined first counts. The \
      cancellation costs gas, which the account pays, whoever was to pay for the first transaction, unless you name \
      another payer.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var argument: IntentArgument

  func run(in context: CommandContext) async throws -> Report {
    try await ReplacingCommand(kind: .cancellation, sending: sending).run(
      try await argument.find(in: context), in: context)
  }
}

/// The part that `tx speed-up` and `tx cancel` have in common.
private struct ReplacingCommand {
  let kind: Attempt.Kind
  let sending: SendingOptions

  func run(_ intent: Intent, in context: CommandContext) async throws -> Report {
    if kind == .cancellation, let outbox = try context.outbox.written(),
      let abandonment = Abandonment(of: intent, in: outbox)
    {
      if context.isDryRun {
        return Report(["dryRun": true, "intent": .integer(intent.id), "replaced": false, "hash": .null]) {
          context.language[SubmissionText.wouldBeGivenUp]
        }
      }
      if try await abandonment.carryOut() {
        return Report(["intent": .integer(intent.id), "replaced": false, "hash": .null]) {
          context.language[SubmissionText.givenUp]
        }
      }
    }
    let place = try await context.nodes.connection()
    try await place.check(intent)
    let account = try await context.accounts.account(holding: intent.account)
    return try await context.runner.carryOut(context.language[SubmissionText.pricing], by: account, at: place) {
      planner in
      do {
        return try await planner.replacement(of: intent, by: kind)
      } catch let error as SendingError where error.code == .notEnoughForGas && intent.isPaidByAnother {
        guard sending.transaction.feePayer == nil, sending.transaction.feeService == nil else { throw error }
        throw CommandFailure(error).advising(TransactionAdvice.otherPayer)
      }
    } report: {
      report($0, place.network, context.language)
    }
  }

  private func report(_ replacement: Replacement, _ network: Network, _ language: Language) -> Report {
    let (intent, confirmation) = (replacement.intent, replacement.confirmation)
    let isFirst = replacement.isTooLate
    let mined = MinedTransaction(
      confirmation: confirmation, value: Amount(wei: confirmation.transaction.transaction.value), call: intent.label)
    var result = mined.json(on: network).object ?? [:]
    result["intent"] = .integer(intent.id)
    result["replaced"] = .bool(!isFirst)
    let failure =
      isFirst && intent.replacement(kind) == .cancellation
      ? CommandFailure(.init("tooLate", .refused), TransactionRefusal.tooLate, call: intent.label)
      : nil
    return Report(.object(result), failure: failure) {
      if isFirst {
        language[SubmissionText.firstMined]
      } else if replacement.isCancelled {
        language[SubmissionText.cancelled]
      } else {
        language[SubmissionText.minedAtHigherPrice]
      }
      mined.fields(on: network, in: language)
    }
  }
}

extension Intent {
  /// Whether another account was to pay for the gas of an attempt that was signed for it.
  fileprivate var isPaidByAnother: Bool { attempts.contains { $0.senderTxHash != nil } }
}
