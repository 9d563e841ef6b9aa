import Localization
import Operations
import Primitives
import Rates
import Terminal

/// Writes rates for people, in their language.
struct RatesWriter: Sendable {
  let language: Language
  /// The time of the look, in seconds since 1970.
  private let now: Int64
  private let reader: RatesReader

  init(_ context: CommandContext, _ now: Int64, _ reader: RatesReader) { self.init(context.language, now, reader) }

  init(_ language: Language, _ now: Int64, _ reader: RatesReader) {
    (self.language, self.now, self.reader) = (language, now, reader)
  }

  /// The rates, a row for each currency: with sides where one of them has any.
  func table(of overview: RatesOverview) -> Table {
    let hasSides = overview.rows.contains { $0.rate.bid != nil || $0.rate.ask != nil }
    let columns: [Table.Column] =
      [.name(language[RatesText.currency])]
      + (hasSides
        ? [.number(language[RatesText.buy]), .number(language[RatesText.sell])]
        : [.number(language[RatesText.rate])])
      + [
        .number(language[RatesText.change], .important), .name(language[RatesText.asOf], .useful),
        .text(language[RatesText.source], .detail),
      ]
    var table = Table(columns)
    for row in overview.rows {
      let rate = row.rate
      let prices = hasSides ? [rate.price(.sell), rate.price(.buy)] : [rate.price(.mid)]
      table.add(
        cells: [StyledText(rate.pair.base.code)] + prices.map { StyledText(price($0, rate), .strong) } + [
          change(row.change), StyledText(asOf(rate)) + marks(rate), StyledText(title(of: rate)),
        ])
    }
    return table
  }

  /// The rates as plain lines for a message.
  func lines(of overview: RatesOverview) -> [StyledText] {
    overview.rows.map { row in
      let rate = row.rate
      let prices = rate.price(.sell) == rate.price(.buy) ? [rate.price(.mid)] : [rate.price(.sell), rate.price(.buy)]
      return StyledText(
        "\(rate.pair.base) \(prices.map { price($0, rate) }.joined(separator: " / ")), \(title(of: rate)), \(asOf(rate))"
      ) + marks(rate)
    }
  }

  /// A price with four digits behind the decimal sign, or four that count; a dash where nobody stands on the side.
  func price(_ price: Fraction?, _ rate: Rate) -> String {
    price.flatMap { language.grouped($0, digits: rate.digits) } ?? "–"
  }

  /// A price by itself; a dash where there is none.
  func price(_ price: Fraction?) -> String {
    price.flatMap { language.grouped($0, digits: $0.digits(atLeast: 4, significant: 4)) } ?? "–"
  }

  /// A price as a source gives it; a dash where there is none.
  func price(_ price: ExactDecimal?) -> String { self.price(price.map { Fraction($0) }) }

  /// An amount of a currency.
  func money(_ amount: Fraction, _ currency: Currency) -> String {
    language.money(amount, currency.code, digits: currency.digits) ?? "\(amount) \(currency)"
  }

  /// The sentence that tells the result of a conversion.
  ///
  /// - Parameter digits: The digits after the decimal sign; nil for those of the currency.
  func sentence(_ conversion: Conversion, digits: Int? = nil) -> RatesText {
    let rate = conversion.rate
    let given = money(conversion.amount, rate.pair.base)
    let value =
      digits.flatMap { language.grouped(conversion.value, digits: $0) }.map { "\($0) \(rate.pair.quote)" }
      ?? money(conversion.value, rate.pair.quote)
    return switch conversion.side {
    case .sell: .sold(given, value)
    case .buy: .bought(given, value)
    case .mid: .valued(given, value)
    }
  }

  /// A change in per cent, with its sign.
  func change(_ change: RateChange?) -> StyledText {
    guard let change, let percent = change.percent, let text = language.grouped(percent, digits: 2) else { return "" }
    if percent.isZero { return StyledText(language.percent("0"), .dim) }
    return StyledText((change.isFall ? "−" : "+") + language.percent(text), change.isFall ? .bad : .good)
  }

