import Primitives
import StrictJSON

/// An answer of Etherscan's gas tracker: decimal strings in gwei, or an error with HTTP status 200.
public struct OracleReply: Sendable, Hashable {
  /// The prices as a quote without waits and block times, which the oracle does not give.
  public let quote: GasQuote

  /// Reads an answer.
  ///
  /// - Parameter key: A secret that must not be in the text of an error, even if the oracle repeats it.
  /// - Throws: `oracleRefused` with the oracle's words; `badOracleReply`.
  public init(_ json: JSON, hiding key: String = "") throws(GasPricesError) {
    let message = json["message"]?.string ?? ""
    guard json["status"]?.string == "1", message.hasPrefix("OK") else {
      let told = json["result"]?.string ?? message
      throw GasPricesError(
        .oracleRefused, "The gas oracle gives no prices.", reason: Self.shown(told, hiding: key),
        advice: "Mend that, or leave the oracle away: the node's own prices need no key.")
    }
    guard let result = json["result"], result.object != nil else { throw Self.bad("result", "it is no object") }
    let prices = [
      try Self.wei(result, "SafeGasPrice"), try Self.wei(result, "ProposeGasPrice"),
      try Self.wei(result, "FastGasPrice"),
    ]
    let baseFee = try Self.wei(result, "suggestBaseFee")
    guard let block = result["LastBlock"]?.string.flatMap({ UInt64($0) }) else {
      throw Self.bad("LastBlock", "it is no number of a block")
    }
    quote = GasQuote(
      source: .oracle, block: block, baseFee: baseFee, fullness: try Self.ratios(result),
      tiers: PriceRule.tiers(prices: prices, baseFee: baseFee), blockTime: nil)
  }

  private static func wei(_ result: JSON, _ name: String) throws(GasPricesError) -> UInt256 {
    guard let text = result[name]?.string else { throw bad(name, "it is no string") }
    guard text.utf8.count <= 40, let amount = try? Amount(parsing: text, unit: .gwei) else {
      throw bad(name, "it is no number of gwei with at most 9 decimals")
    }
    // 2⁹⁶ wei are more than all there are.
    guard amount.wei < UInt256(1) << 96 else { throw bad(name, "it is more than there can be") }
    return amount.wei
  }

  /// The newest first, as the oracle has them; ours are the other way round.
  private static func ratios(_ result: JSON) throws(GasPricesError) -> [Double] {
    guard let text = result["gasUsedRatio"]?.string, !text.isEmpty else { return [] }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 100 else { throw bad("gasUsedRatio", "it has more than 100 parts") }
    var ratios: [Double] = []
    for part in parts {
      guard let ratio = Double(String(part)), ratio >= 0, ratio <= 1 else {
        throw bad("gasUsedRatio", "it has something else than numbers from 0 to 1")
      }
      ratios.append(ratio)
    }
    return ratios.reversed()
  }

  private static func bad(_ field: String, _ why: String) -> GasPricesError {
    GasPricesError(
      .badOracleReply, "The answer of the gas oracle cannot be read.", reason: "\(field): \(why).",
      advice: "Is it an oracle of Etherscan's kind? The node's own prices need none.")
  }

  /// Somebody else's words, harmless on a terminal.
  private static func shown(_ text: String, hiding key: String) -> String {
    // Byte by byte: an accent behind it makes the last letter another character, and hides nothing.
    let parts =
      key.isEmpty
      ? [Array(text.utf8)[...]] : Array(text.utf8).split(separator: Array(key.utf8), omittingEmptySubsequences: false)
    let hidden = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "***")
    let plain = hidden.unicodeScalars.prefix(300)
      .map { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? " " : String($0) }.joined()
    return plain.isEmpty ? "It does not say why." : plain.hasSuffix(".") ? plain : plain + "."
  }
}
