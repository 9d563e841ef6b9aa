import Alerts
import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

extension RateSubject.Side: ExpressibleByArgument {}

/// `lectures rates alert add`
struct RatesAlertAdd: ReportingCommand {
  static let configuration = CommandConfiguration(
    "add", "Add an alert on an exchange rate.",
    examples: [
      "lectures rates alert add --pair USD/UAH --above 45": "in the market that was looked at last",
      "lectures rates alert add --pair KAIA/KRW --below 140 --market korea --side bid --for 10m": "",
      "lectures rates alert add --pair EUR/UAH --change 2% --webhook https://example.org/hook": "",
    ],
    after: """
      An alert is sent once when the rate crosses its limit, and again only after the rate has gone back by the margin; a \
      change is counted from the first rate, then from the one of the last alert. Only rates count that are neither old \
      nor suspect, and an official one counts once for its day. Webhooks and commands are those of `gas alert add`.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @Option(help: ArgumentHelp("The currencies, as in USD/UAH.", valueName: "pair")) var pair: String
  @OptionGroup var options: AlertOptions
  @Option(help: "bid: the buyers' price; ask: the sellers' price; mid: between the two.")
  var side = RateSubject.Side.mid

  func validate() throws {
    guard options.hasOneLimit else { throw UsageRule.oneLimit }
  }

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let pair = try rates.pair(pair)
    let condition = try options.condition { text, _ in
      RateSubject.value(of: Fraction(try rates.amount(text))) ?? .max
    }
    let channels = try options.channels(RateSubject.topic)
    let market = try await rates.market()
    let rule = try AlertRule(
      RateSubject(pair, in: market, side: side), condition, hold: try options.holdSeconds,
      coolDown: try options.coolDownSeconds, margin: options.margin, note: options.note, isOnce: options.once)
    let book = rates.reader.book
    let id = try await book.alerts.add(rule, channels: channels)
    let known = try await rates.reader.reading(of: [market], pairs: [pair], RatesChoice(asking: .never))
    let isQuoted = (try? known.rate(pair)) != nil
    return RateSubject.writer(in: context).added(
      id, rule, channels, isWatched: try await book.isWatched(beside: context.settings.rates.book()),
      members: [("quoted", .bool(isQuoted))],
      warning: isQuoted ? nil : warning(of: pair, in: known, context.language))
  }

  /// The line about a pair that the market has never had here, with a few that it has.
  private func warning(of pair: CurrencyPair, in known: MarketReading, _ language: Language) -> String {
    let others = Set(known.board.rates.map(\.pair)).sorted().prefix(Self.mostOthers).map(\.description)
    let market = language[RatesText.market(known.markets.first ?? .nbu)]
    return language[AlertText.neverQuoted("\(pair)", market: market, others: others.joined(separator: ", "))]
  }

  /// The most pairs that are named instead of one that is not there.
  private static let mostOthers = 8
}

extension RateSubject: WrittenSubject {
  /// The writer of alerts on rates.
  static func writer(in context: CommandContext) -> AlertWriter<RateSubject> {
    let language = context.language
    return AlertWriter(language: language) { rule in
      let limit = language.limit(rule.condition, of: rule.subject, moved: nil)
      return "\(language.title(rule.subject)): "
        + (rule.hold > 0 ? language[AlertText.held(limit, seconds: rule.hold)] : limit)
    }
  }
}

extension Language {
  /// The line about a crossing, as in `USD/UAH (NBU, mid) 45.1: at or above 45`.
  func message(_ alert: Alert<RateSubject>, _ value: UInt256) -> String {
    let limit = limit(
      alert.rule.condition, of: alert.rule.subject, moved: (from: alert.state.reference ?? value, to: value))
    return "\(title(alert.rule.subject)) \(price(value)): \(limit)"
  }

  /// The subject, as in `USD/UAH (NBU, mid)`.
  fileprivate func title(_ subject: RateSubject) -> String {
    "\(subject.pair) (\(self[RatesText.market(subject.market)]), \(self[AlertText.side(subject.side)]))"
  }

  fileprivate func limit(
    _ condition: AlertCondition, of subject: RateSubject, moved: (from: UInt256, to: UInt256)?
  ) -> String {
    switch condition {
    case .above(let threshold): self[AlertText.above(price(threshold))]
    case .below(let threshold): self[AlertText.below(price(threshold))]
    case .change(let percent, let window):
      change(percent, within: window, moved.map { (ValueChange(from: $0.from, to: $0.to), price($0.from)) })
    }
  }

  /// A price with all its digits, if these are no more than eight behind the decimal sign; else with six that count.
  private func price(_ value: UInt256) -> String {
    let price = RateSubject.price(value)
    let decimals = price.decimal?.text.split(separator: ".").dropFirst().first?.count ?? 0
    let digits = decimals <= 8 ? decimals : price.digits(atLeast: 4, significant: 6)
    return grouped(price, digits: digits) ?? decimal("\(value)")
  }
}
