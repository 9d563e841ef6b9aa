import Foundation
import GRDB
import Primitives

extension SendingError {
  /// An error of an outbox's file as one of this target; one that is so already stays as it is.
  init(outbox error: any Error, at path: String?) {
    let place = path ?? "in memory"
    switch error {
    case let error as SendingError: self = error
    case let error as DatabaseError: self = Self.failure(error, at: place)
    case is UnreadableRow, is PrimitivesError: self = Self.damagedOutbox(at: place, reason: "\(error)")
    case let error as SystemFailure:
      self.init(
        .outboxFailed, "The outbox \(place) cannot be used; nothing was signed.",
        reason: "The system says: \(error).", advice: Self.otherPlace, cause: error)
    default:
      self.init(
        .outboxFailed, "The outbox \(place) cannot be used; nothing was signed.",
        reason: "\((error as NSError).localizedDescription)", advice: Self.otherPlace, cause: error)
    }
  }

  private static let otherPlace = "Make room there, or name another file with --outbox FILE."

  private static func failure(_ error: DatabaseError, at place: String) -> SendingError {
    let words = error.message ?? "\(error.resultCode)"
    switch error.resultCode.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return SendingError(
        .outboxBusy, "The outbox \(place) is busy; nothing was signed.",
        reason: "Another process has kept it for half a minute.", advice: "Try again.", cause: error)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
      return damagedOutbox(at: place, reason: words)
    case .SQLITE_FULL:
      return SendingError(
        .outboxFailed, "The outbox \(place) cannot be written: there is no room left; nothing was signed.",
        reason: words, advice: otherPlace, cause: error)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      return SendingError(
        .outboxFailed, "The outbox \(place) cannot be written; nothing was signed.", reason: words,
        advice: "Make the file and its folder writable, or name another with --outbox FILE.", cause: error)
    default:
      return SendingError(
        .outboxFailed, "The outbox \(place) cannot be used; nothing was signed.", reason: words, advice: otherPlace,
        cause: error)
    }
  }

  static func damagedOutbox(at place: String, reason: String?) -> SendingError {
    SendingError(
      .outboxDamaged, "The outbox \(place) is damaged; nothing was signed.", reason: reason,
      advice: "It is kept. Make a new one of what can be read of it, and of the chain: lectures tx rebuild")
  }

  /// There is none where there was one.
  ///
  /// - Parameter marks: the files that say that there was one.
  static func lostOutbox(at place: String, marks: [String]) -> SendingError {
    SendingError(
      .outboxDamaged, "The outbox \(place) is gone; nothing was signed.",
      reason:
        "What was sent from here stood in it. If you removed it on purpose, remove \(marks.joined(separator: " and ")), too.",
      advice: "Else make a new one of what the chain tells: lectures tx rebuild")
  }

  /// Rows that were written down are missing.
  static func shortOutbox(at place: String, _ reach: OutboxMark.Reach, _ marked: OutboxMark.Reach) -> SendingError {
    let missing = max(marked.intent - reach.intent, 0)
    return damagedOutbox(
      at: place,
      reason: missing > 0
        ? "The newest \(missing == 1 ? "send is" : "\(missing) sends are") missing in it."
        : "What was signed last is missing in it.")
  }

  static func otherFile(at place: String) -> SendingError {
    SendingError(
      .outboxDamaged, "The file \(place) is no outbox; nothing was signed.",
      reason: "It is a database of another program.", advice: "Name another file with --outbox FILE.")
  }

  static func newerOutbox(at place: String, version: Int) -> SendingError {
    SendingError(
      .outboxNewer, "The outbox \(place) was written by a later version of this program; nothing was signed.",
      reason: "It has version \(version), this program knows \(OutboxSchema.current.version).",
      advice: "Use that version of the program.")
  }
}

extension SendingError {
  /// A row that was there a moment ago is not what it was: only a second hand in the file does that.
  static var lostIntent: SendingError {
    SendingError(
      .outboxFailed, "The outbox was changed from outside; nothing was signed.",
      reason: "A row that this process works on is gone or has ended.", advice: "Look with lectures tx list.")
  }

  /// Never seen outside: who begins asks the node again.
  static var outdatedCount: SendingError {
    SendingError(
      .countOutdated, "Another process saw a transaction of the account mined meanwhile.", advice: "Try again.")
  }

  /// A node that keeps no old blocks, of an id under which several chains were used.
  static func severalChains(_ id: UInt256, _ count: Int) -> SendingError {
    SendingError(
      .wrongChain, "It cannot be told which chain the node serves; nothing was sent.",
      reason: "It does not have its first block, and \(count) chains with the id \(id) were used from here.",
      advice: "Use an endpoint that has all blocks, or name another outbox with --outbox FILE.")
  }

  static func signedForTheChainItself(_ number: Int64, _ hash: Hash32) -> SendingError {
    SendingError(
      .wrongChain, "On this fork it would be the very transaction that was signed for the chain itself.",
      reason: "That is number \(number) in the outbox, and stays with its chain; nothing was sent.",
      advice: "Try it with --dry-run, or on the fork with an outbox of its own: --outbox FILE", transactionHash: hash)
  }

  static func absurdCount(_ account: Address, _ count: UInt64) -> SendingError {
    SendingError(
      .outOfRange, "The node says that \(account) has sent \(count) transactions.",
      reason: "No account can have sent that many; nothing was sent.", advice: "Check the endpoint.")
  }

