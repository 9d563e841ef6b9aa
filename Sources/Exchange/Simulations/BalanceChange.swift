import Primitives

/// The change of an account's holdings of a token that a transaction makes.
public struct BalanceChange: Sendable, Hashable {
  /// The account that holds the token.
  public let account: Address
  /// The address of the token's contract.
  public let token: Address
  /// The holdings before, in the smallest unit.
  public let before: UInt256
  /// The holdings after, in the smallest unit.
  public let after: UInt256

  /// A change of its parts.
  public init(account: Address, token: Address, before: UInt256, after: UInt256) {
    (self.account, self.token, self.before, self.after) = (account, token, before, after)
  }

  /// The amount that came; zero where something left.
  public var gain: UInt256 { after > before ? after - before : 0 }
  /// The amount that left; zero where something came.
  public var loss: UInt256 { before > after ? before - after : 0 }
}
