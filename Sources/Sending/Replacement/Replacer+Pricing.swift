import Outbox
import Primitives
import Transactions

extension Replacer {
  /// Prices the same transaction with the same nonce higher, so that it is mined sooner.
  ///
  /// Its tip and its ceiling rise by a tenth at least, rounded up, which is what nodes want before they replace one;
  /// and to what the chain asks now if that is more. Its gas is estimated anew: the old limit is kept where it is
  /// higher and plausible, and where what it builds upon is still under way, so that it cannot be tried.
  ///
  /// The options name its fee payer, whoever paid for the first: of two with the same nonce one at most is mined.
  ///
  /// - Throws: `SendingError` `.notReplaceable` for what was mined, never signed or signed elsewhere in another form;
  ///   `.feePayerNeeded` for what another pays for, where the options name nobody; those of
  ///   ``TransactionSender/prepare(_:options:)``.
  public func prepareSpeedUp(
    of intent: Intent, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    let last = try await replaceable(intent, options)
    let old = try repeatable(intent, last, options)
    let label = intent.replacement(.speedUp) == .cancellation ? "cancel: \(intent.label)" : intent.label
    var request = SendRequest(
      from: intent.account, to: old.to, value: Amount(wei: old.value), data: old.data, label: label)
    if let kaia = old.kaia { request.operation = kaia.operation }
    var options = options
    options.gas.earlierLimit = old.gasLimit
    options.fees.chosen = try await raised(last, options)
    return try await pricer.prepare(request, options: options)
  }

  /// Prices an empty transaction with the same nonce, in whose place nothing else can be mined: Kaia's own type for
  /// that on Kaia, a transfer of nothing to oneself elsewhere. The account pays for it, or who the options name,
  /// whoever was to pay for the first and whatever form that has: of two with the same nonce one at most is mined.
  ///
  /// - Throws: `SendingError` `.notReplaceable` for what was mined or was never signed; as
  ///   ``TransactionSender/prepare(_:options:)``.
  public func prepareCancellation(
    of intent: Intent, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    let last = try await replaceable(intent, options)
    var request = SendRequest(from: intent.account, to: intent.account, label: "cancel: \(intent.label)")
    if try await pricer.accounts.accountKey(of: intent.account) != nil {
      request = SendRequest(from: intent.account, operation: .cancel, label: request.label)
    }
    var options = options
    options.fees.chosen = try await raised(last, options)
    return try await pricer.prepare(request, options: options)
  }

  /// Prices an empty transaction to oneself, for a nonce that nothing has.
  public func prepareFiller(of account: Address) async throws -> PreparedTransaction {
    var request = SendRequest(from: account, to: account, label: "close a gap")
    if try await pricer.accounts.accountKey(of: account) != nil {
      request = SendRequest(from: account, operation: .cancel, label: request.label)
    }
    return try await pricer.prepare(request)
  }

  /// The transaction of an attempt, if it is one that can be signed here once more.
  private func repeatable(
    _ intent: Intent, _ attempt: Attempt, _ options: SendOptions
  ) throws -> UnsignedTransaction {
    let transaction: UnsignedTransaction
    var payer: Address?
    if attempt.isHandedOver {
      // The service's transaction has the same nonce.
      transaction = .kaia(
        try PartlySignedTransaction(decoding: attempt.raw, chainID: intent.chain.chainID).transaction)
    } else {
      let signed = try SignedTransaction(decoding: attempt.raw)
      (transaction, payer) = (signed.transaction, signed.feePayer?.address)
    }
    switch transaction {
    case .legacy, .feeMarket: return transaction
    case .kaia(let kaia):
      guard kaia.feePayment == .sender || options.feeDelegation != nil else {
        throw SendingError(
          .feePayerNeeded, "Another pays for its gas, and has to sign again for a higher price; nothing was sent.",
          about: attempt.hash,
          reason: payer.map { "The fee payer of what was signed is \($0)." }
            ?? "A fee delegation service was handed what was signed.", call: intent.label,
          facts: .feePayer(payer, intent: intent.id))
      }
      return transaction
    default:
      throw Self.notReplaceable(
        intent, "It was signed in a form that is not made here.",
        facts: .onlyCancellable(intent: intent.id))
    }
  }

  /// A tenth above an attempt, or what the chain asks now if that is more.
  private func raised(_ last: Attempt, _ options: SendOptions) async throws -> TransactionFees {
    let present: TransactionFees
    if let chosen = options.fees.chosen {
      present = chosen
    } else if options.feeDelegation != nil {
      // Kaia's own types pay their price as it is.
      present = try await pricer.estimator.nativeFees(options.fees)
    } else {
      present = try await pricer.estimator.fees(speed: options.fees.speed)
    }
    // A part that a service was handed is one of Kaia's own types, with one price.
    let old = last.isHandedOver ? nil : try? SignedTransaction(decoding: last.raw).transaction
    guard let old, case .feeMarket = old else {
      return .legacy(gasPrice: max(try Self.bumped(last.maximumPerGas), present.maximumPerGas))
    }
    var (tip, ceiling) = (try Self.bumped(old.maxPriorityFeePerGas), try Self.bumped(old.maxFeePerGas))
    if case .dynamic(let presentTip, let presentCeiling) = present {
      (tip, ceiling) = (max(tip, presentTip), max(ceiling, presentCeiling))
    }
    return .dynamic(maxPriorityFeePerGas: tip, maxFeePerGas: max(tip, ceiling))
  }

  /// Ten per cent more, rounded up; one more at least.
  static func bumped(_ price: UInt256) throws(SendingError) -> UInt256 {
    let (tens, rest) = price.quotientAndRemainder(dividingBy: 10)
    let (sum, overflow) = price.addingReportingOverflow(max(1, tens + (rest > 0 ? 1 : 0)))
    guard !overflow else {
      throw SendingError(.outOfRange, "The price of the transaction is absurd and cannot be raised.")
    }
    return sum
  }
}
