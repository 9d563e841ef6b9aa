/// A bank and its rates for one currency.
public struct BankOffer: Sendable, Hashable {
  /// The bank that trades.
  public let bank: Bank
  /// The currency that it buys and sells.
  public let currency: Currency
  /// Notes at a counter; nil if it does not trade them.
  public let cash: BankRate?
  /// Payments by card; nil if it is not told.
  public let card: BankRate?

  init(_ kept: StoredBank, _ currency: Currency) {
    let rate = { (form: BankRate.Form) in kept.rates.first { $0.form == form && $0.currency == currency } }
    self.init(bank: kept.bank, currency: currency, cash: rate(.cash), card: rate(.card))
  }

  /// An offer as it is given.
  public init(bank: Bank, currency: Currency, cash: BankRate?, card: BankRate?) {
    (self.bank, self.currency, self.cash, self.card) = (bank, currency, cash, card)
  }

  /// The rate of one form.
  public subscript(form: BankRate.Form) -> BankRate? {
    switch form {
    case .cash: cash
    case .card: card
    }
  }
}

/// The order of a list of banks.
public enum BankOrder: String, Sendable, Hashable, CaseIterable {
  /// By name.
  case name
  /// The bank that pays most for the currency first.
  case buy
  /// The bank that wants least for it first.
  case sell
}

extension RatesReader {
  /// The banks that trade a currency, in an order; those without the side that it goes by come last, equals by name.
  ///
  /// - Throws: `RatesError` `bookFailed`.
  public func banks(
    trading currency: Currency, form: BankRate.Form, by order: BankOrder, _ choice: RatesChoice = RatesChoice()
  ) async throws -> (offers: [BankOffer], problems: [SourceProblem]) {
    let problems = await askForBanks(currency, choice)
    let offers = try await book.banks(trading: currency).map { BankOffer($0, currency) }
    return (offers.filter { $0[form] != nil }.sorted { order.comes($0, before: $1, form) }, problems)
  }

  /// A bank and all currencies that it trades.
  ///
  /// - Parameter name: The name in addresses, or the name for people, in any case.
  /// - Throws: `RatesError` `noData` for a bank that is not known, with near matches; `bookFailed`.
  public func bank(
    _ name: String, _ choice: RatesChoice = RatesChoice()
  ) async throws -> (offers: [BankOffer], problems: [SourceProblem]) {
    let problems = await askForBanks(.usd, choice)
    let known = try await book.banks()
    let wanted = name.lowercased()
    guard let kept = known.first(where: { $0.bank.slug == wanted || $0.bank.name.lowercased() == wanted }) else {
      throw RatesError(
        .noData, "There is no bank '\(name.prefix(40))' here.", reason: known.isEmpty ? "No bank is known yet." : nil,
        facts: .unknown(.bank, String(name.prefix(40)), nearest: nil))
    }
    let currencies = Set(kept.rates.map(\.currency)).sorted()
    return ((currencies.isEmpty ? [.usd] : currencies).map { BankOffer(kept, $0) }, problems)
  }

  /// Asks a source for the first thing that it has, unless it was asked in the last five minutes.
  ///
  /// - Returns: The reason why it gave no answer, if it gave none.
  public func test(_ source: any RateSource) async -> [SourceProblem] {
    let usual = CurrencyPair(.usd, source.profile.markets.first?.common ?? .uah)
    let queries = source.profile.markets.map { RateQuery.now($0, [usual]) } + [.news, .banks(.usd)]
    let query = queries.first { !source.requests(for: $0, at: clock()).isEmpty }
    guard let query else { return [] }
    return await ask([source], for: query, RatesChoice(asking: .always))
  }

  private func askForBanks(_ currency: Currency, _ choice: RatesChoice) async -> [SourceProblem] {
    await ask(sources.filter { choice.takes($0.profile.name) }, for: .banks(currency), choice)
  }
}

extension BankOrder {
  fileprivate func comes(_ left: BankOffer, before right: BankOffer, _ form: BankRate.Form) -> Bool {
    let byName = (left.bank.name, left.bank.slug) < (right.bank.name, right.bank.slug)
    switch self {
    case .name: return byName
    case .buy:
      guard let mine = left[form]?.bid else { return right[form]?.bid == nil && byName }
      return right[form]?.bid.map { mine == $0 ? byName : mine > $0 } ?? true
    case .sell:
      guard let mine = left[form]?.ask else { return right[form]?.ask == nil && byName }
      return right[form]?.ask.map { mine == $0 ? byName : mine < $0 } ?? true
    }
  }
}
