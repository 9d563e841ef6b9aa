import Primitives

/// The amounts that a fill moves, in the smallest units of their tokens.
public struct OrderFill: Sendable, Hashable {
  /// Taker tokens, from the taker to the maker.
  public let takerAmount: UInt256
  /// Maker tokens, from the maker to the taker.
  public let makerAmount: UInt256
  /// Fee tokens that the maker pays (v1; always zero in v4).
  public let makerFee: UInt256
  /// The fee that the taker pays: fee tokens in v1, taker tokens beyond ``takerAmount`` in v4.
  public let takerFee: UInt256

  /// Amounts as they are.
  public init(takerAmount: UInt256, makerAmount: UInt256, makerFee: UInt256 = 0, takerFee: UInt256 = 0) {
    self.takerAmount = takerAmount
    self.makerAmount = makerAmount
    self.makerFee = makerFee
    self.takerFee = takerFee
  }

  /// A fill that moves nothing.
  public static let nothing = OrderFill(takerAmount: 0, makerAmount: 0)
}
