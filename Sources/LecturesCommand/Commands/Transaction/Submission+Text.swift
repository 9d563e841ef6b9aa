import ContractClient
import Localization
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

extension Submission {
  /// Makes sure that a node has it already, or that it can be mined and would succeed.
  ///
  /// - Parameter force: whether a transaction that would fail now may be sent all the same; nil where there is no such
  ///   option.
  /// - Returns: whether a node has it already.
  func checked(maximumFee limit: Amount?, force: Bool?, in context: CommandContext) async throws -> Bool {
    let names = await context.keys.names()
    do {
      return try await context.progress(context.language[SubmissionText.checking]) { _ in
        try await check(maximumFee: limit, isForced: force ?? false, names: names)
      }
    } catch let error as SendingError where error.code == .feeAboveLimit {
      throw CommandFailure(error).advising(TransactionAdvice.lowerFees)
    } catch let error as SendingError where error.code == .refused && force != nil {
      throw CommandFailure(error).advising(TransactionAdvice.sendEarlier)
    } catch let error as ContractError where error.code == .reverted && force != nil {
      throw CommandFailure(error).advisingAlso(TransactionAdvice.forceSends)
    }
  }

  /// Sends it, unless a node has it, waits for its receipt, and reports the outcome.
  ///
  /// - Parameter agreement: the warnings that a person agreed to.
  func sent(
    _ agreement: Agreement = Agreement(), unless isKnown: Bool, to network: Network, in context: CommandContext
  ) async throws -> Report {
    let options = try await context.choices.options()
    let confirmation = try await context.events.awaitReceipt { _ in
      try await carryOut(agreement, unless: isKnown, options: options)
    }
    return .mined(confirmation, label, on: network, in: context.language)
  }
}

extension Report {
  /// The report of a raw transaction that was mined.
  static func mined(
    _ confirmation: Confirmation, _ label: String, on network: Network, in language: Language
  ) -> Report {
    let mined = MinedTransaction(
      confirmation: confirmation, value: Amount(wei: confirmation.transaction.transaction.value), call: label,
      created: confirmation.receipt.contractAddress)
    var result = mined.json(on: network).object ?? [:]
    result["contract"] = .text(mined.created)
    return Report(.object(result)) {
      language[SubmissionText.mined]
      mined.fields(on: network, in: language)
    }
  }
}
