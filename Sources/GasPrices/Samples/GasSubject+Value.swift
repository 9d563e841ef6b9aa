import Alerts
import Primitives

extension GasSubject {
  /// The value at a time; nil where it is not known.
  ///
  /// - Parameter coins: The prices of the chain's coin.
  func value(_ sample: GasSample, _ coins: [CoinPrice]) -> UInt256? {
    let price = UInt256(max(0, sample[tier]))
    switch measure {
    case .price: return price
    case .cost(_, let gas):
      let (cost, overflow) = price.multipliedReportingOverflow(by: UInt256(gas))
      return overflow ? nil : cost
    case .coin(let currency): return coins.first { $0.currency == currency }?.value
    }
  }
}
