import Primitives

/// The least that may be filled of an order, by its tokens: below it an order is dust or not funded.
public struct OrderMinimums: Sendable, Hashable {
  private let amounts: [TokenDirection: UInt256]
  private let byToken: [Address: UInt256]

  /// Amounts in maker tokens' smallest unit.
  ///
  /// - Parameters:
  ///   - amounts: By both tokens of an order.
  ///   - byToken: By the maker token, for all other directions.
  public init(_ amounts: [TokenDirection: UInt256] = [:], byToken: [Address: UInt256] = [:]) {
    (self.amounts, self.byToken) = (amounts, byToken)
  }

  /// The least amount of maker tokens for orders of a direction: one unit where nothing else was said.
  public subscript(direction: TokenDirection) -> UInt256 {
    max(1, amounts[direction] ?? byToken[direction.makerToken] ?? 1)
  }
}
