import Keys
import LectureKit
import Localization
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

extension FeePaying {
  /// Checks a transaction, and the sender's signatures by its account's key on the chain.
  ///
  /// - Throws: `usage` for a transaction that no fee payer can sign; `wrongChain`; `sending.signaturesMissing`;
  ///   `sending.feeAboveLimit`.
  static func checked(
    _ half: PartlySignedTransaction, by payer: Address, at place: Connection, _ interface: InterfaceOptions,
    in context: CommandContext
  ) async throws -> FeePaying {
    try checkForm(half)
    guard half.transaction.chainID == place.session.chainID else {
      throw CommandFailure(
        .wrongChain,
        TransactionRefusal.otherChain(
          "\(half.transaction.chainID)", network: Network.builtIn(ofChain: half.transaction.chainID)?.name,
          inUse: place.network.name, chain: "\(place.session.chainID)"))
    }
    let operation = half.transaction.operation
    let paying = try FeePaying(
      half, by: payer, call: try interface.readable(operation.input, to: operation.to, in: context),
      abi: try interface.abi(for: operation.to, in: context), over: place.connection)
    let names = await context.keys.names()
    try await context.progress(context.language[SubmissionText.lookingAtKeys]) { _ in
      // Where accounts have no keys of their own, nobody pays for others either.
      _ = try await place.accountKey(of: half.transaction.from)
      try await paying.checkSender(names: names)
    }
    do {
      try paying.check(maximumFee: try context.choices.maxTotalFee())
    } catch let error as SendingError {
      throw CommandFailure(error).advising(TransactionAdvice.lessGas)
    }
    return paying
  }

  /// Shows it, asks, and signs with those keys of the payer that are here.
  ///
  /// - Returns: The transaction with their signatures, and why these do not suffice, if they don't.
  func signed(
    asking question: SubmissionText, by account: ActingAccount, at place: Connection, in context: CommandContext
  ) async throws -> (PartlySignedTransaction, shortfall: SendingError?) {
    let money = try await context.runner.money(at: place)
    let fields = TransactionFields(transaction: .kaia(half.transaction), money: money, call: call).fields(
      from: await context.names.text(of: half.transaction.from),
      and: [
        context.language[Label.feePayer]: "\(account.name) \(payer)",
        context.language[TransactionLabel.payersPart]: money.valued(try part, .strong),
      ])
    let file = context.accounts.transaction?.feePayerPasswordFile
    let keys = try await context.accounts.keys(of: account, passwordFile: file) {
      try await context.prompts.confirm(context.language[question], fields)
    }
    return try await signed(
      by: keys, under: try await place.accountKey(of: payer), names: await context.keys.names())
  }

  /// Shows it, asks, signs, and sends it once the signatures suffice; in a dry run its simulated outcome.
  ///
  /// - Parameter force: As ``Submission/checked(maximumFee:force:in:)`` takes it.
  func sent(
    by account: ActingAccount, force: Bool?, at place: Connection, in context: CommandContext
  ) async throws -> Report {
    if context.isDryRun { return try await context.runner.dryRun(at: place) { try await simulated(cache: $0) } }
    let (signed, shortfall) = try await signed(
      asking: .payAndSend, by: account, at: place, in: context)
    if let shortfall {
      return Self.unfinished(signed, shortfall, failure: CommandFailure(shortfall), in: context.language)
    }
    let submission = try submission(of: signed)
    // The maximum fee is checked already, by the payer's part.
    let isKnown = try await submission.checked(maximumFee: nil, force: force, in: context)
    return try await submission.sent(unless: isKnown, to: place.network, in: context)
  }

  /// The report to hand on while the fee payer's signatures do not suffice.
  static func unfinished(
    _ half: PartlySignedTransaction, _ shortfall: SendingError, failure: CommandFailure? = nil,
    in language: Language
  ) -> Report {
    let (raw, words) = (half.encoded(.placeholders).hex, CommandFailure(shortfall).words(in: language))
    return Report(
      [
        "raw": .string(raw), "complete": false, "senderTxHash": .string(half.senderTxHash.hex),
        "missing": .text(shortfall.reason),
      ], failure: failure
    ) {
      StyledText(words.message, .warning) + StyledText(" \(words.reason ?? "")")
      language[SubmissionText.handOn]
      StyledText(raw)
    }
  }
}
