import Sending

@testable import Outbox

extension Episode {
  /// All is well again: everything that was wanted is carried out once more, and then it is there exactly as often as it
  /// was meant.
  func end() async throws {
    for process in 0..<Move.processes { try await restart(process) }
    try await settleAll()
    for wish in wanted.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let (account, key) = (wish[0], wish[1])
      // Some calls fail on the chain, and are begun anew.
      for _ in 0..<100 where model.holder(of: key, account) == nil {
        try await play(Move(kind: .begin, process: 0, pick: account + 2 * key + 20 * Self.keys))
        if let row = model.holder(of: key, account), row.state == .reserved {
          try await sign(0, row, .first)
          try await offer(0, model[row.id], .offer)
        }
        try await settleAll()
      }
      // One that was meant twice may have been paid beside the other, as whoever said so was told.
      let done = model.rows.count {
        $0.account == account && $0.key == key && ($0.state == .final || $0.isSuperseded && isPaid($0))
      }
      guard done > 0, payments(account, key) == done else {
        throw Failure(
          "key \(key) of \(account) was paid \(payments(account, key)) times, and the outbox says \(done)"
        )
      }
    }
    try checkPayments()
    try await compareAll()
  }

  /// Until nothing is under way, and all that was done is on the chain.
  private func settleAll() async throws {
    for _ in 0..<100 {
      for row in model.rows where row.state == .final { try await lookBack(0, row) }
      for row in model.rows where row.state.isLive { try await resume(0, row.id) }
      for account in chains.indices {
        let before = chains[account].mined.count
        while chains[account].pending > chains[account].mined.count { chains[account].mine() }
        // Nothing came, but something waits above a gap: it is closed.
        if chains[account].mined.count == before, !chains[account].waiting.isEmpty {
          chains[account].spendElsewhere()
        }
      }
      let isLive = model.rows.contains { $0.state.isLive }
      let isWaiting = chains.contains { !$0.waiting.isEmpty }
      if !isLive, !isWaiting, model.rows.allSatisfy({ $0.state != .final || isOnChain($0) }) {
        return
      }
    }
    throw Failure("something is under way for ever")
  }

  private func isPaid(_ row: ModelOutbox.Row) -> Bool {
    row.state != .final
      && row.attempts.contains {
        $0.kind != .cancellation && !isReverted($0.number)
          && chains[row.account].isMined(.init(attempt: $0.number, intent: row.id, nonce: $0.nonce))
      }
  }

  private func isOnChain(_ row: ModelOutbox.Row) -> Bool {
    row.attempts.contains {
      chains[row.account].isMined(.init(attempt: $0.number, intent: row.id, nonce: $0.nonce))
    }
  }
}
