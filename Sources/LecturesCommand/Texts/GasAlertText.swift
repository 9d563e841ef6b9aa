import GasPrices
import Localization
import Outbox

/// An alert on gas with its subject: `below 25 gwei (standard) on kaia`.
struct GasAlertText: Phrase {
  private let limit: String
  private let subject: GasSubject

  init(_ limit: String, _ subject: GasSubject) { (self.limit, self.subject) = (limit, subject) }

  var english: String {
    let about =
      switch subject.measure {
      case .price: "(\(subject.tier.rawValue))"
      case .cost(let action, let gas): "for \(action) (\(subject.tier.rawValue), \(gas) gas)"
      case .coin: "for a coin"
      }
    return "\(limit) \(about) on \(subject.network)"
  }

  var korean: String {
    let tier =
      switch subject.tier {
      case .slow: "느림"
      case .standard: "보통"
      case .fast: "빠름"
      }
    return switch subject.measure {
    case .price: "\(subject.network), \(tier): \(limit)"
    case .cost(let action, let gas): "\(subject.network), \(action) (\(tier), 가스 \(gas)): \(limit)"
    case .coin: "\(subject.network), 코인 한 개: \(limit)"
    }
  }

  var ukrainian: String {
    let tier =
      switch subject.tier {
      case .slow: "повільно"
      case .standard: "звичайно"
      case .fast: "швидко"
      }
    return switch subject.measure {
    case .price: "\(subject.network), \(tier): \(limit)"
    case .cost(let action, let gas): "\(subject.network), \(action) (\(tier), газ \(gas)): \(limit)"
    case .coin: "\(subject.network), за монету: \(limit)"
    }
  }
}
