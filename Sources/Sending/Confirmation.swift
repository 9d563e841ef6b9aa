import NodeRPC
import Primitives
import Transactions

/// A transaction that was mined and has the confirmations asked for.
public struct Confirmation: Sendable {
  public let transaction: SignedTransaction
  public let receipt: Receipt
  /// Blocks from the transaction's own to the newest, both counted.
  public let confirmations: UInt64

  public var hash: Hash32 { transaction.hash }

  /// What the gas cost, whoever paid it: units used times the effective price; nil when the node tells no price.
  public var fee: Amount? { receipt.fee }

  /// Who paid how much of it.
  public var split: FeeSplit? {
    guard let fee else { return nil }
    return transaction.transaction.kaia?.feePayment.split(fee.wei) ?? FeeSplit(fee.wei, percent: 0)
  }
}

/// Waits for receipts.
public struct ConfirmationWaiter: Sendable {
  /// How often in a row a transaction must look replaced; with the pauses between, some seconds on a public chain.
  private static let sightingsToBelieve = 4

  let node: NodeClient

  /// Polls until the transaction has its confirmations.
  ///
  /// The pauses grow from 50 ms to 2 s: a devnet answers at once, a public node is not hammered.
  ///
  /// Behind one address may be nodes of which some lag: that the account's count went past the nonce while there is no
  /// receipt is believed only when it was seen several times in a row, for "replaced" invites to send again.
  ///
  /// - Throws: `SendingError` `.replaced` when another transaction took the nonce, `.notConfirmed` after `timeout`
  ///   seconds; a `NodeError` when the node stayed unreachable until then; `CancellationError`.
  func wait(
    for transaction: SignedTransaction, from account: Address, confirmations wanted: UInt64, timeout: Double,
    label: String
  ) async throws -> Confirmation {
    let (hash, nonce) = (transaction.hash, transaction.transaction.nonce)
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(timeout)
    var pause = Duration.milliseconds(50)
    var lastFailure: NodeError?
    var seenReplaced = 0
    while true {
      do {
        if let receipt = try await node.transactionReceipt(hash), let mined = receipt.blockNumber {
          seenReplaced = 0
          let head = wanted <= 1 ? mined : try await node.blockNumber()
          // Compared before one is added: a node may tell the last of all numbers.
          if head >= mined, head - mined >= max(wanted, 1) - 1, head - mined < .max {
            return Confirmation(transaction: transaction, receipt: receipt, confirmations: head - mined + 1)
          }
        } else if try await node.transactionCount(of: account, at: .latest) > nonce {
          seenReplaced += 1
          if seenReplaced == Self.sightingsToBelieve { throw replaced(hash, nonce, label) }
        } else {
          seenReplaced = 0
        }
        lastFailure = nil
      } catch let error as NodeError {
        lastFailure = error
      }
      guard clock.now + pause < deadline else {
        throw lastFailure.map { unreachable(hash, label, $0) } ?? late(hash, label)
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 3 / 2, .seconds(2))
    }
  }

  private func replaced(_ hash: Hash32, _ nonce: UInt64, _ label: String) -> SendingError {
    SendingError(
      .replaced, "The transaction \(hash) will never be mined: another one took its place.",
      reason: "Nonce \(nonce) of the account was used by a different transaction.", call: label,
      advice: "Look at the account's latest transactions before you send it again.", transactionHash: hash)
  }

  private func late(_ hash: Hash32, _ label: String) -> SendingError {
    SendingError(
      .notConfirmed, "The transaction \(hash) was sent, but is not confirmed yet.",
      reason: "The time to wait for it is over; it can still be mined.", call: label,
      advice: "Follow it with `lectures tx show \(hash)`; do not send it again before that.", transactionHash: hash)
  }

  private func unreachable(_ hash: Hash32, _ label: String, _ error: NodeError) -> SendingError {
    SendingError(
      .notConfirmed, "The transaction \(hash) was sent, but the node stopped answering.",
      reason: error.message, call: label,
      advice: "Follow it with `lectures tx show \(hash)`; do not send it again before that.", transactionHash: hash,
      cause: error)
  }
}
