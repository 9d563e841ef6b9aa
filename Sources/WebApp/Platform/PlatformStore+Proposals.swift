import Database
import Operations
import Orders
import Outbox
import Primitives
import StrictJSON

// The actions that wallets are asked for.
extension PlatformStore {
  /// For so many seconds a review can be agreed to.
  static let proposalLifetime: Int64 = 600

  /// Keeps a new proposal; reviews that nobody agreed to are forgotten a day later.
  func add(_ proposal: WalletProposal) async throws {
    try await database.write(turn: "proposals") { db in
      try db.execute("DELETE FROM proposal WHERE state = 'shown' AND made < ?", [proposal.made - 86_400])
      try db.execute(
        """
        INSERT INTO proposal (id, account, chain, contract, action, value, data, gas, showing, state, back, next, made, changed,
          queue, place)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          proposal.id, proposal.account.checksummed, "\(proposal.chainID)", proposal.terms.contract.checksummed,
          proposal.action.json.serialized(), "\(proposal.terms.value.wei)", proposal.terms.data, proposal.terms.gas,
          proposal.showing, proposal.state, proposal.back.text, proposal.next.text, proposal.made, proposal.made,
          proposal.place?.queue, proposal.place?.index,
        ])
    }
  }

  /// The proposal of an account by its name; nil for another's, and for none.
  func proposal(_ id: String, of account: Address) async throws -> WalletProposal? {
    try await database.read { db in
      try db.row("SELECT * FROM proposal WHERE id = ? AND account = ?", [id, account.checksummed])
        .map { try WalletProposal($0) }
    }
  }

  /// The newest proposals of an account for which its wallet was asked.
  func proposals(of account: Address, most: Int) async throws -> [WalletProposal] {
    try await database.read { db in
      try db.rows(
        "SELECT * FROM proposal WHERE account = ? AND state != 'shown' ORDER BY number DESC LIMIT ?",
        [account.checksummed, most]
      ).map { try WalletProposal($0) }
    }
  }

  /// The newest proposals of an account that its wallet may have sent, or may yet.
  func open(of account: Address, most: Int) async throws -> [WalletProposal] {
    try await database.read { [now = clock()] db in
      try db.rows(
        """
        SELECT * FROM proposal WHERE account = ? AND (state = 'sent' OR state = 'asked' AND made > ?)
        ORDER BY number DESC LIMIT ?
        """, [account.checksummed, now - Self.proposalLifetime, most]
      ).map { try WalletProposal($0) }
    }
  }

  /// Shows other terms than before; the number of the showing rises. A wallet that was asked for the former ones may have
  /// sent them: the contract refuses these by now.
  ///
  /// - Returns: Whether it was shown by the number that it had, and nothing was sent.
  func show(_ proposal: WalletProposal, _ terms: WalletProposal.Terms) async throws -> Bool {
    try await change(
      proposal,
      """
      UPDATE proposal SET value = ?, data = ?, gas = ?, showing = showing + 1, state = 'shown', changed = ?
      WHERE id = ? AND showing = ? AND state IN ('shown', 'asked')
      """,
      ["\(terms.value.wei)", terms.data, terms.gas, clock(), proposal.id, proposal.showing])
  }

  /// Notes that a wallet is asked for what was shown by a number.
  ///
  /// - Parameter nonce: The account's next nonce, which counts where none is known yet.
  /// - Returns: Whether that is still what is shown, and not too old.
  func ask(_ proposal: WalletProposal, showing: Int, nonce: UInt64?) async throws -> Bool {
    try await change(
      proposal,
      """
      UPDATE proposal SET state = 'asked', nonce = coalesce(nonce, ?), changed = ?
      WHERE id = ? AND showing = ? AND state IN ('shown', 'asked') AND made > ?
      """, [nonce, clock(), proposal.id, showing, clock() - Self.proposalLifetime])
  }

  /// Notes the transaction that was sent.
  ///
  /// - Returns: Whether it is noted now: false where another one is known, and where it is that of another proposal.
  func sent(_ proposal: WalletProposal, as hash: Hash32, isDelegated: Bool) async throws -> Bool {
    try await change(
      proposal,
      """
      UPDATE proposal SET state = 'sent', hash = ?, is_delegated = ?, changed = ?
      WHERE id = ? AND (state IN ('shown', 'asked') OR (state = 'sent' AND hash = ?))
        AND NOT EXISTS (
          SELECT 1 FROM proposal other
          WHERE other.account = ? AND other.id != ? AND other.hash = ? AND other.state != 'failed')
      """,
      [
        hash.hex, isDelegated, clock(), proposal.id, hash.hex, proposal.account.checksummed, proposal.id, hash.hex,
      ])
  }

  /// Keeps the signature of a limit order.
  ///
  /// - Returns: Whether it is kept now: false where the order has one, or an end.
  func sign(_ proposal: WalletProposal, _ signed: AnySignedOrder) async throws -> Bool {
    try await change(
      proposal,
      """
      UPDATE proposal SET state = 'sent', hash = ?, signed = ?, changed = ?
      WHERE id = ? AND state IN ('shown', 'asked') AND signed IS NULL
      """, [signed.hash.hex, signed.json.serialized(), clock(), proposal.id])
  }

  /// Notes how a signed order stands with the relays.
  func settle(_ proposal: WalletProposal) async throws {
    _ = try await change(
      proposal,
      """
      UPDATE proposal SET state = ?, problem = ?, note = ?, changed = ? WHERE id = ? AND state = 'sent'
      """, [proposal.state, proposal.problem, proposal.note, clock(), proposal.id])
    try await tell("tx", proposal.hash?.hex ?? "0")
  }

  /// The newest limit orders that an account signed and no relay refused.
  func orders(of account: Address, most: Int) async throws -> [AnySignedOrder] {
    try await database.read { db in
      try db.rows(
        """
        SELECT * FROM proposal WHERE account = ? AND signed IS NOT NULL AND state IN ('sent', 'done')
        ORDER BY number DESC LIMIT ?
        """, [account.checksummed, most]
      ).compactMap { try WalletProposal($0).signed }
    }
  }

  /// Notes the end of a proposal.
  func end(_ proposal: WalletProposal) async throws {
    _ = try await change(
      proposal,
      """
      UPDATE proposal SET state = ?, hash = ?, problem = ?, evidence = ?, changed = ?
      WHERE id = ? AND state NOT IN ('done', 'failed')
      """,
      [
        proposal.state, proposal.hash?.hex, proposal.problem, proposal.evidence?.rawValue, clock(), proposal.id,
      ])
    try await tell("tx", proposal.hash?.hex ?? "0")
  }

  /// Changes a proposal by one statement, in the turn of its account: one transaction ends one of its proposals.
  private func change(_ proposal: WalletProposal, _ sql: String, _ arguments: [(any Storable)?]) async throws -> Bool {
    try await database.write(turn: "account \(proposal.account)") { try $0.execute(sql, arguments) } > 0
  }
}
