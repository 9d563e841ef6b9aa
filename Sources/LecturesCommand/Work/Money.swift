import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal
import WalletBook

/// The money of a network as it is shown: amounts as a language writes them, with their worth where that is wanted and
/// known.
struct Money: Sendable {
  let network: Network
  let language: Language
  /// The value of a coin; nil where nobody wants amounts valued, or no rate is known that can be relied on.
  let valuation: FiatValuation?
  /// The rate that is wanted and not known.
  var missing: CurrencyPair?
  /// Whether this run asks for values, and no market is known for the network's coin.
  var isWithoutMarket = false
  /// The values of the coins that tokens of the network are.
  var tokens: [Currency: FiatValuation] = [:]

  /// An amount with every digit, as in `10.5 KLAY`.
  func text(_ amount: Amount) -> String { network.text(amount, in: language) }

  /// An amount in a list.
  func roundedText(_ amount: Amount) -> String { network.roundedText(amount, in: language) }

  /// The worth of an amount, as in `1,482 KRW`; nil where it is not known.
  func worth(_ amount: Amount) -> String? {
    valuation.flatMap { valuation in
      valuation.worth(of: amount).flatMap { language.money($0, valuation.currency) }
    }
  }

  /// An amount with its worth, as in `10 KLAY (about 1,482 KRW)`.
  ///
  /// - Parameters:
  ///   - style: The amount's own.
  ///   - isSourced: Whether the source and the age of the rate stand behind it.
  func valued(_ amount: Amount, _ style: Style = .plain, isSourced: Bool = false) -> StyledText {
    let own = StyledText(text(amount), style)
    guard let valuation, amount > .zero, let worth = worth(amount) else { return own }
    let source = isSourced ? valuation.origin(at: LocalTime.now(), in: language) : nil
    return own + StyledText(" (\(language[FiatText.about(worth, source: source)]))")
  }

  /// The column of worths in a table; none where nothing is valued.
  var column: [Table.Column] { valuation == nil ? [] : [.number(language[Label.worth], .important)] }

  /// The cell in ``column``, empty where the amount is not known.
  func cells(_ amount: Amount?) -> [StyledText] {
    valuation == nil ? [] : [StyledText(amount.flatMap(worth) ?? "")]
  }

  /// The line below a table that says by which rate, `1 KLAY = 148.2 KRW (Bithumb, 3 min ago)`, or that none is known,
  /// or can be; nothing where nobody wants amounts valued.
  var rateLine: [StyledText] {
    if let missing, missing.base != missing.quote {
      return [StyledText(language[FiatText.noRate("\(missing)")], .dim)]
    }
    if isWithoutMarket, tokens.isEmpty { return [StyledText(language[FiatText.noMarket(network.name)], .dim)] }
    let own = valuation.map { [(network.symbol, $0)] } ?? []
    return (own + tokens.sorted { $0.key < $1.key }.map { ($0.key.code, $0.value) }).map { symbol, valuation in
      StyledText("1 \(symbol) = \(valuation.words(at: LocalTime.now(), in: language))", .dim)
    }
  }

  /// An amount in the output of `--json`, with its worth as `fiat` where that is known.
  func json(_ amount: Amount) -> JSON {
    var object = JSON.amount(amount, on: network).object ?? [:]
    if let worth = valuation?.text(amount) { object["fiat"] = .string(worth) }
    return .object(object)
  }

  /// The rate in the output of `--json`; null without one.
  var rate: JSON { valuation?.rate.json ?? .null }

  /// The rates of the coin and of tokens in the output of `--json`, each with the network.
  var rates: [JSON] {
    let own: [(String?, FiatValuation)] = valuation.map { [(nil, $0)] } ?? []
    return (own + tokens.sorted { $0.key < $1.key }.map { ($0.key.code, $0.value) }).map { token, value in
      ["network": .string(network.name), "token": .text(token), "rate": value.rate.json]
    }
  }

  /// The worth of a token's amount, with the money that it is in: of one that is the coin itself, or a coin that exchanges
  /// have; nil where it is not known.
  func worth(of holding: Holding) -> (worth: Fraction, currency: Currency)? {
    guard let units = holding.units else { return nil }
    if holding.isCoin {
      return valuation.flatMap { value in value.worth(of: Amount(wei: units)).map { ($0, value.currency) } }
    }
    guard let coin = holding.traded, let decimals = holding.decimals, let value = tokens[coin] else { return nil }
    return value.worth(of: units, decimals: decimals).map { ($0, value.currency) }
  }
}

extension Money {
  /// The amounts of one network, valued by another rate, as of the day when they were spent.
  func valued(by valuation: FiatValuation?) -> Money {
    Money(network: network, language: language, valuation: valuation)
  }
}

extension FiatValuation {
  /// The source of the rate and its age, or the day that it is of; nil for one that was written by hand.
  func origin(at now: Int64, in language: Language) -> String? {
    guard rate.kind != .manual else { return nil }
    return "\(title(in: language)), \(rate.day.map { language.date($0.parts) } ?? language.age(now - rate.known))"
  }

  /// The names of the sources as a language has them.
  func title(in language: Language) -> String {
    zip(rate.source.split(separator: "+"), source.split(separator: " + "))
      .map { language[SourceTitle(String($0), String($1))] }.joined(separator: " + ")
  }

  /// The price of a coin with its source and age; one from the settings is shown alone.
  func words(at now: Int64, in language: Language) -> String {
    let price = language.decimal(price)
    return origin(at: now, in: language).map { "\(price) (\($0))" } ?? price
  }
}

extension Language {
  /// An amount of a currency in its own digits.
  func money(_ amount: Fraction, _ currency: Currency) -> String? {
    money(amount, currency.code, digits: currency.digits)
  }
}
