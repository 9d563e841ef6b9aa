import Alerts
import Outbox
import Primitives

/// Something that gas costs on a chain, or the price of the coin that it is paid in: alerts watch it.
public struct GasSubject: AlertSubject {
  /// The quantity whose value is watched.
  public enum Measure: Sendable, Hashable {
    /// The price of a unit of gas, in wei.
    case price
    /// The price of an action that takes so many units of gas, in wei, or in the money of a code, in units of 10⁻¹⁸.
    case cost(action: String, gas: UInt64, currency: String? = nil)
    /// The price of the chain's coin in the money of a code, in units of 10⁻¹⁸.
    case coin(currency: String)

    /// The code of the currency in which it is shown; nil for the chain's own.
    public var currency: String? {
      switch self {
      case .price: nil
      case .cost(_, _, let currency): currency
      case .coin(let currency): currency
      }
    }
  }

  /// The chain's number.
  public let chain: String
  /// The network's name, for people.
  public let network: String
  /// The speed; of no meaning for the price of the coin.
  public let tier: FeeSpeed
  /// The quantity.
  public let measure: Measure

  /// A subject as it is given.
  public init(chainID: UInt256, network: String, tier: FeeSpeed = .standard, measure: Measure = .price) {
    (chain, self.network, self.tier, self.measure) = (chainID.description, network, tier, measure)
  }

  // MARK: Alerts

  /// The words for alerts on the price of gas.
  public static let topic = AlertTopic("gas", title: "Gas price", watched: "this chain")

  /// The chain's number.
  public var scope: String { chain }
  /// The quantity, the speed and the network, as in `standard kaia`, `cost:21000:transfer standard kaia` or
  /// `cost:21000:transfer:USD standard kaia`.
  public var stored: String {
    let rest = "\(tier.rawValue) \(network)"
    return switch measure {
    case .price: rest
    case .cost(let action, let gas, let currency):
      "cost:\(gas):\(action)\(currency.map { ":\($0)" } ?? "") \(rest)"
    case .coin(let currency): "coin:\(currency) \(rest)"
    }
  }

  /// Reads all three.
  public init?(scope: String, stored: String) {
    var rest = stored[...]
    var measure = Measure.price
    if stored.hasPrefix("cost:") || stored.hasPrefix("coin:") {
      guard let end = stored.firstIndex(of: " "), let told = Measure(stored: stored[..<end]) else { return nil }
      (measure, rest) = (told, stored[end...].dropFirst())
    }
    let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let tier = FeeSpeed(rawValue: String(parts[0])) else { return nil }
    (chain, network, self.tier, self.measure) = (scope, String(parts[1]), tier, measure)
  }

  /// The chain, the network, and the speed, the action and the money.
  public var facts: [(name: String, text: String)] {
    let place = [("chainId", chain), ("network", network)]
    let money = measure.currency.map { [("currency", $0)] } ?? []
    return switch measure {
    case .price: place + [("tier", tier.rawValue)]
    case .cost(let action, let gas, _):
      place + [("tier", tier.rawValue), ("action", action), ("gas", "\(gas)")] + money
    case .coin: place + money
    }
  }
  /// The unit of a price.
  public var unit: String { measure.currency ?? "wei" }
  /// The digits of a price, of one in a currency in whole units of it.
  public func text(of value: UInt256) -> String {
    measure.currency == nil ? "\(value)" : Amount(wei: value).formatted(in: .ether)
  }
}

extension GasSubject.Measure {
  /// Reads what is stored of one that is no price of gas, as in `cost:21000:transfer`.
  fileprivate init?(stored: Substring) {
    let parts = stored.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts.first {
    case "coin":
      guard parts.count == 2, !parts[1].isEmpty else { return nil }
      self = .coin(currency: parts[1])
    case "cost":
      guard (3...4).contains(parts.count), let gas = UInt64(parts[1]), gas > 0, UsualAction.isName(parts[2]),
        parts.last != ""
      else { return nil }
      self = .cost(action: parts[2], gas: gas, currency: parts.count == 4 ? parts[3] : nil)
    default: return nil
    }
  }
}

/// The price of a chain's coin in other money.
public struct CoinPrice: Sendable, Hashable {
  /// The code of the money, as in `KRW`.
  public let currency: String
  /// In units of 10⁻¹⁸ of the money.
  public let value: UInt256

  /// A price as it is given.
  public init(currency: String, value: UInt256) { (self.currency, self.value) = (currency, value) }
}
