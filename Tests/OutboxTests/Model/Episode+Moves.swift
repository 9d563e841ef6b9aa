import Locking
import Primitives

@testable import Outbox
@testable import Sending

extension Episode {
  typealias Row = ModelOutbox.Row

  func play(_ move: Move) async throws {
    let (process, pick) = (move.process, move.pick)
    let account = pick % Self.accounts
    switch move.kind {
    case .begin, .again:
      try await begin(process, account, key: pick / 2 % Self.keys, again: move.kind == .again, pick)
    case .beginWithoutKey: try await begin(process, account, key: nil, again: false, pick)
    case .sign:
      guard let row = choose(pick, { $0.state == .reserved && $0.owner == lives[process] }) else {
        return
      }
      try await sign(process, row, row.attempts.isEmpty ? .first : .anew)
    case .replace: try await replace(process, pick)
    case .offer, .offerInVain, .offerWithoutAnswer, .offerToRefusal, .offerToLiar:
      guard let row = choose(pick, { isOut($0) && $0.owner == lives[process] }) else { return }
      try await offer(process, row, move.kind)
    case .look:
      guard let row = choose(pick, { $0.state.isLive }) else { return }
      try await resume(process, row.id)
    case .lookBack:
      guard let row = choose(pick, { $0.state.isConsumed }) else { return }
      try await lookBack(process, row)
    case .mine: chains[account].mine()
    case .forget: chains[account].forget()
    case .spendElsewhere: chains[account].spendElsewhere()
    case .reorganise: chains[account].reorganise(isLost: pick / 2 % 2 == 0)
    case .restart: try await restart(process)
    case .clock: clock.withLock { $0 = $0 &+ UInt64(pick) &- 300 }
    }
  }

  private func choose(_ pick: Int, _ fits: (Row) -> Bool) -> Row? {
    let rows = model.rows.filter(fits)
    return rows.isEmpty ? nil : rows[pick % rows.count]
  }

  /// Signed, and not ended.
  private func isOut(_ row: Row) -> Bool { [.signed, .broadcast].contains(row.state) }

  private func transaction(_ row: Row, _ one: ModelOutbox.Try) -> ModelChain.Transaction {
    ModelChain.Transaction(attempt: one.number, intent: row.id, nonce: one.nonce)
  }

  // MARK: As a sender does it

  private func begin(
    _ process: Int, _ account: Int, key: Int?, again: Bool, _ pick: Int, cleared: Set<Int64> = []
  ) async throws {
    let chain = chains[account]
    // A node that lags tells an old count.
    let count =
      pick / 16 % 4 == 0 ? UInt64(max(0, chain.mined.count - pick / 64 % 2)) : chain.pending
    // What was mined and is gone keeps its nonce; not every begin looks.
    if pick / 256 % 2 == 0 {
      for row in model.rows where row.account == account && row.state.isConsumed && row.nonce ?? 0 >= count {
        try await lookBack(process, row)
      }
    }
    // Another process saw one mined since this one looked what is.
    let known = pick / 128 % 2 == 0 ? model.lastMined(account) : nil
    if let key {
      let isPaid =
        model.holder(of: key, account).map { $0.state == .final }
        ?? model.bound(key, account).contains { !cleared.contains($0.id) }
      if wanted[[account, key]] == nil || (again && isPaid) {
        wanted[[account, key], default: 0] += 1
      }
    }
    let sort = key.map { 100 + $0 } ?? pick / 4 % 3
    var draft = IntentDraft(
      chain: Self.chain, account: Self.address(account), key: key.map(Self.name),
      label: "a job",
      to: Self.address(9), value: .wei(sort), cost: .wei(sort + 21_000))
    draft.again = again
    draft.equalWithin = 600
    draft.cleared = cleared
    let expected = model.begin(
      account: account, key: key, sort: sort, again: again, within: 600, count: count,
      known: known, cleared: cleared, life: lives[process],
      now: clock.withLock { $0 })
    let found: ModelOutbox.Begun
    do {
      switch try await outboxes[process].begin(draft, count: count, known: known) {
      case .begun(let intent, let stranded):
        found = .begun(intent.id, stranded: Set(stranded.map(\.id)))
      case .found(let intent, let isOurs): found = .found(intent.id, isOurs: isOurs)
      case .bound(let intent): found = .bound(intent.id)
      }
    } catch let error as OutboxError where error.code == .sameJustSent {
      found = .sameJustSent
    } catch let error as OutboxError where error.code == .pendingNonceOutdated {
      found = .outdated
    }
    guard found == expected else { throw Failure("beginning gave \(found) instead of \(expected)") }
    switch found {
    case .begun(let id, let stranded):
      try await compare(id)
      for other in stranded.sorted() { try await resume(process, other) }
    case .found(let id, isOurs: true): try await resume(process, id)
    case .bound(let id):
      try await lookAtBound(process, model[id])
      if model[id].isProven {
        try await begin(process, account, key: key, again: false, pick, cleared: cleared.union([id]))
      }
    case .found, .sameJustSent, .outdated: break
    }
  }

