import Locking
import Primitives
import Sending

/// The last prices of a chain that a node gave or confirmed: what an oracle says that nobody confirms is believed near
/// them alone.
struct ConfirmedPrices: Sendable {
  private let book: GasBook
  private let chainID: UInt256
  private let unit: String
  private let last = Guarded<GasSample?>(nil)

  /// At first those that the book has kept.
  ///
  /// - Parameter unit: The network's name of 10⁹ wei.
  init(_ book: GasBook, chainID: UInt256, unit: String = GasUnits().gas) {
    (self.book, self.chainID, self.unit) = (book, chainID, unit)
  }

  /// A quote, with the problem that it has if nobody confirms it and it is far from what was believed last.
  ///
  /// An unverified quote that is near is no measure of the next one: in small steps it would lead anywhere.
  ///
  /// - Throws: `bookFailed`.
  func judged(_ quote: GasQuote, at time: Int64) async throws -> GasQuote {
    let sample = GasSample(quote, time: time)
    guard quote.isUnverified else {
      last.withLock { $0 = sample }
      return quote
    }
    var known = last.withLock { $0 }
    if known == nil {
      known = try await book.believedSample(chainID: chainID)
      last.withLock { [known] in $0 = known }
    }
    if let known, sample.isNear(known) { return quote }
    var quote = quote
    quote.oracleKinds = GasPricesError(.badOracleReply, "").kinds
    quote.oracleProblem =
      "No node confirms the gas oracle. Its prices are \(text(sample)); "
      + (known.map { "those that were believed last \(text($0))." } ?? "none was believed before.")
    return quote
  }

  /// The prices of all speeds, as in `1, 2 and 3 gwei`.
  private func text(_ sample: GasSample) -> String {
    let prices = [sample.slow, sample.standard, sample.fast].map { PriceText.gwei(UInt256(max(0, $0))) }
    return "\(prices[0]), \(prices[1]) and \(prices[2]) \(unit)"
  }
}
