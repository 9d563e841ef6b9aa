import Keys
import NodeRPC
import Outbox
import Primitives
import Transactions

extension TransactionSender {
  /// Writes down what is wanted with a nonce, signs, writes down what was signed, and broadcasts.
  ///
  /// With ``SendOptions/priceWait`` it waits for its price first, written down without a nonce; another run goes on when
  /// this one ends.
  ///
  /// An earlier send with its key (``SendOptions/key``) is returned instead, and nothing is sent. One that no node took
  /// lends its nonce to the next and keeps its key: an equal send offers its bytes again. When another program is proven
  /// to have used the nonce meanwhile, the transaction is signed anew with the next one; nothing of the first can be mined
  /// then.
  ///
  /// - Throws: `SendingError` `.wrongSigner`, `.sameJustSent`, `.otherWithID`, `.sameElsewhere`, `.limitExceeded`,
  ///   `.notProven`, `.sameOnChain`, `.historyUnknown`, the outbox's errors, and then nothing was signed; those of
  ///   ``broadcast(_:label:)``.
  public func send(
    _ prepared: PreparedTransaction, signer: any Signer, options: SendOptions = SendOptions()
  ) async throws -> SentTransaction {
    let request = prepared.request
    guard signer.address == request.from else {
      throw SendingError(
        .wrongSigner, "The key is that of \(signer.address), the transaction is from \(request.from).",
        call: request.label, advice: "Unlock the keystore of the sending account.")
    }
    var draft = try await draft(of: prepared, options)
    draft.isUnchecked = options.key?.isGuarded != true
    while true {
      let wanted = draft
      let beginning: Beginning
      var count = prepared.transactionCount
      do {
        beginning = try await counted(request.from, on: draft.chain, told: prepared.transactionCount) {
          count = $0
          return try await outbox.begin(wanted, count: $0, known: $1)
        }
      } catch let error as OutboxError where error.code == .historyUnchecked {
        if let obstacle = try await historyObstacle(draft, count: count) { throw obstacle }
        draft.isUnchecked = false
        continue
      }
      switch beginning {
      case .begun(let waiting, _) where waiting.state == .waiting:
        let (intent, prepared) = try await awaitPrice(waiting, prepared, options)
        return try await carry(intent, draft, prepared, signer, options)
      case .begun(let intent, let stranded):
        await rebroadcast(stranded, options)
        return try await carry(intent, draft, prepared, signer, options)
      case .bound(let bound):
        // Nil: nothing of it will be mined, and its key is free; or a service has to sign it once more.
        if let sent = try await boundEarlier(bound, options) { return sent }
        draft.cleared.insert(bound.id)
      case .found(let intent, let isOurs):
        // Nil: nothing came of it, and its key is free.
        if let sent = try await earlier(intent, isOurs: isOurs, options) { return sent }
        if isOurs, let open = try await outbox.goOn(intent.id, draft) {
          return try await signAgain(open, prepared, signer, options)
        }
      }
    }
  }

  /// The draft of a priced transaction, for the outbox.
  func draft(of prepared: PreparedTransaction, _ options: SendOptions) async throws -> IntentDraft {
    let request = prepared.request
    var draft = IntentDraft(
      chain: try await origin.mark(), account: request.from, key: options.key, label: request.label, to: request.to,
      value: request.value, data: request.data, operation: request.operationText,
      cost: prepared.maximumCost)
    draft.nonce = options.nonce
    draft.isSame = options.isSame
    draft.again = options.again
    draft.equalWithin = options.equalWithin
    draft.limits = options.limits
    draft.blockTime = await blockTime(on: draft.chain, for: options.limits)
    draft.wait = options.priceWait
    draft.waiting = options.waiting
    draft.isPlain = request.operation == nil && options.feeDelegation == nil
    draft.unit = unit
    return draft
  }

  /// The time of the chain's newest block, for limits that count days; nil where there are none, or no node gives it.
  ///
  /// A devnet on this machine has this machine's clock, and makes blocks when something is sent: its time adds nothing.
  func blockTime(on chain: ChainMark, for limits: SpendingLimits?) async -> UInt64? {
    guard let limits, limits.perDay != nil || limits.perContract != nil else { return nil }
    guard chain.genesis == nil || !node.endpoints.allSatisfy(\.isLoopback) else { return nil }
    return try? await node.block(.latest)?.timestamp
  }

