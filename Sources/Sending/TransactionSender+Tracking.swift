import NodeRPC
import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Waits until a transaction that was offered has its confirmations, and notes it in the outbox.
  ///
  /// A receipt that says "failed" is returned, not thrown: only the caller knows how to read the reason. If another
  /// attempt of the same intent is mined instead, such as one at a higher price, that is what is returned.
  ///
  /// - Parameters:
  ///   - transaction: The one that is waited for.
  ///   - account: The sender.
  ///   - label: The readable form for people.
  ///   - options: The number of confirmations, and the time to wait.
  /// - Throws: `SendingError` `.noQuorum`; `.notProven` when the validators' seals prove something else than the receipt says,
  ///   or one node alone says that another took its place; `.replaced` when another transaction took the nonce, `.cancelled` when one of ours
  ///   did that cancels the intent, be it the one that is waited for; `.notConfirmed` when the time is over;
  ///   `CancellationError`.
  public func confirmed(
    _ transaction: SignedTransaction, from account: Address, label: String, options: SendOptions = SendOptions()
  ) async throws -> Confirmation {
    let intent = try? await context.intent(signedAs: transaction.hash)
    return try await tracker.confirmed(
      transaction, of: intent?.id, from: account, label: label, isCancellation: false, options: options)
  }

  /// Asks the chain what became of an intent; nothing is changed or sent.
  ///
  /// - Parameter options: how many endpoints have to agree that it was mined or replaced.
  public func status(of intent: Intent, options: SendOptions = SendOptions()) async throws -> TransactionStatus {
    try await statuses.status(of: intent, by: ReceiptVoters(node, options))
  }

  /// Takes up an intent that nobody works on: notes what the chain says of it, and offers the same bytes again if no
  /// node knows them.
  ///
  /// - Parameter options: how many confirmations it needs to have ended, and how many endpoints have to agree.
  /// - Returns: what the chain says of it now.
  /// - Throws: `SendingError` `.underWay` if a living process works on it; what the nodes have against the bytes.
  @discardableResult
  public func resume(_ intent: Intent, options: SendOptions = SendOptions()) async throws -> TransactionStatus {
    try await resumer.resume(intent, options: options)
  }

  /// Notes what the chain says of an intent that nobody works on; nothing is sent or struck out.
  ///
  /// - Throws: `SendingError` `.underWay` if a living process works on it; a `NodeError`.
  @discardableResult
  package func look(at intent: Intent, options: SendOptions = SendOptions()) async throws -> TransactionStatus {
    try await resumer.look(at: intent, options: options)
  }

  /// Looks whether what was mined still is where it was seen; what is not is noted as the chain says it now, and is under
  /// way again if it is in no block. So is what a node refused when it was offered, and has all the same.
  ///
  /// The hash of a block stands for all before it: of each account the last that is where it was vouches for the rest.
  ///
  /// - Throws: The errors of the outbox and the node.
  public func lookAgain(_ options: SendOptions = SendOptions()) async throws {
    try await resumer.lookAgain(options)
  }

  /// Looks again at one intent.
  ///
  /// - Returns: The intent as it is now.
  public func lookAgain(at intent: Intent, options: SendOptions = SendOptions()) async throws -> Intent {
    try await resumer.lookAgain(at: intent, options: options)
  }

  /// Takes up one that was refused when it was offered, with the nonce that it has: its bytes can be offered again.
  ///
  /// - Throws: `SendingError` `.underWay` if another has its nonce by now; the outbox's errors.
  public func reopen(_ refused: Intent) async throws -> Intent {
    try await resumer.reopen(refused)
  }

  /// The evidence for a receipt, to be shown with it: the user's own node, or the validators' seals where a checkpoint
  /// is trusted. Other endpoints are not asked.
  public func finding(for receipt: Receipt) async -> ProofFinding {
    await context.proofs.finding(forSuccess: receipt, of: receipt.transactionHash)
  }
}