  @discardableResult
  func sign(_ process: Int, _ row: Row, _ kind: Attempt.Kind) async throws -> ModelOutbox.Try {
    attempts += 1
    let one = ModelOutbox.Try(number: attempts, nonce: row.nonce ?? 0, kind: kind)
    model.record(one, of: row.id)
    try await outboxes[process].record(
      AttemptDraft(
        hash: hash(of: one.number), raw: [1], nonce: one.nonce, kind: kind, maximumPerGas: 1),
      of: row.id,
      label: "")
    try await compare(row.id)
    return one
  }

  /// As from another terminal: who works on it is not asked.
  private func replace(_ process: Int, _ pick: Int) async throws {
    guard let row = choose(pick, isOut) else { return }
    // A cancellation at a higher price still cancels.
    let cancels = pick % 3 == 0 || row.last?.kind == .cancellation
    let one = try await sign(process, row, cancels ? .cancellation : .speedUp)
    switch chains[row.account].offer(transaction(row, one)) {
    case .taken: await noteOffered(process, row, one)
    case .used, .refused:
      model.refuse(one.number, of: row.id)
      await outboxes[process].refused(hash(of: one.number))
    }
    try await compare(row.id)
  }

  func offer(_ process: Int, _ row: Row, _ kind: Move.Kind) async throws {
    guard let one = row.last else {
      throw Failure("intent \(row.id) is signed by nothing")
    }
    let this = transaction(row, one)
    switch kind {
    case .offerInVain: await release(process, row.id)
    case .offerWithoutAnswer:
      _ = chains[row.account].offer(this)
      await release(process, row.id)
    case .offerToRefusal where !chains[row.account].has(this): try await isRefused(process, row)
    case .offerToLiar:
      _ = chains[row.account].offer(this)
      try await settle(process, row.id, .unpublished, nil)
    default:
      switch chains[row.account].offer(this) {
      case .taken: await noteOffered(process, row, one)
      case .used(let other) where other.intent == row.id: await noteOffered(process, row, one)
      case .used where one.kind == .cancellation: try await settle(process, row.id, .nonceTaken, nil, isProven: true)
      case .used:
        let count = max(chains[row.account].pending, one.nonce + 1)
        model.renew(row.id, count: count, life: lives[process])
        let draft = IntentDraft(
          chain: Self.chain, account: Self.address(row.account), label: "a job", to: nil, cost: .zero)
        let nonce = try await outboxes[process].renew(
          row.id, as: draft, count: count, known: model.lastMined(row.account))
        guard nonce == model[row.id].nonce else { throw Failure("renewing gave nonce \(nonce)") }
      case .refused: try await isRefused(process, row)
      }
    }
    try await compare(row.id)
  }

