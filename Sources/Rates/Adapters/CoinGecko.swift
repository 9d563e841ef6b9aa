import Primitives
import StrictJSON

/// CoinGecko's averages of many exchanges: coins in the money of states, one number each.
///
/// Source: https://docs.coingecko.com. It answers without a key, too, to fewer requests.
public struct CoinGecko: RateSource {
  /// The facts about it.
  public let profile = SourceProfile(
    name: "coingecko", title: "CoinGecko", markets: [.crypto], licence: "Data by CoinGecko, https://www.coingecko.com")
  private let key: SourceKey?
  private let isPaid: Bool

  /// The source.
  ///
  /// - Parameters:
  ///   - key: A key, for more requests than all without one share.
  ///   - isPaid: Whether the key is of a plan that costs money, which has a server of its own.
  public init(key: SourceKey? = nil, isPaid: Bool = false) { (self.key, self.isPaid) = (key, isPaid && key != nil) }

  /// One request for all coins in all currencies.
  public func requests(for query: RateQuery, at time: Int64) -> [SourceRequest] {
    guard case .now(.crypto, let pairs) = query else { return [] }
    let (coins, currencies) = Self.asked(pairs)
    guard coins.count > 1 else { return [] }
    let headers = key.map { ["\(isPaid ? "x-cg-pro-api-key" : "x-cg-demo-api-key"): \($0.text)"] } ?? []
    let ids = coins.keys.sorted().joined(separator: ",")
    let codes = currencies.map { $0.code.lowercased() }.joined(separator: ",")
    return [
      SourceRequest(
        "https://\(isPaid ? "pro-api" : "api").coingecko.com/api/v3/simple/price?ids=\(ids)&vs_currencies=\(codes)"
          + "&include_last_updated_at=true&precision=full",
        for: query, headers: headers)
    ]
  }

  /// Reads the prices; coins and currencies that are not known are missing without a word.
  ///
  /// - Throws: `noData` where all are missing, `limited` and `badKey` by its error codes.
  public func read(_ answer: SourceAnswer, to request: SourceRequest) throws(RatesError) -> SourceFindings {
    let document = try json(answer, to: request)
    guard let members = document.object else { throw badAnswer("It has no prices in it.") }
    if let status = document["status"] ?? document["error"] { throw problem(status) }
    guard case .now(_, let pairs) = request.query else { throw badAnswer("It was asked for no pairs.") }
    let (coins, currencies) = Self.asked(pairs)
    let rows = members.compactMap { id, prices in coins[id].map { (coin: $0, prices: prices) } }
    guard !rows.isEmpty else { throw noData("It knows none of the coins.") }
    var findings = SourceFindings()
    for row in rows {
      guard let time = answer.ownTime(row.prices["last_updated_at"]) else {
        findings.skipped += 1
        continue
      }
      let quotes = currencies.compactMap { currency in
        Quote(
          source: profile.name, market: .crypto, kind: .aggregate, pair: CurrencyPair(row.coin, currency),
          mid: row.prices[currency.code.lowercased()]?.decimal(), asOf: time, retrieved: answer.retrieved)
      }
      findings.quotes += quotes
      if quotes.isEmpty { findings.skipped += 1 }
    }
    guard !findings.quotes.isEmpty else { throw badAnswer("None of its \(rows.count) coins has a price.") }
    return findings
  }

  private func problem(_ status: JSON) -> RatesError {
    let code = status["error_code"]?.whole
    let words = (status["error_message"] ?? status).plainText() ?? "an error without words"
    switch code {
    case 429: return limited("It says: \(words).")
    // The numbers above 10,000 tell missing, wrong and exhausted keys apart.
    case 401, 403, 10_002, 10_005, 10_010, 10_011: return badKey("It says: \(words).")
    default: return badAnswer("It says: \(words).")
    }
  }

  /// The coins by their names there, Tether always among them as the step from exchanges to the dollar, and the
  /// currencies that they are wished in, always with the dollar.
  private static func asked(_ pairs: [CurrencyPair]) -> (coins: [String: Currency], currencies: [Currency]) {
    let wished = Set(pairs.flatMap { [$0.base, $0.quote] })
    return (
      ids.filter { $0.value == .usdt || wished.contains($0.value) },
      wished.filter(\.isISO).union([.usd]).sorted()
    )
  }

  /// Coins by their names there, which are nowhere derived from the codes.
  private static let ids = Dictionary(
    """
    aave AAVE, avalanche-2 AVAX, binancecoin BNB, bitcoin BTC, cardano ADA, chainlink LINK, dai DAI, dogecoin DOGE, \
    ethereum ETH, kaia KAIA, litecoin LTC, polkadot DOT, ripple XRP, solana SOL, tether USDT, tron TRX, usd-coin USDC
    """.split(separator: ", ").compactMap { row -> (String, Currency)? in
      let parts = row.split(separator: " ").map(String.init)
      guard parts.count == 2, let currency = Currency(parts[1]) else { return nil }
      return (parts[0], currency)
    }, uniquingKeysWith: { first, _ in first })
}