  /// An equal one of which nobody said that it is to be sent twice.
  static func sameJustSent(_ same: Intent, now: UInt64) -> SendingError {
    let minutes = now > same.created ? (now - same.created) / 60 : 0
    let ago = minutes == 0 ? "less than a minute ago" : minutes == 1 ? "a minute ago" : "\(minutes) minutes ago"
    guard let attempt = same.lastAttempt else {
      return SendingError(
        .sameJustSent, "The very same was begun \(ago), and is \(same.state.words); nothing was sent now.",
        reason: "It is number \(same.id) in the outbox.", call: same.label,
        advice: "If it is meant twice, add --again; --id KEY makes a send safe to repeat.")
    }
    return SendingError(
      .sameJustSent, "The very same was sent \(ago); nothing was sent now.",
      reason: "It is the transaction \(attempt.hash), \(same.state.words).", call: same.label,
      advice: same.state == .signed || same.state == .unpublished
        ? "Go on with it: lectures tx resume \(same.id). If another is meant, add --again."
        : "If it is meant twice, add --again; --id KEY makes a send safe to repeat.",
      transactionHash: attempt.hash)
  }

  /// A key is taken by something else than is wanted with it now.
  static func otherWithID(_ earlier: Intent) -> SendingError {
    SendingError(
      .otherWithID, "Something else was sent with this --id; nothing was sent now.",
      reason: earlier.lastAttempt.map { "It is the transaction \($0.hash), \(earlier.state.words)." }
        ?? "It is number \(earlier.id) in the outbox, \(earlier.state.words).",
      call: earlier.label, advice: "Give this send another --id.", transactionHash: earlier.lastAttempt?.hash)
  }

  /// The key was used on another chain with the same id, as the nodes distinguish chains.
  static func sameElsewhere(_ same: Intent) -> SendingError {
    SendingError(
      .sameElsewhere, "The same was sent on another chain with the id \(same.chain.chainID); nothing was sent now.",
      reason: "It is number \(same.id) in the outbox, \(same.state.words)"
        + (same.chain.genesis.map { ", on the chain with the first block \($0)" } ?? "")
        + ". That this is another chain is the node's word alone.",
      call: same.label, advice: "If it is another chain, and it is meant here, too, add --again.",
      transactionHash: same.lastAttempt?.hash)
  }

  /// An earlier send differs from what is wanted now by nothing but a node's word.
  static func sameFamily(_ same: Intent) -> SendingError {
    SendingError(
      .notProven, "The same was sent before; nothing was sent now.",
      reason: "It is number \(same.id) in the outbox, \(same.state.words): “\(same.label)”. "
        + "That it would be something new now is one node's word alone, and the contract takes the money twice.",
      call: same.label, advice: "If it is meant once more, add --again.", transactionHash: same.lastAttempt?.hash)
  }

  /// One node alone says that nothing of what was signed will be mined.
  ///
  /// - Parameters:
  ///   - what: what that node says, behind "one node says that".
  ///   - hash: the transaction that it says so of.
  ///   - obstacle: why validators' seals do not show it; nil where none were looked for.
  static func notProven(
    _ bound: Intent, _ what: String, _ hash: Hash32?, because obstacle: String? = nil
  ) -> SendingError {
    SendingError(
      .notProven, "What was signed before may still be mined; nothing else was sent.",
      reason: "Only one node says that \(what): it would be paid twice if that is not so."
        + unproven(because: obstacle),
      call: bound.label,
      advice: "A second operator's endpoint, or a node of your own, settles it. To send another all the same: --again.",
      transactionHash: hash ?? bound.lastAttempt?.hash)
  }

  /// The nonce of what no node took is another's by now.
  static func nonceLent(_ bound: Intent) -> SendingError {
    SendingError(
      .underWay, "What was signed before waits for another with the same nonce; nothing else was sent.",
      reason: "Number \(bound.id) has nonce \(bound.nonce ?? 0), which no node took it with, and a later one got.",
      call: bound.label, advice: "Try again when that one is mined: lectures tx list --open",
      transactionHash: bound.lastAttempt?.hash)
  }

  /// The intent that a run was to go on with is another's by now, or has ended.
  static func waitsNoMore(_ draft: IntentDraft) -> SendingError {
    SendingError(
      .underWay, "Another process goes on with it, or it waits no more; nothing was sent.", call: draft.label,
      advice: "Look: lectures tx show \(draft.waiting ?? 0)")
  }

  static func limitExceeded(sum: Amount, limit: Amount, what: String, draft: IntentDraft) -> SendingError {
    func text(_ amount: Amount) -> String { "\(amount.formatted(in: draft.unit)) \(draft.unit.symbol)" }
    return SendingError(
      .limitExceeded, "Up to \(text(sum)) would be spent \(what); nothing was sent.",
      reason: "The limit is \(text(limit)).", call: draft.label,
      advice: "Raise the limit in the profile, or wait until less is under way.")
  }
}

extension IntentState {
  /// For people, behind "it is".
  public var words: String {
    switch self {
    case .planned: "planned"
    case .waiting: "waiting for its price"
    case .reserved: "about to be signed"
    case .signed: "signed, perhaps not sent"
    case .broadcast: "sent, taken by a node"
    case .seen: "sent, not mined yet"
    case .mined: "mined, not final yet"
    case .final: "mined"
    case .reverted: "mined, and failed"
    case .nonceTaken: "replaced by another transaction"
    case .conflicting: "said to be replaced by another transaction, not proven"
    case .cancelled: "cancelled"
    case .expired: "never signed"
    case .unpublished: "signed, taken by no node"
    }
  }
}
