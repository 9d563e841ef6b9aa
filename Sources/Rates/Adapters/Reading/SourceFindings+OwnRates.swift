extension SourceFindings {
  /// Adds a bank, and its rates in hryvnias from the quotes that it gave itself.
  mutating func addOwnRates(of bank: Bank, _ form: BankRate.Form) {
    banks.append(bank)
    bankRates += quotes.filter { $0.pair.quote == .uah }.compactMap {
      BankRate(bank: bank.slug, currency: $0.pair.base, form: form, bid: $0.bid, ask: $0.ask, asOf: $0.asOf)
    }
  }
}
