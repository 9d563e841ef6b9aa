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
  private static let noun = "gas oracle"
  private let key: String

  /// - Parameters:
  ///   - url: The address of the API, without a query.
  ///   - key: Letters, digits, `-` and `_`.
  ///   - chainID: Whose prices are asked for.
  /// - Throws: `NodeError` for an address that cannot be read; `badOracle`.
  public init(_ url: String = GasOracle.usualAddress, key: String, chainID: UInt256, timeout: Duration) throws {
    let place = try Endpoint(url, of: Self.noun)
    guard place.isSecure || place.isLoopback else {
      throw GasPricesError(
        .badOracle, "The key is not sent to \(place.redacted).", reason: "Without TLS everybody on the way reads it.",
        advice: "Use the oracle's https:// address.")
    }
    guard !url.contains("?") else {
      throw GasPricesError(
        .badOracle, "The address of the oracle \(place.redacted) has a query.",
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
    address = place.redacted
    let query = "chainid=\(chainID)&module=gastracker&action=gasoracle&apikey=\(key)"
    exchange = JSONExchange(try Endpoint("\(url)?\(query)", of: Self.noun), of: Self.noun, timeout: timeout)
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
}
