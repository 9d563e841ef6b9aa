/// The code of a currency or a coin, as in `UAH` or `KAIA`: 2 to 10 capital letters and digits.
///
/// Codes that only changed their name are one: `KLAY` is `KAIA`, `RUR` is `RUB`, `PLZ` is `PLN`. `CNH` is not `CNY`.
public struct Currency: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The code, as in `USD`.
  public let code: String

  /// Reads a code in any case; nil if it cannot be one.
  public init?(_ text: String) {
    guard (2...10).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf) })
    else { return nil }
    let code = text.uppercased()
    self.code = Self.renamed[code] ?? code
  }

  private init(known code: String) { self.code = code }

  private static let renamed = ["KLAY": "KAIA", "RUR": "RUB", "PLZ": "PLN"]

  /// Ukraine's hryvnia.
  public static let uah = Currency(known: "UAH")
  /// The dollar of the United States.
  public static let usd = Currency(known: "USD")
  /// The euro.
  public static let eur = Currency(known: "EUR")
  /// South Korea's won.
  public static let krw = Currency(known: "KRW")
  /// Kaia's coin, Klaytn's before October 2024: one for one.
  public static let kaia = Currency(known: "KAIA")
  /// Ethereum's coin.
  public static let eth = Currency(known: "ETH")
  /// Tether's token, which is not a dollar.
  public static let usdt = Currency(known: "USDT")

  /// The code.
  public var description: String { code }

  /// Orders by code.
  public static func < (left: Currency, right: Currency) -> Bool { left.code < right.code }
}

/// Two currencies of a rate: so many of the second are given for one of the first.
public struct CurrencyPair: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The currency that there is one of.
  public let base: Currency
  /// The currency that it is counted in.
  public let quote: Currency

  /// A pair; both may be one currency.
  public init(_ base: Currency, _ quote: Currency) { (self.base, self.quote) = (base, quote) }

  /// The pair the other way round.
  public var inverse: CurrencyPair { CurrencyPair(quote, base) }

  /// Both codes, as in `USD/UAH`.
  public var description: String { "\(base)/\(quote)" }

  /// Orders by code.
  public static func < (left: CurrencyPair, right: CurrencyPair) -> Bool {
    (left.base, left.quote) < (right.base, right.quote)
  }
}
