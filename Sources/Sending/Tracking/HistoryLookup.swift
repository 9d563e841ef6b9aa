import NodeRPC
import Outbox
import Primitives
import Transactions

/// Looks up on the chain what nonces were used for that the outbox does not know: it was lost, rebuilt or restored, or
/// another program sends from the account.
struct HistoryLookup: SenderPart {
  let context: SenderContext
  let restorer: ChainRestorer
  let resumer: Resumer

  /// The error if sends of the account that the outbox does not know stand in the way; nil if none do.
  func obstacle(to draft: IntentDraft, count: UInt64) async throws -> SendingError? {
    guard let open = try await outbox.account(of: draft).unexplained(for: draft, count: count) else { return nil }
    let isAsked = draft.key != nil || open.isLost
    let findings = isAsked ? try await lookUp(open, for: draft) : HistoryFindings()
    if let same = try await outbox.account(of: draft).found(like: draft), let attempt = same.lastAttempt {
      return SendingError.sameOnChain(
        attempt.hash, nonce: attempt.nonce, isLost: open.isLost, draft.label)
    }
    if let same = findings.waiting.first(where: { draft.isDone(by: $0) }) {
      return SendingError.sameOnChain(same.hash, nonce: same.transaction.nonce, isLost: open.isLost, draft.label)
    }
    // The transaction may have been written down with its key, as one that had lost its bytes.
    guard isAsked, try await outbox.account(of: draft).unexplained(for: draft, count: count) != nil else { return nil }
    return findings.obstacle(open, draft, count)
  }

  /// Looks up nonces on the chain, and writes down what used them.
  private func lookUp(_ open: UnexplainedNonces, for draft: IntentDraft) async throws -> HistoryFindings {
    var findings = HistoryFindings()
    guard !open.isEndless else { return findings }
    let uses = open.used.isEmpty ? [:] : try await node.uses(of: open.used, by: draft.account, since: open.since)
    var isContradicted: [UInt64: Bool] = [:]
    for nonce in open.used {
      guard let used = uses[nonce] else {
        findings.missing.append(nonce)
        continue
      }
      if let own = try await context.intent(signedAs: used.hash) {
        // A transaction of ours that a node did not take, or was said to be replaced, is mined.
        if await outbox.revive(own.id) { _ = try? await resumer.look(at: own) }
        continue
      }
      if isContradicted[used.block] == nil { isContradicted[used.block] = await self.isContradicted(used.block) }
      guard isContradicted[used.block] == false, let whole = try await context.whole(used.hash),
        proofs.isSigned(whole, by: draft.account, with: nonce)
      else {
        findings.contradicted.append(nonce)
        continue
      }
      let isKept = try await restorer.restore(
        used.hash, key: nil, label: open.isLost ? "found on the chain" : "sent by another program", at: used.time,
        isLost: open.isLost)
      // Another run may have written it down a moment ago.
      if !isKept, try await outbox.intent(hash: used.hash) == nil { findings.missing.append(nonce) }
    }
    guard !findings.missing.isEmpty else { return findings }
    // Transactions in no block yet.
    let pending = (try? await node.block(.pending, full: true))?.transactions ?? []
    for told in pending {
      guard let index = findings.missing.firstIndex(of: told.nonce),
        let signed = try? SignedTransaction(json: told.raw),
        proofs.isSigned(signed, by: draft.account, with: told.nonce)
      else { continue }
      findings.missing.remove(at: index)
      findings.waiting.append(signed)
    }
    return findings
  }

  /// Whether endpoints give different blocks with a number.
  private func isContradicted(_ number: UInt64) async -> Bool {
    guard node.endpoints.count > 1 else { return false }
    let answers = await node.answers(
      to: .block(.number(number), full: false, namespace: node.options.namespace), within: .seconds(4))
    return Set(answers.compactMap { (try? $0.result.get())??.hash }).count > 1
  }
}

/// The result of looking up nonces, beside what was written down.
private struct HistoryFindings {
  /// The nonces that no node shows the use of.
  var missing: [UInt64] = []
  /// The nonces of which nodes show what the account did not sign, or each another block.
  var contradicted: [UInt64] = []
  /// Transactions of the account that are in no block yet.
  var waiting: [SignedTransaction] = []

  /// The error if nonces that matter are not explained; nil if they are.
  func obstacle(_ open: UnexplainedNonces, _ draft: IntentDraft, _ count: UInt64) -> SendingError? {
    func unknown(_ first: UInt64, _ last: UInt64, _ why: String) -> SendingError {
      SendingError.historyUnknown(draft.account, first, last, why, draft.label)
    }
    if open.isEndless {
      return unknown(0, count > 0 ? count - 1 : 0, "there are more than \(UnexplainedNonces.most) to be looked up.")
    }
    if let first = contradicted.first, let last = contradicted.last {
      return unknown(first, last, "what nodes show for that is not the account's, or each shows another.")
    }
    if let first = missing.first, let last = missing.last {
      return unknown(first, last, "no node shows what it was used for.")
    }
    // Of what was signed with the nonce that this gets, and of this, one at most is mined.
    let rest = open.signed.filter { $0 != count }
    if let first = rest.first, let last = rest.last {
      return unknown(first, last, "it was signed from here, its bytes are lost, and it is not mined yet.")
    }
    return nil
  }
}

extension IntentDraft {
  /// Whether a transaction does what is wanted.
  fileprivate func isDone(by signed: SignedTransaction) -> Bool {
    let unsigned = signed.transaction
    return unsigned.to == to && unsigned.value == value.wei && unsigned.data == data
  }
}

extension Intent {
  /// Whether a transaction does what is wanted.
  func isDone(by signed: SignedTransaction) -> Bool {
    let unsigned = signed.transaction
    return does(unsigned.to, Amount(wei: unsigned.value), unsigned.data)
  }
}
