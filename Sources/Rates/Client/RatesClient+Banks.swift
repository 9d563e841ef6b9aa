/// A bank and its rates for one currency.
public struct BankOffer: Sendable, Hashable {
  /// The bank.
  public let bank: Bank
  /// The currency.
  public let currency: Currency
  /// Notes at a counter; nil if it does not trade them.
  public let cash: BankRate?
  /// Payments by card; nil if it is not told.
  public let card: BankRate?

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

extension RatesClient {
  /// The banks that trade a currency, in an order; those without the side that it goes by come last, equals by name.
  ///
  /// - Throws: `RatesError` `bookFailed`.
  public func banks(
    trading currency: Currency, form: BankRate.Form, by order: BankOrder, _ choice: RatesChoice = RatesChoice()
  ) async throws -> (offers: [BankOffer], problems: [SourceProblem]) {
    let problems = await askForBanks(currency, choice)
    let banks = Dictionary(try await book.banks().map { ($0.slug, $0) }) { first, _ in first }
    let rates = Dictionary(grouping: try await book.bankRates(currency: currency, bank: nil), by: \.bank)
    let offers = rates.map { slug, rates in
      BankOffer(
        bank: banks[slug] ?? Bank(slug: slug, name: slug), currency: currency,
        cash: rates.first { $0.form == .cash }, card: rates.first { $0.form == .card })
    }
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
    let banks = try await book.banks()
    let wanted = name.lowercased()
    guard let bank = banks.first(where: { $0.slug == wanted || $0.name.lowercased() == wanted }) else {
      throw RatesError(
        .noData, "There is no bank '\(name.prefix(40))' here.",
        reason: banks.isEmpty ? "No bank is known yet." : nil, facts: .nearMatches(banks.map(\.slug)))
    }
    let rates = Dictionary(grouping: try await book.bankRates(currency: nil, bank: bank.slug), by: \.currency)
    let offers = rates.sorted { $0.key < $1.key }.map { currency, rates in
      BankOffer(
        bank: bank, currency: currency, cash: rates.first { $0.form == .cash }, card: rates.first { $0.form == .card })
    }
    return (offers.isEmpty ? [BankOffer(bank: bank, currency: .usd, cash: nil, card: nil)] : offers, problems)
  }

  /// Asks a source for the first thing that it has, unless it was asked in the last five minutes.
  ///
  /// - Returns: The reason why it gave no answer, if it gave none.
  public func test(_ source: any RateSource) async -> [SourceProblem] {
    let usual = CurrencyPair(.usd, source.profile.markets.first?.common ?? .uah)
    let wishes = source.profile.markets.map { RateWish.now($0, [usual]) } + [.news, .banks(.usd)]
    let wish = wishes.first { !source.requests(for: $0, at: clock()).isEmpty }
    guard let wish else { return [] }
    return await ask(source, for: wish, RatesChoice(asking: .always))
  }

  private func askForBanks(_ currency: Currency, _ choice: RatesChoice) async -> [SourceProblem] {
    var problems: [SourceProblem] = []
    for source in sources where choice.takes(source.profile.name) {
      problems += await ask(source, for: .banks(currency), choice)
    }
    return problems
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
