import Orders
import Primitives

/// The things that were found out about an exchange before anything is signed for it.
public struct ContractIdentity: Sendable, Hashable {
  /// The version of the protocol that it speaks.
  public let version: OrderVersion
  /// Its address.
  public let exchange: Address
  /// The account that makers and takers approve.
  public let spender: Address
  /// The token that fees of version 1 are paid in; nil for version 4.
  public let feeToken: Address?
  /// Whether its code, and that of what it lets move tokens, is known to the last byte; if not, somebody has to agree.
  public let isKnownCode: Bool
  /// The account that may authorise others to move all tokens that are approved (v1); nil for nobody.
  public let proxyOwner: Address?
}
