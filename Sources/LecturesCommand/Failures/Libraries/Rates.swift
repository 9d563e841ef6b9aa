import Rates
import StrictJSON

extension RatesErrors: CommandFailureDomain {
  static let subject = "rates"

  static func status(of error: RatesError) -> ExitStatus {
    switch error.code {
    case .unknownCurrency, .invalidRequest: .usage
    case .unreachable, .badAnswer, .suspect, .contradictory, .limited: .nodeUnavailable
    case .badKey, .badRate, .noReader: .settings
    default: .failure
    }
  }

  static func nextStep(after error: RatesError) -> String? {
    switch (error.code, error.facts) {
    case (.unknownCurrency, _): "Codes are those of ISO 4217 and of coins, as in USD, KRW, KAIA."
    case (.tooSoon, .askableAt(let time)?): "Sources may be asked again at \(LocalTime.text(time))."
    case (.unreachable, _): "See how each source answered: lectures rates sources"
    case (.noData, .unknown(.bank, _, _)): "See which banks there are: lectures rates banks"
    case (.noData, .newsItem): nil
    case (.noData, _): "Each market has rates of its own: --market crypto, korea, nbu, banks, ecb"
    case (.badKey, .key(let source)?):
      "Check the file of the key of \(source), or leave the source away: --rates-sources"
    default: nil
    }
  }

  static func details(of error: RatesError) -> JSONObject {
    switch error.facts {
    case .askableAt(let time)?: ["nextTry": .integer(time)]
    default: [:]
    }
  }
}
