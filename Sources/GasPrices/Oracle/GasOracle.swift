import NodeRPC
import Primitives
import StrictJSON

/// A gas tracker as Etherscan has it (API V2, `module=gastracker&action=gasoracle`).
///
/// Its key is in no text that this type gives out, and in no error.
public struct GasOracle: Sendable {
  /// Etherscan's own.
  public static let usualAddress = "https://api.etherscan.io/v2/api"
  /// Where it is, without secrets.
  public let address: String
  private let exchange: JSONExchange
  /// The address of another question of this API, with the key.
  private let place: @Sendable (_ question: String) -> String
  private let timeout: Duration
  private static let noun = "gas oracle"
  private let key: String

  /// - Parameters:
  ///   - url: The address of the API, without a query.
  ///   - key: Letters, digits, `-` and `_`.
  ///   - chainID: Whose prices are asked for.
  /// - Throws: `NodeError` for an address that cannot be read; `badOracle`.
  public init(_ url: String = GasOracle.usualAddress, key: String, chainID: UInt256, timeout: Duration) throws {
    let endpoint = try Endpoint(url, of: Self.noun)
    guard endpoint.isPrivate else {
      throw GasPricesError(
        .badOracle, "The key is not sent to \(endpoint.redacted).",
        reason: "Without TLS everybody on the way reads it.",
        advice: "Use the oracle's https:// address.")
    }
    guard !url.contains("?") else {
      throw GasPricesError(
        .badOracle, "The address of the oracle \(endpoint.redacted) has a query.",
        reason: "Chain, question and key are added to it.", advice: "Leave away what begins with '?'.")
    }
    let isKey = { (byte: UInt8) in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
      default: false
      }
    }
    guard (1...256).contains(key.utf8.count), key.utf8.allSatisfy(isKey) else {
      throw GasPricesError(
        .badOracle, "The oracle's key cannot be one.",
        reason: "A key is made of letters, digits, '-' and '_'; this has something else, or nothing, in it.",
        advice: "Copy it again.")
    }
    self.key = key
    address = endpoint.redacted
    self.place = { "\(url)?chainid=\(chainID)&module=gastracker&action=\($0)&apikey=\(key)" }
    self.timeout = timeout
    exchange = JSONExchange(try Endpoint(self.place("gasoracle"), of: Self.noun), of: Self.noun, timeout: timeout)
  }

  /// Asks for the oracle's prices.
  ///
  /// - Throws: `oracleRefused`, `badOracleReply`; `NodeError` when there is no answer.
  public func quote() async throws -> GasQuote {
    let answer = try await exchange.get()
    guard let json = answer.json else {
      throw GasPricesError(
        .badOracleReply, "The gas oracle does not answer in JSON.", reason: "\(address), HTTP status \(answer.status).",
        advice: "Check its address, or leave the oracle away: the node's own prices need no key.")
    }
    // A service that is overloaded or limits its callers may send old prices along.
    guard (200..<300).contains(answer.status) else {
      if case .failure(let error as GasPricesError) = Result(catching: { try OracleReply(json, hiding: key) }),
        error.code == .oracleRefused
      {
        throw error
      }
      throw GasPricesError(
        .oracleRefused, "The gas oracle gives no prices.", reason: "\(address), HTTP status \(answer.status).",
        advice: "Try again later, or leave the oracle away: the node's own prices need no key.")
    }
    return try OracleReply(json, hiding: key).quote
  }

  /// The quote with the waits that the oracle estimates for its prices, as far as it tells them (`action=gasestimate`).
  ///
  /// A question for each price, one after another: who limits its callers is not asked further.
  public func withWaits(_ quote: GasQuote) async -> GasQuote {
    var tiers = quote.tiers
    var known: [UInt256: Int] = [:]
    for index in tiers.indices {
      let price = tiers[index].price
      if known[price] == nil {
        guard let seconds = await seconds(price) else { break }
        known[price] = seconds
      }
      tiers[index].toldWait = known[price]
    }
    return quote.with(tiers)
  }

  /// The seconds that a transaction with a price in wei waits; nil where the oracle does not say.
  private func seconds(_ price: UInt256) async -> Int? {
    guard let endpoint = try? Endpoint(place("gasestimate&gasprice=\(price)"), of: Self.noun),
      let answer = try? await JSONExchange(endpoint, of: Self.noun, timeout: timeout).get(),
      (200..<300).contains(answer.status), let json = answer.json, json["status"]?.string == "1",
      let text = json["result"]?.string, text.utf8.count <= 9, let seconds = Int(text), seconds >= 0
    else { return nil }
    return seconds
  }
}
