import NodeRPC
import Primitives
import Sending
import Transactions

/// A signed transaction that somebody hands in, on its way to a receipt.
struct Broadcast: Sendable {
  let node: NodeClient
  let signed: SignedTransaction
  let sender: Address
  /// What it does, for people.
  let call: String
  /// Told before the first byte leaves.
  let sent: SentTransactions

  /// Offers it to the node; that the node has it already is as good.
  ///
  /// - Throws: `SendingError` `.refused` when the node does not take it, `.outcomeUnknown` when nobody can tell.
  func offer() async throws {
    let hash = signed.hash
    sent.record(hash.hex, label: call)
    do throws(NodeError) {
      _ = try await node.sendRawTransaction(signed.encoded)
    } catch {
      if (try? await node.transaction(hash))??.hash == hash { return }
      // A failure of the transport proves nothing: the bytes may have arrived.
      guard error.code == .rpc else {
        throw SendingError(
          .outcomeUnknown, "Nobody can tell whether the transaction \(hash) was sent.", reason: firstLine(error),
          call: call, advice: "Look with `lectures tx show \(hash)` before you send it again.", transactionHash: hash,
          cause: error)
      }
      sent.forget(hash.hex)
      throw SendingError(
        .refused, "The node refused the transaction; nothing was sent.", reason: error.rpcMessage, call: call,
        advice: "Mend what the node complains of, and sign it anew.", transactionHash: hash, cause: error)
    }
  }

  /// Waits for its receipt and so many confirmations, its own block counted.
  ///
  /// The pauses grow from 50 ms to 2 s: a devnet answers at once, a public node is not hammered.
  ///
  /// - Throws: `SendingError` `.replaced` when another transaction took its nonce, `.notConfirmed` after `timeout`.
  func receipt(confirmations: UInt64, timeout: Duration) async throws -> (Receipt, confirmations: UInt64) {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var pause = Duration.milliseconds(50)
    var looksReplaced = false
    var failure: NodeError?
    while true {
      do throws(NodeError) {
        if let receipt = try await node.transactionReceipt(signed.hash), let mined = receipt.blockNumber {
          let head = confirmations <= 1 ? mined : try await node.blockNumber()
          let count = head >= mined ? head - mined + 1 : 0
          if count >= max(confirmations, 1) {
            sent.settle(signed.hash.hex, receipt.status ?? true ? .confirmed : .reverted)
            return (receipt, count)
          }
          looksReplaced = false
        } else if try await node.transactionCount(of: sender, at: .latest) > signed.transaction.nonce {
          // The receipt may lag behind the count on some nodes: believed only the second time.
          if looksReplaced { break }
          looksReplaced = true
        }
        failure = nil
      } catch {
        if error.code == .cancelled { throw error }
        failure = error
      }
      guard clock.now + pause < deadline else { throw late(failure) }
      try await Task.sleep(for: pause)
      pause = min(pause * 3 / 2, .seconds(2))
    }
    sent.settle(signed.hash.hex, .replaced)
    throw SendingError(
      .replaced, "The transaction \(signed.hash) will never be mined: another one took its place.",
      reason: "Nonce \(signed.transaction.nonce) of \(sender) was used by a different transaction.", call: call,
      transactionHash: signed.hash)
  }

  private func late(_ failure: NodeError?) -> SendingError {
    SendingError(
      .notConfirmed, "The transaction \(signed.hash) was sent, but is not confirmed yet.",
      reason: failure.map(firstLine) ?? "The time to wait for it is over; it can still be mined.", call: call,
      advice: "Follow it with `lectures tx show \(signed.hash)`; sending the same bytes again is harmless.",
      transactionHash: signed.hash, cause: failure)
  }

  private func firstLine(_ error: NodeError) -> String { CommandFailure(error).message }
}
