import Keys
import Primitives
import Transactions

extension KaiaAccounts {
  /// Makes sure that the keys which signed a transaction may sign for its accounts, as their keys on the chain have it.
  ///
  /// On chains without account keys there is nothing to look at.
  ///
  /// - Parameter names: People's names for addresses.
  /// - Throws: `SendingError` `.signaturesMissing`, which names the missing signers; the node's errors.
  public func checkSignatures(
    of transaction: SignedTransaction, label: String? = nil, names: [Address: String] = [:]
  ) async throws {
    guard transaction.transaction.kaia == nil else {
      return try await checkSignatures(of: PartlySignedTransaction(transaction), label: label, names: names)
    }
    let sender = try transaction.sender()
    guard let key = try await accountKey(of: sender), key != .legacy else { return }
    throw SendingError(
      .signaturesMissing, "The account's key was changed: no chain takes Ethereum's transactions from it.",
      about: transaction.hash, reason: "The account is \(sender), and this is a transaction of Ethereum's kinds.",
      call: label, facts: .account(sender))
  }

  /// Checks a transaction that is signed in part: the sender's signatures, and the fee payer's if it has any.
  public func checkSignatures(
    of partly: PartlySignedTransaction, label: String? = nil, names: [Address: String] = [:]
  ) async throws {
    let transaction = partly.transaction
    guard let key = try await accountKey(of: transaction.from) else { return }
    if let shortfall = key.shortfall(
      of: try partly.senderPublicKeys(), role: transaction.type.role, of: transaction.from)
    {
      throw SendingError(shortfall, of: transaction.from, transaction.type.role, partly.senderTxHash, label, names)
    }
    guard let payer = partly.feePayer, !payer.signatures.isEmpty,
      let payerKey = try await accountKey(of: payer.address),
      let shortfall = payerKey.shortfall(
        of: try partly.feePayerPublicKeys(), role: .feePayer, of: payer.address)
    else { return }
    throw SendingError(shortfall, of: payer.address, .feePayer, partly.senderTxHash, label, names)
  }

  /// The error that signatures are missing, where a node refused without saying so; nil if that is not why.
  func missingSignatures(of transaction: SignedTransaction, label: String) async -> SendingError? {
    do {
      try await checkSignatures(of: transaction, label: label)
      return nil
    } catch {
      let error = error as? SendingError
      return error?.code == .signaturesMissing ? error : nil
    }
  }
}

extension SendingError {
  /// The signatures of an account do not suffice: the signatures that are there, those that are missing, and their
  /// signers.
  fileprivate init(
    _ shortfall: AccountKey.Shortfall, of account: Address, _ role: AccountKey.Role, _ hash: Hash32, _ label: String?,
    _ names: [Address: String]
  ) {
    let whose = role == .feePayer ? "The fee payer's signatures" : "The signatures"
    let weights = "weight \(shortfall.weight) of \(shortfall.threshold) is there"
    let message: String
    if shortfall.threshold == 0 {
      message = "Nobody can sign for \(account) in the role \(role)."
    } else if shortfall.weight == 0, shortfall.strangers.isEmpty {
      message = "\(whose) are missing: \(weights)."
    } else {
      message = "\(whose) do not suffice: \(weights)."
    }
    self.init(
      .signaturesMissing, message, about: hash, reason: shortfall.words(account, names), call: label,
      advice: shortfall.advice, facts: .missingSignatures(role))
  }
}

extension AccountKey.Shortfall {
  /// The most of those whose signatures are missing that are named.
  private static let mostNamed = 4

  /// The missing signers, or a signer that is no key of the account, in a sentence.
  fileprivate func words(_ account: Address, _ names: [Address: String]) -> String {
    func name(_ member: Member) -> String {
      let name = names[member.address]
      switch member {
      case .key(let key): return name.map { "\($0) (\(key))" } ?? "\(key)"
      case .ownKey(let address): return "\(name.map { "\($0), " } ?? "")the key that \(address) comes from"
      }
    }
    if let stranger = strangers.first {
      return "\(name(.key(stranger))) signed, which is no key of \(account); one such signature makes all worthless."
    }
    guard !missing.isEmpty, weight < threshold else {
      return reason.message.split(separator: "\n").joined(separator: "; ") + "."
    }
    let named = missing.prefix(Self.mostNamed).map { candidate in
      name(candidate.member) + (threshold > 1 || missing.count > 1 ? ", weight \(candidate.weight)" : "")
    }
    let more = missing.count > named.count ? "; and \(missing.count - named.count) more" : ""
    return "Of \(account) these have not signed: \(named.joined(separator: "; "))\(more)."
  }

  /// The next step where more signatures do not help; nil where they do.
  fileprivate var advice: String? {
    if threshold == 0 { return "Use another account." }
    return strangers.isEmpty ? nil : "Have it signed anew, by keys of the account alone."
  }
}
