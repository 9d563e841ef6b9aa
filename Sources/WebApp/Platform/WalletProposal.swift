import Database
import LectureKit
import Operations
import Orders
import Outbox
import Primitives
import StrictJSON

/// An action that was shown to somebody whose wallet is to sign it: a row in the store of a platform.
struct WalletProposal: Sendable, Hashable {
  /// The progress of a proposal.
  enum State: String, Storable, Sendable, Hashable {
    /// The proposal is shown.
    case shown
    /// The wallet was asked: it may have sent it.
    case asked
    /// The wallet, or the payer of its fee, reported the hash of the transaction.
    case sent
    /// The chain has it.
    case done
    /// The chain refused it, or something else was sent.
    case failed
  }

  /// The transaction that the wallet is asked for.
  struct Terms: Sendable, Hashable {
    let contract: Address
    let value: Amount
    let data: Bytes
    /// Units of gas.
    let gas: UInt64

    init(contract: Address, value: Amount, data: Bytes, gas: UInt64) {
      (self.contract, self.value, self.data, self.gas) = (contract, value, data, gas)
    }

    /// The terms of a limit order: its exchange, and its hash in the place of a call.
    init(_ wanted: WantedOrder) {
      self.init(contract: wanted.order.exchange.address, value: .zero, data: wanted.order.hash.bytes, gas: 0)
    }

    /// The terms of a description: its contract, and its hash in the place of a call.
    init(_ wanted: WantedDescription) {
      self.init(contract: wanted.unsigned.contract, value: .zero, data: wanted.unsigned.hash.bytes, gas: 0)
    }

    init(_ plan: WalletPlan) {
      self.init(contract: plan.contract, value: plan.value, data: plan.data, gas: plan.gas)
    }

    /// Whether it is the same call with the same money; gas may differ from block to block.
    func isSame(as other: Terms) -> Bool {
      contract == other.contract && data == other.data && value == other.value
    }
  }

  let id: String
  let account: Address
  let chainID: UInt256
  let action: WalletAction
  var terms: Terms
  /// The number of the showing, to which a button agrees.
  var showing = 0
  var state = State.shown
  var hash: Hash32?
  /// The account's next nonce when its wallet was asked first: a transaction that does this has it, or a later one; nil
  /// where it was not asked, or nobody knows.
  var nonce: UInt64?
  /// Whether somebody else pays the fee.
  var isDelegated = false
  /// Whether the payer of its fee was asked and nobody knows yet what came of it; found out anew each time, and not
  /// stored.
  var isFeeAsked = false
  /// The limit order with the wallet's signature; nil for another action, and before it is signed.
  var signed: AnySignedOrder?
  /// The words of a relay that did not take the order.
  var note: String?
  /// The code of what went wrong.
  var problem: String?
  /// The evidence for its end; nil for one operator's word.
  var evidence: EvidenceLevel?
  /// The page to go back to, and the one that shows what became of it.
  let back: Link
  let next: Link
  /// The place in a queue; nil for one that stands alone.
  var place: QueuePlace?
  /// The time when it was made, in seconds since 1970.
  let made: Int64
  /// Its number in the store, which rises; 0 before it is there.
  private(set) var number: Int64 = 0

  /// A proposal that was not shown yet.
  init(
    _ action: WalletAction, of account: Address, on chainID: UInt256, _ terms: Terms, back: Link, next: Link,
    made: Int64
  ) {
    id = RandomToken.text()
    (self.action, self.account, self.chainID, self.terms) = (action, account, chainID, terms)
    (self.back, self.next, self.made) = (back, next, made)
  }

  /// Reads a row.
  ///
  /// - Throws: `DatabaseError` `.unreadable`.
  init(_ row: Row) throws {
    id = try row.value("id")
    guard let account = try? Address(try row.value("account", as: String.self)) else {
      throw DatabaseError.unreadable("account")
    }
    guard let chainID = try? UInt256(parsing: try row.value("chain", as: String.self)) else {
      throw DatabaseError.unreadable("chain")
    }
    guard let json = try? JSON(parsing: try row.value("action", as: String.self)), let action = WalletAction(json)
    else {
      throw DatabaseError.unreadable("action")
    }
    guard let contract = try? Address(try row.value("contract", as: String.self)),
      let value = try? UInt256(parsing: try row.value("value", as: String.self))
    else { throw DatabaseError.unreadable("contract") }
    (self.account, self.chainID, self.action) = (account, chainID, action)
    terms = Terms(
      contract: contract, value: Amount(wei: value), data: try row.value("data"), gas: try row.value("gas"))
    showing = try row.value("showing")
    state = try row.value("state")
    nonce = try row.optional("nonce")
    hash = try row.optional("hash", as: String.self).flatMap { try? Hash32($0) }
    signed = try row.optional("signed", as: String.self).flatMap { try? AnySignedOrder(parsing: Array($0.utf8)) }
    note = try row.optional("note")
    isDelegated = try row.value("is_delegated")
    problem = try row.optional("problem")
    evidence = try row.optional("evidence", as: String.self).flatMap { EvidenceLevel(rawValue: $0) }
    guard let back = Link(back: try row.value("back")), let next = Link(back: try row.value("next")) else {
      throw DatabaseError.unreadable("next")
    }
    (self.back, self.next) = (back, next)
    made = try row.value("made")
    number = try row.value("number")
    if let queue = try row.optional("queue", as: String.self) {
      place = QueuePlace(queue: queue, index: try row.value("place"))
    }
  }

  /// Whether its wallet may be asked for it: nothing was sent, as far as anybody knows, nor is any of it with a fee
  /// payer.
  var isOpen: Bool { !isFeeAsked && (state == .shown || state == .asked) }

  /// The page of it.
  var link: Link { Link("proposals", id) }
}
