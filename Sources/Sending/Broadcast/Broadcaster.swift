import NodeRPC
import Outbox
import Primitives
import Transactions

/// Offers signed transactions that are written down to every endpoint, and weighs what they answer.
struct Broadcaster: SenderPart {
  let context: SenderContext
  let accounts: KaiaAccounts

  /// The result of offering a transaction to all endpoints.
  enum Answer: Sendable {
    /// An endpoint has it.
    case taken
    /// Each says that it does not take it.
    case refused(any Error)
    case unknown(any Error)
  }

  /// Offers a transaction that is written down to every endpoint.
  func offer(_ transaction: SignedTransaction, of intent: Int64, label: String) async -> Answer {
    let answer = await answer(to: transaction, label: label)
    if case .taken = answer { await outbox.observe(intent, .broadcast, attempt: transaction.hash) }
    return answer
  }

  private func answer(to transaction: SignedTransaction, label: String) async -> Answer {
    let hash = transaction.hash
    let namespace = namespace(for: transaction)
    // Kaia's own namespaces know Ethereum's typed kinds by another first byte.
    let raw = namespace == .eth ? transaction.encoded : transaction.kaiaEncoded
    let request = NodeRequest.sendRawTransaction(raw, namespace: namespace).map { answered in
      guard answered == hash else { throw OtherHash(sent: hash, answered: answered) }
      return answered
    }
    let answers = await node.sendToAll(request) { Refusal($0) == nil }.map { Refusal($0.result) }
    if answers.contains(where: { $0 == nil }) { return .taken }
    guard let telling = answers.compactMap({ $0 }).max(by: { $0.kind.weight < $1.kind.weight }) else {
      return .taken
    }
    if telling.kind == .notAsked { return .refused(telling.error) }
    // A refusal may be because of this very transaction: it was mined, or an answer was lost on the way.
    if await context.isKnown(hash) { return .taken }
    if [.other, .unclear].contains(telling.kind),
      let missing = await accounts.missingSignatures(of: transaction, label: label)
    {
      return .refused(missing)
    }
    let error = telling.sendingError(transaction, label: label)
    return telling.kind == .unknown ? .unknown(error) : .refused(error)
  }

  /// `eth_sendRawTransaction` takes none of Kaia's own types.
  private func namespace(for transaction: SignedTransaction) -> RPCNamespace {
    guard case .kaia = transaction.transaction, node.options.namespace == .eth else { return node.options.namespace }
    return .kaia
  }
}

/// A node's answer to a raw transaction: the hash of another one.
private struct OtherHash: Error, CustomStringConvertible {
  let sent: Hash32
  let answered: Hash32
  var description: String { "It is \(answered) where the transaction's hash is due, \(sent)." }
}

/// The refusal of an endpoint to take a raw transaction.
private struct Refusal {
  let kind: NodeRefusal
  let error: NodeError

  /// Nil if the endpoint has the transaction. "Already known" is said of these very bytes, so of this hash.
  init?(_ answer: Result<Hash32, NodeError>) {
    guard case .failure(let error) = answer else { return nil }
    (kind, self.error) = (NodeRefusal(error), error)
    if kind == .alreadyKnown { return nil }
  }
}

extension NodeRefusal {
  /// The rank of a refusal when endpoints disagree: an open outcome first, then the chain's view of it.
  fileprivate var weight: Int {
    switch self {
    case .alreadyKnown, .unknown: 6
    case .nonceTooLow: 5
    case .nonceHeld: 4
    case .insufficientFunds: 4
    case .feePayerCannotPay: 3
    case .underpriced: 2
    case .unclear: 1
    case .other: 1
    case .notAsked: 0
    }
  }
}

extension Refusal {
  /// The refusal as an error of this target.
  fileprivate func sendingError(_ transaction: SignedTransaction, label: String) -> SendingError {
    let account = (try? transaction.sender()).map { "\($0)" } ?? "the account"
    let (code, message, advice): (SendingError.Code, String, String?)
    switch kind {
    case .alreadyKnown, .unknown:
      code = .outcomeUnknown
      message = "Nobody can tell whether the transaction \(transaction.hash) was sent."
      advice = nil
    case .unclear:
      code = .outcomeUnknown
      message = "The node did not say that it took the transaction \(transaction.hash), and may keep it all the same."
      advice = "If you send the same again with its key, the same bytes are offered, so that one at most is paid."
    case .nonceTooLow:
      code = .nonceUsed
      message = "The node says that nonce \(transaction.transaction.nonce) of \(account) was used meanwhile."
      advice = "Another program sends from this account, or it is this very transaction. Look at what the account sent."
    case .nonceHeld:
      code = .nonceHeld
      message = "The node has another transaction of \(account) with nonce \(transaction.transaction.nonce)."
      advice = "One of the two is mined at most. Try again when that one is."
    case .underpriced:
      code = .underpriced
      message = "The node finds the fee too low, and does not take the transaction."
      advice = "Try again at a higher speed, or with higher fees."
    case .insufficientFunds:
      code = .notEnoughForGas
      message = "The node says the account cannot pay, and does not take the transaction."
      advice = "Fund \(account) and try again."
    case .feePayerCannotPay:
      let payer = transaction.feePayer.map { "\($0.address)" } ?? "the fee payer"
      code = .feePayerCannotPay
      message = "The node says the fee payer cannot pay, and does not take the transaction."
      advice = "Fund \(payer) and try again."
    case .other, .notAsked:
      code = .refused
      message = "The node refused the transaction."
      advice = "Mend what the node complains of and try again: the same bytes are offered then, so one at most is paid."
    }
    return SendingError(
      code, message, about: transaction.hash, reason: error.rpcMessage ?? error.message, call: label,
      advice: advice, cause: error)
  }
}
