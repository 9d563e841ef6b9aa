import Primitives
import Rates
import WalletBook

extension Holding {
  /// The coin of exchanges that a token is: one by whose symbol a trusted list, or the person, knows it; nil for any other.
  ///
  /// The contract's own word makes no money of it, nor does a symbol that several tokens have.
  package var traded: Currency? {
    guard isVouched, !isCoin, decimals != nil, let coin = Currency(label), coin.isCoin else { return nil }
    return coin
  }
}

extension FiatValuation {
  /// The worth of a token's amount in ``currency``, between the sides; nil above 256 bits.
  ///
  /// - Parameters:
  ///   - units: In the token's smallest unit.
  ///   - decimals: Those of the token.
  package func worth(of units: UInt256, decimals: Int) -> Fraction? {
    guard (0...77).contains(decimals), let price = rate.price(.mid) else { return nil }
    let scale = (0..<decimals).reduce(1 as UInt256) { scale, _ in scale &* 10 }
    return Fraction(units, over: scale).flatMap { try? $0.multiplied(by: price) }
  }
}
