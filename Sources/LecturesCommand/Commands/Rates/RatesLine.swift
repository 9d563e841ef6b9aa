import ArgumentParser
import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// `lectures rates line`
struct RatesLine: ReportingCommand {
  static let configuration = CommandConfiguration(
    "line", "Print stored rates in one line, for a prompt or a status bar.",
    examples: [
      "lectures rates line": "as in: USD 44.55 EUR 51.68",
      "lectures rates line --format '$ {USD.buy}/{USD.sell} ({age})'": "",
    ],
    after: """
      It asks nobody, and prints nothing where nothing is kept; the exit status is 0 all the same. In the format {USD.buy}, \
      {USD.sell} and {USD.rate} are prices of a currency, {market} is the market and {age} the age of the oldest rate.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: RatesOptions.title) var ratesOptions: RatesOptions
  @Option(help: ArgumentHelp("The line, with placeholders.", valueName: "text")) var format: String?

  func run(in context: CommandContext) async throws -> Report {
    let rates = try context.rates()
    let named = format.map { RatesLineFormat($0) }
    let overview = try? await rates.overview(
      of: named?.currencies, isBrief: true, in: nil, RatesChoice(asking: .never))
    let line = overview.map { overview in
      (named ?? .usual(overview)).line(overview, RatesWriter(context, overview.time, rates.reader))
    }
    return Report(["line": .string(line ?? "")]) {
      if let line, !line.isEmpty { StyledText(line) }
    }
  }
}

/// A line with places in braces for rates.
struct RatesLineFormat: Sendable {
  private enum Piece: Sendable {
    case text(String)
    case price(Currency, Rate.Side)
    case market, age
  }

  private var pieces: [Piece] = []

  /// Reads a format; braces around anything else stay as they are.
  init(_ text: String) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces.append(.text(String(rest[..<open])))
      let name = rest[rest.index(after: open)..<close]
      pieces.append(Self.piece(name) ?? .text("{\(name)}"))
      rest = rest[rest.index(after: close)...]
    }
    pieces.append(.text(String(rest)))
  }

  private init(_ pieces: [Piece]) { self.pieces = pieces }

  /// The main price of each currency.
  static func usual(_ overview: RatesOverview) -> RatesLineFormat {
    RatesLineFormat(
      overview.rows.enumerated().flatMap { index, row in
        [Piece.text("\(index > 0 ? " " : "")\(row.rate.pair.base) "), .price(row.rate.pair.base, .sell)]
      })
  }

  private static func piece(_ name: Substring) -> Piece? {
    if name == "market" { return .market }
    if name == "age" { return .age }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let currency = Currency(String(parts[0])) else { return nil }
    switch parts[1] {
    case "buy": return .price(currency, .sell)
    case "sell": return .price(currency, .buy)
    case "rate": return .price(currency, .mid)
    default: return nil
    }
  }

  /// The currencies that it has places for, each once.
  var currencies: [Currency]? {
    let named = pieces.compactMap { if case .price(let currency, _) = $0 { currency } else { nil } }
    let once = named.reduce(into: [Currency]()) { if !$0.contains($1) { $0.append($1) } }
    return once.isEmpty ? nil : once
  }

  /// The line with what is kept in its places; a dash where there is no rate.
  func line(_ overview: RatesOverview, _ writer: RatesWriter) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .market: return writer.language[RatesText.market(overview.market)]
      case .age: return overview.rows.map(\.rate.known).min().map { writer.age($0) } ?? "–"
      case .price(let currency, let side):
        let rate = overview.rows.first { $0.rate.pair.base == currency }?.rate
        return rate.map { writer.price($0.price(side), $0) } ?? "–"
      }
    }.joined()
  }
}