  /// Takes a nonce with an account's count, and again with a new one when another process saw one mined between.
  ///
  /// - Parameters:
  ///   - told: the count from a node, pending ones included.
  ///   - take: gets the count, and the last nonce known here as mined that it was held against.
  func counted<Value: Sendable>(
    _ account: Address, on chain: ChainMark, told: UInt64, _ take: (UInt64, UInt64?) async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      let (count, known) = try await count(of: account, on: chain, told: told)
      do {
        return try await take(count, known)
      } catch let error as OutboxError where error.code == .countOutdated {
        continue
      }
    }
  }

  /// The account's count, unless the node that gave it is behind what we have seen mined; and the last nonce of that.
  ///
  /// A transaction that was mined, and is in no block any more, keeps its nonce: it is under way again, so that whoever
  /// takes the next offers it first.
  func count(
    of account: Address, on chain: ChainMark, told: UInt64
  ) async throws -> (count: UInt64, lastMined: UInt64?) {
    var told = told
    let last = try await outbox.lastMined(of: account, on: chain)
    guard let last, let nonce = last.nonce, nonce >= told, let number = last.block else { return (told, last?.nonce) }
    for turn in 0..<20 {
      if turn > 0 { try await Task.sleep(for: .milliseconds(250)) }
      told = try await node.transactionCount(of: account, at: .pending)
      if told > nonce { return (told, nonce) }
      // The block decides: if it is there, the count is an old one; if another is, ours was reorganised away.
      if let block = try await node.block(.number(number)) {
        if block.hash == last.blockHash { return (nonce + 1, nonce) }
        break
      }
    }
    for gone in try await outbox.consumed(by: account, on: chain, from: told) { _ = await outbox.unsettle(gone.id) }
    return (told, try await outbox.lastMined(of: account, on: chain)?.nonce)
  }

  /// Offers the bytes of those that stand in the way of another again, and informs the observer; whatever comes of it,
  /// the other is sent.
  func rebroadcast(_ stranded: [Intent], _ options: SendOptions) async {
    for intent in stranded {
      do {
        switch try await resume(intent, options: options) {
        case .pending(let attempt):
          outbox.observer?.outbox(.takenAlong(intent.id, attempt.hash, label: intent.label))
        case .missing where intent.lastAttempt?.isHandedOver == true:
          throw SendingError(.outcomeUnknown, "Nobody can tell whether the fee delegation service sent it.")
        default: break
        }
      } catch let error as SendingError where error.code != .underWay {
        // It was offered, and may have been taken.
        if error.code == .outcomeUnknown, let attempt = intent.lastAttempt {
          outbox.observer?.outbox(.takenAlong(intent.id, attempt.hash, label: intent.label))
        }
        options.onObstacle?(intent, error)
      } catch {}
    }
  }

  /// Notes what became of those below a nonce that was mined, for they were mined before it: nobody else looks after them.
  func settleBelow(_ nonce: UInt64, of account: Address, _ options: SendOptions) async {
    guard let chain = try? await origin.mark() else { return }
    let filter = IntentFilter(chain: chain, account: account, isLive: true, limit: .max)
    for intent in (try? await outbox.intents(filter)) ?? []
    where intent.state.mayBeSent && intent.nonce ?? .max < nonce {
      if (try? await outbox.isAbandoned(intent)) == true { _ = try? await look(at: intent, options: options) }
    }
  }

  // MARK: The way of one

  private func carry(
    _ intent: Intent, _ draft: IntentDraft, _ prepared: PreparedTransaction, _ signer: any Signer,
    _ options: SendOptions
  ) async throws -> SentTransaction {
    let label = prepared.request.label
    var nonce = intent.nonce ?? prepared.transactionCount
    for attempt in 1... {
      let outgoing: OutgoingTransaction
      do {
        try await options.beforeSigning?()
        outgoing = try await sign(prepared.transaction(nonce: nonce), prepared, signer, options)
        try Task.checkCancellation()
        try await outbox.record(outgoing.draft(attempt == 1 ? .first : .anew), of: intent.id, label: label)
      } catch {
        // Nothing left. If even that cannot be written down, the next run finds an owner that is dead.
        try? await outbox.settle(intent.id, IntentOutcome(.expired, cost: .zero))
        throw error
      }
      let transaction: SignedTransaction
      switch outgoing {
      case .whole(let signed): transaction = signed
      case .half(let partly, let service):
        return try await handOver(partly, of: intent.id, to: service, label: label)
      }
      let sent = SentTransaction(
        transaction: transaction, account: prepared.request.from, label: label, intent: intent.id, earlier: nil,
        sender: self)
      switch await offer(transaction, of: intent.id, label: label) {
      case .taken: return sent
      case .refused(let error as SendingError)
      where error.code == .nonceUsed && options.nonce == nil && attempt < 4:
        do {
          guard try await isTaken(nonce, of: intent.id) else {
            await outbox.observe(intent.id, .broadcast, attempt: transaction.hash)
            return sent
          }
          outbox.observer?.outbox(.refused(transaction.hash))
          nonce = try await renewed(intent, as: draft, after: nonce, options)
        } catch {
          await outbox.release(intent.id)
          throw error
        }
      case .refused(let error):
        try? await outbox.settle(intent.id, .unpublished(transaction.hash, error))
        throw error
      case .unknown(let error):
        await outbox.release(intent.id)
        throw error
      }
    }
    preconditionFailure("the loop ends by returning or throwing")
  }

  /// Another nonce for an intent whose own another program used.
  private func renewed(
    _ intent: Intent, as draft: IntentDraft, after nonce: UInt64, _ options: SendOptions
  ) async throws -> UInt64 {
    let pending = try await pendingNonce(of: intent.account, options: options)
    return try await counted(intent.account, on: intent.chain, told: max(pending, nonce + 1)) {
      try await outbox.renew(intent.id, as: draft, count: max($0, nonce + 1), known: $1)
    }
  }

  /// Whether a nonce that a node calls used is proven to be used by another program: only then can nothing of the intent
  /// be mined.
  ///
  /// - Returns: false if it was ours: the answer that said so was lost on the way, or another run sped it up.
  /// - Throws: `SendingError` `.notProven` where one node shows what used it, `.outcomeUnknown` where none does.
  private func isTaken(_ nonce: UInt64, of intent: Int64) async throws -> Bool {
    guard let row = try await outbox.intent(intent) else { throw OutboxError.lostIntent }
    if case .used(let hash)? = try? await node.use(of: nonce, by: row.account, since: row.attempts.first?.signed) {
      guard !row.attempts.contains(where: { $0.hash == hash }) else { return false }
      if let whole = try await whole(hash), proofs.isSigned(whole, by: row.account, with: nonce) {
        let evidence = await proofs.evidence(that: nonce, of: row.account, wasUsedBy: whole)
        // It does just what was wanted: another run of ours signed it, of which nothing is written down here.
        guard !row.isDone(by: whole) else {
          try await outbox.settle(intent, .replaced(by: hash, evidence))
          throw SendingError.sameOnChain(whole.hash, nonce: nonce, isLost: true, row.label)
        }
        guard evidence == nil else { return true }
        try await outbox.settle(intent, .replaced(by: hash, nil))
        throw SendingError.notProven(
          row, "its nonce was used by another transaction, \(hash)", nil, because: await proofs.obstacle(of: hash))
      }
    }
    throw SendingError(
      .outcomeUnknown, "Nonce \(nonce) of \(row.account) is said to be used, and no node shows by what.",
      reason: "It may be this very transaction.", call: row.label, facts: .nonceUseNotShown(intent: intent),
      transactionHash: row.lastAttempt?.hash)
  }
}

extension IntentOutcome {
  /// No node took it. That none kept it is their word: what was signed counts with all that it can cost. No hash where
  /// not even that was said.
  static func unpublished(_ hash: Hash32, _ error: any Error) -> IntentOutcome {
    let error = error as? SendingError
    return IntentOutcome(
      .unpublished, hash: [.outcomeUnknown, .nonceHeld].contains(error?.code) ? nil : hash, reason: error?.reason)
  }
}
