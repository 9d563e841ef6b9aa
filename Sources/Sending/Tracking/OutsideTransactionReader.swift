import NodeRPC
import Outbox
import Primitives
import Transactions

/// A transaction that was signed and sent elsewhere, such as by the wallet of a browser, and how it stands.
public struct OutsideTransaction: Sendable {
  /// The transaction as its own bytes show it, from which the hash was computed; nil where no node shows such bytes.
  public internal(set) var transaction: SignedTransaction?
  /// The receipt that enough endpoints agree on, once it has its confirmations.
  public internal(set) var receipt: Receipt?
  /// The evidence for the receipt: its level, or what the validators' seals prove instead.
  public internal(set) var finding = ProofFinding()
  /// The endpoints that say something else than most do.
  public internal(set) var disagreements: [EndpointDisagreement] = []
}

/// Looks at transactions that are in no outbox.
///
/// The hash of such a transaction proves its contents, whoever shows its bytes; that it was mined, and succeeded, is as
/// sure as receipt votes and seals make it.
public struct OutsideTransactionReader: SenderPart {
  let context: SenderContext

  /// Looks at a transaction once.
  ///
  /// - Parameter tracking: The confirmations and the quorum without which there is no receipt.
  /// - Throws: `SendingError` `.noQuorum`; a `NodeError` when a lone endpoint cannot be asked, or none of several.
  public func look(
    at hash: Hash32, _ tracking: TrackingOptions = TrackingOptions(), _ events: SendEvents = SendEvents()
  ) async throws -> OutsideTransaction {
    let voters = try ReceiptVoters(node, tracking, events)
    var found = OutsideTransaction()
    let receipt = try await voters.receipt(hash)
    found.disagreements = voters.disagreements.filter(\.isContradiction)
    found.transaction = try await context.whole(hash)
    guard let receipt, try await voters.confirmations(of: receipt, wanted: tracking.confirmations) != nil else {
      return found
    }
    found.receipt = receipt
    found.finding = await proofs.finding(for: receipt, of: hash)
    return found
  }

  /// The transactions that an account sent with its nonces from one on, as their own bytes show them: those in blocks, and
  /// those that wait and are shown. One that no node shows is left out.
  ///
  /// - Parameters:
  ///   - since: When the first of them may have been sent, in seconds since 1970.
  ///   - most: The most nonces that are looked up.
  /// - Throws: A `NodeError` when the node cannot be asked for its newest state.
  public func transactions(
    of account: Address, from nonce: UInt64, since: UInt64, most: UInt64 = 16
  ) async throws -> [SignedTransaction] {
    let count = try await node.transactionCount(of: account, at: .latest)
    var found: [SignedTransaction] = []
    if count > nonce {
      let nonces = Array(nonce..<min(count, nonce.addingSaturated(most)))
      for (nonce, use) in try await node.uses(of: nonces, by: account, since: since).sorted(by: { $0.key < $1.key }) {
        guard let whole = try await context.whole(use.hash), proofs.isSigned(whole, by: account, with: nonce) else {
          continue
        }
        found.append(whole)
      }
    }
    guard try await node.transactionCount(of: account, at: .pending) > count else { return found }
    for told in (try? await node.block(.pending, full: true))?.transactions ?? []
    where told.from == account && told.nonce >= max(count, nonce) {
      guard let signed = try? SignedTransaction(json: told.raw),
        proofs.isSigned(signed, by: account, with: told.nonce)
      else { continue }
      found.append(signed)
    }
    return found
  }
}
