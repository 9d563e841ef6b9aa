import Orders
import Primitives

/// The price of a whole order for whoever fills it, with the fee of its taker as far as that is in a token of the pair.
public struct TakerPrice: Sendable, Hashable {
  /// Smallest units of the quote token for one of the base token.
  public let price: Fraction
  /// Whether the taker pays a fee beside it, in a token of neither side.
  public let hasFeeApart: Bool

  /// The price of an order; nil where it is of other tokens, or its numbers are too large to compute with.
  ///
  /// - Parameter feeToken: The token that fees of version 1 are paid in; nil where there is none.
  public init?(of order: AnySignedOrder, in pair: TokenPair, feeToken: Address?) {
    guard let side = pair.side(of: order.order) else { return nil }
    let whole = order.order.takerAmount
    let request = DealRequest(
      side == .ask ? .buying(1) : .selling(1), of: pair, within: .slippage(.one), by: .zero)
    guard
      let offer = DealOffer(
        DealCandidate(order, remaining: whole, fillable: whole), for: request, DealCosts(feeToken: feeToken))
    else { return nil }
    (price, hasFeeApart) = (offer.pairPrice, offer.hasFeeApart)
  }
}