  /// The day that a rate is for, else its minute: for pictures, in which an age would soon be wrong.
  func moment(_ rate: Rate) -> String {
    rate.day.map { language.date($0.parts) } ?? LocalTime.text(rate.asOf, in: language)
  }

  /// The day that a rate is for, or its age.
  func asOf(_ rate: Rate) -> String { rate.day.map { language.date($0.parts) } ?? language.age(now - rate.known) }

  /// The names of the sources of a history.
  func title(of history: RatesHistoryReading) -> String {
    history.days.map(\.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .map { title(of: $0) }.joined(separator: ", ")
  }

  /// The name of a rate's source; of a cross rate of several sources all names.
  func title(of rate: Rate) -> String {
    rate.source.split(separator: "+").map { title(of: String($0)) }.joined(separator: " + ")
  }

  /// The name of a source or feed for people.
  func title(of source: String) -> String { language[SourceTitle(source, reader.title(of: source))] }

  /// The minute of a time that is still to come; nil for one that has passed.
  func clock(_ time: Int64?) -> String? { time.flatMap { $0 > now ? LocalTime.text($0, in: language) : nil } }

  /// The age of a time.
  func age(_ time: Int64) -> String { language.age(now - time) }

  /// The reasons not to rely on a rate, and that it is a mean of ours.
  func marks(_ rate: Rate) -> StyledText {
    let marks = [
      rate.isOld ? RatesText.old : nil, rate.isSuspect ? .suspect : nil, rate.isCrossed ? .crossed : nil,
      rate.market == .banks && rate.kind == .aggregate ? .meanOfList : nil,
    ].compactMap { $0 }
    return marks.isEmpty ? "" : StyledText(" (\(marks.map { language[$0] }.joined(separator: ", ")))", .warning)
  }

  /// A rate with its source and age, as one of those that another is made of.
  func leg(_ rate: Rate, _ side: Rate.Side) -> StyledText {
    StyledText(
      language[
        RatesText.leg("\(rate.pair)", price(rate.price(side), rate), source: title(of: rate), age: asOf(rate))],
      .dim) + marks(rate)
  }

  /// The rates that do not count because they are far from the ones before, then the sources with which something is
  /// wrong, and when they may be asked again.
  func problems(_ problems: [SourceProblem], suspects: [Rate] = []) -> [StyledText] {
    let doubted = suspects.map { suspect in
      let prices = [suspect.price(.sell), suspect.price(.buy)].map { price($0, suspect) }
      let rate = "\(suspect.pair) \(prices[0] == prices[1] ? prices[0] : prices.joined(separator: " / "))"
      let title = title(of: suspect)
      let words = suspect.isWide ? SourceProblemText.doubtedWide(title, rate: rate) : .doubted(title, rate: rate)
      return StyledText(language[words], .warning)
    }
    let told = Set(suspects.map(\.source))
    let troubles = problems.filter { $0.error.code != .suspect || !told.contains($0.source) }
      .map { trouble($0.error, of: $0.source, askableAt: $0.nextTry) }
    // A source that has two addresses may tell the same of both.
    let once = troubles.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return doubted + once.map { StyledText($0, .dim) }
  }

  /// The trouble with a source, and when it may be asked again.
  func trouble(_ error: RatesError, of source: String, askableAt time: Int64?) -> String {
    let words: [SourceProblemText?] = [
      SourceProblemText(error, of: title(of: source)), clock(time).map { .askable(at: $0) },
    ]
    return words.compactMap { $0.map { language[$0] } }.joined(separator: " ")
  }

  /// Whether a source is asked, and how far it is trusted.
  func words(_ state: RateSourceState) -> String {
    let marks: [RatesText?] = [
      state.profile.needsKey && !state.hasKey ? .keyMissing : state.isEnabled ? .on : .off,
      state.profile.isOfficial ? nil : .unofficial, state.profile.wasTriedLive ? nil : .neverTriedLive,
    ]
    return marks.compactMap { $0.map { language[$0] } }.joined(separator: ", ")
  }

  /// The newest headline.
  func headline(_ news: NewsItem) -> StyledText {
    StyledText(language[RatesText.headline(news.title, feed: title(of: news.feed), age: age(news.time))])
  }
}
