import Alerts
import GasPrices
import Localization
import Operations
import Primitives

extension GasSubject: WrittenSubject {
  /// The writer of alerts on the price of gas.
  static func writer(in context: CommandContext) -> AlertWriter<GasSubject> {
    writer(context.settings, in: context.language)
  }

  /// The writer of alerts on the price of gas in a language.
  static func writer(_ settings: Settings, in language: Language) -> AlertWriter<GasSubject> {
    AlertWriter(language: language) { language.words($0, (try? settings.network(named: $0.subject.network))) }
  }
}

extension CommandContext {
  /// Makes the messages of alerts in the language of the user.
  func gasWords(_ units: GasUnits) -> @Sendable (Alert<GasSubject>, UInt256) -> String {
    let language = language
    return { language.message($0, $1, units) }
  }
}

extension Language {
  /// A rule, as in `below 25 gwei (standard) on kaia, for 120 s`.
  fileprivate func words(_ rule: AlertRule<GasSubject>, _ network: Network?) -> String {
    let units = network?.gasUnits ?? GasUnits()
    let limit =
      "\(limit(rule.condition, of: rule.subject, units, moved: nil)) \(self[GasAlertText.about(rule.subject)])"
    return rule.hold > 0 ? self[AlertText.held(limit, seconds: rule.hold)] : limit
  }

  /// The line about a crossing, as in `Gas on kaia (standard) is below 25 gwei: 24 gwei`.
  func message(_ alert: Alert<GasSubject>, _ value: UInt256, _ units: GasUnits) -> String {
    let (subject, condition) = (alert.rule.subject, alert.rule.condition)
    let limit = limit(condition, of: subject, units, moved: (from: alert.state.reference ?? value, to: value))
    return self[GasAlertText.crossed(subject, coin: units.coin, limit: limit, value: text(value, of: subject, units))]
  }

  private func limit(
    _ condition: AlertCondition, of subject: GasSubject, _ units: GasUnits, moved: (from: UInt256, to: UInt256)?
  ) -> String {
    switch condition {
    case .above(let threshold): return self[AlertText.above(text(threshold, of: subject, units))]
    case .below(let threshold): return self[AlertText.below(text(threshold, of: subject, units))]
    case .change(let percent, let window):
      return change(
        percent, within: window,
        moved.map { (ValueChange(from: $0.from, to: $0.to), text($0.from, of: subject, units)) })
    }
  }

  private func text(_ value: UInt256, of subject: GasSubject, _ units: GasUnits) -> String {
    decimal(units.text(value, of: subject))
  }
}
