/// The state of an intent between the wish to send it and what the chain made of it.
public enum IntentState: String, Sendable, Hashable, CaseIterable {
  /// Written down; it has no nonce.
  case planned
  /// Waits for its price; it has no nonce.
  case waiting
  /// The intent has a nonce; nothing is signed.
  case reserved
  /// Signed bytes are kept; whether they left is not known.
  case signed
  /// A node took them.
  case broadcast
  /// A second endpoint knows them, too; where there is one only, it shows them.
  case seen
  /// In a block that can still be reorganised away.
  case mined
  /// In a block with the confirmations asked for, and it did what it should.
  case final
  /// Mined, and it failed: its fee is spent.
  case reverted
  /// Another transaction used its nonce: proven, so nothing of it can be mined any more.
  case nonceTaken
  /// Another transaction is said to have used its nonce, and nothing proves it: its own bytes may be mined.
  case conflicting
  /// Cancelled by one of ours.
  case cancelled
  /// The intent was never signed: its process died before.
  case expired
  /// Signed, and no node took it when it was offered. Its bytes can still be mined: it keeps its key, and lends its nonce
  /// to the next, of which one at most is mined.
  case unpublished

  /// Whether something can still come of it.
  public var isLive: Bool {
    switch self {
    case .planned, .waiting, .reserved, .signed, .broadcast, .seen, .mined: true
    case .final, .reverted, .nonceTaken, .conflicting, .cancelled, .expired, .unpublished: false
    }
  }

  /// Whether signed bytes of it may be on their way.
  public var mayBeSent: Bool { [.signed, .broadcast, .seen, .mined].contains(self) }

  /// Whether one of ours used its nonce.
  package var isConsumed: Bool { [.mined, .final, .reverted, .cancelled].contains(self) }

  /// Whether it ended without effect as far as nodes said: until that is proven, what was signed for it may be mined.
  var mayBeMined: Bool { [.reverted, .conflicting, .cancelled, .unpublished].contains(self) }

  /// The states that fulfil a condition, as a list for SQL.
  static func list(_ isMember: (IntentState) -> Bool) -> String {
    allCases.filter(isMember).map { "'\($0.rawValue)'" }.joined(separator: ", ")
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
