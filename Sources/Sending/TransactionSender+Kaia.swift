import Keys
import NodeRPC
import Primitives
import Transactions

/// A transaction that is signed as far as it can be here.
enum OutgoingTransaction: Sendable {
  case whole(SignedTransaction)
  /// A fee delegation service signs the rest, and sends it.
  case half(PartlySignedTransaction, FeeService)

  /// The draft of an attempt, written down before it leaves.
  func draft(_ kind: Attempt.Kind) -> AttemptDraft {
    switch self {
    case .whole(let signed):
      AttemptDraft(
        hash: signed.hash, senderTxHash: signed.feePayer == nil ? nil : signed.senderTxHash, raw: signed.encoded,
        nonce: signed.transaction.nonce, kind: kind, maximumPerGas: signed.transaction.maxFeePerGas)
    case .half(let partly, _):
      AttemptDraft(
        hash: partly.senderTxHash, senderTxHash: partly.senderTxHash, raw: partly.encoded(.senderPart),
        isHandedOver: true, nonce: partly.transaction.nonce, kind: kind, maximumPerGas: partly.transaction.gasPrice)
    }
  }
}

extension TransactionSender {
  /// Kaia and its testnet: there every node reports an account's key.
  private static let kaiaChains: Set<UInt256> = [8217, 1001]

  /// An account's key on a chain of Kaia's kind, legacy for an account that does not exist yet; nil on other chains.
  public func accountKey(of account: Address) async throws -> AccountKey? {
    do throws(NodeError) {
      return try await node.kaiaAccountKey(account) ?? .legacy
    } catch {
      guard error.code == .rpc, !Self.kaiaChains.contains(chainID) else { throw error }
      return nil
    }
  }

  // MARK: Price

  /// The parts that make the request one of Kaia's own types: a key that was changed, somebody else who pays, or an
  /// operation of these types alone; nil if nothing does.
  func envelope(
    of request: SendRequest, _ standing: AccountStanding, _ options: SendOptions
  ) async throws -> KaiaEnvelope? {
    guard let accountKey = standing.accountKey else {
      guard options.feeDelegation == nil, request.operation == nil else {
        throw SendingError(
          .noFeeDelegation,
          options.feeDelegation == nil
            ? "This chain has no such transactions." : "Nobody else can pay the fee on this chain.",
          reason: "Only Kaia has them, and this node knows none of its methods.", call: request.label)
      }
      return nil
    }
    guard accountKey != .legacy || options.feeDelegation != nil || request.operation != nil else { return nil }
    if let percent = options.feeDelegation?.percent, !(1...99).contains(percent) {
      throw SendingError(
        .noFeeDelegation, "A fee payer cannot pay \(percent) per cent of the fee.",
        reason: "Kaia knows 1 to 99, and all of it without a ratio.", call: request.label,
        advice: "Leave the ratio away to have all of it paid.")
    }
    let payer = options.feeDelegation?.address
    var payerKey: AccountKey?
    if let payer { payerKey = try await self.accountKey(of: payer) }
    return KaiaEnvelope(
      operation: try await operation(of: request), payment: options.feeDelegation?.payment ?? .sender,
      feePayer: payer, accountKey: accountKey, feePayerKey: payerKey)
  }

  /// Kaia distinguishes calls from transfers by the transaction's type, and wants code at the former alone.
  ///
  /// - Parameter known: The receivers of which it is known whether they have code.
  func operation(
    of request: SendRequest, known: [Address: Bool] = [:]
  ) async throws -> KaiaTransaction.Operation {
    if let operation = request.operation { return operation }
    guard let to = request.to else { return .deploy(request.data, value: request.value.wei) }
    let hasCode: Bool
    if let known = known[to] { hasCode = known } else { hasCode = try await !node.code(of: to, at: .latest).isEmpty }
    if hasCode {
      return .execution(to: to, value: request.value.wei, input: request.data)
    }
    return request.data.isEmpty
      ? .valueTransfer(to: to, value: request.value.wei)
      : .memo(to: to, value: request.value.wei, memo: request.data)
  }

  /// Makes sure that a fee payer who is known has its part of the fee.
  func checkFeePayer(of prepared: PreparedTransaction) async throws {
    // A sender that pays for itself has this in its own cost.
    guard let payer = prepared.kaia?.feePayer, payer != prepared.request.from,
      let needed = prepared.maximumDelegatedFee
    else { return }
    let balance = try await node.balance(of: payer, at: .latest)
    guard balance < needed else { return }
    throw SendingError(
      .feePayerCannotPay,
      "\(missing(of: needed, balance)) for the gas that another pays: up to \(text(needed)) may be needed, \(text(balance)) are there.",
      reason: "The fee payer is \(payer).", call: prepared.request.label, facts: .account(payer))
  }

  // MARK: Signing

  /// Signs with the keys of the role, for the account and for a fee payer whose keys are here.
  ///
  /// - Throws: `SendingError` `.keyNotHeld` when the chain would not take the signatures, with the reason.
  func sign(
    _ unsigned: UnsignedTransaction, _ prepared: PreparedTransaction, _ signer: any Signer, _ options: SendOptions
  ) async throws -> OutgoingTransaction {
    guard case .kaia(let transaction) = unsigned, let kaia = prepared.kaia else {
      return .whole(try unsigned.signed(with: try await signer.sign(unsigned.signingHash)))
    }
    var partly = PartlySignedTransaction(transaction)
    partly.add(
      try await Self.signatures(over: transaction.signingHash, by: signer, in: kaia.role, under: kaia.accountKey))
    guard let delegation = options.feeDelegation else { return .whole(try partly.completed()) }
    switch delegation.payer {
    case .service(let service): return .half(partly, service)
    case .keys(let keys):
      try partly.add(
        feePayer: keys.address,
        signatures: try await Self.signatures(
          over: transaction.feePayerSigningHash(feePayer: keys.address), by: keys, in: .feePayer,
          under: kaia.feePayerKey ?? .legacy))
      return .whole(try partly.completed())
    case .account(let address):
      throw SendingError(
        .wrongSigner, "The fee payer \(address) cannot sign: none of its keys is here.", call: prepared.request.label,
        facts: .account(address))
    }
  }

  private static func signatures(
    over digest: Hash32, by signer: any Signer, in role: AccountKey.Role, under accountKey: AccountKey
  ) async throws -> [Signature] {
    if let keys = signer as? Keyring ?? (signer as? PrivateKey).map({ Keyring($0) }) {
      return try keys.signers(in: role, under: accountKey).map { try $0.sign(digest) }
    }
    // A signer that keeps its keys to itself: its signature shows which it used.
    let signature = try await signer.sign(digest)
    do {
      try accountKey.check([try signature.recover(digest)], role: role, of: signer.address)
    } catch let error as AccountKeyError {
      throw SendingError(
        .keyNotHeld, "What was signed is not valid for \(signer.address).", reason: error.message,
        facts: .account(signer.address))
    }
    return [signature]
  }
}
