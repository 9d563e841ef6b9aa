import ContractABI
import ContractClient
import EVM
import Keys
import Primitives
import Sending
import Simulation
import Transactions

/// A transaction of another account whose fee an account pays: checked, shown, signed, and handed in if wanted.
public struct FeePaying: Sendable {
  /// The transaction with the signatures of its sender.
  public let half: PartlySignedTransaction
  /// The account that pays.
  public let payer: Address
  /// The call, readable; nil where it is not known.
  public let call: String?
  private let abi: ContractABI?
  private let connection: ContractConnection

  /// A payment for a transaction; nothing is asked yet.
  ///
  /// - Parameter abi: the interface of the contract that is called, for its events and errors.
  /// - Throws: `OperationError` `.notPayable` for a transaction that the account cannot sign as its fee payer.
  public init(
    _ half: PartlySignedTransaction, by payer: Address, call: String?, abi: ContractABI?,
    over connection: ContractConnection
  ) throws(OperationError) {
    try Self.checkForm(half)
    if let named = half.feePayer, named.address != payer {
      throw .notPayable("It names another fee payer: \(named.address).")
    }
    (self.half, self.payer, self.call) = (half, payer, call)
    (self.abi, self.connection) = (abi, connection)
  }

  /// Makes sure that a transaction is one that a fee payer can sign.
  ///
  /// - Throws: `OperationError` `.notPayable`.
  public static func checkForm(_ half: PartlySignedTransaction) throws(OperationError) {
    guard half.transaction.type.isFeeDelegated else {
      throw .notPayable("The sender of a \(half.transaction.type.name) pays its fee.")
    }
    guard !half.signatures.isEmpty else { throw .notPayable("Its sender has not signed it.") }
  }

  /// The most that it can cost the fee payer.
  public var part: Amount {
    get throws {
      let fee = try UnsignedTransaction.kaia(half.transaction).maximumGasCost
      return Amount(wei: half.transaction.feePayment.split(fee.wei).feePayer)
    }
  }

  /// The call, or the name of the type.
  public var label: String { call ?? half.transaction.type.name }

  /// Makes sure that the sender's signatures suffice for its account's key on the chain.
  ///
  /// - Parameter names: names of known addresses.
  /// - Throws: `SendingError` `.signaturesMissing`.
  public func checkSender(names: [Address: String]) async throws {
    // Some of the fee payer's own signatures may still be missing: they are made here.
    var senders = PartlySignedTransaction(half.transaction)
    senders.add(half.signatures)
    try await connection.sender.accounts.checkSignatures(of: senders, label: call, names: names)
  }

  /// Makes sure that the payer's part is not above a limit.
  ///
  /// - Throws: `SendingError` `.feeAboveLimit`.
  public func check(maximumFee limit: Amount?) throws {
    guard let limit, try part > limit else { return }
    throw SendingError(
      .feeAboveLimit,
      "The fee payer's part could be \(connection.text(try part)), above the limit of \(connection.text(limit)).",
      reason: "Nothing was signed.")
  }

  /// The transaction, simulated and neither signed nor handed in.
  ///
  /// - Throws: `SimulationError`; the node's objection.
  public func simulated(cache: StateCache?) async throws -> DryRunOutcome {
    try await DryRunOutcome(
      of: "pay for and send transaction \(half.senderTxHash)", half.trial(payer: payer), call: label, abi: abi,
      leniency: .nonce, on: connection.node, cache: cache)
  }

  /// Signs with those keys of the payer that are here.
  ///
  /// - Parameters:
  ///   - payerKey: the payer's key on the chain.
  ///   - names: names of known addresses.
  /// - Returns: The transaction with their signatures, and why these do not suffice, if they don't.
  public func signed(
    by keys: Keyring, under payerKey: AccountKey, names: [Address: String]
  ) async throws -> (PartlySignedTransaction, shortfall: SendingError?) {
    let signers = keys.candidates(in: .feePayer, under: payerKey)
    // With none of the keys there is nothing to sign; this says why.
    if signers.isEmpty { _ = try keys.signers(in: .feePayer, under: payerKey) }
    var signed = half
    for signer in signers { try signed.signAsFeePayer(payer, by: signer) }
    do {
      try await connection.sender.accounts.checkSignatures(of: signed, label: call, names: names)
      return (signed, nil)
    } catch let error as SendingError where error.code == .signaturesMissing {
      return (signed, error)
    }
  }

  /// The transaction with all signatures, to be handed in.
  public func submission(of signed: PartlySignedTransaction) throws -> Submission {
    Submission(try signed.completed(), from: half.transaction.from, label: label, abi: abi, over: connection)
  }
}
