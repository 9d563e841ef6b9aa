import GasPrices
import Localization
import Outbox

/// The words of alerts on the price of gas.
enum GasAlertText: Phrase {
  /// The thing that is watched, and where, behind a limit.
  case about(GasSubject)
  /// A crossing: the subject, the coin's name, the limit and the value.
  case crossed(GasSubject, coin: String, limit: String, value: String)

  var english: String {
    switch self {
    case .about(let subject):
      switch subject.measure {
      case .price: "(\(subject.tier.rawValue)) on \(subject.network)"
      case .cost(let action, let gas, _): "for \(action) (\(subject.tier.rawValue), \(gas) gas) on \(subject.network)"
      case .coin: "for a coin on \(subject.network)"
      }
    case .crossed(let subject, let coin, let limit, let value):
      switch subject.measure {
      case .price: "Gas on \(subject.network) (\(subject.tier.rawValue)) is \(limit): \(value)"
      case .cost(let action, let gas, _):
        "The cost of \(action) on \(subject.network) (\(subject.tier.rawValue), \(gas) gas) is \(limit): \(value)"
      case .coin: "The price of \(coin) (\(subject.network)) is \(limit): \(value)"
      }
    }
  }

  var korean: String {
    switch self {
    case .about(let subject):
      switch subject.measure {
      case .price: "(\(speed(subject).korean)), \(subject.network)"
      case .cost(let action, let gas, _):
        "\(name(action, gas).korean) 비용(\(speed(subject).korean), 가스 \(gas)), \(subject.network)"
      case .coin: "코인 1개, \(subject.network)"
      }
    case .crossed(let subject, let coin, let limit, let value):
      switch subject.measure {
      case .price: "\(subject.network) 가스(\(speed(subject).korean)) \(limit): \(value)"
      case .cost(let action, let gas, _):
        "\(subject.network) \(name(action, gas).korean) 비용(\(speed(subject).korean), 가스 \(gas)) \(limit): \(value)"
      case .coin: "\(coin) 가격(\(subject.network)) \(limit): \(value)"
      }
    }
  }

  var ukrainian: String {
    switch self {
    case .about(let subject):
      switch subject.measure {
      case .price: "(\(speed(subject).ukrainian)) у \(subject.network)"
      case .cost(let action, let gas, _):
        "за дію «\(name(action, gas).ukrainian)» (\(speed(subject).ukrainian), газ \(gas)) у \(subject.network)"
      case .coin: "за монету \(subject.network)"
      }
    case .crossed(let subject, let coin, let limit, let value):
      switch subject.measure {
      case .price: "Газ у \(subject.network) (\(speed(subject).ukrainian)) \(limit): \(value)"
      case .cost(let action, let gas, _):
        "Дія «\(name(action, gas).ukrainian)» у \(subject.network) (\(speed(subject).ukrainian), газ \(gas)) "
          + "\(limit): \(value)"
      case .coin: "Ціна \(coin) (\(subject.network)) \(limit): \(value)"
      }
    }
  }

  private func speed(_ subject: GasSubject) -> GasText { .speed(subject.tier) }

  /// The name of an action by its word.
  private func name(_ word: String, _ gas: UInt64) -> ActionName {
    .named(UsualAction.all.first { $0.word == word } ?? UsualAction(word, gas: gas, .told))
  }
}
