/// A market of currencies, in which a pair has a price of its own.
public enum Market: String, Sendable, Hashable, CaseIterable {
  /// Cash outside banks.
  case cash
  /// The average of banks.
  case banks
  /// Between banks, against the hryvnia.
  case interbank
  /// Official rates of the National Bank of Ukraine.
  case nbu
  /// Exchanges of coins.
  case crypto
  /// The won: official rates, and coins at Korean exchanges.
  case korea
  /// Reference rates of the European Central Bank.
  case ecb
  /// Price feeds on the chain in use.
  case chain

  /// The currency that two pairs of the market have in common, through which a cross rate goes.
  public var common: Currency {
    switch self {
    case .cash, .banks, .interbank, .nbu: .uah
    case .korea: .krw
    case .ecb: .eur
    case .crypto: .usdt
    case .chain: .usd
    }
  }

  /// The currencies that people look for in it, the main one first.
  public var usual: [Currency] {
    let codes =
      switch self {
      case .cash, .banks, .interbank, .nbu, .ecb: ["USD", "EUR", "PLN"]
      case .korea: ["USD", "EUR", "KAIA"]
      case .crypto: ["KAIA", "BTC", "ETH"]
      case .chain: ["KAIA", "BTC", "ETH", "USDT"]
      }
    return codes.compactMap { Currency($0) }
  }
}

/// The way in which a rate came about.
public enum RateKind: String, Sendable, Hashable, CaseIterable {
  /// Set by a central bank.
  case official
  /// Cash at banks' counters.
  case bank
  /// Cards.
  case card
  /// Cash outside banks.
  case cash
  /// Between banks.
  case interbank
  /// Bid and ask of an exchange.
  case exchange
  /// A mean that was made of the rates of many.
  case aggregate
  /// A price feed of a chain.
  case chain
  /// Written into the settings by hand.
  case manual

  /// The most by which bid and ask of an honest rate are apart, in per cent of the lower one. Exchange offices keep what few
  /// people want at a distance.
  var widestSpread: UInt64 {
    switch self {
    case .cash: 50
    case .official, .bank, .card, .interbank, .exchange, .aggregate, .chain, .manual: 20
    }
  }
}