  /// No node wants the last attempt. That ends the intent only if nothing else of it can be mined.
  private func isRefused(_ process: Int, _ row: Row) async throws {
    let isOut = row.attempts.contains { chains[row.account].has(transaction(row, $0)) }
    guard !isOut else { return await release(process, row.id) }
    try await settle(process, row.id, .unpublished, nil)
  }

  private func noteOffered(_ process: Int, _ row: Row, _ one: ModelOutbox.Try) async {
    model.isOffered(row.id)
    await outboxes[process].observe(row.id, .broadcast, attempt: hash(of: one.number))
  }

  private func release(_ process: Int, _ id: Int64) async {
    model.release(id, life: lives[process])
    await outboxes[process].release(id)
  }

  private func settle(
    _ process: Int, _ id: Int64, _ state: IntentState, _ number: Int?, isProven: Bool = false
  ) async throws {
    model.end(id, state, isProven: isProven)
    try await outboxes[process].settle(
      id, IntentOutcome(state, hash: number.map { hash(of: $0) }, evidence: isProven ? .agreed : nil))
  }

  /// Takes something up, if nobody lives who works on it, and notes what the chain says.
  func resume(_ process: Int, _ id: Int64) async throws {
    let isOurs = try await outboxes[process].takeOver(id)
    guard model.takeOver(id, life: lives[process]) == isOurs else {
      throw Failure("intent \(id) was\(isOurs ? "" : " not") taken over")
    }
    if isOurs { try await look(process, model[id]) }
    try await compare(id)
  }

  private func look(_ process: Int, _ row: Row) async throws {
    guard row.state.mayBeSent else { return try await settle(process, row.id, .expired, nil) }
    let chain = chains[row.account]
    if let one = row.attempts.last(where: { chain.isMined(transaction(row, $0)) }) {
      let state: IntentState =
        one.kind == .cancellation ? .cancelled : isReverted(one.number) ? .reverted : .final
      // Every third is one node's word only.
      return try await settle(process, row.id, state, one.number, isProven: !one.number.isMultiple(of: 3))
    }
    guard let last = row.last else {
      throw Failure("intent \(row.id) is signed by nothing")
    }
    if last.nonce < chain.mined.count {
      return try await settle(process, row.id, .nonceTaken, nil, isProven: true)
    }
    if case .taken = chains[row.account].offer(transaction(row, last)) {
      await noteOffered(process, row, last)
    }
    await release(process, row.id)
  }

  /// One that has ended as far as was told: the chain says what became of it, by more than one node by now.
  func lookAtBound(_ process: Int, _ row: Row) async throws {
    let chain = chains[row.account]
    if let one = row.attempts.last(where: { chain.isMined(transaction(row, $0)) }) {
      let state: IntentState =
        one.kind == .cancellation ? .cancelled : isReverted(one.number) ? .reverted : .final
      // Another may have its key by now.
      if state != .final || row.key.map({ model.holder(of: $0, row.account) == nil }) ?? true {
        try await settle(process, row.id, state, one.number, isProven: true)
      }
    } else if row.attempts.contains(where: { chain.has(transaction(row, $0)) }) {
      let isLive = model.revive(row.id)
      guard await outboxes[process].revive(row.id) == isLive else { throw Failure("reviving \(row.id)") }
    } else if let last = row.last, last.nonce < chain.mined.count {
      try await settle(process, row.id, .nonceTaken, nil, isProven: true)
    } else {
      let isLive = model.reopen(row.id, life: lives[process])
      guard try await (outboxes[process].reopen(row.id) != nil) == isLive else { throw Failure("reopening \(row.id)") }
      if isLive { try await resume(process, row.id) }
    }
    try await compare(row.id)
  }

  /// What was done may have been reorganised away.
  func lookBack(_ process: Int, _ row: Row) async throws {
    guard !row.attempts.contains(where: { chains[row.account].isMined(transaction(row, $0)) })
    else { return }
    let isLive = model.unsettle(row.id)
    _ = (await outboxes[process].unsettle(row.id)) as Any
    if isLive { try await resume(process, row.id) } else { try await compare(row.id) }
  }
}
