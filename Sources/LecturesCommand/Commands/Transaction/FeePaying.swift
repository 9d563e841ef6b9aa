import ContractClient
import EVM
import Keys
import LectureKit
import NodeRPC
import Operations
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions

/// A transaction of another account whose fee an account here is to pay: looked at, shown, signed, and sent if wanted.
struct FeePaying: Sendable {
  let half: PartlySignedTransaction
  let payer: ActingAccount
  let place: Connection
  /// The readable call.
  let call: String?

  /// Checks the transaction, and the sender's signatures by its account's key on the chain.
  ///
  /// - Throws: `usage` for a transaction that no fee payer can sign; `wrongChain`; `sending.signaturesMissing`;
  ///   `sending.feeAboveLimit`.
  init(
    _ half: PartlySignedTransaction, by payer: ActingAccount, at place: Connection, _ interface: InterfaceOptions,
    _ context: CommandContext
  ) async throws {
    try Self.checkForm(half)
    guard half.transaction.chainID == place.session.chainID else {
      throw CommandFailure(
        .wrongChain, "The transaction is for chain \(half.transaction.chainID).",
        reason: "The network \(place.network.name) is chain \(place.session.chainID).",
        advice: "Choose its network with --network.")
    }
    if let named = half.feePayer, named.address != payer.address {
      throw Self.notForThis("It names another fee payer: \(named.address).")
    }
    self.half = half
    self.payer = payer
    self.place = place
    let operation = half.transaction.operation
    call = try interface.readable(operation.input, to: operation.to, in: context)
    try await checkSender(context)
    if let limit = try context.maxTotalFee(), try part > limit {
      throw SendingError(
        .feeAboveLimit,
        "The fee payer's part could be \(place.network.text(try part)), above the limit of \(place.network.text(limit)).",
        reason: "Nothing was signed.", advice: "Have it signed anew with less gas, or allow more with --max-total-fee.")
    }
  }

  /// - Throws: `usage` for a transaction that no fee payer can sign.
  static func checkForm(_ half: PartlySignedTransaction) throws {
    guard half.transaction.type.isFeeDelegated else {
      throw notForThis("The sender of a \(half.transaction.type.name) pays its fee.")
    }
    guard !half.signatures.isEmpty else { throw notForThis("Its sender has not signed it.") }
  }

  static func notForThis(_ reason: String) -> CommandFailure {
    CommandFailure(
      .usage, "Nobody can sign this as the fee payer.", reason: reason,
      advice: "Look at it: lectures tx decode RAW")
  }

  /// The most that it can cost the fee payer.
  var part: Amount {
    get throws {
      let fee = try UnsignedTransaction.kaia(half.transaction).maximumGasCost
      return Amount(wei: half.transaction.feePayment.split(fee.wei).feePayer)
    }
  }

  private func checkSender(_ context: CommandContext) async throws {
    // Some of the fee payer's own signatures may still be missing: they are made here.
    var senders = PartlySignedTransaction(half.transaction)
    senders.add(half.signatures)
    let names = await context.keystoreNames()
    try await context.progress("Looking at the accounts' keys") { [senders] _ in
      // Where accounts have no keys of their own, nobody pays for others either.
      _ = try await place.accountKey(of: half.transaction.from)
      try await place.connection.sender.accounts.checkSignatures(of: senders, label: call, names: names)
    }
  }

  /// Shows it, asks, and signs with those keys of the payer that are here.
  ///
  /// - Returns: The transaction with their signatures, and why these do not suffice, if they don't.
  func signed(
    asking question: StyledText, in context: CommandContext
  ) async throws -> (PartlySignedTransaction, shortfall: SendingError?) {
    let fields = TransactionFields(transaction: .kaia(half.transaction), network: place.network, call: call).fields(
      from: await context.named(half.transaction.from),
      and: [
        "Fee payer": "\(payer.name) \(payer.address)",
        "Its part at most": StyledText(place.network.text(try part), .strong),
      ])
    let keys = try await context.keys(of: payer) { try await context.confirm(question, fields) }
    let payerKey = try await place.accountKey(of: payer.address)
    let signers = keys.candidates(in: .feePayer, under: payerKey)
    // With none of the keys there is nothing to sign; this says why.
    if signers.isEmpty { _ = try keys.signers(in: .feePayer, under: payerKey) }
    var signed = half
    for signer in signers { try signed.signAsFeePayer(payer.address, by: signer) }
    do {
      try await place.connection.sender.accounts.checkSignatures(
        of: signed, label: call, names: await context.keystoreNames())
      return (signed, nil)
    } catch let error as SendingError where error.code == .signaturesMissing {
      return (signed, error)
    }
  }

  /// The report of a dry run.
  ///
  /// - Throws: The node's objection.
  func dryRun(_ interface: InterfaceOptions, _ context: CommandContext) async throws -> Report {
    try await context.dryRun(
      "pay for and send transaction \(half.senderTxHash)", half.trial(payer: payer.address), call: label, at: place,
      abi: try interface.abi(for: half.transaction.operation.to, in: context), leniency: .nonce)
  }

  /// The readable call, or the name of the type.
  var label: String { call ?? half.transaction.type.name }

  /// Shows it, asks, signs, and sends it once the signatures suffice.
  ///
  /// - Parameter force: As ``RawCheck/state(maximumFee:force:names:)`` takes it.
  func sent(
    asking question: StyledText, force: Bool?, _ interface: InterfaceOptions, _ context: CommandContext
  ) async throws -> Report {
    let (signed, shortfall) = try await signed(asking: question, in: context)
    if let shortfall { return Self.unfinished(signed, shortfall, failure: CommandFailure(shortfall)) }
    let whole = try signed.completed()
    let check = RawCheck(
      signed: whole, sender: half.transaction.from, place: place,
      errors: try interface.errors(to: half.transaction.operation.to, in: context))
    let names = await context.keystoreNames()
    let isKnown = try await context.progress("Checking the transaction") { _ in
      // The maximum fee is checked already, by the payer's part.
      try await check.state(maximumFee: nil, force: force, names: names)
    }
    return try await check.send(unless: isKnown, label: label, in: context)
  }

  /// The report to hand on while the fee payer's signatures do not suffice.
  static func unfinished(
    _ half: PartlySignedTransaction, _ shortfall: SendingError, failure: CommandFailure? = nil
  ) -> Report {
    let raw = half.encoded(.placeholders).hex
    return Report(
      [
        "raw": .string(raw), "complete": false, "senderTxHash": .string(half.senderTxHash.hex),
        "missing": .text(shortfall.reason),
      ], failure: failure
    ) {
      StyledText(shortfall.message, .warning) + StyledText(" \(shortfall.reason ?? "")")
      "Hand it on, or join it with the others' copies: lectures tx merge RAW RAW"
      StyledText(raw)
    }
  }
}
