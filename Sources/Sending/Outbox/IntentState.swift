/// Where an intent stands between the wish to send it and what the chain made of it.
public enum IntentState: String, Sendable, Hashable, CaseIterable {
  /// Written down; it has no nonce.
  case planned
  /// Waits for its price; it has no nonce.
  case waiting
  /// It has a nonce; nothing is signed.
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
  /// Another transaction used its nonce.
  case replaced
  /// Cancelled by one of ours.
  case cancelled
  /// Given up after the network dropped it.
  case dropped
  /// It was never signed: its process died before.
  case expired
  /// Nobody took it, and nobody can have.
  case refused

  /// Whether something can still come of it.
  public var isLive: Bool {
    switch self {
    case .planned, .waiting, .reserved, .signed, .broadcast, .seen, .mined: true
    case .final, .reverted, .replaced, .cancelled, .dropped, .expired, .refused: false
    }
  }

  /// Whether signed bytes of it may be on their way.
  public var mayBeSent: Bool {
    switch self {
    case .signed, .broadcast, .seen, .mined: true
    default: false
    }
  }

  /// Whether one of ours used its nonce.
  var isConsumed: Bool {
    switch self {
    case .mined, .final, .reverted, .cancelled: true
    default: false
    }
  }

  /// Whether it ended without effect, as far as was seen, and signed bytes of it may be about.
  var mayRise: Bool {
    switch self {
    case .reverted, .replaced, .cancelled, .dropped, .refused: true
    default: false
    }
  }

  /// As a list for SQL.
  static func list(_ isMember: (IntentState) -> Bool) -> String {
    allCases.filter(isMember).map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}
