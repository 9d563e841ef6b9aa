import Alerts
import Primitives

extension GasSubject {
  /// The value at a time; nil where it is not known.
  ///
  /// - Parameter coins: The prices of the chain's coin.
  func value(_ sample: GasSample, _ coins: [CoinPrice]) -> UInt256? {
    let price = UInt256(max(0, sample[tier]))
    let product = { (left: UInt256, right: UInt256) -> UInt256? in
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      return overflow ? nil : product
    }
    let coin = measure.currency.map { currency in coins.first { $0.currency == currency }?.value }
    switch measure {
    case .price: return price
    case .cost(_, let gas, _):
      let cost = product(price, UInt256(gas))
      guard let coin else { return cost }
      guard let cost, let coin else { return nil }
      return product(cost, coin).map { $0 / 1_000_000_000_000_000_000 }
    case .coin: return coin ?? nil
    }
  }
}
