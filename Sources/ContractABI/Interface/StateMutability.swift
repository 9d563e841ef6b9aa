/// The effects that a function may have on the chain's state, and whether it takes money.
public enum StateMutability: String, Sendable, Hashable, CaseIterable {
  /// Reads nothing and changes nothing.
  case pure
  /// Changes nothing.
  case view
  /// Changes state, takes no money.
  case nonpayable
  /// Changes state, takes money.
  case payable

  /// Whether a call is enough and no transaction needed.
  public var isReadOnly: Bool { self == .pure || self == .view }
}
